/**
 * One value by hand through each feed, from its messages to the cell of a published cube: which of several messages is
 * taken, in what unit, and to which interval of the axis it belongs. A total or mean stands at the time at which its
 * interval ends. What the upstreams write was taken from their indexes, never from our tables.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { intervalOctets, scaledOctets, unsignedOctets } from '../../src/decode/grib2/message.fixture.js';
import { GROUND, messageOf, REFERENCE, TEN_METRES, TWO_METRES } from '../../src/ingest/feed.fixture.js';
import { ingestFiles } from '../../src/ingest/ingest-feed.js';
import type { DatasetId } from '../../src/model/dataset.js';
import type { ElementId } from '../../src/model/element.js';
import { unpack } from '../../src/model/packing.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { ingestDependencies } from '../ingest-dependencies.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-feed-values-'));
afterAll(() => rmSync(scratch, { recursive: true }));

type Draft = NonNullable<Parameters<typeof messageOf>[0]>;

const [AVERAGE, ACCUMULATION, MAXIMUM] = [0, 1, 2];
const [MINUTE, HOUR, DAY] = [0, 1, 2];
const SECONDS = [60, 3600, 86_400];

/** A time range as the upstream writes it: its beginning in minutes or hours, its length in any unit of code table 4.4. */
function over(process: number, from: number, unit: number, length: number, lengthUnit = unit): Draft {
  const end = new Date((REFERENCE + from * SECONDS[unit]! + length * SECONDS[lengthUnit]!) * 1000);
  const [year, month, day, hour, minute] = end.toISOString().split(/\D/).map(Number);
  const octets = intervalOctets([year!, month!, day!, hour!, minute!, 0], [[process, lengthUnit, length]]);
  return { template: 8, unit, forecastTime: from, interval: octets };
}

const at = (hours: number): Draft => ({ forecastTime: hours });
const hours = (process: number, from: number, to: number): Draft => over(process, from, HOUR, to - from);

/** The same value in every cell. Packed as the reference value, so that it is exact to six digits. */
const say = (value: number, draft: Draft): Uint8Array => messageOf(draft, Array(6).fill(value), value);

const APCP = { category: 1, number: 8, level: GROUND };
const PRATE = { category: 1, number: 7, level: GROUND };
const TCDC = { category: 6, number: 1, level: [10, 255, 0xffffffff] };
const TEMPERATURE = { category: 0, number: 0, level: TWO_METRES };

/** Template 4.9: the chance of more than 0.254 mm, which is the upper limit with type 1. */
const chance = (from: number, to: number): Draft => ({
  ...APCP,
  ...hours(ACCUMULATION, from, to),
  template: 9,
  processType: 5,
  member: [0, 1, 1, ...scaledOctets(null), ...scaledOctets([3, 254])],
});

/** Template 4.11: control of low resolution, or positively perturbed. */
const ofMember = (member: number, from: number, to: number): Draft => ({
  ...APCP,
  ...hours(ACCUMULATION, from, to),
  template: 11,
  member: [member === 0 ? 1 : 3, member, 30],
});

/** Template 4.48: type of code table 4.233, size below (type 0), no wavelength. */
const particles = (number: number, type: number, size: readonly [number, number], lead: number): Draft => ({
  ...at(lead),
  template: 48,
  category: 13,
  number,
  level: GROUND,
  aerosol: [...unsignedOctets(type, 2), 0, ...scaledOctets(size), ...scaledOctets(null), 255, ...Array(10).fill(255)],
});
const [FINE, COARSE] = [
  [7, 25],
  [6, 10],
] as const;

interface Case {
  readonly name: string;
  readonly feed: DatasetId;
  readonly messages: readonly Uint8Array[];
  /** Hours after the run, strictly those of the axis. */
  readonly axis: readonly number[];
  /** One value for each time of the axis, null missing. */
  readonly values: Readonly<Partial<Record<ElementId, readonly (number | null)[]>>>;
}

