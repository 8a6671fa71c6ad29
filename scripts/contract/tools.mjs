/** Generators, compilers and Schemathesis, in pinned versions: of npm here, of PyPI in requirements.txt. */

import { join } from 'node:path';
import { run } from './command.mjs';

/** openapi-typescript works with TypeScript 5, while this project uses 7. */
const NPM = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const INSTALL_SECONDS = 600;

/** Paths of the programs. */
export async function installTools(directory) {
  console.log('installing generators, compilers and Schemathesis');
  const venv = join(directory, 'venv');
  const bin = join(venv, 'bin');
  const options = { seconds: INSTALL_SECONDS };
  await run('python3', ['-m', 'venv', venv], options);
  const requirements = ['--quiet', '--disable-pip-version-check', '--requirement', 'scripts/contract/requirements.txt'];
  await run(join(bin, 'pip'), ['install', ...requirements], options);
  const quiet = ['--silent', '--no-save', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, '--prefix', directory, ...NPM], options);
  const module = (path) => join(directory, 'node_modules', path);
  return {
    node_modules: join(directory, 'node_modules'),
    bin,
    python: join(bin, 'python'),
    schemathesis: join(bin, 'schemathesis'),
    openapiGenerator: join(bin, 'openapi-generator-cli'),
    openapiPythonClient: join(bin, 'openapi-python-client'),
    go: join(bin, 'go'),
    openapiTypescript: module('openapi-typescript/bin/cli.js'),
    tsc: module('typescript/bin/tsc'),
  };
}
