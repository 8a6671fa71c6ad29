/**
 * CPU of one uncached forecast answer: the product on a cube in memory, without HTTP and without the disk.
 *
 * Seeded. The reference in the same process is JSON.parse + JSON.stringify of an answer of the same shape, so that the
 * ratio can be compared between machines. Points differ from call to call; cells come from memory, as warm chunks do.
 */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { writeForecastAnswer } from '../src/http/columnar-json.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { ForecastRequest } from '../src/products/forecast/request.js';
import { createMemoryCube, createMemoryShelf, HOUR, type MemoryCube } from '../test/memory-cube.js';

const START = Date.UTC(2026, 10, 18) / 1000;
const RUN = START + 48 * HOUR;
const NOW = RUN + 6 * HOUR + 7 * 60;

/** 48 h of analyses, 120 h of hours, then 3 h steps to 384 h: the native axis of GFS. */
const TIMES = [
  ...Array.from({ length: 169 }, (_, k) => START + k * HOUR),
  ...Array.from({ length: 88 }, (_, k) => RUN + (123 + 3 * k) * HOUR),
];

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = mulberry32(1);
const wave = (base: number, swing: number) => {
  const phase = random() * 7;
  return (t: number, lat: number, lon: number) =>
    base + swing * Math.sin(t / 13_750 + phase) + 0.3 * swing * Math.sin(t / 61_000 + lat / 9 + lon / 17);
};
const above = (field: (t: number, lat: number, lon: number) => number) => (t: number, lat: number, lon: number) =>
  Math.max(0, field(t, lat, lon));

function rememberCells(cube: MemoryCube): MemoryCube {
  const known = new Map<string, Promise<Int16Array>>();
  const readCell = (y: number, x: number) => {
    const key = `${y},${x}`;
    const cell = known.get(key) ?? cube.readCells([{ y, x }]).then((cells) => cells[0]!);
    known.set(key, cell);
    return cell;
  };
  const fields = new Map<string, ReturnType<MemoryCube['staticField']>>();
  const remembered: MemoryCube = {
    ...cube,
    readCells: (cells) => Promise.all(cells.map(({ y, x }) => readCell(y, x))),
    staticField: (id) => fields.get(id) ?? fields.set(id, cube.staticField(id)).get(id)!,
    opened: () => remembered,
  };
  return remembered;
}

const cube = rememberCells(
  createMemoryCube({
    times: TIMES,
    referenceTime: RUN,
    createdAt: RUN + 5 * HOUR,
    fields: {
      temperature: wave(281, 8),
      dew_point: wave(277, 5),
      temperature_max: wave(285, 8),
      temperature_min: wave(277, 8),
      pressure_msl: wave(101_300, 900),
      pressure_surface: wave(99_000, 900),
      wind_u: wave(2, 6),
      wind_v: wave(-1, 6),
      wind_gust: above(wave(9, 6)),
      precipitation: above(wave(-0.5, 1.6)),
      precipitation_rate: above(wave(-0.5, 1.6)),
      rain_flag: () => 1,
      snow_flag: () => 0,
      freezing_rain_flag: () => 0,
      ice_pellets_flag: () => 0,
      cloud_cover: (t, lat, lon) => 0.5 + 0.5 * Math.sin(t / 20_000 + lat + lon),
      visibility: () => 20_000,
      ozone: wave(310, 20),
      cape: above(wave(50, 300)),
      temperature_850hpa: wave(275, 6),
    },
    statics: { elevation: () => 120, land: () => 1 },
  }),
);

const EIGHT = [
  'temperature',
  'apparent_temperature',
  'humidity',
  'wind_speed',
  'wind_gust',
  'precipitation',
  'precipitation_probability',
  'condition',
] as const;
const PLAIN = [
  'temperature',
  'dew_point',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_direction',
  'precipitation',
  'cloud_cover',
] as const;
const DAYS = ['temperature_max', 'temperature_min', 'condition', 'precipitation', 'sunrise', 'sunset'] as const;

const REQUESTS: Record<string, Omit<ForecastRequest, 'location'>> = {
  'hourly 384 × 8 plain variables': { hourly: { hours: 384, variables: PLAIN } },
  'hourly 384 × 8 with condition': { hourly: { hours: 384, variables: EIGHT } },
  'hourly 384 × 1': { hourly: { hours: 384, variables: ['temperature'] } },
  'quarter_hourly 48 h × 8': { quarter_hourly: { hours: 48, variables: EIGHT } },
  'daily 16 × 6': { daily: { days: 16, variables: DAYS } },
  'current × 8': { current: { variables: EIGHT } },
  'all sections': {
    current: { variables: EIGHT },
    quarter_hourly: { hours: 24, variables: EIGHT },
    hourly: { hours: 384, past_hours: 48, variables: EIGHT },
    daily: { days: 16, variables: DAYS },
  },
};

const product = createForecastProduct({
  shelf: createMemoryShelf(cube),
  clock: fixedClock(NOW),
  log: silentLog,
});

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const BATCHES = 60;
const ROUNDS = 30;

/** CPU of one run, all threads: the least and the median of the batches. The least is what an idle machine needs. */
async function measure(name: string, run: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let batch = 0; batch < 2 * BATCHES; batch++) {
    const before = cpuMicroseconds();
    for (let i = 0; i < ROUNDS; i++) await run();
    if (batch >= BATCHES) costs.push((cpuMicroseconds() - before) / ROUNDS);
  }
  costs.sort((a, b) => a - b);
  const [least, median] = [costs[0]!, costs[BATCHES / 2]!];
  console.log(`${name.padEnd(36)} ${least.toFixed(0).padStart(6)} µs   median ${median.toFixed(0)} µs`);
  return least;
}

const place = () => ({ latitude: Math.round(random() * 100 - 50), longitude: 10.5 + Math.round(random() * 20) });
const sample = { location: { latitude: 48, longitude: 11.5 }, hourly: { hours: 384, variables: EIGHT } } as const;
const text = writeForecastAnswer(await product.answer(sample)).toString();
const reference = await measure('reference: parse + stringify', () => JSON.stringify(JSON.parse(text)));
for (const [name, request] of Object.entries(REQUESTS)) {
  const cost = await measure(name, () => product.answer({ location: place(), ...request }));
  console.log(`${''.padEnd(36)} ${(cost / reference).toFixed(2).padStart(6)} × reference`);
}
