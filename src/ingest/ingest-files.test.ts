import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect } from 'vitest';
import { writeBzip2 } from '../../simulator/bzip2-writer.js';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { fixedClock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { ignoreProgress } from '../base/progress.js';
import { readFields } from '../decode/grib2/field.js';
import { frameMessages } from '../decode/grib2/message.js';
import type { DatasetId } from '../model/dataset.js';
import { unpack } from '../model/packing.js';
import type { IngestRecord } from '../model/records.js';
import { createCubeShelf } from '../store/cubes/cube-shelf.js';
import { createMemoryObjects } from '../store/objects/memory-objects.fixture.js';
import type { ModelContext } from './context.js';
import { ingestFiles } from './ingest-feed.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-files-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const RUN = Date.UTC(2011, 0, 10, 12) / 1000;

/** `grib_get -l 52.5,15,1` of each message, in our units; the tolerance is half a packing step and the tool's rounding. */
const ECCODES: readonly (readonly [string, number, number])[] = [
  ['temperature', 280.4, 0.02],
  ['dew_point', 279.31, 0.05], // from humidity 92.8 % by Bolton's equation
  ['temperature_max', 280.4, 0.02],
  ['temperature_min', 279.05, 0.02],
  ['pressure_msl', 101_689, 1.1],
  ['pressure_surface', 100_893, 1.1],
  ['wind_u', 5.54, 0.02],
  ['wind_gust', 14, 0.02],
  ['precipitation', 0.1, 0.006],
  ['precipitation_rate', 4e-6 * 3600, 0.006],
  ['rain_flag', 1, 0.001],
  ['snow_flag', 0, 0.001],
  ['cloud_cover', 0.81, 0.001],
  ['ozone', 385.2, 0.06],
  ['cape', 2, 0.6],
  ['temperature_850hpa', 273.9, 0.02],
];

const FILE = sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2');
const clock = fixedClock(RUN + 130 * 3600);

function ingest(from: readonly string[], more: Partial<ModelContext> = {}, feed: DatasetId = 'gfs') {
  const objects = createMemoryObjects();
  const records: IngestRecord[] = [];
  const deps: ModelContext = {
    objects,
    directory: scratch,
    source: { baseUrl: 'http://127.0.0.1:1', simulated: true },
    ledger: { record: async (entry) => void records.push(entry), recent: async () => [] },
    clock,
    log: silentLog,
    progress: ignoreProgress,
    region: null,
    random: () => 0.5,
    sleep: async () => undefined,
    threads: 0,
    ...more,
  };
  return { objects, records, done: ingestFiles(deps, feed, from) };
}

testWithSharedData('one real file of 2011 becomes a published cube', async () => {
  const { objects, records, done } = ingest([FILE]);
  const outcome = await done;
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN, steps: 1, absent: { visibility: 1 } });
  expect(records.at(-1)!.outcome).toBe('2011011012-files without visibility (1 step)');
  const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open('gfs'))!;
  const { times, elements, grid, packings, simulated } = cube.description;
  expect([...times]).toEqual([RUN + 114 * 3600, RUN + 120 * 3600]);
  expect(simulated).toBe(false); // even in the demo: it is not the simulator's
  expect(grid).toMatchObject({ columns: 144, rows: 73, firstLatitude: 90, latitudeStep: -2.5 });
  expect(elements).not.toContain('visibility');
  expect(elements).toHaveLength(19);
  const [cell] = await cube.readCells([{ y: 15, x: 6 }]);
  const value = (id: string, time: number) => {
    const e = (elements as readonly string[]).indexOf(id);
    return unpack(cell![e * 2 + time]!, packings[e]!);
  };
  expect(value('temperature', 0)).toBeNaN();
  for (const [id, expected, tolerance] of ECCODES)
    expect(Math.abs(value(id, 1) - expected), id).toBeLessThan(tolerance);
  expect((await cube.staticField('elevation'))![15 * 144 + 6]).toBeCloseTo(63.06, 2);
  expect((await cube.staticField('land'))![15 * 144 + 6]).toBe(1);
  expect(records.map(({ status }) => status)).toEqual(['running', 'published']);
});

testWithSharedData('a region is cut out of the file', async () => {
  const { objects, done } = ingest([FILE], { region: { south: 40, west: -10, north: 60, east: 20 } });
  await done;
  const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open('gfs'))!;
  const { grid, elements } = cube.description;
  expect(grid).toMatchObject({ rows: 9, columns: 13, firstLatitude: 60, firstLongitude: 350 });
  const [cell] = await cube.readCells([{ y: 3, x: 10 }]); // 52.5 N 15 E
  const e = elements.indexOf('temperature');
  expect(unpack(cell![2 * e + 1]!, cube.description.packings[e]!)).toBeCloseTo(280.4, 1);
});

