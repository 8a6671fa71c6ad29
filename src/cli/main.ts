#!/usr/bin/env node
/** The command line: loads the command that is named, or for the help about everything all of them. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { descriptorLimit } from '../base/descriptor-limit.js';
import { ConfigError } from '../base/errors.js';
import { COMMANDS } from './commands.js';
import { endWithOutput, reportFailure, throwOnWrongUse } from './exit-status.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

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

/** Loading a command opens some hundred files at once; with fewer descriptors Node says that packages are missing. */
const LEAST_DESCRIPTORS = 200;

endWithOutput();
try {
  if (descriptorLimit() < LEAST_DESCRIPTORS)
    throw new ConfigError(
      'ulimit -n',
      `must allow at least ${LEAST_DESCRIPTORS} open files`,
      String(descriptorLimit()),
    );
  for (const load of wanted) program.addCommand(await load());
  throwOnWrongUse(program);
  await program.parseAsync();
} catch (error) {
  reportFailure(error);
}
