import { expect, test } from 'vitest';
import { createMemoryRecords } from '../../../test/memory-records.js';
import type { Clock } from '../../base/clock.js';
import { PLANS, SCOPES } from '../../model/access.js';
import type { ApiKeyRecord } from '../../model/records.js';
import { formatKey, hashSecret, makeKey } from './api-keys.js';
import { createAuthenticator } from './authentication.js';

const PEPPER = new TextEncoder().encode('a pepper for tests');
const PARTS = makeKey((size) => new Uint8Array(size).fill(7));
const KEY = formatKey(PARTS);
const STRANGER = formatKey(makeKey((size) => new Uint8Array(size).fill(9)));

function recordOf(more: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  const secretHash = hashSecret(PARTS.secret, PEPPER);
  return {
    id: PARTS.id,
    name: '',
    plan: 'pro',
    scopes: [...SCOPES],
    secretHash,
    pepperId: null,
    createdAt: 0,
    revokedAt: null,
    ...more,
  };
}

function setUp(...keys: ApiKeyRecord[]) {
  const time = { now: 1_795_000_000 };
  const clock: Clock = { now: () => time.now };
  const records = createMemoryRecords(...keys);
  const authenticator = createAuthenticator({ keys: records.keys, peppers: [PEPPER], clock });
  return { time, records, authenticator, ask: authenticator.authenticate };
}

test('a valid key tells who asks, with which plan and scopes', async () => {
  const { ask } = setUp(recordOf());
  expect(await ask(`Bearer ${KEY}`)).toEqual({ id: PARTS.id, plan: 'pro', scopes: new Set(SCOPES), kind: 'key' });
});

test.each([`bearer ${KEY}`, `BEARER ${KEY}`, `Bearer   ${KEY}`, `Bearer ${KEY} `])(
  '"%s" is a bearer header',
  async (header) => {
    expect(await setUp(recordOf()).ask(header)).not.toBeNull();
  },
);

test.each<[string, string | undefined]>([
  ['no header', undefined],
  ['an empty header', ''],
  ['the scheme alone', 'Bearer'],
  ['the scheme and a space', 'Bearer '],
  ['the key alone', KEY],
  ['another scheme', `Basic ${KEY}`],
  ['no space between', `Bearer${KEY}`],
  ['a tab between', `Bearer\t${KEY}`],
  ['two keys', `Bearer ${KEY} ${KEY}`],
  ['two schemes', `Bearer Bearer ${KEY}`],
  ['a comma list', `Bearer ${KEY}, Bearer ${KEY}`],
  ['a header of 100 kB', `Bearer ${'a'.repeat(100_000)}`],
  ['a key behind 100 kB of spaces', `Bearer ${' '.repeat(100_000)}${KEY}`],
  ['letters beyond ASCII', 'Bearer wg_ключ'],
  ['a key with one letter changed', `Bearer ${KEY.slice(0, -1)}0`],
  ['a key that does not exist', `Bearer ${STRANGER}`],
  ['a token where none is configured', 'Bearer aaaa.bbbb.cccc'],
])('%s is not valid, and not an error', async (_, header) => {
  expect(await setUp(recordOf()).ask(header)).toBeNull();
});

test.each<[string, Partial<ApiKeyRecord>]>([
  ['a revoked key', { revokedAt: 5 }],
  ['a key of a plan that no longer exists', { plan: 'platinum' }],
  ['a key whose stored hash is damaged', { secretHash: 'xyz' }],
])('%s opens nothing', async (_, more) => {
  expect(await setUp(recordOf(more)).ask(`Bearer ${KEY}`)).toBeNull();
});

test('scopes beyond the plan, or that do not exist, are left out', async () => {
  const { ask } = setUp(recordOf({ plan: 'free', scopes: [...SCOPES, 'everything:write'] }));
  expect((await ask(`Bearer ${KEY}`))?.scopes).toEqual(new Set(PLANS.free.scopes));
});

test('a key is looked up once in five seconds, one that does not exist as well', async () => {
  const { ask, records, time } = setUp(recordOf());
  for (let i = 0; i < 10; i++) await ask(`Bearer ${KEY}`);
  for (let i = 0; i < 10; i++) await ask(`Bearer ${STRANGER}`);
  expect(records.lookups()).toBe(2);
  time.now += 4.9;
  await ask(`Bearer ${KEY}`);
  expect(records.lookups()).toBe(2);
  time.now += 0.2;
  await ask(`Bearer ${KEY}`);
  expect(records.lookups()).toBe(3);
});

test('a key revoked by another process stops after five seconds, also when the clock was set back', async () => {
  const { ask, records, time } = setUp(recordOf());
  await ask(`Bearer ${KEY}`);
  await records.keys.revoke(PARTS.id, 1);
  expect(await ask(`Bearer ${KEY}`)).not.toBeNull();
  time.now -= 3600;
  expect(await ask(`Bearer ${KEY}`)).toBeNull();
});

test('a key revoked in this process stops at once', async () => {
  const { ask, records, authenticator } = setUp(recordOf());
  await ask(`Bearer ${KEY}`);
  await records.keys.revoke(PARTS.id, 1);
  authenticator.forget(PARTS.id);
  expect(await ask(`Bearer ${KEY}`)).toBeNull();
});

test('a look-up that was under way when its key was revoked does not bring it back', async () => {
  const pending: ((record: ApiKeyRecord) => void)[] = [];
  const keys = { find: () => new Promise<ApiKeyRecord>((resolve) => pending.push(resolve)) };
  const authenticator = createAuthenticator({ keys, peppers: [PEPPER], clock: { now: () => 0 } });
  const early = authenticator.authenticate(`Bearer ${KEY}`);
  authenticator.forget(PARTS.id);
  pending.shift()!(recordOf());
  await early;
  const late = authenticator.authenticate(`Bearer ${KEY}`);
  pending.shift()!(recordOf({ revokedAt: 1 }));
  expect(await late).toBeNull();
});

test('a secret that was proved proves no other one, and is proved anew when its record is read again', async () => {
  const { ask, time, records } = setUp(recordOf());
  const wrong = formatKey({ id: PARTS.id, secret: PARTS.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0')) });
  for (let turn = 0; turn < 3; turn++) {
    expect(await ask(`Bearer ${KEY}`)).not.toBeNull();
    expect(await ask(`Bearer ${wrong}`)).toBeNull();
  }
  Object.assign(records.keys, { find: async () => recordOf({ secretHash: hashSecret('another', PEPPER) }) });
  time.now += 6;
  expect(await ask(`Bearer ${KEY}`)).toBeNull();
});