const CASES: readonly Case[] = [
  {
    name: 'GFS: buckets of six hours beside the total of the run, means of the bucket, extremes at its end',
    feed: 'gfs',
    messages: [
      say(1.25, { ...APCP, ...hours(ACCUMULATION, 6, 7) }),
      say(9, { ...APCP, ...hours(ACCUMULATION, 0, 7) }),
      say(2, { ...APCP, ...hours(ACCUMULATION, 6, 8) }),
      say(9.75, { ...APCP, ...hours(ACCUMULATION, 0, 8) }),
      say(40, { ...TCDC, ...hours(AVERAGE, 6, 7) }),
      say(50, { ...TCDC, ...hours(AVERAGE, 6, 8) }),
      say(290, { ...TEMPERATURE, number: 4, ...hours(MAXIMUM, 6, 8) }),
      say(0.001, { ...PRATE, ...at(8) }),
      say(0.0007, { ...PRATE, ...hours(AVERAGE, 6, 8) }),
    ],
    axis: [6, 7, 8],
    values: {
      precipitation: [null, 1.25, 0.75],
      cloud_cover: [null, 0.4, 0.6], // 2 × 50 % − 40 %
      precipitation_rate: [null, null, 3.6],
    },
  },
  {
    name: 'GFS at the end of a day: the total of the run is written as one of a day',
    feed: 'gfs',
    messages: [
      say(3, { ...APCP, ...hours(ACCUMULATION, 18, 23) }),
      say(19, { ...APCP, ...hours(ACCUMULATION, 0, 23) }),
      say(3.5, { ...APCP, ...hours(ACCUMULATION, 18, 24) }),
      say(20, { ...APCP, ...over(ACCUMULATION, 0, HOUR, 1, DAY) }),
      say(291, { ...TEMPERATURE, number: 4, ...hours(MAXIMUM, 18, 24) }),
    ],
    axis: [18, 23, 24],
    values: { precipitation: [null, 3, 0.5], temperature_max: [null, null, 291] },
  },
  {
    name: 'GFS after day 5: 120-123, 120-126, 126-129',
    feed: 'gfs',
    messages: [
      say(4, { ...APCP, ...hours(ACCUMULATION, 114, 120) }),
      say(44, { ...APCP, ...over(ACCUMULATION, 0, HOUR, 5, DAY) }),
      say(1, { ...APCP, ...hours(ACCUMULATION, 120, 123) }),
      say(3, { ...APCP, ...hours(ACCUMULATION, 120, 126) }),
      say(0.5, { ...APCP, ...hours(ACCUMULATION, 126, 129) }),
    ],
    axis: [114, 120, 123, 126, 129],
    values: { precipitation: [null, 4, 1, 2, 0.5] },
  },
  {
    name: 'ECMWF: metres from step 0 on, without reset, from steps of three hours to those of six',
    feed: 'ecmwf-ifs',
    messages: [
      [3, 0.001],
      [6, 0.0035],
      [144, 0.05],
      [150, 0.056],
    ].flatMap(([lead, metres]) => [
      say(metres!, { ...APCP, number: 193, ...hours(ACCUMULATION, 0, lead!) }),
      say(lead!, { category: 1, number: 19, level: GROUND, ...at(lead!) }), // 3 freezing rain, 6 wet snow
    ]),
    axis: [0, 3, 6, 144, 150],
    values: {
      precipitation: [null, 1, 2.5, 46.5, 6],
      freezing_rain_flag: [null, 1, 0, 0, 0],
      snow_flag: [null, 0, 1, 0, 0],
    },
  },
  {
    name: 'ECMWF: extremes of three hours, and of six none',
    feed: 'ecmwf-ifs',
    messages: [
      say(290, { ...TEMPERATURE, ...hours(MAXIMUM, 141, 144) }),
      say(292, { ...TEMPERATURE, ...hours(MAXIMUM, 144, 150) }),
      say(288, { ...TEMPERATURE, ...at(144) }),
      say(287, { ...TEMPERATURE, ...at(150) }),
    ],
    axis: [144, 150],
    values: { temperature: [288, 287], temperature_max: [290, null] },
  },
  {
    name: 'HRRR: the last hour beside the total of the run, an analysis with a total of no time, smoke in kg/m³',
    feed: 'hrrr',
    messages: [
      say(0, { ...APCP, ...over(ACCUMULATION, 0, HOUR, 0, DAY) }),
      say(0.5, { ...APCP, ...hours(ACCUMULATION, 0, 1) }),
      say(0.5, { ...APCP, ...hours(ACCUMULATION, 0, 1) }),
      say(2, { ...APCP, ...hours(ACCUMULATION, 0, 2) }),
      say(1.5, { ...APCP, ...hours(ACCUMULATION, 1, 2) }),
      ...[2e-8, 4e-8, 6e-8].map((mass, lead) =>
        say(mass, { category: 20, number: 0, level: [103, 0, 8], ...at(lead) }),
      ),
    ],
    axis: [0, 1, 2],
    values: { precipitation: [null, 0.5, 1.5], smoke_pm2_5: [null, 30, 50] },
  },
  {
    name: 'HRRR at 24 h, where the run is a day long',
    feed: 'hrrr',
    messages: [
      say(30, { ...APCP, ...over(ACCUMULATION, 0, HOUR, 1, DAY) }),
      say(0.75, { ...APCP, ...hours(ACCUMULATION, 23, 24) }),
    ],
    axis: [23, 24],
    values: { precipitation: [null, 0.75] },
  },
  {
    name: 'sub-hourly HRRR: minutes, the hour written as one, and a quarter that has only a rate',
    feed: 'hrrr-subhourly',
    messages: [
      say(0.2, { ...APCP, ...over(ACCUMULATION, 0, MINUTE, 15) }),
      say(0.3, { ...APCP, ...over(ACCUMULATION, 15, MINUTE, 15) }),
      say(0.4, { ...APCP, ...over(ACCUMULATION, 30, MINUTE, 15) }),
      say(1.5, { ...APCP, ...hours(ACCUMULATION, 0, 1) }), // the hour: no quarter
      say(0.001, { ...PRATE, unit: MINUTE, forecastTime: 60 }),
      say(3, { category: 2, number: 2, level: TEN_METRES, unit: MINUTE, forecastTime: 15 }),
      say(9, { category: 2, number: 2, level: TEN_METRES, ...over(AVERAGE, 10, MINUTE, 5) }),
    ],
    axis: [0, 0.25, 0.5, 0.75, 1],
    values: { precipitation: [null, 0.2, 0.3, 0.4, 0.9], wind_u: [null, 3, null, null, null] },
  },
  {
    name: 'NBM: hours to 36, then windows of six spread over their steps; chances of one, six and twelve hours',
    feed: 'nbm',
    messages: [
      say(0.3, { ...APCP, ...hours(ACCUMULATION, 35, 36) }),
      say(1.8, { ...APCP, ...hours(ACCUMULATION, 30, 36) }),
      say(40, chance(35, 36)),
      say(70, chance(30, 36)),
      say(90, chance(24, 36)),
      say(281, { ...TEMPERATURE, ...at(39) }),
      say(6, { ...APCP, ...hours(ACCUMULATION, 36, 42) }),
      say(50, chance(36, 42)),
      say(10, { category: 2, number: 1, level: TEN_METRES, ...at(42) }),
      say(270, { category: 2, number: 0, level: TEN_METRES, ...at(42) }),
      say(295, { ...TEMPERATURE, number: 4, ...hours(MAXIMUM, 24, 36) }),
    ],
    axis: [35, 36, 39, 42],
    values: {
      precipitation: [null, 0.3, 3, 3],
      probability_1h: [null, 0.4, null, null],
      probability_6h: [null, 0.7, null, 0.5],
      temperature_max: [null, 295, null, null], // to 00 UTC
      temperature: [null, null, 281, null],
      wind_u: [null, null, null, 10],
      wind_v: [null, null, null, 0],
    },
  },
  {
    name: 'GEFS: each member for itself, buckets of six hours halved',
    feed: 'gefs',
    messages: [
      say(2.5, ofMember(7, 0, 6)),
      say(1, ofMember(7, 0, 3)),
      say(0.25, ofMember(0, 0, 3)),
      say(0.25, ofMember(0, 0, 6)),
      say(5, ofMember(30, 6, 9)),
    ],
    axis: [0, 3, 6, 9],
    values: {
      precipitation_member_00: [null, 0.25, 0, null],
      precipitation_member_07: [null, 1, 1.5, null],
      precipitation_member_30: [null, null, null, 5],
    },
  },
  {
    name: 'AQM: the mean of the hour that ends at the time',
    feed: 'aqm',
    messages: [
      say(12, { category: 13, number: 193, level: [104, 4, 10000], ...hours(AVERAGE, 0, 1) }),
      say(20, { category: 13, number: 193, level: [104, 4, 10000], ...hours(AVERAGE, 1, 2) }),
      say(61, { category: 14, number: 193, level: [105, 0, 1], ...hours(AVERAGE, 1, 2) }),
    ],
    axis: [0, 1, 2],
    values: { pm2_5: [null, 12, 20], ozone_ground: [null, null, 61] },
  },
  {
    name: 'GEFS-Aerosol: instants become the mean of both ends; kind and size tell the messages apart',
    feed: 'gefs-aerosol',
    messages: [
      say(10, particles(193, 62_000, FINE, 3)),
      say(20, particles(193, 62_000, FINE, 6)),
      say(500, particles(193, 62_001, FINE, 6)),
      say(80, particles(192, 62_001, COARSE, 3)),
      say(90, particles(192, 62_001, COARSE, 6)),
      say(6, particles(193, 62_010, FINE, 3)),
      say(2, particles(193, 62_009, FINE, 3)),
      say(7, particles(193, 62_010, FINE, 6)),
      say(5, particles(193, 62_009, FINE, 6)),
    ],
    axis: [3, 6],
    values: { pm2_5: [null, 15], dust_pm10: [null, 85], smoke_pm2_5: [null, 10] },
  },
];

