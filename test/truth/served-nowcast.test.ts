/**
 * What must hold of every nowcast, asked over HTTP: simulated MRMS with all its companions through the real poll, beside
 * models that disagree with it, at places inside, at the edges and outside of the radar, in storms and beside them, in
 * summer and around freezing.
 *
 * Values are those of the answer, so rounding is part of what is tested. Faults are collected as sentences, because an
 * assertion for each number would take longer than the answers.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uniformAt } from '../../simulator/random.js';
import type { PlantedStorm } from '../../simulator/storms.js';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { postNowcast, startTestServer } from '../../src/http/server.fixture.js';
import { pollRadar } from '../../src/ingest/radar/poll-radar.js';
import type { Box } from '../../src/model/box.js';
import { NOWCAST_VARIABLES, type NowcastVariableId } from '../../src/model/nowcast.js';
import { HOUR } from '../../src/model/time.js';
import { createNowcastProduct } from '../../src/products/nowcast/nowcast.js';
import { feedOf } from '../../src/sources/feeds.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../memory-cube.js';
import { PLAIN_FIELDS } from '../route-situation.js';

interface Minute extends Record<NowcastVariableId, number | string | null> {
  readonly time: string;
  readonly condition: string | null;
  readonly source: string | null;
}

interface Answer {
  readonly status: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: readonly Minute[];
  readonly onset_uncertainty_minutes: number | null;
  readonly radar_pending: boolean;
  readonly stale: boolean;
  readonly units: Readonly<Record<string, string>>;
}

const SEED = 7;
const STORMS = 7;

interface Season {
  readonly now: number;
  readonly window: Box;
  /** Of the models, K, and mm in each hour. */
  readonly temperature: FieldOf;
  readonly precipitation: FieldOf;
}

const SEASONS: Readonly<Record<'summer' | 'winter', Season>> = {
  summer: {
    now: Date.UTC(2026, 6, 20, 21, 4, 31) / 1000,
    window: { south: 34, north: 38, west: -100, east: -95 },
    temperature: () => 297,
    precipitation: () => 0,
  },
  winter: {
    now: Date.UTC(2027, 0, 10, 21, 4, 31) / 1000,
    window: { south: 40, north: 44, west: -97, east: -92 },
    temperature: (_, latitude) => 273.5 + (42 - latitude) / 2,
    precipitation: (time) => 1 + Math.sin(time / 2000),
  },
};
type SeasonName = keyof typeof SEASONS;
const NAMES = Object.keys(SEASONS) as SeasonName[];

/** Places asked in each season. */
const PLACES = 40;
const servers = new Map<SeasonName, FastifyInstance>();

beforeAll(async () => {
  for (const name of NAMES) servers.set(name, await serverOf(SEASONS[name]));
});
afterAll(async () => {
  await Promise.all(Array.from(servers.values(), (app) => app.close()));
});

async function serverOf({ now, window, temperature, precipitation }: Season): Promise<FastifyInstance> {
  const clock = fixedClock(now);
  const objects = createMemoryObjects();
  await pollOnce(now, window, objects);
  const hour = Math.floor(now / HOUR) * HOUR;
  const fields = {
    ...PLAIN_FIELDS,
    temperature,
    dew_point: (...at: Parameters<FieldOf>) => temperature(...at) - 1,
    precipitation,
    cape: (_: number, latitude: number) => 200 * Math.abs(latitude - 30),
    probability_1h: (...at: Parameters<FieldOf>) => 0.45 * precipitation(...at),
  };
  const { rain_flag: _, ...unflagged } = fields;
  const cube = createMemoryCube({
    times: timesFrom(hour - 6 * HOUR, 24),
    referenceTime: hour - HOUR,
    fields: unflagged,
  });
  const radar = createRadarShelf({ objects, clock, log: silentLog });
  const nowcast = createNowcastProduct({ shelf: shelfOf(cube), radar, networks: ['mrms'], clock, log: silentLog });
  return (await startTestServer({ clock, products: { nowcast } })).app;
}

