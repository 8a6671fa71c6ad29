/** A track says at every spot what a read of that place alone does: on random cubes with holes, late runs and edges. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import { createMemoryCube, type FieldOf, HOUR, type MemoryCube, shelfOf } from '../../../test/memory-cube.js';
import { randomFrom } from '../../../test/random-cube.js';
import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, elementOf } from '../../model/element.js';
import type { RegularGrid } from '../../model/field.js';
import { weightAt } from '../layers/layer.js';
import { type LayeredPoint, readLayers } from '../layers/layers.js';
import { MEMBERS } from '../layers/members.js';
import { readPhaseFlags } from '../layers/phase-flags.js';
import { blendHourAt, blendSixHoursAt } from '../weather/blend.js';
import { readTrack } from './read-track.js';
import type { LayeredTrack, TrackSpots } from './track.js';

const INSTANTS: readonly ElementId[] = [
  'temperature',
  'dew_point',
  'pressure_surface',
  'wind_u',
  'wind_v',
  'cloud_cover',
  'visibility',
];
const FLAGS: readonly ElementId[] = ['rain_flag', 'snow_flag', 'freezing_rain_flag', 'ice_pellets_flag'];
const WEATHER: readonly ElementId[] = [...INSTANTS, 'precipitation', ...FLAGS];
const MEANS: readonly ElementId[] = ['pm2_5', 'smoke_pm2_5'];
const BLEND: readonly ElementId[] = ['probability_1h', 'probability_6h'];
const WANTS = [...WEATHER, ...MEANS, ...BLEND].map((id) => ({ id, before: id === 'pm2_5' ? 12 * HOUR : 0 }));
const FIRST = 400_000 * HOUR;
const LAST = FIRST + 110 * HOUR;
const NOW = FIRST + 8 * HOUR;

const GLOBE: RegularGrid = {
  kind: 'regular',
  columns: 72,
  rows: 37,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -5,
  longitudeStep: 5,
};
/** 36° to 50° and −110° to −90° in steps of half a degree. */
const REGION: RegularGrid = {
  kind: 'regular',
  columns: 41,
  rows: 29,
  firstLatitude: 50,
  firstLongitude: 250,
  latitudeStep: -0.5,
  longitudeStep: 0.5,
};

interface Shape {
  readonly dataset: DatasetId;
  readonly grid: RegularGrid;
  readonly step: number;
  readonly hours: number;
  readonly elements: readonly ElementId[];
}

const SHAPES: readonly Shape[] = [
  { dataset: 'hrrr-subhourly', grid: REGION, step: 0.25, hours: 18, elements: INSTANTS },
  { dataset: 'hrrr', grid: REGION, step: 1, hours: 18, elements: [...WEATHER, 'smoke_pm2_5'] },
  { dataset: 'nbm', grid: REGION, step: 1, hours: 60, elements: [...WEATHER, ...BLEND] },
  { dataset: 'ecmwf-ifs', grid: GLOBE, step: 3, hours: 108, elements: WEATHER },
  { dataset: 'gfs', grid: GLOBE, step: 1, hours: 108, elements: WEATHER },
  { dataset: 'gefs', grid: GLOBE, step: 3, hours: 48, elements: MEMBERS.slice(0, 5) },
  { dataset: 'gefs-extended', grid: GLOBE, step: 6, hours: 108, elements: MEMBERS.slice(0, 5) },
  { dataset: 'aqm', grid: REGION, step: 1, hours: 60, elements: ['pm2_5'] },
  { dataset: 'gefs-aerosol', grid: GLOBE, step: 3, hours: 100, elements: MEANS },
];

const ALWAYS: readonly DatasetId[] = ['gfs', 'gefs-aerosol'];

type Random = () => number;

/** 0..1 */
const randomOf = (seed: number): Random => {
  const next = randomFrom(seed + 1);
  return () => next() / 2 ** 32;
};

