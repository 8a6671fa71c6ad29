import { expect, test } from 'vitest';
import { binsOf } from './bins.js';

const utc = (text: string) => Date.parse(`2026-11-${text}:00Z`) / 1000;
const NOW = utc('20T10:07');

const CASES: readonly (readonly [sample: string, start: string, minutes: number, why: string])[] = [
  ['20T10:07', '20T10:00', 15, 'now lies in a quarter hour'],
  ['20T10:00', '20T10:00', 15, 'the quarter hour of now begins before now'],
  ['20T09:59', '20T09:00', 60, 'quarter hours have no past'],
  ['18T10:07', '18T10:00', 60, 'nor 48 h ago'],
  ['20T10:15', '20T10:15', 15, 'a sample on a start lies in that record'],
  ['20T10:29', '20T10:15', 15, 'and its end is the next one'],
  ['22T09:59', '22T09:45', 15, 'the last of 192 quarter hours'],
  ['22T10:00', '22T10:00', 60, 'after 48 h the hour'],
  ['22T10:44', '22T10:00', 60, 'which is whole'],
  ['27T00:59', '27T00:00', 60, 'a week ahead'],
];

test.each(CASES)('a sample at %s lies in the record from %s on of %i minutes: %s', (sample, start, minutes) => {
  const bins = binsOf(Float64Array.of(utc(sample)), NOW);
  expect([bins.starts[0], bins.seconds[0]]).toEqual([utc(start), minutes * 60]);
});

test('quarter hours that end within an hour leave the rest of that hour to the hour', () => {
  const now = utc('20T10:20');
  const bins = binsOf(Float64Array.of(utc('22T10:14'), utc('22T10:15')), now);
  expect([...bins.starts]).toEqual([utc('22T10:00'), utc('22T10:00')]);
  expect([...bins.seconds]).toEqual([900, 3600]);
});
