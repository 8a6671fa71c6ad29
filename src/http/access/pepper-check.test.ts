import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryRecords } from '../../../test/memory-records.js';
import { ConfigError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { ApiKeyRecord } from '../../model/records.js';
import { issueKey } from './key-issue.js';
import { checkPeppers } from './pepper-check.js';

const OLD = new TextEncoder().encode('the pepper of last year');
const NEW = new TextEncoder().encode('the pepper of this year');
const OTHER = new TextEncoder().encode('the pepper of another service');

async function keyMadeWith(...peppers: Uint8Array[]): Promise<ApiKeyRecord> {
  const { keys } = createMemoryRecords();
  const issuer = { keys, peppers, clock: { now: () => 1_795_176_000 }, random: randomBytes };
  return (await issueKey(issuer, { name: '', plan: 'free', scopes: null })).record;
}

function check(keys: readonly ApiKeyRecord[], peppers: readonly Uint8Array[], acceptsTokens = false): string[] {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (_facts: object, message: string) => void lines.push(message) };
  checkPeppers({ keys, peppers, origin: 'WEATHERGLASS_PEPPER', acceptsTokens, log });
  return lines;
}

test('keys of all configured peppers, the newest and older ones, are accepted without a word', async () => {
  const keys = [await keyMadeWith(OLD), await keyMadeWith(NEW, OLD)];
  expect(check(keys, [NEW, OLD])).toEqual([]);
  expect(check([], [OTHER])).toEqual([]);
});

test('a start is refused when no key can be verified, and says how many and what to do', async () => {
  const keys = [await keyMadeWith(OLD), await keyMadeWith(OLD)];
  expect(() => check(keys, [OTHER])).toThrow(ConfigError);
  expect(() => check(keys, [OTHER])).toThrow(
    /^WEATHERGLASS_PEPPER: must hold the pepper that all 2 stored API keys were made with, .*keys create; got "another pepper"$/,
  );
  expect(() => check(keys.slice(1), [OTHER, NEW])).toThrow(/the stored API key was made with.*got "2 other peppers"$/);
});

test('a start without a pepper is refused when there are keys, and a first start is not', async () => {
  expect(() => check([], [])).not.toThrow();
  const keys = [await keyMadeWith(OLD)];
  expect(() => check(keys, [])).toThrow(/the stored API key was made with.*got "no such file"$/);
});

test('a pepper that is dropped while keys still need it is a warning that counts them', async () => {
  const keys = [await keyMadeWith(OLD), await keyMadeWith(NEW), await keyMadeWith(OLD)];
  expect(check(keys, [NEW])).toEqual([expect.stringMatching(/^2 of 3 API keys .* get 401; add that pepper to/)]);
});

test('where app-install tokens are accepted, keys that cannot be verified are a warning', async () => {
  expect(check([await keyMadeWith(OLD)], [NEW], true)).toEqual([expect.stringMatching(/^1 of 1 API keys/)]);
});

test('revoked keys need no pepper', async () => {
  expect(check([{ ...(await keyMadeWith(OLD)), revokedAt: 1 }], [NEW])).toEqual([]);
});

test('keys of version 0.1 are not judged', async () => {
  expect(check([{ ...(await keyMadeWith(OLD)), pepperId: null }], [NEW])).toEqual([]);
});