function fieldOf(id: ElementId, random: Random, holes: FieldOf): FieldOf {
  const [phase, swing] = [7 * random(), random()];
  const wave: FieldOf = (t, lat, lon) => Math.sin(t / (9000 + 20_000 * swing) + phase + lat / 9 + lon / 13);
  const { base, step, kind } = elementOf(id);
  const value: FieldOf = FLAGS.includes(id)
    ? (t, lat, lon) => (wave(t, lat, lon) > 0.6 ? 1 : 0)
    : kind === 'interval' || kind === 'window'
      ? (t, lat, lon) => Math.max(0, wave(t, lat, lon)) * 0.9
      : (t, lat, lon) => base + 900 * step * wave(t, lat, lon);
  return (t, lat, lon) => (Number.isNaN(holes(t, lat, lon)) ? Number.NaN : value(t, lat, lon));
}

/** Mostly none; else hours of some length in some places. */
function holesOf(random: Random): FieldOf {
  if (random() < 0.5) return () => 1;
  const [every, length, offset] = [10 + 60 * random(), 1 + 12 * random(), 50 * random()];
  const isSomewhere = random() < 0.5;
  return (t, lat) =>
    ((t - FIRST) / HOUR + offset) % every < length && !(isSomewhere && Math.sin(9 * lat) > 0) ? Number.NaN : 1;
}

function cubeOf({ dataset, grid, step, hours, elements }: Shape, random: Random): MemoryCube {
  const referenceTime = FIRST + Math.floor(random() * 4) * HOUR;
  // The later members follow the earlier ones. What goes round the globe is there at all times: how wide a fade at an edge
  // is hangs on who else is, and the point is asked about a longer time.
  const begin = dataset === 'gefs-extended' ? 54 : grid === GLOBE || random() < 0.3 ? -12 : step;
  const times: number[] = [];
  for (let hour = begin; hour <= hours; hour += step) times.push(referenceTime + hour * HOUR);
  if (random() < 0.3 && !dataset.startsWith('gefs'))
    times.splice(Math.floor(random() * (times.length - 14)) + 2, 1 + Math.floor(random() * 9));
  // A member is in both parts of the ensemble or in none.
  const held = elements.filter((id) => MEMBERS.includes(id) || random() < 0.9);
  const fields = held.map((id) => [id, fieldOf(id, random, FLAGS.includes(id) ? () => 1 : holesOf(random))] as const);
  const ground = 300 * random();
  return createMemoryCube({
    dataset,
    grid,
    times,
    // Late or not: HRRR after four hours, GFS after fourteen.
    referenceTime: random() < 0.3 ? referenceTime - 20 * HOUR : referenceTime,
    fields: Object.fromEntries(fields.length > 0 ? fields : [['cape', () => 1]]),
    statics: random() < 0.6 ? { elevation: (lat) => ground + 40 * lat, land: () => random() } : {},
  });
}

function spotsOf(count: number, random: Random): TrackSpots {
  const places = Array.from({ length: count }, () => random());
  const starts = Float64Array.from(places, () => FIRST + Math.floor(random() * 70) * HOUR);
  return {
    count,
    // In the region, near its edge and outside of it.
    latitudes: Float64Array.from(places, () => 34 + 17 * random()),
    longitudes: Float64Array.from(places, () => -112 + 24 * random()),
    heights: Float64Array.from(places, () => (random() < 0.3 ? Number.NaN : 3000 * random())),
    starts,
    ends: starts.map((start) => start + (random() < 0.3 ? 2 : 1) * HOUR),
  };
}

function expectSame(id: ElementId, own: number, other: number, where: string): void {
  if (Number.isNaN(other)) expect(own, `${id} ${where}`).toBeNaN();
  else if (!(Math.abs(own - other) <= 1e-6 * elementOf(id).step)) expect(own, `${id} ${where}`).toBe(other);
}

interface Moment {
  readonly instants: Float64Array;
  readonly bins: Float64Array;
  readonly seconds: Float64Array;
}

function momentsOf({ starts, ends, count }: TrackSpots, random: Random): Moment {
  const bins = starts.map((start) => start + Math.floor(4 * random()) * 900);
  return {
    // At nodes and between them.
    instants: starts.map((start, i) => (random() < 0.3 ? ends[i]! : start + Math.floor(random() * 3601))),
    bins,
    seconds: new Float64Array(count).fill(900),
  };
}