const files = (name: string, bytes: Uint8Array): string => {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
};

testWithSharedData('what cannot be used is refused with its name, and nothing is published', async () => {
  const real = readFileSync(FILE);
  const cases: readonly (readonly [string, object])[] = [
    [join(scratch, 'absent.grib2'), { tag: 'upstream' }],
    [join(files('empty/.keep', new Uint8Array(0)), '..'), { tag: 'upstream', fault: 'not-yet' }],
    [files('text.grib2', Buffer.from('nothing of the kind')), { tag: 'upstream', fault: 'framing' }],
    [files('cut.grib2.gz', gzipSync(real).subarray(0, 1_000_000)), { tag: 'upstream', fault: 'framing' }],
    [
      files('cut.grib2.bz2', writeBzip2(real.subarray(0, 5000)).subarray(0, 4000)),
      { tag: 'upstream', fault: 'framing' },
    ],
    [files('nothing.grib2', new Uint8Array(0)), { tag: 'upstream', fault: 'framing' }],
    [files('cut.grib2', real.subarray(0, 1_000_000)), { tag: 'upstream', fault: 'framing' }],
    [sharedData('grib2', 'gefs', 'GFSE_20210416_0000_avg_f006.grb2'), { tag: 'upstream', fault: 'framing' }],
    ['http://127.0.0.1:1/gfs.t12z.pgrb2.0p25.f120', { tag: 'upstream', fault: 'network' }],
  ];
  for (const [from, reason] of cases) {
    const { objects, done } = ingest([from]);
    const error = await done.catch((problem: unknown) => problem);
    expect(error, from).toMatchObject({ ...reason, message: expect.stringContaining(basename(from)) });
    expect(objects.contents.size, from).toBe(0);
  }
});

testWithSharedData('several files that hold parts of one step make one cube, gzipped or not', async () => {
  const messages = [...frameMessages(readFileSync(FILE))].map(({ bytes }) => bytes);
  const isTemperature = (bytes: Uint8Array): boolean => readFields(bytes)[0]!.parameter.category === 0;
  const some = files('parts/a.grib2', Buffer.concat(messages.filter(isTemperature)));
  files('parts/b.grib2.gz', gzipSync(Buffer.concat(messages.filter((bytes) => !isTemperature(bytes)))));
  const { objects, done } = ingest([dirname(some)]);
  expect(await done).toMatchObject({ kind: 'published', referenceTime: RUN });
  const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open('gfs'))!;
  const { elements } = cube.description;
  // humidity without the temperature of its own file makes no dew point
  expect(elements).toEqual(expect.arrayContaining(['temperature', 'temperature_850hpa', 'wind_u', 'cloud_cover']));
  expect(elements).toHaveLength(18);
  const [cell] = await cube.readCells([{ y: 15, x: 6 }]);
  for (const id of ['temperature', 'wind_u'] as const) expect(cell![elements.indexOf(id) * 2 + 1]).not.toBe(-32768);
});

/**
 * `grib_get -l latitude,longitude,1` of one message each: Omaha, Atlanta and Seattle. Both grids are Lambert's; every
 * second row of NBM's is written backwards.
 */
const PROJECTED = [
  {
    feed: 'nbm',
    file: sharedData('grib2', 'grib2io', 'blend.t00z.core.f001.tmp.co.grib2'),
    element: 'temperature',
    columns: 2345,
    points: [
      [1_942_917, 292.1],
      [1_183_559, 296.1],
      [2_837_865, 297.7],
    ],
  },
  {
    feed: 'aqm',
    file: sharedData('grib2', 'gribberish', 'aqm.t12z.ave_1hr_pm25-PMTF.grib2'),
    element: 'pm2_5',
    columns: 1473,
    points: [
      [775_615, 14.2713],
      [537_199, 8.7913],
      [1_056_536, 7.6413],
    ],
  },
] as const;

for (const { feed, file, element, columns, points } of PROJECTED)
  testWithSharedData(`a real file of ${feed} becomes a cube on its own grid, with ecCodes' values`, async () => {
    const { objects, done } = ingest([file], {}, feed);
    expect(await done).toMatchObject({ kind: 'published', steps: 1 });
    const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open(feed))!;
    const { grid, elements, times, packings, source } = cube.description;
    expect({ source, kind: grid.kind, columns: grid.columns }).toEqual({ source: feed, kind: 'lambert', columns });
    const cells = points.map(([index]) => ({ y: Math.floor(index / columns), x: index % columns }));
    const e = elements.indexOf(element);
    const last = (e + 1) * times.length - 1;
    for (const [i, series] of (await cube.readCells(cells)).entries())
      expect(Math.abs(unpack(series[last]!, packings[e]!) - points[i]![1])).toBeLessThanOrEqual(0.026);
    cube.release();
  });
