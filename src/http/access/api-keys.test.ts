import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKey, hashSecret, isSecretOf, makeKey, parseKey } from './api-keys.js';

const ascending = (size: number) => Uint8Array.from({ length: size }, (_, i) => i);
const bytes = (text: string) => new TextEncoder().encode(text);

test('a key is made of the random bytes and nothing else', () => {
  // 0x000102…17 in base 62, by hand with Python's integers
  expect(formatKey(makeKey(ascending))).toBe('wg_0123456789ab_000A7dl5PEW67zZCpFU9uKaHnGgOvQKAR');
});

test('every key comes apart into what it was made of', () => {
  const random = fc.tuple(
    fc.uint8Array({ minLength: 12, maxLength: 12 }),
    fc.uint8Array({ minLength: 24, maxLength: 24 }),
  );
  fc.assert(
    fc.property(random, ([id, secret]) => {
      const parts = makeKey((size) => (size === 12 ? id : secret));
      expect(formatKey(parts)).toMatch(/^wg_[0-9a-z]{12}_[0-9A-Za-z]{33}$/);
      expect(parseKey(formatKey(parts))).toEqual(parts);
    }),
  );
});

test('different secrets are written differently', () => {
  const secret = (value: Uint8Array) => makeKey((size) => (size === 24 ? value : ascending(size))).secret;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), fc.nat(191), (value, bit) => {
      const flipped = value.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(secret(flipped)).not.toBe(secret(value));
    }),
  );
});

const KEY = formatKey(makeKey(ascending));

test.each<[string, string]>([
  ['nothing', ''],
  ['the prefix alone', 'wg_'],
  ['another prefix', KEY.replace('wg_', 'xx_')],
  ['a prefix in capitals', KEY.replace('wg_', 'WG_')],
  ['a short id', KEY.replace('_0', '_')],
  ['a letter that Crockford leaves out', KEY.replace('ab_', 'il_')],
  ['a long secret', `${KEY}0`],
  ['a sign in the secret', KEY.replace(/.$/, '-')],
  ['a line feed at the end', `${KEY}\n`],
  ['space around it', ` ${KEY} `],
])('%s is no key', (_, text) => {
  expect(parseKey(text)).toBeNull();
});

test('the hash is HMAC-SHA256 with the pepper as key (RFC 4231, test case 2)', () => {
  expect(hashSecret('what do ya want for nothing?', bytes('Jefe'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

const OLD = bytes('old pepper');
const NEW = bytes('new pepper');

test.each<[string, string | null, string, readonly Uint8Array[], boolean]>([
  ['the secret under the newest pepper', hashSecret('s', NEW), 's', [NEW, OLD], true],
  ['the secret under an older pepper', hashSecret('s', OLD), 's', [NEW, OLD], true],
  ['the secret under a pepper that was dropped', hashSecret('s', OLD), 's', [NEW], false],
  ['another secret', hashSecret('s', NEW), 't', [NEW, OLD], false],
  ['a key that does not exist', null, 's', [NEW, OLD], false],
  ['a stored hash that is none', 'short', 's', [NEW, OLD], false],
  ['an empty stored hash', '', 's', [NEW, OLD], false],
])('%s', (_, stored, secret, peppers, expected) => {
  expect(isSecretOf(stored, secret, peppers)).toBe(expected);
});

test.each<[string, string | null]>([
  ['no key', null],
  ['a wrong secret', hashSecret('t', NEW)],
  ['the first pepper matching', hashSecret('s', NEW)],
  ['the last pepper matching', hashSecret('s', OLD)],
])('with %s every pepper is tried, so that the time tells nothing', (_, stored) => {
  let tried = 0;
  const peppers = {
    *[Symbol.iterator]() {
      for (const pepper of [NEW, OLD]) {
        tried++;
        yield pepper;
      }
    },
  };
  isSecretOf(stored, 's', peppers as unknown as readonly Uint8Array[]);
  expect(tried).toBe(2);
});
