/**
 * Maps of forecast cubes: what they add to building one, band by band, and how fast a whole picture is read.
 *
 * Bands of each dataset that keeps maps are filled with travelling waves and noise, which compress like weather, and are
 * written as an ingest writes them, to nowhere: first the shard of the series, then those of the maps. Pictures are read
 * from a directory, in the grid and the packing of HRRR, from a version that holds nothing but maps; of the real temperature
 * where the upstream files are beside the checkout, of waves where not. "First" has the description and all indexes to
 * read, "next" another time of the same field. The system's page cache is warm throughout.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFields } from '../src/decode/grib2/field.js';
import { mapRows } from '../src/ingest/cube/band-shard.js';
import { planMaps } from '../src/ingest/cube/map-plan.js';
import type { DatasetId } from '../src/model/dataset.js';
import { ELEMENTS, type ElementId, elementOf } from '../src/model/element.js';
import type { Grid } from '../src/model/field.js';
import { pack } from '../src/model/packing.js';
import { HOUR } from '../src/model/time.js';
import { publishVersion } from '../src/store/cubes/cube-publication.js';
import {
  type CubeDraft,
  SHARD_ROWS,
  shardCount,
  writeCubeMetadata,
  writeCubeShard,
  writeMapShard,
} from '../src/store/cubes/cube-writer.js';
import { createMapReader } from '../src/store/cubes/map-reader.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { seededRandom } from './seeded-random.fixture.js';

const RUN = Date.UTC(2026, 10, 20, 12) / 1000;
const random = seededRandom(7);
const NOISE = Float64Array.from({ length: 4096 }, () => random() + random() + random() - 1.5);

interface Kind {
  readonly dataset: DatasetId;
  readonly rows: number;
  readonly columns: number;
  readonly elements: number;
  readonly needed: readonly ElementId[];
  /** Hours from the reference time. */
  readonly hours: readonly number[];
}

const hoursEvery = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

const KINDS: readonly Kind[] = [
  {
    dataset: 'gfs',
    rows: 721,
    columns: 1440,
    elements: 20,
    needed: ['temperature', 'precipitation'],
    hours: [...hoursEvery(1, -48, 120), ...hoursEvery(3, 123, 384)],
  },
  {
    dataset: 'hrrr',
    rows: 1059,
    columns: 1799,
    elements: 14,
    needed: ['temperature', 'precipitation', 'smoke_pm2_5'],
    hours: hoursEvery(1, 0, 18),
  },
  {
    dataset: 'aqm',
    rows: 1025,
    columns: 1473,
    elements: 2,
    needed: ['pm2_5', 'ozone_ground'],
    hours: hoursEvery(1, -12, 72),
  },
  {
    dataset: 'gefs-aerosol',
    rows: 721,
    columns: 1440,
    elements: 4,
    needed: ['pm2_5', 'pm10', 'dust_pm10', 'smoke_pm2_5'],
    hours: hoursEvery(3, -12, 120),
  },
];

function draftOf({ dataset, rows, columns, elements: count, needed, hours }: Kind): CubeDraft {
  const others = ELEMENTS.map(({ id }) => id).filter((id) => !needed.includes(id));
  const elements = [...needed, ...others].slice(0, count);
  const times = Float64Array.from(hours, (hour) => RUN + hour * HOUR);
  const grid: Grid = {
    kind: 'regular',
    rows,
    columns,
    firstLatitude: 90,
    firstLongitude: 0,
    latitudeStep: -180 / 1100,
    longitudeStep: 360 / 1800,
  };
  const maps = planMaps(dataset, { elements, times: [...times], rules: [] }, RUN);
  return {
    dataset,
    version: 'v1',
    source: dataset,
    referenceTime: RUN,
    createdAt: RUN,
    simulated: true,
    windowSeconds: 6 * HOUR,
    elements,
    packings: elements.map((id) => elementOf(id)),
    times,
    grid,
    statics: {},
    maps,
  };
}

/** About what a quantity is on the ground: mean, swing and noise, in its unit; what cannot be below zero is cut there. */
const LIKELY: Partial<Record<ElementId, readonly [mean: number, swing: number, noise: number]>> = {
  temperature: [285, 12, 0.4],
  precipitation: [-2, 3, 0.5],
  smoke_pm2_5: [-5, 10, 1],
  pm2_5: [12, 8, 1],
  pm10: [20, 12, 1],
  ozone_ground: [38, 15, 0.5],
};

/** A band [element, time, row, x]. */
function bandOf({ elements, times, grid }: CubeDraft): Int16Array {
  const cells = SHARD_ROWS * grid.columns;
  const band = new Int16Array(elements.length * times.length * cells);
  let at = 0;
  for (const id of elements) {
    const packing = elementOf(id);
    const [mean, swing, noise] = LIKELY[id] ?? [packing.base, 600 * packing.step, 20 * packing.step];
    for (let t = 0; t < times.length; t++) {
      for (let i = 0; i < cells; i++) {
        const [x, y] = [i % grid.columns, Math.floor(i / grid.columns)];
        const wave = Math.sin(x / 97 + t / 6) + 0.5 * Math.cos(y / 61 + x / 37 - t / 9);
        const value = mean + swing * wave * 0.7 + noise * NOISE[(at * 31 + (at >> 9)) & 4095]!;
        band[at++] = pack(id === 'temperature' ? value : Math.max(0, value), packing);
      }
    }
  }
  return band;
}

const nowhere: ObjectStore = {
  get: () => Promise.reject(new RangeError('nothing is read')),
  put: async () => undefined,
  list: async () => [],
  delete: async () => undefined,
};

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Least CPU of some turns, s. */
async function leastOf(turns: number, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const begun = cpuSeconds();
    await work();
    least = Math.min(least, cpuSeconds() - begun);
  }
  return least;
}

