import { expect, test } from 'vitest';
import { decodeListing } from './directory-listing.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a listing of Apache gives its entries, without the links that sort it', () => {
  const page = `<html><body><h1>Index of /today/alerts/cap/20260701/CWTO/10</h1><table>
    <tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>
    <tr><td><a href="/today/alerts/cap/20260701/CWTO/">Parent Directory</a></td></tr>
    <tr><td><a href="T_WWCN11_C_CWTO_202607011031_8263481729.cap">T_WWCN11_C_CWTO_2026..&gt;</a></td></tr></table>`;
  expect(decodeListing(bytes(page))).toEqual([
    '/today/alerts/cap/20260701/CWTO/',
    'T_WWCN11_C_CWTO_202607011031_8263481729.cap',
  ]);
});

test.each([
  ["<a class=x href='z_16ap26.zip'>", ['z_16ap26.zip']],
  ['<A HREF="a.cap?x=1&amp;y=2">', ['a.cap?x=1&y=2']],
  ['<link href="style.css"><area href="b">', []],
  ['<a href="a"b">x', ['a']],
  ['no page at all', []],
  ['', []],
])('links of %s', (page, expected) => {
  expect(decodeListing(bytes(page))).toEqual(expected);
});

test('a page of unclosed tags is read in time', () => {
  expect(decodeListing(bytes('<a '.repeat(300_000)))).toEqual([]);
});
