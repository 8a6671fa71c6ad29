#!/usr/bin/env node
/**
 * The command line. One file per command; this one only puts them together.
 *
 * A command is loaded when it is named, because loading all of them takes 0.6 s and most need little of it; help about
 * everything loads everything.
 */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { descriptorLimit } from '../base/descriptor-limit.js';
import { ConfigError } from '../base/errors.js';
import { standardError } from '../base/standard-error.js';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve/serve.js')).serveCommand(),
  ingest: async () => (await import('./ingest/ingest.js')).ingestCommand(),
  keys: async () => (await import('./keys.js')).keysCommand(),
  query: async () => (await import('./query/query.js')).queryCommand(),
  inspect: async () => {
    const children = await Promise.all([
      import('./inspect/inspect-grib.js').then(({ grib }) => grib()),
      import('./inspect/inspect-nexrad.js').then(({ nexrad }) => nexrad()),
      import('./inspect/inspect-fires.js').then(({ fires }) => fires()),
      import('./inspect/inspect-point.js').then(({ point }) => point()),
      import('./inspect/inspect-alert.js').then(({ alert }) => alert()),
      import('./inspect/inspect-nowcast-archive.js').then(({ nowcastArchive }) => nowcastArchive()),
    ]);
    const inspect = new Command('inspect').description('Look into files and stores');
    for (const child of children) inspect.addCommand(child);
    return inspect;
  },
  verify: async () => (await import('./verify/verify.js')).verifyCommand(),
  doctor: async () => (await import('./doctor/doctor.js')).doctorCommand(),
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const program = new Command('weatherglass')
  .description('A weather data service that you run yourself.')
  .version(version)
  .showHelpAfterError('(add --help for the options)')
  .addHelpText('after', '\nSettings come from the environment or a file; the README has the table.');

const named = process.argv[2] ?? '';
const wanted = Object.hasOwn(COMMANDS, named)
  ? [COMMANDS[named]!]
  : named === '--version'
    ? []
    : Object.values(COMMANDS);

/** Loading a command opens some hundred files at once; with fewer descriptors Node says that packages are missing. */
const LEAST_DESCRIPTORS = 200;

try {
  if (descriptorLimit() < LEAST_DESCRIPTORS)
    throw new ConfigError(
      'ulimit -n',
      `must allow at least ${LEAST_DESCRIPTORS} open files`,
      String(descriptorLimit()),
    );
  for (const load of wanted) program.addCommand(await load());
  await program.parseAsync();
} catch (error) {
  standardError.write(`weatherglass: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
