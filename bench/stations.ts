/**
 * Station series: the nearest stations of a list of 118,492, and 50 years of two elements and flags at eight stations.
 *
 * "cold" reads stations that nobody has read, through a store of 512 stations on disk; "warm" reads them again from the
 * cache of decoded series. "list" is the opening of the list, and how long it keeps others from the event loop. The ratio is against decoding the same chunks with nothing around it. "parsing" is a year of csv
 * by rows. Places and values are seeded: an annual wave with noise, 63% of the days missing, as in 81 real series.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { createGhcnReader } from '../src/decode/ghcn/ghcn-daily.js';
import { NOT_OBSERVED, STATION_ELEMENTS } from '../src/model/station-series.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { indexStations } from '../src/store/stations/station-index.js';
import { SHARD_STATIONS } from '../src/store/stations/station-layout.js';
import { createStationShelf } from '../src/store/stations/station-shelf.js';
import { publishStations } from '../src/store/stations/station-writer.js';
import { bytesOf, decodeChunk, encodeChunk } from '../src/store/zarr/chunk-codec.js';
import { seededRandom } from './seeded-random.fixture.js';

const LISTED = 118_492;
const STORED = 512;
const DAYS = 18_628;
const FIRST_DAY = 2191;
const FILLED = 0.37;
const random = seededRandom(20261120);

function milliseconds(run: () => void): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

async function benchIndex(): Promise<void> {
  const latitudes = Float64Array.from({ length: LISTED }, () => 25 + 35 * random());
  const longitudes = Float64Array.from({ length: LISTED }, () => -125 + 60 * random());
  const begun = performance.now();
  const index = await indexStations(latitudes, longitudes);
  const built = performance.now() - begun;
  const searches = 20_000;
  const took = milliseconds(() => {
    for (let n = 0; n < searches; n++) index.near(25 + 35 * random(), -125 + 60 * random(), { most: 8, within: 100 });
  });
  console.log(
    `index       built in ${built.toFixed(1)} ms; nearest 8 within 100 km ${((1000 * took) / searches).toFixed(1)} µs`,
  );
}

const LIST_DAYS = 7;

/** Opens a list of all stations as a new version of it is published, and finds the stations of a first place. */
async function benchList(directory: string): Promise<void> {
  const objects = openDirectoryObjects(directory);
  const stations = Array.from({ length: LISTED }, (_, n) => {
    const place = { latitude: 25 + 35 * random(), longitude: -125 + 60 * random(), elevation: 10 };
    return { id: `USC${String(n).padStart(8, '0')}`, name: `STATION ${n}`, ...place };
  });
  const span = { flag: 87, firstDay: FIRST_DAY, lastDay: FIRST_DAY + LIST_DAYS - 1 };
  const sources = stations.flatMap((_, station) =>
    STATION_ELEMENTS.map((_, element) => ({ station, element, ...span })),
  );
  const blocks = async function* () {
    for (let from = 0; from < LISTED; from += SHARD_STATIONS) {
      const count = Math.min(SHARD_STATIONS, LISTED - from);
      const values = new Int16Array(count * STATION_ELEMENTS.length * LIST_DAYS).fill(NOT_OBSERVED);
      yield { values, flags: new Uint8Array(count * LIST_DAYS) };
    }
  };
  const days = { firstDay: FIRST_DAY, days: LIST_DAYS, lastDay: span.lastDay };
  const facts = { dataset: 'stations-base', createdAt: 1_795_000_000, simulated: true, ...days } as const;
  await publishStations(objects, { ...facts, stations, sources, blocks: blocks() });
  const [took, blocked]: [number[], number[]] = [[], []];
  for (let n = 0; n < 9; n++) {
    const shelf = createStationShelf({ objects, clock: systemClock, log: silentLog });
    const opened = await watched(async () => (await shelf.open())!.near(40, -100, { most: 8, within: 100 }));
    took.push(opened.took);
    blocked.push(opened.blocked);
  }
  console.log(
    `list        ${LISTED} stations opened in ${median(took).toFixed(0)} ms, the loop blocked for ${Math.min(...blocked).toFixed(1)} ms at most (median ${median(blocked).toFixed(1)})`,
  );
  objects.close();
}

