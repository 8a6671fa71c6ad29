/** `weatherglass inspect nexrad` and `inspect fires`, on small files of known content. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { writeNexrad } from '../simulator/radar/nexrad-writer.js';
import { writeShapefile } from '../simulator/shapefile-writer.js';
import type { TextSink } from '../src/base/progress.js';
import { fires } from '../src/cli/inspect/inspect-fires.js';
import { nexrad } from '../src/cli/inspect/inspect-nexrad.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-inspect-'));
afterAll(() => rmSync(directory, { recursive: true }));

const VOLUME = Date.UTC(2026, 10, 20, 6, 10) / 1000;
/** One echo of 33 dBZ in the east, 0.5 to 0.75 km away. */
const SWEEP = writeNexrad({
  heading: ['SDUS54 KBMX 200611', 'N0BBMX'],
  code: 153,
  latitude: 33.172,
  longitude: -86.77,
  heightFeet: 759,
  volumeTime: VOLUME,
  generationTime: VOLUME + 79,
  halfwords: { 18: 212, 30: 5, 31: -320, 32: 5, 33: 254, 50: 71 << 5 },
  packet: 'digital',
  packed: true,
  gates: 4,
  radials: [0, 850, 1800].map((start) => ({
    start,
    width: 100,
    levels: start === 850 ? [0, 1, 132, 0] : [0, 0, 0, 0],
  })),
});

async function inspected(
  command: (sink: TextSink) => Command,
  bytes: Uint8Array,
  ...args: string[]
): Promise<string[]> {
  const file = join(directory, 'file');
  writeFileSync(file, bytes);
  const written: string[] = [];
  await command({ write: (text: string) => written.push(text) }).parseAsync([file, ...args], { from: 'user' });
  return written.join('').trimEnd().split('\n');
}

test('a product of a weather radar: head, sweep, echoes and their place', async () => {
  // 625 m east of the antenna: 0.0067 degrees at its latitude
  expect(await inspected(nexrad, SWEEP, '--at', '33.1720,-86.7633')).toEqual([
    'super-resolution digital base reflectivity (product 153), radar BMX, sent by KBMX',
    'antenna    33.1720, -86.7700, 231 m above sea level',
    'time       2026-11-20T06:11:11Z; volume scan of 2026-11-20T06:10:00Z, pattern 212',
    'sweep      at 0.5 degrees, 3 radials from 0 degrees, 4 gates of 250 m to 1 km',
    'gates      1 with an echo, 10 without, 1 range folded',
    'lowest     33.0 dBZ at 33.1720, -86.7633: radial 1 (85.0 degrees), gate 2 (0.5 km)',
    'highest    33.0 dBZ at 33.1720, -86.7633: radial 1 (85.0 degrees), gate 2 (0.5 km)',
    'asked for  33.0 dBZ at 33.1720, -86.7633: radial 1 (85.0 degrees), gate 2 (0.5 km)',
  ]);
});

/** A degree of longitude is 93.2 km there: gates are 0.00268 degrees long. */
test.each([
  ['33.172,-86.7687', 'no echo'],
  ['33.172,-86.7660', 'range folded'],
  ['33.172,-86.7633', '33.0 dBZ'],
  ['33.172, -86.7606', 'no echo'],
  ['33.172,-86.7580', 'outside the sweep'],
  ['33.172,-86.7740', 'outside the sweep'],
])('the gate at %s holds: %s', async (place, words) => {
  const lines = await inspected(nexrad, SWEEP, '--at', place);
  expect(lines.at(-1)).toContain(words);
});

test.each(['here', '91,0', '33.172'])('--at %s is refused', async (place) => {
  await expect(inspected(nexrad, SWEEP, '--at', place)).rejects.toThrow('--at must be a latitude and a longitude');
});

test('a list of fires', async () => {
  const csv = [
    'latitude,longitude,bright_ti4,acq_date,acq_time,satellite,confidence,frp',
    '-12.5,130.25,331.2,2026-11-20,0442,N20,nominal,4.7',
    '61,-149.5,340,2026-11-19,2230,N,high,12.5',
    '61,-149.5,340,2026-11-19,2230,N,high,',
    'x,1,1,2026-11-19,2230,N,high,1',
  ].join('\n');
  expect(await inspected(fires, Buffer.from(csv))).toEqual([
    '3 fires, seen from 2026-11-19T22:30:00Z to 2026-11-20T04:42:00Z',
    'latitudes   -12.5 to 61, longitudes -149.5 to 130.25',
    'satellites  N 2, N20 1',
    'confidence  high 2, nominal 1',
    'fiercest    12.5 MW at 61, -149.5, 2026-11-19T22:30:00Z',
    'left out    1, the first: malformed FIRMS, line 5: latitude must be a number of -90 or more; got "x"',
  ]);
});

test('a day of smoke, of a satellite whose name plays with the terminal', async () => {
  const ring = [
    [-120, 40],
    [-120, 41],
    [-119, 41],
    [-120, 40],
  ] as const;
  const fields = { Satellite: 'GOES\u001b[31m', Start: '2026324 1840', End: 'later', Density: 'Heavy' };
  const { shp, dbf } = writeShapefile([{ fields, rings: [ring] }]);
  expect(await inspected(fires, zipSync({ 'a.shp': shp, 'a.dbf': dbf }))).toEqual([
    '1 plumes: heavy 1',
    'heavy   2026-11-20T18:40:00Z to not told  GOES\\u001b[31m  areas: 1, points: 4',
  ]);
});

test('a product that inspect nexrad does not read is named, with those that it reads', async () => {
  const path = join(directory, 'storm-tracks');
  const bytes = Buffer.alloc(120);
  for (const [halfword, value] of [
    [1, 58],
    [6, 120],
    [10, 0xffff],
    [16, 58],
  ] as const)
    bytes.writeUInt16BE(value, 2 * (halfword - 1));
  writeFileSync(path, bytes);
  const run = nexrad({ write: () => undefined }).parseAsync([path], { from: 'user' });
  await expect(run).rejects.toThrow(
    'unsupported NEXRAD Level 3: product 58, Storm Tracking Information; supported: products 19, 20, 25',
  );
});

test('a file that is not there is told so', async () => {
  const run = nexrad({ write: () => undefined }).parseAsync([join(directory, 'none')], { from: 'user' });
  await expect(run).rejects.toThrow('FILE must name a file that can be read');
});
