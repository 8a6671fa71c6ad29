import { expect, test } from 'vitest';
import { decodeWmoSources } from './wmo-sources.js';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

test('sources have an id, a country, and whether they work', () => {
  const working = { sourceId: 'be-bealert-xx', authorityCountry: 'be', capAlertFeedStatus: 'operating', ignore: false };
  const sources = [
    { source: working },
    { source: { ...working, sourceId: 'br-inmet-pt', authorityCountry: 'BR', capAlertFeedStatus: 'testing' } },
    { source: { ...working, sourceId: 'cl-meteochile-es', ignore: true } },
    { source: { sourceId: 'mo-smg-xx' } },
    { source: { authorityCountry: 'xx' } },
    null,
    7,
  ];
  expect(decodeWmoSources(bytes({ sources }))).toEqual([
    { id: 'be-bealert-xx', country: 'be', isOperating: true },
    { id: 'br-inmet-pt', country: 'br', isOperating: false },
    { id: 'cl-meteochile-es', country: 'be', isOperating: false },
    { id: 'mo-smg-xx', country: null, isOperating: true },
  ]);
});

test.each([['<html>'], [''], [{}], [{ sources: {} }], ['null'], [[]]])('%j is no register', (value) => {
  expect(() => decodeWmoSources(bytes(value))).toThrow(/malformed register of sources/i);
});
