import { expect, test } from 'vitest';
import { decodeInventory, decodeStations } from './ghcn-stations.js';

const bytesOf = (...lines: string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`);
/** The first lines of the real list, as its readme lays them out. */
const ACW = 'ACW00011604  17.1167  -61.7833   10.1    ST JOHNS COOLIDGE FLD                       ';
const NYC = 'USW00094728  40.7789  -73.9692   42.7 NY NEW YORK CNTRL PRK TWR             HCN 72506';
const UNKNOWN = 'ASN00005098 -21.0500  115.0500 -999.9    MARDIE                                     ';

test('stations have id, place, elevation and name', () => {
  expect(decodeStations(bytesOf(ACW, NYC, UNKNOWN)).rows).toEqual([
    { id: 'ACW00011604', latitude: 17.1167, longitude: -61.7833, elevation: 10.1, name: 'ST JOHNS COOLIDGE FLD' },
    { id: 'USW00094728', latitude: 40.7789, longitude: -73.9692, elevation: 42.7, name: 'NEW YORK CNTRL PRK TWR' },
    { id: 'ASN00005098', latitude: -21.05, longitude: 115.05, elevation: null, name: 'MARDIE' },
  ]);
});

test('the inventory has elements and years', () => {
  const { rows } = decodeInventory(bytesOf('ACW00011604  17.1167  -61.7833 TMAX 1949 1949'));
  expect(rows).toEqual([{ id: 'ACW00011604', element: 'TMAX', firstYear: 1949, lastYear: 1949 }]);
});

test('a line that is no station is counted, and the others are read', () => {
  const { rows, refused, firstRefused } = decodeStations(bytesOf(ACW, 'broken', NYC));
  expect([rows.length, refused, firstRefused]).toEqual([2, 1, 'broken']);
});

test.each([['<html>'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['']])('refuses a file that is no list: %s', (...lines) => {
  expect(() => decodeStations(bytesOf(...lines))).toThrow('malformed ghcnd-stations.txt');
});
