/**
 * API keys as text: made, taken apart, hashed, compared.
 *
 *   wg_<id>_<secret>
 *
 *   wg      marks the key for secret scanners
 *   id      12 characters of Crockford's base32 in lower case, 60 random bits; public, names the key in lists and logs
 *   secret  33 characters of base62, 192 random bits; shown once, never stored
 *
 * Neither alphabet holds `_`, so a key comes apart in one way. What is stored is HMAC-SHA256(pepper, secret) in hex.
 * A slow password hash would buy nothing against 192 random bits and cost 8 ms a request instead of 2.3 µs; the pepper,
 * which is not in the database, makes a stolen table useless. Peppers are a list, newest first, so that one can be
 * replaced while keys made under the older ones still work.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Source of random bytes: `randomBytes` of node:crypto, or a fixed one in tests. */
export type RandomBytes = (size: number) => Uint8Array;

export interface KeyParts {
  readonly id: string;
  readonly secret: string;
}

export const KEY_PREFIX = 'wg_';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
const SECRET_BYTES = 192 / 8;
const SECRET_LENGTH = Math.ceil(192 / Math.log2(62));

const KEY_SHAPE = new RegExp(`^${KEY_PREFIX}([${BASE32}]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})$`);

/** Random id and secret of a new key. */
export function makeKey(random: RandomBytes): KeyParts {
  const id = Array.from(random(ID_LENGTH), (byte) => BASE32[byte % BASE32.length]).join('');
  return { id, secret: base62(random(SECRET_BYTES)) };
}

export function formatKey({ id, secret }: KeyParts): string {
  return `${KEY_PREFIX}${id}_${secret}`;
}

/** Null for anything that `formatKey` does not write. */
export function parseKey(text: string): KeyParts | null {
  const match = KEY_SHAPE.exec(text);
  return match && { id: match[1]!, secret: match[2]! };
}

/** HMAC-SHA256 of the secret under one pepper, 64 hex digits. */
export function hashSecret(secret: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(secret).digest('hex');
}

const PEPPER_NAME = 'weatherglass pepper';

/**
 * Names a pepper beside the keys made with it: 16 hex digits of the HMAC of a constant. A key and its pepper can be matched
 * at start, when no secret is at hand.
 */
export function pepperIdOf(pepper: Uint8Array): string {
  return hashSecret(PEPPER_NAME, pepper).slice(0, 16);
}

/** Stands in for the hash of a key that does not exist; no secret is known to have it. */
const NO_HASH = '0'.repeat(64);

/**
 * True when `storedHash` is the hash of `secret` under one of the peppers.
 *
 * Does the same work whatever it is given (null: there is no such key): each pepper is tried, none ends the search, and
 * bytes are compared in constant time. So the time tells neither whether an id exists nor how much of a hash matched.
 */
export function isSecretOf(storedHash: string | null, secret: string, peppers: readonly Uint8Array[]): boolean {
  const expected = Buffer.from(storedHash ?? NO_HASH, 'hex');
  let matches = 0;
  for (const pepper of peppers) {
    const actual = createHmac('sha256', pepper).update(secret).digest();
    if (actual.length === expected.length) matches += Number(timingSafeEqual(actual, expected));
  }
  return matches > 0 && storedHash !== null;
}

function base62(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < SECRET_LENGTH; i++) {
    digits = BASE62[Number(value % 62n)] + digits;
    value /= 62n;
  }
  return digits;
}
