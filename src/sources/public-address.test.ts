import { expect, test } from 'vitest';
import { isPublicAddress, lookupPublic, refusePrivateHost } from './public-address.js';

test.each([
  ['137.138.144.168', true],
  ['2001:67c:2e8:22::c100:68b', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each(['https://127.0.0.1/a', 'https://[::1]/a', 'https://0x7f000001/a', 'https://2130706433/a'])(
  'the host of %s is refused without a look-up',
  (url) => {
    expect(() => refusePrivateHost(url)).toThrow(/is no public address/);
  },
);

test('a name that means this machine is refused when it is looked up', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, resolve));
  expect(String(error)).toMatch(/is no public address/);
});
