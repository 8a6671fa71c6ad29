/** Real files of GHCN-Daily through decoder, ingest and store, against an independent reading of the same bytes. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ignoreProgress } from '../../src/base/progress.js';
import type { StationContext } from '../../src/ingest/context.js';
import { ingestStationFiles } from '../../src/ingest/stations/station-files.js';
import { DAY_FLAGS, NOT_OBSERVED, STATION_ELEMENTS, type StationElement } from '../../src/model/station-series.js';
import { formatDate, parseDate } from '../../src/model/time.js';
import { feedOf } from '../../src/sources/feeds.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { createStationShelf } from '../../src/store/stations/station-shelf.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const NOW = Date.UTC(2026, 10, 20) / 1000;
const FEED = feedOf('stations', 'ghcn-daily');
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-ghcn-'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** A line of ghcnd-stations.txt. */
function listLine(id: string, latitude: number, longitude: number, elevation: number, name: string): string {
  const place = `${latitude.toFixed(4).padStart(8)} ${longitude.toFixed(4).padStart(9)} ${elevation.toFixed(1).padStart(6)}`;
  return `${id} ${place}    ${name}`;
}

function listFile(...lines: readonly string[]): string {
  const path = join(root, 'ghcnd-stations.txt');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function deps(objects: MemoryObjects): StationContext {
  return {
    ...{ objects, directory: join(root, 'staging'), clock: fixedClock(NOW), log: silentLog, progress: ignoreProgress },
    ...{ region: null, random: () => 0.5, source: { baseUrl: 'http://127.0.0.1:1', simulated: false } },
  };
}

async function archiveOf(objects: MemoryObjects) {
  return (await createStationShelf({ objects, clock: fixedClock(NOW), log: silentLog }).open())!;
}

type DlyValues = Map<string, Map<string, { value: number; measurement: string }>>;

/** Values of a .dly file by element and date, read by the columns of readme.txt; those that failed a check are left out. */
function dlyValues(path: string): DlyValues {
  const found: DlyValues = new Map();
  for (const line of gunzipSync(readFileSync(path)).toString('latin1').split('\n')) {
    const element = line.slice(17, 21);
    if (!Object.values(NAMES).includes(element)) continue;
    const values = found.get(element) ?? new Map<string, { value: number; measurement: string }>();
    found.set(element, values);
    for (let day = 1; day <= 31; day++) {
      const field = line.slice(21 + 8 * (day - 1), 29 + 8 * (day - 1));
      const value = Number.parseInt(field, 10);
      if (field.length < 5 || value === -9999 || (field[6] ?? ' ') !== ' ') continue;
      const date = `${line.slice(11, 15)}-${line.slice(15, 17)}-${String(day).padStart(2, '0')}`;
      values.set(date, { value, measurement: field[5] ?? ' ' });
    }
  }
  return found;
}

const NAMES: Record<StationElement, string> = {
  temperature_max: 'TMAX',
  temperature_min: 'TMIN',
  precipitation: 'PRCP',
  snowfall: 'SNOW',
  snowfall_water: 'WESF',
};

testWithSharedData('Central Park 1869 to 2020 has every value of its .dly file and no other', async () => {
  const path = sharedData('ghcn', 'USW00094728.dly.gz');
  const objects = createMemoryObjects();
  const list = listFile(listLine('USW00094728', 40.7789, -73.9692, 42.7, 'NY CITY CENTRAL PARK'));
  await ingestStationFiles(deps(objects), FEED, [path, list]);
  const archive = await archiveOf(objects);
  const [{ station }] = archive.near(40.7, -74, { most: 1, within: 50 }) as [ReturnType<typeof archive.near>[number]];
  expect(station).toMatchObject({ id: 'USW00094728', name: 'NY CITY CENTRAL PARK', elevation: 42.7 });
  const days = [parseDate('1869-01-01')!, parseDate('2020-01-31')!] as const;
  const [series] = await archive.read([station], STATION_ELEMENTS, days);
  const truth = dlyValues(path);
  const dates = Array.from(series!.flags, (_, n) => formatDate(days[0] + n));
  let [compared, traces] = [0, 0];
  const differences: string[] = [];
  for (const element of STATION_ELEMENTS) {
    const values = series!.values.get(element)!;
    const known = truth.get(NAMES[element]);
    for (let n = 0; n < values.length; n++) {
      const found = known?.get(dates[n]!);
      const isZero = found !== undefined && 'TP'.includes(found.measurement) && !element.startsWith('temperature');
      if (values[n] !== (found === undefined ? NOT_OBSERVED : isZero ? 0 : found.value))
        differences.push(`${element} ${dates[n]}: ${values[n]}`);
      if (found !== undefined) compared++;
      if (element === 'precipitation' && found?.measurement === 'T') traces++;
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(200_000);
  const flagged = series!.flags.filter((flags) => (flags & DAY_FLAGS.precipitationTrace) !== 0);
  expect(flagged).toHaveLength(traces);
});

testWithSharedData('Sharjah keeps its gaps, and has no value of an element that it never observed', async () => {
  const path = sharedData('ghcn', 'AE000041196.dly.gz');
  const objects = createMemoryObjects();
  await ingestStationFiles(deps(objects), FEED, [
    path,
    listFile(listLine('AE000041196', 25.333, 55.517, 34, 'SHARJAH')),
  ]);
  const archive = await archiveOf(objects);
  const [first, last] = [parseDate('1944-03-01')!, parseDate('2017-05-31')!];
  const [series] = await archive.read([archive.find('AE000041196')!], STATION_ELEMENTS, [first, last]);
  const truth = dlyValues(path);
  for (const element of STATION_ELEMENTS) {
    const observed = [...series!.values.get(element)!].filter((value) => value !== NOT_OBSERVED).length;
    expect([element, observed]).toEqual([element, truth.get(NAMES[element])?.size ?? 0]);
  }
});

testWithSharedData('exports of Climate Data Online are refused, and nothing is published', async () => {
  const objects = createMemoryObjects();
  const list = listFile(listLine('USW00014922', 44.88, -93.22, 255, 'MINNEAPOLIS'));
  const ingest = ingestStationFiles(deps(objects), FEED, [sharedData('ghcn', 'cdo_USW00014922.csv'), list]);
  await expect(ingest).rejects.toThrow('must name the station');
  expect(objects.contents.size).toBe(0);
});
