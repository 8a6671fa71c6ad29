import { type Command, CommanderError } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError, InvalidRequestError, UpstreamError } from '../base/errors.js';
import { standardError } from '../base/standard-error.js';
import { COMMANDS } from './commands.js';
import { reportFailure, throwOnWrongUse, UsageError } from './exit-status.js';

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

/** Every command with no command below it, by its words. */
function leavesOf(command: Command, path = command.name()): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`));
}

for (const command of commands) throwOnWrongUse(command);
const leaves = commands.flatMap((command) => leavesOf(command));

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

/** Standard error and exit status of a failed command. */
async function outcomeOf(work: () => unknown): Promise<[status: unknown, text: string]> {
  let text = '';
  const take = (chunk: unknown) => {
    text += chunk;
    return true;
  };
  vi.spyOn(process.stderr, 'write').mockImplementation(take); // commander's
  vi.spyOn(standardError, 'write').mockImplementation(take);
  try {
    await work();
  } catch (error) {
    reportFailure(error);
  }
  return [process.exitCode, text];
}

test('there are commands to look at', () => {
  expect(leaves.length).toBeGreaterThan(40);
});

test.each(leaves.map((leaf) => [leaf.path, leaf.command] as const))(
  '%s with an unknown option ends with status 2 and a hint at its own help',
  async (path, command) => {
    const [status, text] = await outcomeOf(() => command.parseAsync(['--no-such-option'], { from: 'user' }));
    expect(status, text).toBe(2);
    expect(text).toContain(path === 'query route' ? `see: weatherglass ${path} --help` : `(see: ${path} --help)`);
  },
);

test.each(['keys', 'query', 'inspect', 'verify', 'ingest'])(
  '%s without its command ends with status 2',
  async (name) => {
    const command = commands.find((one) => one.name() === name)!;
    const [status, text] = await outcomeOf(() => command.parseAsync([], { from: 'user' }));
    expect([status, text]).toEqual([2, expect.stringContaining(`Usage: ${name}`)]);
    expect((await outcomeOf(() => command.parseAsync(['nosuch'], { from: 'user' })))[0]).toBe(2);
  },
);

test('help that is asked for is success', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const doctor = commands.find((one) => one.name() === 'doctor')!;
  expect(await outcomeOf(() => doctor.parseAsync(['--help'], { from: 'user' }))).toEqual([0, '']);
});

test.each([
  ['wrong use', new UsageError('give LATITUDE'), 2],
  ['a setting', new ConfigError('PORT', 'must be a number', 'x'), 2],
  ['a refused request', new InvalidRequestError([{ pointer: '/plan', code: 'enum', message: 'plan must be free' }]), 2],
  ['an option that commander refuses', new CommanderError(1, 'commander.unknownOption', 'written before'), 2],
  ['an upstream', new UpstreamError('unreadable', '/nofile', 'no such file or directory'), 1],
  ['anything else', new Error('disk'), 1],
])('%s sets the exit status', async (_, error, status) => {
  const [found, text] = await outcomeOf(() => Promise.reject(error));
  expect(found).toBe(status);
  expect(text).toBe(error instanceof CommanderError ? '' : `weatherglass: ${error.message}\n`);
});
