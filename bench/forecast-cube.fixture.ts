/** Seeded cubes in memory with the fields and the time axes of the feeds, their cells remembered as warm chunks are. */

import type { DatasetId } from '../src/model/dataset.js';
import { type ElementId, ENSEMBLE_MEMBERS, memberElement } from '../src/model/element.js';
import { HOUR } from '../src/model/time.js';
import { COARSE_HRRR } from '../test/coarse-grids.js';
import { createMemoryCube, type FieldOf, type MemoryCube, shelfOf } from '../test/memory-cube.js';
import { seededRandom } from './seeded-random.fixture.js';

const START = Date.UTC(2026, 10, 18) / 1000;
const RUN = START + 48 * HOUR;
export const NOW = RUN + 6 * HOUR + 7 * 60;

/** 48 h of analyses, 120 h of hours, then 3 h steps to 384 h: the native axis of GFS. */
const TIMES = [
  ...Array.from({ length: 169 }, (_, k) => START + k * HOUR),
  ...Array.from({ length: 88 }, (_, k) => RUN + (123 + 3 * k) * HOUR),
];

/** Eight variables that between them need most of what there is to read. */
export const EIGHT = [
  'temperature',
  'apparent_temperature',
  'humidity',
  'wind_speed',
  'wind_gust',
  'precipitation',
  'precipitation_probability',
  'condition',
] as const;

export const random = seededRandom(1);
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

const WEATHER: Readonly<Partial<Record<ElementId, FieldOf>>> = {
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
};

export const cube = rememberCells(
  createMemoryCube({
    times: TIMES,
    referenceTime: RUN,
    createdAt: RUN + 5 * HOUR,
    fields: WEATHER,
    statics: { elevation: () => 120, land: () => 1 },
  }),
);

/** The hourly feeds have a run of the last hour, the others of hour 0. */
const HOURLY_RUN = RUN + 5 * HOUR;
const referenceOf = (dataset: DatasetId) => (dataset === 'hrrr' || dataset === 'hrrr-subhourly' ? HOURLY_RUN : RUN);

/** Hours after the run. */
const leads = (...pieces: readonly (readonly [first: number, last: number, step: number])[]) =>
  pieces.flatMap(([first, last, step]) =>
    Array.from({ length: Math.round((last - first) / step) + 1 }, (_, k) => RUN + (first + k * step) * HOUR),
  );
const MEMBERS = Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [memberElement(i), above(wave(-0.5, 2))] as const);
const AIR = { pm2_5: above(wave(8, 4)), pm10: above(wave(14, 6)), smoke_pm2_5: () => 1, dust_pm10: () => 2 };
const but = (...without: readonly ElementId[]) =>
  Object.fromEntries(Object.entries(WEATHER).filter(([id]) => !without.includes(id as ElementId)));
const REGIONAL = { grid: COARSE_HRRR, statics: { elevation: () => 150, land: () => 1 } };

const OTHERS: readonly [DatasetId, number[], Partial<Record<ElementId, FieldOf>>, object][] = [
  ['ecmwf-ifs', leads([0, 144, 3], [150, 360, 6]), but('ozone', 'cape', 'visibility', 'precipitation_rate'), {}],
  [
    'hrrr',
    leads([0, 18, 1]),
    { ...but('ozone', 'temperature_max', 'temperature_min'), smoke_pm2_5: () => 1 },
    REGIONAL,
  ],
  ['hrrr-extended', leads([0, 48, 1]), but('ozone', 'temperature_max', 'temperature_min'), REGIONAL],
  [
    'hrrr-subhourly',
    leads([0.25, 18, 0.25]),
    but('ozone', 'cloud_cover', 'pressure_msl', 'temperature_850hpa'),
    REGIONAL,
  ],
  [
    'nbm',
    leads([1, 36, 1], [39, 189, 3], [192, 264, 6]),
    but('ozone', 'pressure_msl', 'pressure_surface', 'cape', 'temperature_850hpa'),
    { grid: COARSE_HRRR },
  ],
  ['gefs', leads([3, 240, 3]), Object.fromEntries(MEMBERS), {}],
  ['gefs-extended', leads([246, 384, 6]), Object.fromEntries(MEMBERS), {}],
  ['gefs-aerosol', leads([-12, 120, 3]), AIR, {}],
  ['aqm', leads([-12, 72, 1]), { pm2_5: AIR.pm2_5, ozone_ground: above(wave(30, 10)) }, { grid: COARSE_HRRR }],
];

/** GFS and everything that covers the United States beside it. */
export const allLayers = shelfOf(
  cube,
  ...OTHERS.map(([dataset, times, fields, more]) => {
    const referenceTime = referenceOf(dataset);
    const own = times.map((time) => time + referenceTime - RUN);
    return rememberCells(createMemoryCube({ dataset, times: own, fields, referenceTime, ...more }));
  }),
);

/** What the cube of a feed holds: its run, its times, its elements. */
export interface CubeShape {
  readonly dataset: DatasetId;
  readonly referenceTime: number;
  readonly times: readonly number[];
  readonly elements: readonly ElementId[];
}

/** Of all feeds above, and of ICON-EU, which has nothing to say in the United States. */
export const CUBE_SHAPES: readonly CubeShape[] = [
  ['gfs', TIMES, WEATHER] as const,
  ['icon-eu', leads([0, 78, 1], [81, 120, 3]), but('ozone', 'precipitation_rate')] as const,
  ...OTHERS,
].map(([dataset, times, fields]) => {
  const referenceTime = referenceOf(dataset);
  return {
    dataset,
    referenceTime,
    times: times.map((time) => time + referenceTime - RUN),
    elements: Object.keys(fields) as ElementId[],
  };
});