async function building(kind: Kind): Promise<void> {
  const draft = draftOf(kind);
  const band = bandOf(draft);
  const bands = shardCount(draft.grid);
  let seriesBytes = 0;
  const series = await leastOf(1, async () => {
    seriesBytes = await writeCubeShard(nowhere, draft, 0, band);
  });
  const parts: string[] = [];
  let mapSeconds = 0;
  let mapBytes = 0;
  let ownBytes = 0;
  for (const map of draft.maps!) {
    let rows = mapRows({ ...draft, values: band }, map);
    const making = await leastOf(2, async () => {
      rows = mapRows({ ...draft, values: band }, map);
    });
    if (rows.buffer !== band.buffer) ownBytes = Math.max(ownBytes, rows.byteLength);
    let bytes = 0;
    const writing = await leastOf(2, async () => {
      bytes = await writeMapShard(nowhere, draft, map.field, 0, rows);
    });
    mapSeconds += making + writing;
    mapBytes += bytes;
    parts.push(
      `  ${map.field}: ${map.times.length} pictures, ${(making * bands).toFixed(1)} s made, ` +
        `${(writing * bands).toFixed(1)} s compressed, ${((bytes * bands) / 1e6).toFixed(0)} MB`,
    );
  }
  console.log(
    `${kind.dataset}: of ${bands} bands, series ${(series * bands).toFixed(0)} s of CPU and ` +
      `${((seriesBytes * bands) / 1e6).toFixed(0)} MB, maps ${(mapSeconds * bands).toFixed(1)} s and ` +
      `${((mapBytes * bands) / 1e6).toFixed(0)} MB; memory of their own ${(ownBytes / 1e6).toFixed(1)} MB a thread ` +
      `beside ${(band.byteLength / 1e6).toFixed(0)} MB of the band`,
  );
  for (const part of parts) console.log(part);
}

const REAL = resolve(
  process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data',
  'grib2/gribberish/hrrr.t06z.wrfsfcf01-TMP.grib2',
);

/** int16 [y, x] of a picture on HRRR's grid, moved a little from time to time. */
function pictureOf(draft: CubeDraft, t: number): Int16Array {
  const { rows, columns } = draft.grid;
  const packing = elementOf('temperature');
  const real = existsSync(REAL) ? readFields(new Uint8Array(readFileSync(REAL)))[0]!.decode().values : null;
  return Int16Array.from({ length: rows * columns }, (_, i) => {
    const wave = Math.sin((i % columns) / 97) + 0.5 * Math.cos(Math.floor(i / columns) / 61);
    return pack((real?.[i] ?? 285 + 8 * wave + 0.4 * NOISE[(i * 31) & 4095]!) + 0.3 * t, packing);
  });
}

/** A picture in which most is nothing. */
function rainOf(temperature: Int16Array): Int16Array {
  return temperature.map((n, i) => (n > 900 ? Math.max(0, Math.round((n - 900) / 4 + 10 * NOISE[i & 4095]!)) : 0));
}

async function reading(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-maps-'));
  const written = openDirectoryObjects(root);
  try {
    const hours = hoursEvery(1, 0, 6);
    const draft = draftOf({ ...KINDS[1]!, elements: 3, hours });
    await writeReadable(written, draft);
    for (const field of ['temperature', 'precipitation_rate'] as const) {
      const times = draft.maps!.find((map) => map.field === field)!.times;
      const source = (time: number) => ({ kind: 'slice', dataset: 'hrrr', version: 'v1', field, time }) as const;
      const first: number[] = [];
      const next: number[] = [];
      for (let turn = 0; turn < 40; turn++) {
        const objects = openDirectoryObjects(root);
        const reader = createMapReader({ objects });
        for (const [t, time] of times.entries()) {
          const begun = performance.now();
          await reader.slice(source(time));
          (t === 0 ? first : next).push(performance.now() - begun);
        }
        objects.close();
      }
      console.log(`${field} of HRRR, whole: ${spread(first)} ms first, ${spread(next)} ms next`);
    }
  } finally {
    written.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Only its maps are worth reading: the shards of the series are there and hold nothing. */
async function writeReadable(objects: ObjectStore, draft: CubeDraft): Promise<void> {
  await writeCubeMetadata(objects, draft);
  const band = SHARD_ROWS * draft.grid.columns;
  const pictures = draft.maps![0]!.times.length;
  const temperatures = Array.from({ length: pictures }, (_, t) => pictureOf(draft, t));
  let bytes = 0;
  for (let shard = 0; shard < shardCount(draft.grid); shard++) {
    await objects.put(`hrrr/v1/fc/c/0/0/${shard}/0`, new Uint8Array(1));
    for (const { field, times } of draft.maps!) {
      const of = (t: number) => temperatures[t]!.subarray(shard * band, (shard + 1) * band);
      const rows = Array.from(times, (_, t) => (field === 'temperature' ? of(t) : rainOf(of(t))));
      const joined = Int16Array.from(rows.flatMap((row) => [...row]));
      const stored = await writeMapShard(objects, draft, field, shard, joined);
      if (field === 'temperature') bytes += stored;
    }
  }
  await publishVersion(objects, 'hrrr', 'v1', RUN);
  console.log(`a picture of temperature is stored in ${(bytes / pictures / 1e6).toFixed(2)} MB, of 3.81 MB`);
}

/** Least and median. */
function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[0]!.toFixed(1)} (median ${sorted[sorted.length >> 1]!.toFixed(1)})`;
}

await reading();
for (const kind of KINDS) await building(kind);