async function pollOnce(now: number, radarWindow: Box, objects: MemoryObjects): Promise<void> {
  const clock = fixedClock(now);
  const storms = Array.from({ length: STORMS }, (_, n) => stormOf(now, radarWindow, n));
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-served-nowcast-'));
  const upstream = await startSimulatedUpstream({
    port: 0,
    seed: SEED,
    gridStepDegrees: 30,
    clock,
    radarWindow,
    storms,
  });
  const source = { baseUrl: upstream.url, simulated: true };
  const quiet = { log: silentLog, progress: () => undefined, random: () => 0.5, sleep: async () => undefined };
  try {
    const outcome = await pollRadar(
      { objects, directory, source, clock, region: null, ...quiet },
      feedOf('radar', 'mrms'),
    );
    expect(outcome).toMatchObject({ kind: 'published', refused: [] });
    expect(outcome.companions).toHaveLength(7);
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true });
  }
}

/** From a drizzle to hail. */
function stormOf(now: number, { south, north, west, east }: Box, n: number): PlantedStorm {
  const between = (low: number, high: number, k: number) => low + (high - low) * uniformAt(SEED, n, k, 0);
  return {
    latitude: between(south, north, 1),
    longitude: between(west, east, 2),
    at: now,
    lifeSeconds: 12 * HOUR,
    speed: between(5, 20, 3),
    bearing: 90,
    radius: between(15_000, 60_000, 4),
    rate: 2 * 2 ** n,
  };
}

/** From half a degree outside of the radar's window inward. */
function placeOf(season: SeasonName, n: number) {
  const { south, north, west, east } = SEASONS[season].window;
  const between = (low: number, high: number, k: number) => low - 0.5 + (high - low + 1) * uniformAt(5, n, k, 0);
  return { latitude: between(south, north, 1), longitude: between(west, east, 2) };
}

