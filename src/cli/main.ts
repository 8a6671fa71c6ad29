#!/usr/bin/env node
/** The command line: loads the command that is named, or for the help about everything all of them. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { descriptorLimit } from '../base/descriptor-limit.js';
import { ConfigError } from '../base/errors.js';
import { COMMANDS } from './commands.js';
import { endOnSignals, endWithOutput, reportFailure, throwOnWrongUse } from './exit-status.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

const program = new Command('weatherglass')
  .description('A weather data service that you run yourself.')
  .version(version)
  .addHelpText(
    'after',
    '\nSettings come from the environment or a file; the README has the table.\n' +
      'Exit status: 0 success; 1 failure; 2 wrong use of a command, an option or a setting.',
  );

const named = process.argv[2] ?? '';
const wanted = Object.hasOwn(COMMANDS, named)
  ? [COMMANDS[named]!]
  : named === '--version'
    ? []
    : Object.values(COMMANDS);

/**
 * Loading a command opens more than 200 files at once. With too few descriptors Node reports that packages are missing, or
 * EMFILE: never with 320, now and then with 256.
 */
const LEAST_DESCRIPTORS = 400;

endWithOutput();
if (named === 'serve') endOnSignals();
try {
  if (descriptorLimit() < LEAST_DESCRIPTORS) throw tooFewDescriptors();
  for (const load of wanted) program.addCommand(await load());
  throwOnWrongUse(program);
  await program.parseAsync();
} catch (error) {
  reportFailure((error as NodeJS.ErrnoException).code === 'EMFILE' ? tooFewDescriptors() : error);
}

function tooFewDescriptors(): ConfigError {
  return new ConfigError('ulimit -n', `must allow at least ${LEAST_DESCRIPTORS} open files`, `${descriptorLimit()}`);
}