test.each(CASES.map((one) => [one.name, one] as const))('%s', async (name, { feed, messages, axis, values }) => {
  const path = join(scratch, `${name.replaceAll(/\W/g, '')}.grib2`);
  writeFileSync(path, Buffer.concat(messages));
  const objects = createMemoryObjects();
  const clock = fixedClock(REFERENCE);
  const own = { objects, clock, directory: scratch };
  await ingestFiles({ ...ingestDependencies(null, own), acceptGrid: true }, feed, [path]); // six cells

  const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open(feed))!;
  const { times, elements, packings } = cube.description;
  expect([...times].map((time) => (time - REFERENCE) / 3600)).toEqual(axis);
  const [cell] = await cube.readCells([{ y: 1, x: 1 }]);
  for (const [id, expected] of Object.entries(values) as [ElementId, readonly (number | null)[]][]) {
    const e = elements.indexOf(id);
    for (const [t, value] of expected.entries()) {
      const stored = unpack(cell![e * times.length + t]!, packings[e]!);
      if (value === null) expect(stored, `${id} at ${axis[t]} h`).toBeNaN();
      else
        expect(Math.abs(stored - value), `${id} at ${axis[t]} h is ${stored}`).toBeLessThanOrEqual(packings[e]!.step);
    }
  }
  cube.release();
});
