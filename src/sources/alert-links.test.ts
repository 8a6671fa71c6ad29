import { expect, test } from 'vitest';
import { allowedLink } from './alert-links.js';

const BASE = 'https://alerts.example/v2';
const FROM = `${BASE}/feed/index.atom`;

test.each([
  ['https://alerts.example/v2/a.cap', 'https://alerts.example/v2/a.cap'],
  ['../b.cap?x=1#part', 'https://alerts.example/v2/b.cap?x=1'],
  ['/v2', 'https://alerts.example/v2'],
  ['/v1/a.cap', null],
  ['/v2evil/a.cap', null],
  ['/v2/../../etc/a.cap', null],
  ['http://alerts.example/v2/a.cap', null],
  ['https://alerts.example:8443/v2/a.cap', null],
  ['https://user:secret@alerts.example/v2/a.cap', null],
  ['https://alerts.example.evil/v2/a.cap', null],
  ['//evil.example/v2/a.cap', null],
  ['file:///etc/passwd', null],
  [`/v2/${'a'.repeat(3000)}`, null],
])('of a feed that stays under its base, %s leads to %s', (link, expected) => {
  expect(allowedLink(link, FROM, BASE, false)).toBe(expected);
});

test.each([
  ['https://met.example/a.cap', 'https://met.example/a.cap'],
  ['http://met.example/a.cap', null],
  ['https://met.example:22/a.cap', null],
  ['ftp://met.example/a.cap', null],
  ['javascript:alert(1)', null],
])('of a feed that names other hosts, %s leads to %s', (link, expected) => {
  expect(allowedLink(link, FROM, BASE, true)).toBe(expected);
});