async function answerOf(season: SeasonName, n: number, more: object = {}): Promise<Answer> {
  const answer = await postNowcast(servers.get(season)!, { location: placeOf(season, n), ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function faultsOf(look: (answer: Answer, fault: (sentence: string) => void) => void): Promise<string[]> {
  const faults: string[] = [];
  for (const season of NAMES)
    for (let n = 0; n < PLACES; n++) {
      const answer = await answerOf(season, n);
      look(answer, (sentence) => faults.push(`${season}, place ${n}: ${sentence}`));
    }
  return faults;
}

const number = (value: number | string | null) => (value === null ? Number.NaN : Number(value));

test('there is something to look at', async () => {
  const seen = new Set<string | null>();
  await faultsOf(({ status, minutes }) => {
    seen.add(status);
    for (const { condition, source } of minutes) seen.add(condition).add(source);
  });
  const kinds = ['hail', 'thunderstorm', 'drizzle', 'rain', 'heavy-rain', 'sleet', 'snow', 'heavy-snow'];
  expect([...seen]).toEqual(expect.arrayContaining(['active', 'dry', 'radar', 'blend', 'nwp', ...kinds]));
});

test('a minute has a sixtieth of its rate, and its rain is no more than all that falls', async () => {
  expect(
    await faultsOf(({ minutes }, fault) => {
      for (const minute of minutes) {
        const [amount, rate] = [number(minute.precipitation), number(minute.precipitation_rate)];
        if (Math.abs(amount - rate / 60) > 0.0005 + 0.005 / 60) fault(`${minute.time}: ${amount} mm at ${rate} mm/h`);
        if (number(minute.rain_total) > amount + 0.0011) fault(`${minute.time}: ${minute.rain_total} mm of ${amount}`);
        if (amount === 0 && rate === 0 && (minute.rain_total !== 0 || minute.snow_total !== 0))
          fault(`${minute.time}: rain or snow of nothing`);
      }
    }),
  ).toEqual([]);
});

const WET = ['drizzle', 'rain', 'heavy-rain', 'freezing-rain', 'sleet', 'snow', 'heavy-snow'];

/** Of the rows that rate, chance, hail and lightning decide; null where others do. */
function expectedCondition(minute: Minute): readonly string[] | null {
  const [rate, chance] = [number(minute.precipitation_rate), number(minute.precipitation_probability)];
  if (number(minute.hail_probability) >= 50) return ['hail'];
  if (!(rate >= 0.1) || chance < 30) return null;
  if (minute.snow_total === 0 && number(minute.rain_total) > 0)
    return ['hail', 'thunderstorm', 'freezing-rain', rate > 7.6 ? 'heavy-rain' : rate >= 0.5 ? 'rain' : 'drizzle'];
  return ['hail', 'thunderstorm', ...WET];
}

test('the condition is wet where it is printed to rain, and only there', async () => {
  expect(
    await faultsOf(({ minutes }, fault) => {
      for (const minute of minutes) {
        const expected = expectedCondition(minute);
        const is = String(minute.condition);
        if (expected === null ? WET.includes(is) : !expected.includes(is)) fault(JSON.stringify(minute));
        if (number(minute.lightning_probability) >= 50 && is !== 'thunderstorm' && is !== 'hail')
          fault(`no storm in ${JSON.stringify(minute)}`);
      }
    }),
  ).toEqual([]);
});

test('what is unknown is unknown together, and nowhere 0 for it', async () => {
  const together = [
    ['source', 'precipitation_rate', 'precipitation', 'confidence'],
    ['hail_probability', 'hail_size'],
  ] as const;
  expect(
    await faultsOf(({ minutes }, fault) => {
      for (const minute of minutes)
        for (const names of together)
          if (new Set(names.map((name) => minute[name] === null)).size > 1)
            fault(`${names.join(', ')} of ${JSON.stringify(minute)}`);
    }),
  ).toEqual([]);
});

test('a nowcast is active with a minute of 0.1 mm/h or 30%, and has an onset where one of 50% follows drier ones', async () => {
  const reaches = (percent: number) => (minute: Minute) =>
    number(minute.precipitation_rate) >= 0.1 || number(minute.precipitation_probability) >= percent;
  expect(
    await faultsOf(({ status, start, end, minutes, onset_uncertainty_minutes: onset }, fault) => {
      if (Date.parse(end) - Date.parse(start) !== 7_200_000) fault(`from ${start} to ${end}`);
      if (minutes.length !== (status === 'dry' ? 0 : 120)) fault(`${status} with ${minutes.length} minutes`);
      minutes.forEach(({ time }, k) => {
        if (Date.parse(time) !== Date.parse(start) + k * 60_000) fault(`minute ${k} at ${time}`);
      });
      if (status === 'active' && !minutes.some(reaches(30))) fault('active and dry');
      const first = minutes.findIndex(reaches(50));
      if (onset === null ? false : !(Number.isInteger(onset) && onset >= 1 && onset <= 60)) fault(`onset ${onset}`);
      const isSeen = first > 0 && minutes[0]!.source !== 'nwp' && minutes[first]!.source !== 'nwp';
      if ((onset !== null) !== isSeen) fault(`onset ${onset} with the onset in minute ${first}`);
    }),
  ).toEqual([]);
});

test('some of the variables are the same columns as all of them, and what is said beside them does not change', async () => {
  for (const season of NAMES)
    for (let n = 0; n < PLACES; n += 4) {
      const { minutes, ...all } = await answerOf(season, n);
      for (const { id } of NOWCAST_VARIABLES) {
        const { minutes: some, ...head } = await answerOf(season, n, { variables: [id] });
        expect(some, `${id} at place ${n}`).toEqual(minutes.map((minute) => ({ time: minute.time, [id]: minute[id] })));
        expect({ ...head, warnings: null }).toEqual({ ...all, warnings: null });
      }
    }
});

/** Metric to US, within the rounding of both. */
const US = {
  precipitation: [25.4, 0.0005, 0.00005],
  precipitation_rate: [25.4, 0.005, 0.0005],
  rain_total: [25.4, 0.0005, 0.00005],
  snow_total: [25.4, 0.0005, 0.00005],
  hail_size: [25.4, 0.005, 0.0005],
} as const;

test('units change what is printed, and nothing else', async () => {
  const faults: string[] = [];
  for (let n = 0; n < PLACES; n += 2) {
    const [metric, us] = [await answerOf('summer', n), await answerOf('summer', n, { units: 'us' })];
    expect([us.status, us.minutes.length]).toEqual([metric.status, metric.minutes.length]);
    us.minutes.forEach((minute, k) => {
      for (const { id } of NOWCAST_VARIABLES) {
        const [ours, theirs] = [metric.minutes[k]![id], minute[id]];
        const scale = US[id as keyof typeof US];
        const isSame =
          scale === undefined || ours === null
            ? ours === theirs
            : Math.abs(number(ours) - number(theirs) * scale[0]) <= scale[1] + scale[0] * scale[2] + 1e-9;
        if (!isSame) faults.push(`place ${n}, ${id} ${ours} and ${theirs}`);
      }
    });
  }
  expect(faults).toEqual([]);
});
