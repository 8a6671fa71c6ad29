#!/usr/bin/env node
/** The command line. One file per command; this one only puts them together. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { doctorCommand } from './doctor.js';
import { ingestCommand } from './ingest.js';
import { grib } from './inspect-grib.js';
import { keysCommand } from './keys.js';
import { queryCommand } from './query.js';
import { serveCommand } from './serve.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const program = new Command('weatherglass')
  .description('A weather data service that you run yourself.')
  .version(version)
  .showHelpAfterError('(add --help for the options)')
  .addCommand(serveCommand())
  .addCommand(ingestCommand())
  .addCommand(keysCommand())
  .addCommand(queryCommand())
  .addCommand(new Command('inspect').description('Look into files and stores').addCommand(grib()))
  .addCommand(doctorCommand())
  .addHelpText('after', '\nSettings come from the environment or a file; the README has the table.');

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`weatherglass: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
