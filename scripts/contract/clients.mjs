/**
 * Clients for TypeScript, Python and Go, made from the document by three generators.
 *
 * A warning of a generator is an error here. openapi-generator prints two for every document of OpenAPI 3.1, so those that
 * it prints for a document with nothing but one string are its own.
 */

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';

const SMALLEST = {
  openapi: '3.1.0',
  info: { title: 'Smallest', version: '1' },
  paths: {
    '/': {
      get: {
        operationId: 'smallest',
        responses: {
          200: {
            description: 'A text.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Text' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Text: { type: 'string' } } },
};

/** Languages of openapi-generator with their folders and options. */
const GENERATED = [
  { language: 'typescript-fetch', folder: 'typescript-fetch', options: 'importFileExtension=.js' },
  { language: 'python', folder: 'weatherglass_openapi', options: 'packageName=weatherglass_openapi' },
  { language: 'go', folder: 'go', options: 'packageName=weatherglass' },
];

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: [] },
    ...{ outDir: 'js', rootDir: '.' },
  },
  files: ['typescript-client.mts'],
};

/** `client.py` of openapi-python-client is the same for all documents, and not well typed. */
const MYPY = '[mypy]\ncheck_untyped_defs = True\n[mypy-weatherglass_client.client]\nignore_errors = True\n';

export async function generateClients(tools, { url }, directory) {
  console.log('generating clients');
  mkdirSync(directory, { recursive: true });
  const document = join(directory, 'openapi.json');
  writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
  const smallest = join(directory, 'smallest.json');
  writeFileSync(smallest, JSON.stringify(SMALLEST));
  await generateTypes(tools, document, directory);
  await generatePython(tools, document, directory);
  for (const { language, folder, options } of GENERATED) {
    const output = (name) => ['--output', join(directory, name), '--additional-properties', options];
    const make = (input, name) => ['generate', '--generator-name', language, '--input-spec', input, ...output(name)];
    const own = warningsIn(await run(tools.openapiGenerator, make(smallest, `smallest-${folder}`)));
    const found = warningsIn(await run(tools.openapiGenerator, make(document, folder)));
    refuseWarnings(
      `openapi-generator ${language}`,
      found.filter((line) => !own.includes(line)),
    );
  }
}

function warningsIn(text) {
  return text.split('\n').filter((line) => /\b(WARN|ERROR)\b|Exception/.test(line) && !line.includes(' INFO '));
}

function refuseWarnings(generator, lines) {
  if (lines.length > 0) throw new Error(`${generator} must not warn; it printed:\n${lines.join('\n')}`);
}

async function generateTypes({ openapiTypescript }, document, directory) {
  const text = await run(process.execPath, [openapiTypescript, document, '--output', join(directory, 'openapi.ts')]);
  refuseWarnings(
    'openapi-typescript',
    text.split('\n').filter((line) => /⚠|warn|error/i.test(line)),
  );
}

async function generatePython({ openapiPythonClient, bin }, document, directory) {
  const output = ['--meta', 'none', '--output-path', join(directory, 'weatherglass_client')];
  const strict = ['--fail-on-warning', '--config', 'scripts/contract/python-client.yaml'];
  const env = { PATH: `${bin}:${process.env.PATH}` }; // it formats with ruff, which is beside it
  await run(openapiPythonClient, ['generate', '--path', document, ...output, ...strict], { env });
}

export async function compileClients({ node_modules, tsc, python, go }, directory) {
  console.log('compiling clients');
  for (const file of ['typescript-client.mts', 'python_client.py'])
    cpSync(join('scripts/contract', file), join(directory, file));
  symlinkSync(node_modules, join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await run(process.execPath, [tsc, '--project', directory]);
  writeFileSync(join(directory, 'mypy.ini'), MYPY);
  const packages = ['weatherglass_client', 'weatherglass_openapi/weatherglass_openapi', 'python_client.py'];
  await run(python, ['-W', 'error', '-m', 'compileall', '-q', ...packages], { cwd: directory });
  await run(python, ['-m', 'mypy', ...packages], { cwd: directory });
  await run(go, ['build', './...'], { cwd: join(directory, 'go'), env: { GOFLAGS: '-mod=mod' }, seconds: 600 });
}

export async function requestWithClients({ python }, { url, key }, directory) {
  console.log('making requests with the clients');
  const env = { WEATHERGLASS_URL: url, WEATHERGLASS_KEY: key, PYTHONPATH: join(directory, 'weatherglass_openapi') };
  await run(process.execPath, ['js/typescript-client.mjs'], { cwd: directory, env, echo: true });
  await run(python, ['python_client.py'], { cwd: directory, env, echo: true });
}
