import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { fixedClock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { ignoreProgress } from '../base/progress.js';
import { unpack } from '../model/packing.js';
import type { IngestRecord } from '../model/records.js';
import { createCubeShelf } from '../store/grids/cube-shelf.js';
import { createMemoryObjects } from '../store/objects/memory-objects.js';
import { ingestFiles } from './ingest-gfs.js';

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

testWithSharedData('one real file of 2011 becomes a published cube', async () => {
  const objects = createMemoryObjects();
  const records: IngestRecord[] = [];
  const clock = fixedClock(RUN + 130 * 3600);
  const outcome = await ingestFiles(
    {
      objects,
      stagingDirectory: scratch,
      source: { baseUrl: 'http://127.0.0.1:1', simulated: false },
      ledger: { record: async (entry) => void records.push(entry), recent: async () => [] },
      clock,
      log: silentLog,
      progress: ignoreProgress,
      region: null,
      random: () => 0.5,
      threads: 0,
    },
    [sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2')],
  );
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN, steps: 1 });
  const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open('gfs'))!;
  const { times, elements, grid, packings, simulated } = cube.description;
  expect([...times]).toEqual([RUN + 114 * 3600, RUN + 120 * 3600]);
  expect(simulated).toBe(false);
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
