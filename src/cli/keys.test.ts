import { randomBytes } from 'node:crypto';
import { CommanderError } from 'commander';
import { beforeEach, expect, test } from 'vitest';
import { createMemoryRecords, type MemoryRecords } from '../../test/memory-records.js';
import { issueKey } from '../http/access/key-issue.js';
import { keysCommand } from './keys.js';
import type { RecordsAccess } from './records-access.js';

/** 2026-11-20T12:00:00Z */
const clock = { now: () => 1_795_176_000 };
const peppers = [new Uint8Array(32)];

let records: MemoryRecords;
beforeEach(() => {
  records = createMemoryRecords();
});

async function run(...args: string[]): Promise<string> {
  const written: string[] = [];
  const access: RecordsAccess = {
    ...records,
    isServed: false,
    ingests: async () => [],
    issueKey: (request) => issueKey({ keys: records.keys, peppers, clock, random: randomBytes }, request),
    revokeKey: (id) => records.keys.revoke(id, clock.now()),
  };
  const command = keysCommand(async () => access, { write: (text) => written.push(text) });
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => undefined });
  await command.parseAsync(args, { from: 'user' });
  return written.join('');
}

test('create prints the key as JSON, once', async () => {
  const made = JSON.parse(await run('create', '--plan', 'pro', '--name', 'back end', '--json'));
  expect(made).toEqual({
    key: expect.stringMatching(/^wg_[0-9a-z]{12}_[0-9A-Za-z]{33}$/),
    id: made.key.split('_')[1],
    name: 'back end',
    plan: 'pro',
    scopes: ['forecast:read', 'nowcast:read', 'route:read', 'alerts:read', 'accuracy:read', 'historical:read'],
    created_at: '2026-11-20T12:00:00Z',
    revoked_at: null,
  });
  expect(await run('list', '--json')).not.toContain(made.key);
  expect(await run('list')).not.toContain(made.key.split('_')[2]);
});

test('create without options makes a free key with all scopes of that plan, alone on its first line', async () => {
  const [first, ...rest] = (await run('create')).split('\n');
  expect(first).toMatch(/^wg_\w+$/);
  expect(rest).toEqual([
    'Plan free: /v1/forecast, /v1/outlook (forecast:read), /v1/alerts (alerts:read), /v1/accuracy (accuracy:read), /v1/historical (historical:read), map tiles',
    'Not in plan free: /v1/nowcast (nowcast:read), /v1/route (route:read); plans pro and business have them',
    'Keep it now: it cannot be shown again.',
    '',
  ]);
});

test('create of a plan with all endpoints lacks nothing, and a key with fewer scopes says which it has', async () => {
  expect(await run('create', '--plan', 'pro')).not.toContain('Not in plan');
  expect(await run('create', '--plan', 'pro', '--scope', 'route:read')).toMatch(
    /^wg_.*\nPlan pro, limited to: \/v1\/route \(route:read\), map tiles\nKeep it/,
  );
});

test('neither help nor list names scopes without an endpoint', async () => {
  await run('create', '--plan', 'business');
  expect(await run('list')).toMatch(/ all of the plan$/m);
  const help = keysCommand(async () => Promise.reject(new Error('not opened')))
    .commands.map((command) => command.helpInformation())
    .join('')
    .replace(/\s+/g, ' ');
  expect(help + (await run('list', '--json'))).not.toMatch(/airport/);
  expect(help).toContain('forecast:read, nowcast:read, route:read, alerts:read');
});

test.each([
  [['--scope', 'forecast:read,alerts:read']],
  [['--scope', 'forecast:read', '--scope', 'alerts:read']],
  [['--scope', ' forecast:read, alerts:read,']],
])('scopes are written as %j', async (options) => {
  const { scopes } = JSON.parse(await run('create', ...options, '--json'));
  expect(scopes).toEqual(['forecast:read', 'alerts:read']);
});

test.each([
  [['create', '--plan', 'gold'], 'plan must be one of free, standard, pro, business; got "gold"'],
  [['create', '--scope', 'tiles:read'], 'got "tiles:read"'],
  [
    ['create', '--plan', 'free', '--scope', 'route:read'],
    'scopes of plan free are forecast:read, alerts:read, accuracy:read, historical:read; got "route:read", which plans pro and business have',
  ],
  [['create', '--scope', 'airport_delay:read'], 'airport_delay:read has no endpoint in this version'],
  [['create', '--scope', ''], 'scopes must name at least one'],
  [['revoke', 'nosuchkey'], 'no valid key has the id "nosuchkey"'],
])('%j is refused', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
  expect(await records.keys.list()).toEqual([]);
  expect(records.isClosed()).toBe(true);
});

test('revoke needs an id, and unknown options are refused', async () => {
  await expect(run('revoke')).rejects.toThrow(CommanderError);
  await expect(run('create', '--secret', 'x')).rejects.toThrow(CommanderError);
});

test('a revoked key is shown as revoked and cannot be revoked again', async () => {
  const { id } = JSON.parse(await run('create', '--json'));
  expect(JSON.parse(await run('revoke', id, '--json'))).toEqual({ id, revoked: true });
  expect(JSON.parse(await run('list', '--json'))).toMatchObject([{ id, revoked_at: '2026-11-20T12:00:00Z' }]);
  expect(await run('list')).toMatch(new RegExp(`^${id} +free +revoked +2026-11-20T12:00:00Z +-`, 'm'));
  await expect(run('revoke', id)).rejects.toThrow('no valid key');
});

test('a key can be revoked by pasting all of it', async () => {
  const { id, key } = JSON.parse(await run('create', '--json'));
  expect(await run('revoke', key)).toBe(`Key ${id} is revoked.\n`);
});

test('an empty list says how to make a key', async () => {
  expect(await run('list')).toBe('No keys; make one with: weatherglass keys create\n');
  expect(await run('list', '--json')).toBe('[]\n');
});