function comparePoint(track: LayeredTrack, point: LayeredPoint, spots: TrackSpots, i: number, moment: Moment): void {
  const one = new Float64Array(1);
  const at = (start: number, step: number) => ({ start, step, count: 1 });
  const where = `at spot ${i}`;
  for (const [own, other] of [
    [track.elevations[i]!, point.elevation],
    [track.land[i]!, point.land],
  ] as const)
    if (Number.isNaN(other)) expect(own).toBeNaN();
    else expect(own).toBeCloseTo(other, 6);
  const all = new Float64Array(spots.count);
  for (const id of INSTANTS)
    expectSame(
      id,
      track.instants(id, moment.instants, all)[i]!,
      point.instants(id, at(moment.instants[i]!, HOUR), one)[0]!,
      where,
    );
  const totals = track.totals('precipitation', moment.bins, moment.seconds, all)[i]!;
  expectSame('precipitation', totals, point.totals('precipitation', at(moment.bins[i]!, 900), one)[0]!, where);
  for (const id of MEANS) {
    const mean = track.means(id, moment.bins, moment.seconds, all)[i]!;
    expectSame(id, mean, point.means(id, at(moment.bins[i]!, 900), one)[0]!, where);
  }
  expect({ ...track.flags(i, spots.starts[i]!) }).toEqual({ ...readPhaseFlags(point).ofHour(spots.starts[i]!) });
}

function compareChances(track: LayeredTrack, point: LayeredPoint, spots: TrackSpots, i: number): void {
  const start = spots.starts[i]!;
  const axis = { start, step: HOUR, count: 1 };
  const [exceeding, known] = [new Float64Array(1), new Float64Array(1)];
  point.members?.count(axis, 0.1, exceeding, known);
  const counts = track.members(spots.starts, 0.1);
  expect([counts.known[i], counts.exceeding[i]]).toEqual([known[0], exceeding[0]]);
  const blend = track.blend(spots.starts);
  const [hourly] = point.layers('probability_1h');
  const [sixHourly] = point.layers('probability_6h');
  expectSame('probability_1h', blend.hour[i]!, hourly ? blendHourAt(hourly, start) : Number.NaN, `at spot ${i}`);
  expectSame(
    'probability_6h',
    blend.sixHours[i]!,
    sixHourly ? blendSixHoursAt(sixHourly, start) : Number.NaN,
    `at ${i}`,
  );
  if (!Number.isNaN(blend.hour[i]!)) expect(blend.weight[i]).toBeCloseTo(weightAt(hourly!, start + HOUR / 2), 9);
}

test('a track of random sources is at every spot what a read of the place is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2 ** 30), async (seed) => {
      const random = randomOf(seed);
      const cubes = SHAPES.filter(({ dataset }) => random() < 0.75 || ALWAYS.includes(dataset)).map((shape) =>
        cubeOf(shape, random),
      );
      const spots = spotsOf(6, random);
      const shelf = shelfOf(...cubes);
      const track = await readTrack(shelf, NOW, spots, WANTS, true, deadlineByHand());
      expect(cubes.map((cube) => cube.readers())).toEqual(cubes.map(() => 0));
      const span = { start: FIRST - 40 * HOUR, end: LAST + 40 * HOUR };
      const moment = momentsOf(spots, random);
      for (let i = 0; i < spots.count; i++) {
        const place = { latitude: spots.latitudes[i]!, longitude: spots.longitudes[i]! };
        const height = Number.isNaN(spots.heights[i]!) ? null : spots.heights[i]!;
        const wants = WANTS.map(({ id }) => ({ id, span }));
        const read = await readLayers(shelf, NOW, place, height, wants, span);
        if (read.kind !== 'point') expect(track.states[i]).toBe(read.kind);
        else if (track.states[i] !== 'known') expect(track.states[i]).toBe('unreached');
        else {
          comparePoint(track, read.point, spots, i, moment);
          compareChances(track, read.point, spots, i);
        }
      }
    }),
    { numRuns: 50, seed: 20261120 },
  );
});
