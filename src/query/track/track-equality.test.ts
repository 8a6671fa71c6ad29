/**
 * A track says at every spot what a read of that place alone does: on random cubes with gaps, torn chunks, older
 * versions, late runs and edges, of which some begin or end along the way.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GLOBE_5 } from '../../../test/coarse-grids.js';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import { createMemoryCube, type FieldOf, type MemoryCube } from '../../../test/memory-cube.js';
import { randomFrom } from '../../../test/random-cube.js';
import type { Cell, CubeShelf } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, elementOf } from '../../model/element.js';
import type { RegularGrid } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import { type LayeredPoint, readLayers } from '../layers/layers.js';
import { MEMBERS } from '../layers/members.js';
import { readPhaseFlags } from '../layers/phase-flags.js';
import { weightAt } from '../rules/weights.js';
import { correctedPoint, correctedTrack } from '../surface/corrected.js';
import { analyse, FARTHEST, type Increments } from '../surface/increments.js';
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
const NOW = FIRST + 8 * HOUR;
const ALL = { start: FIRST - 40 * HOUR, end: FIRST + 150 * HOUR };

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
  { dataset: 'ecmwf-ifs', grid: GLOBE_5, step: 3, hours: 108, elements: WEATHER },
  { dataset: 'gfs', grid: GLOBE_5, step: 1, hours: 108, elements: WEATHER },
  { dataset: 'gefs', grid: GLOBE_5, step: 3, hours: 48, elements: MEMBERS.slice(0, 5) },
  { dataset: 'gefs-extended', grid: GLOBE_5, step: 6, hours: 108, elements: MEMBERS.slice(0, 5) },
  { dataset: 'aqm', grid: REGION, step: 1, hours: 60, elements: ['pm2_5'] },
  { dataset: 'gefs-aerosol', grid: GLOBE_5, step: 3, hours: 100, elements: MEANS },
];

const ALWAYS: readonly DatasetId[] = ['gfs', 'gefs-aerosol'];

type Random = () => number;

/** 0..1 */
const randomOf = (seed: number): Random => {
  const next = randomFrom(seed + 1);
  return () => next() / 2 ** 32;
};

function fieldOf(id: ElementId, random: Random, gaps: FieldOf): FieldOf {
  const [phase, swing] = [7 * random(), random()];
  const wave: FieldOf = (t, lat, lon) => Math.sin(t / (9000 + 20_000 * swing) + phase + lat / 9 + lon / 13);
  const { base, step, kind } = elementOf(id);
  const value: FieldOf = FLAGS.includes(id)
    ? (t, lat, lon) => (wave(t, lat, lon) > 0.6 ? 1 : 0)
    : kind === 'interval' || kind === 'window'
      ? (t, lat, lon) => Math.max(0, wave(t, lat, lon)) * 0.9
      : (t, lat, lon) => base + 900 * step * wave(t, lat, lon);
  return (t, lat, lon) => (Number.isNaN(gaps(t, lat, lon)) ? Number.NaN : value(t, lat, lon));
}

/** Often none; else hours of some length in some places. */
function gapsOf(fault: Fault, random: Random): FieldOf {
  if (fault === 'tears' || random() < 0.5) return () => 1;
  const [every, length, offset] = [10 + 60 * random(), 1 + 12 * random(), 50 * random()];
  const isSomewhere = random() < 0.5;
  return (t, lat) =>
    ((t - FIRST) / HOUR + offset) % every < length && !(isSomewhere && Math.sin(9 * lat) > 0) ? Number.NaN : 1;
}

/**
 * A store in which steps are missing, or one in which chunks are torn. Where a step is missing the nodes before it have a say
 * in the curve behind it, so the point is read over all the time. What is torn shows only where it is read, so there the
 * point is read over the time of the spot.
 */
type Fault = 'gaps' | 'tears';

/** Chunks, two cells high and wide, of which some are torn. */
function tearOf(fault: Fault, random: Random): (cell: Cell) => boolean {
  if (fault === 'gaps' || random() < 0.4) return () => false;
  const every = 2 + Math.floor(6 * random());
  return ({ y, x }) => ((y >> 1) * 7 + (x >> 1)) % every === 1;
}