/** Time that work takes, and the longest time between two turns of the event loop meanwhile, ms. */
async function watched(run: () => Promise<unknown>): Promise<{ readonly took: number; readonly blocked: number }> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const begun = performance.now();
  let [last, blocked, isOver] = [begun, 0, false];
  const look = (): void => {
    const now = performance.now();
    blocked = Math.max(blocked, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isOver = true;
  look();
  return { took: performance.now() - begun, blocked };
}

function seriesOf(): Int16Array {
  return Int16Array.from({ length: DAYS }, (_, day) =>
    random() < FILLED
      ? Math.round(120 + 130 * Math.sin((day * 2 * Math.PI) / 365.25) + 60 * (random() - 0.5))
      : NOT_OBSERVED,
  );
}

async function* blocks() {
  for (let block = 0; block < STORED / SHARD_STATIONS; block++) {
    const values = new Int16Array(SHARD_STATIONS * STATION_ELEMENTS.length * DAYS);
    for (let at = 0; at < values.length; at += DAYS) values.set(seriesOf(), at);
    yield { values, flags: Uint8Array.from({ length: SHARD_STATIONS * DAYS }, () => (random() < 0.02 ? 16 : 0)) };
  }
}

async function benchReads(directory: string): Promise<void> {
  const objects = openDirectoryObjects(directory);
  const stations = Array.from({ length: STORED }, (_, n) => {
    const place = { latitude: 40 + n / 1000, longitude: -75, elevation: 10 };
    return { id: `USC${String(n).padStart(8, '0')}`, name: `STATION ${n}`, ...place };
  });
  const days = { firstDay: FIRST_DAY, days: DAYS, lastDay: FIRST_DAY + DAYS - 1 };
  const facts = { dataset: 'stations-base', createdAt: 1_795_000_000, simulated: true, ...days } as const;
  const begun = performance.now();
  const version = await publishStations(objects, { ...facts, stations, sources: [], blocks: blocks() });
  const bytes = (
    await Promise.all([0, 1, 2, 3].map((n) => objects.get(`stations-base/${version}/values/c/${n}/0/0`)))
  ).reduce((sum, { length }) => sum + length, 0);
  console.log(
    `writing     ${((performance.now() - begun) / STORED).toFixed(1)} ms a station, ${Math.round(bytes / STORED / 1000)} kB`,
  );
  const archive = (await createStationShelf({ objects, clock: systemClock, log: silentLog }).open())!;
  const read = async (first: number): Promise<number> => {
    const near = archive.near(40 + first / 1000, -75, { most: 8, within: 100 }).map(({ station }) => station);
    const from = performance.now();
    await archive.read(near, ['temperature_max', 'temperature_min'], [FIRST_DAY, FIRST_DAY + DAYS - 1]);
    return performance.now() - from;
  };
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let n = 4; n < STORED; n += 9) {
    cold.push(await read(n));
    warm.push(await read(n));
  }
  const decode = await decodingAlone();
  const ratio = (median(cold) / decode).toFixed(2);
  console.log(
    `50 years, 8 stations, 2 elements: cold ${median(cold).toFixed(2)} ms (${ratio} of decoding alone), warm ${median(warm).toFixed(2)} ms`,
  );
  objects.close();
}

/** The 24 chunks of such a read, already in memory. */
async function decodingAlone(): Promise<number> {
  const stored = await encodeChunk(bytesOf(seriesOf()));
  const flags = await encodeChunk(Uint8Array.from({ length: DAYS }, () => (random() < 0.02 ? 16 : 0)));
  const times: number[] = [];
  for (let n = 0; n < 50; n++) {
    const begun = performance.now();
    for (let k = 0; k < 16; k++) await decodeChunk(stored, 2 * DAYS, 'bench', 0);
    for (let k = 0; k < 8; k++) await decodeChunk(flags, DAYS, 'bench', 0);
    times.push(performance.now() - begun);
  }
  return median(times);
}

function benchParsing(): void {
  const names = ['TMAX', 'TMIN', 'PRCP', 'SNOW', 'SNWD', 'TOBS', 'TAVG', 'WT01'];
  const rows = Array.from({ length: 400_000 }, (_, n) => {
    const id = `USC00${String(100_000 + Math.floor(n / 8)).padStart(6, '0')}`;
    return `${id},201902${String((n % 28) + 1).padStart(2, '0')},${names[n % 8]},${n % 300},,,7,0700`;
  });
  const bytes = Buffer.from(`${rows.join('\n')}\n`);
  let values = 0;
  const took = milliseconds(() => {
    const reader = createGhcnReader(() => void values++, Number.POSITIVE_INFINITY);
    for (let at = 0; at < bytes.length; at += 1 << 18) reader.push(bytes.subarray(at, at + (1 << 18)));
    reader.end();
  });
  console.log(
    `parsing     ${(rows.length / took / 1000).toFixed(1)} million rows/s, ${(bytes.length / took / 1000).toFixed(0)} MB/s, ${values} values kept`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-bench-stations-'));
await benchIndex();
await benchList(join(directory, 'list'));
await benchReads(directory);
benchParsing();
rmSync(directory, { recursive: true });
