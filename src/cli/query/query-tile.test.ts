import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { tileCommand } from './query-tile.js';

/** Exit status and what is written to standard error. */
async function usageOf(...args: string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const command = tileCommand()
    .exitOverride()
    .configureOutput({
      writeErr: (line) => {
        text += line;
      },
    });
  const end = await command.parseAsync(args, { from: 'user' }).catch((error: unknown) => error);
  if (!(end instanceof CommanderError)) throw new Error(`it did not end by an error of usage: ${String(end)}`);
  return { status: end.exitCode, text };
}

test.each([
  ['alone', ['rain']],
  ['before coordinates that are none', ['rain', 'a', 'b', 'c']],
  ['before a missing file', ['rain', '1', '1', '1']],
  ['before a time that is none', ['rain', '1', '1', '1', '--time', 'noon', '-o', 'x.png']],
])('query tile reports an unknown layer first, with those that there are and status 2: %s', async (_, args) => {
  const { status, text } = await usageOf(...args);
  expect(status).toBe(2);
  expect(text).toMatch(/^error: no map layer "rain"; the layers are radar, .*alerts\n/);
});

test.each([
  ['no row', ['radar', '1', '1', '-o', 'x.png'], '<z> <x> <y>'],
  ['no file', ['radar', '1', '1', '1'], '-o'],
  ['a zoom beyond the deepest', ['radar', '99', '0', '0', '-o', 'x.png'], 'z must be at most 12'],
  ['a column beyond the zoom', ['radar', '1', '2', '0', '-o', 'x.png'], 'x must be at most 1'],
  ['no radar', ['radar-site', '1', '1', '1', '-o', 'x.png'], 'site'],
  ['a time that is none', ['radar', '1', '1', '1', '--time', 'noon', '-o', 'x.png'], 'time must be ISO 8601'],
])('query tile with %s ends with status 2 and names the rule', async (_, args, rule) => {
  const { status, text } = await usageOf(...args);
  expect([status, text]).toEqual([2, expect.stringContaining(rule)]);
});