function timesOf({ dataset, grid, step, hours }: Shape, referenceTime: number, fault: Fault, random: Random): number[] {
  // How wide a fade at an edge is hangs on who else is there: where the point is asked about a longer time than the spot
  // what goes round the globe is there at all of it.
  const isAlways = fault === 'gaps' ? grid === GLOBE_5 : ALWAYS.includes(dataset) || dataset.startsWith('gefs');
  // The later members follow the earlier ones.
  const begin = dataset === 'gefs-extended' ? 54 : grid === GLOBE_5 || random() < 0.3 ? -12 : step;
  const end = isAlways || random() < 0.6 ? hours : begin + (hours - begin) * random();
  const times: number[] = [];
  for (let hour = begin; hour <= end; hour += step) times.push(referenceTime + hour * HOUR);
  if (random() < 0.3 && !dataset.startsWith('gefs') && times.length > 14)
    times.splice(Math.floor(random() * (times.length - 14)) + 2, 1 + Math.floor(random() * 9));
  return !isAlways && random() < 0.05 ? times.slice(0, 1) : times;
}

function cubeOf(shape: Shape, fault: Fault, random: Random, version = 'v1'): MemoryCube {
  const { dataset, grid, elements } = shape;
  const referenceTime = FIRST + Math.floor(random() * 4) * HOUR;
  // A member is in both parts of the ensemble or in none.
  const held = elements.filter((id) => MEMBERS.includes(id) || random() < 0.9);
  const fields = held.map((id) => [id, fieldOf(id, random, gapsOf(fault, random))] as const);
  const ground = 300 * random();
  return createMemoryCube({
    dataset,
    version,
    grid,
    times: timesOf(shape, referenceTime, fault, random),
    // Late or not: HRRR after four hours, GFS after fourteen.
    referenceTime: random() < 0.3 ? referenceTime - 20 * HOUR : referenceTime,
    fields: Object.fromEntries(fields.length > 0 ? fields : [['cape', () => 1]]),
    statics: random() < 0.6 ? { elevation: (lat) => ground + 40 * lat, land: () => random() } : {},
    // A point looks at the version before as soon as it needs it, a track where that has a say: its tears show elsewhere.
    torn: version === 'v1' ? tearOf(fault, random) : false,
  });
}

interface Store {
  readonly shelf: CubeShelf;
  readonly cubes: readonly MemoryCube[];
}

/** Most of the datasets, some with a version before that is otherwise. */
function storeOf(fault: Fault, random: Random): Store {
  const shapes = SHAPES.filter(({ dataset }) => random() < 0.75 || ALWAYS.includes(dataset));
  const published = shapes.map((shape) => cubeOf(shape, fault, random));
  const before = shapes.filter(() => random() < 0.5).map((shape) => cubeOf(shape, fault, random, 'v0'));
  const openFrom = (cubes: readonly MemoryCube[]) => async (dataset: string) =>
    cubes.find(({ description }) => description.dataset === dataset)?.opened() ?? null;
  return { shelf: { open: openFrom(published), openPrevious: openFrom(before) }, cubes: [...published, ...before] };
}

/** Mostly in the region, near its edge or outside of it; else near a pole or the date line. */
function placeOf(random: Random): readonly [latitude: number, longitude: number] {
  if (random() < 0.85) return [34 + 17 * random(), -112 + 24 * random()];
  const longitude = random() < 0.3 ? -180 : 182 * (random() < 0.5 ? 0.98 + 0.009 * random() : -0.98);
  return random() < 0.5 ? [90 - (random() < 0.3 ? 0 : 6 * random()), longitude] : [-90 + 180 * random(), longitude];
}

