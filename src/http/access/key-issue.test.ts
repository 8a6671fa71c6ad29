import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryRecords } from '../../../test/memory-records.js';
import { InvalidRequestError } from '../../base/errors.js';
import { PLANS, SCOPES } from '../../model/access.js';
import { createAuthenticator } from './authentication.js';
import { createFirstKey, issueKey, type KeyRequest } from './key-issue.js';

function setUp() {
  const { keys } = createMemoryRecords();
  const peppers = [new TextEncoder().encode('new'), new TextEncoder().encode('old')];
  return { keys, peppers, clock: { now: () => 1_795_176_000 }, random: randomBytes };
}

test('a new key authenticates, and its secret is not stored', async () => {
  const issuer = setUp();
  const { key, record } = await issueKey(issuer, { name: 'x', plan: 'free', scopes: null });
  expect(record).toMatchObject({ name: 'x', plan: 'free', createdAt: 1_795_176_000, revokedAt: null });
  expect(record.scopes).toEqual(PLANS.free.scopes);
  expect(JSON.stringify(await issuer.keys.list())).not.toContain(key.split('_')[2]);
  const principal = await createAuthenticator(issuer).authenticate(`Bearer ${key}`);
  expect(principal).toMatchObject({ id: record.id, plan: 'free' });
});

test('scopes can be fewer than those of the plan', async () => {
  const { record } = await issueKey(setUp(), { name: '', plan: 'pro', scopes: ['route:read', 'route:read'] });
  expect(record.scopes).toEqual(['route:read']);
});

const allScopes = 'forecast:read, nowcast:read, route:read, alerts:read, accuracy:read, historical:read';

test.each<[string, Partial<KeyRequest>, string]>([
  ['an unknown plan', { plan: 'gold' }, 'plan must be one of free, standard, pro, business; got "gold"'],
  [
    'an unknown scope',
    { plan: 'pro', scopes: ['tiles:read'] },
    `scopes of plan pro are ${allScopes}; got "tiles:read"`,
  ],
  ['a scope beyond the plan', { scopes: ['route:read'] }, 'got "route:read"'],
  ['an empty list of scopes', { scopes: [] }, 'scopes must name at least one of forecast:read'],
  ['a long name', { name: 'x'.repeat(101) }, 'name must have at most 100 characters'],
  ['a name that would colour a terminal', { name: '\u001b[31mred' }, 'no control characters'],
])('%s is refused, naming what is allowed', async (_, wrong, message) => {
  const issuer = setUp();
  const made = issueKey(issuer, { name: '', plan: 'free', scopes: null, ...wrong });
  await expect(made).rejects.toThrow(InvalidRequestError);
  await expect(made).rejects.toThrow(message);
  expect(await issuer.keys.list()).toEqual([]);
});

test('the first key is made once, with all scopes', async () => {
  const issuer = setUp();
  const first = await createFirstKey(issuer);
  expect(first?.record).toMatchObject({ name: 'first key', plan: 'pro', scopes: [...SCOPES] });
  expect(await createFirstKey(issuer)).toBeNull();
  await issuer.keys.revoke(first!.record.id, 1);
  expect(await createFirstKey(issuer)).toBeNull();
});