function spotsOf(count: number, random: Random): TrackSpots {
  const places = Array.from({ length: count }, () => placeOf(random));
  const starts = Float64Array.from(places, () => FIRST + Math.floor(random() * 130 - 20) * HOUR);
  return {
    count,
    latitudes: Float64Array.from(places, ([latitude]) => latitude),
    longitudes: Float64Array.from(places, ([, longitude]) => longitude),
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
  /** Before the time of the spots, where that is asked for. */
  readonly earlier: Float64Array;
  readonly seconds: Float64Array;
}

function momentsOf({ starts, ends, count }: TrackSpots, cubes: readonly MemoryCube[], random: Random): Moment {
  const bins = starts.map((start) => start + Math.floor(4 * random()) * 900);
  return {
    // At nodes and between them.
    instants: starts.map((start, i) => {
      const [isEnd, later] = [random() < 0.3, Math.floor(random() * 3600)];
      // A source that only begins at the end of a spot has no say in it.
      return isEnd && !cubes.some(({ description }) => description.times[0] === ends[i]) ? ends[i]! : start + later;
    }),
    bins,
    earlier: bins.map((bin) => bin - Math.floor(12 * random()) * HOUR),
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
    const bins = id === 'pm2_5' ? moment.earlier : moment.bins;
    const mean = track.means(id, bins, moment.seconds, all)[i]!;
    expectSame(id, mean, point.means(id, at(bins[i]!, 900), one)[0]!, where);
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

/** Nothing is said of a spot: the point alone knows nothing of the weather either. */
function expectUnknown(point: LayeredPoint, start: number): void {
  for (const id of INSTANTS)
    expect(point.instants(id, { start, step: HOUR / 2, count: 2 }, new Float64Array(2))).toEqual(
      new Float64Array(2).fill(Number.NaN),
    );
  const axis = { start, step: HOUR, count: 1 };
  expect(point.totals('precipitation', axis, new Float64Array(1))[0]).toBeNaN();
}

/** A read of the place of one spot, by itself. */
function readSpot(shelf: CubeShelf, spots: TrackSpots, i: number, fault: Fault) {
  const { latitudes, longitudes, heights, starts, ends } = spots;
  const wants = WANTS.map(({ id, before }) => {
    // Windows of six hours that end later say something of the hour.
    const after = id === 'probability_6h' ? 6 * HOUR : 0;
    return { id, span: fault === 'gaps' ? ALL : { start: starts[i]! - before, end: ends[i]! + after } };
  });
  const place = { latitude: latitudes[i]!, longitude: longitudes[i]! };
  // How the last total of a part of the ensemble is divided hangs on the first one of the next.
  const ensemble = { start: starts[i]! - 12 * HOUR, end: ends[i]! + 6 * HOUR };
  return readLayers(shelf, NOW, place, Number.isNaN(heights[i]!) ? null : heights[i]!, wants, ensemble);
}

/** Increments of random innovations near each spot, around its time; of some spots none. */
function randomIncrements({ count, latitudes, longitudes, starts }: TrackSpots, random: Random): (Increments | null)[] {
  return Array.from({ length: count }, (_, i) => {
    if (random() < 0.3) return null;
    const now = starts[i]! + (random() - 0.5) * 20 * HOUR;
    const near = Array.from({ length: 3 }, (__, n) => ({
      station: { id: `S${n}`, latitude: latitudes[i]!, longitude: longitudes[i]!, elevation: 100 + 40 * n },
      ...{ time: now - HOUR * random(), distance: 20_000 * random() },
      values: { temperature: 8 * random() - 4, dew_point: random() < 0.2 ? Number.NaN : 8 * random() - 4 },
    }));
    return analyse(near, { elevation: 150, now, radius: FARTHEST });
  });
}

test('a track of random sources is at every spot what a read of the place is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2 ** 30), async (seed) => {
      const random = randomOf(seed);
      const fault = random() < 0.5 ? 'gaps' : 'tears';
      const { shelf, cubes } = storeOf(fault, random);
      const spots = spotsOf(6, random);
      const track = await readTrack(shelf, NOW, spots, WANTS, true, deadlineByHand());
      expect(cubes.map((cube) => cube.readers())).toEqual(cubes.map(() => 0));
      const moment = momentsOf(spots, cubes, random);
      const increments = randomIncrements(spots, random);
      const corrected = correctedTrack(track, increments);
      for (let i = 0; i < spots.count; i++) {
        const read = await readSpot(shelf, spots, i, fault);
        if (read.kind !== 'point') expect(track.states[i]).toBe(read.kind);
        else if (track.states[i] !== 'known') expectUnknown(read.point, spots.starts[i]!);
        else {
          comparePoint(track, read.point, spots, i, moment);
          comparePoint(corrected, correctedPoint(read.point, increments[i]!), spots, i, moment);
          compareChances(track, read.point, spots, i);
        }
      }
    }),
    { numRuns: 60, seed: 20261120 },
  );
});
