import { expect, test } from 'vitest';
import { createMemoryCube, type MemoryCubeOptions, timesFrom } from '../../../test/memory-cube.js';
import type { RouteSample } from '../../model/route.js';
import { HOUR } from '../../model/time.js';
import type { LayeredTrack, TrackSource } from '../../query/track/track.js';
import { createNotices } from '../notices.js';
import { addHeightNotices, type HeightFacts } from './height-notices.js';
import { addNullNotices, addReachNotices, addWeatherNotices } from './notices.js';
import { planOf } from './plan.js';
import type { RouteRequest } from './request.js';
import { addTrackNotices, isStaleAlong, updatedAtOf } from './track-notices.js';

const RUN = Date.UTC(2026, 10, 20) / 1000;
const NOW = RUN + 10 * HOUR;
const PATH = [
  { latitude: 52, longitude: 13 },
  { latitude: 53, longitude: 13 },
];
const planWith = (request: Partial<RouteRequest> = {}) => planOf({ path: PATH, ...request }, NOW);

type Standing = Partial<Omit<TrackSource, 'description'>> & Partial<MemoryCubeOptions>;

function sourceOf({
  dataset = 'gfs',
  late = false,
  used = 3,
  degraded = 0,
  defective = 0,
  overdue = 0,
  ...cube
}: Standing) {
  const { description } = createMemoryCube({ times: timesFrom(RUN, 100), fields: {}, dataset, ...cube });
  return { dataset, description, late, used, degraded, defective, overdue };
}

const trackOf = (...sources: Standing[]) =>
  ({
    sources: sources.map(sourceOf),
    unopened: [],
    rises: new Float64Array(3),
    has: () => true,
  }) as unknown as LayeredTrack;

const SAMPLES = {
  count: 3,
  times: Float64Array.of(NOW, NOW + 900, NOW + 1800),
  latitudes: Float64Array.of(52, 52.5, 53),
  longitudes: Float64Array.of(13, 13, 13),
  distances: Float64Array.of(0, 55_000, 111_000),
  waypoints: Uint8Array.of(1, 0, 1),
};

const gather = (add: (notices: ReturnType<typeof createNotices>) => void) => {
  const notices = createNotices();
  add(notices);
  return notices.list();
};
const ofTrack = (track: LayeredTrack, causes: Parameters<typeof addTrackNotices>[4] = [null, null, null]) =>
  gather((notices) => addTrackNotices(notices, NOW, track, SAMPLES, causes));

for (const [sources, stale, codes] of [
  [[{}], false, []],
  [[{ late: true }], true, ['stale_data']],
  [[{ late: true }, { dataset: 'ecmwf-ifs' }], false, ['model_degraded']],
  [[{ late: true }, { dataset: 'ecmwf-ifs', used: 0 }], true, ['stale_data']],
  [[{ late: true }, { dataset: 'gefs' }], true, ['stale_data']],
  [[{ used: 0 }], false, []],
  [[{ simulated: true }], false, ['simulated_data']],
] as const)
  test(`sources ${JSON.stringify(sources)} are ${stale ? '' : 'not '}stale and warn of ${codes}`, () => {
    const track = trackOf(...sources);
    expect(isStaleAlong(track)).toBe(stale);
    expect(ofTrack(track).map(({ code }) => code)).toEqual(codes);
  });

test('what was used last is when the answer was made; nothing used is never', () => {
  const sources = [
    { createdAt: 5 },
    { dataset: 'nbm', createdAt: 7 },
    { dataset: 'hrrr', createdAt: 9, used: 0 },
  ] as const;
  expect(updatedAtOf(trackOf(...sources))).toBe(7);
  expect(updatedAtOf(trackOf({ used: 0 }))).toBeNull();
});

test('overdue sources are named where others answered, and not where nothing did', () => {
  const track = trackOf({ dataset: 'ecmwf-ifs', overdue: 2 }, { dataset: 'gfs', overdue: 1 });
  expect(ofTrack(track, ['late', null, null])).toEqual([
    {
      code: 'model_degraded',
      message: 'ECMWF IFS did not answer in time at 1 sample; others answer where they can.',
      source: 'ecmwf-ifs',
      count: 1,
    },
  ]);
});

test('damage, lateness and overdue sources share a warning that names all of them', () => {
  const track = trackOf(
    { degraded: 1 },
    { dataset: 'ecmwf-ifs', used: 0, defective: 3 },
    { dataset: 'nbm', overdue: 2 },
  );
  const [warning] = ofTrack(track);
  expect(warning).toMatchObject({ code: 'model_degraded', source: 'gfs, ecmwf-ifs, nbm', count: 2 });
  expect(warning!.message).toContain('The newest run of GFS cannot be read along parts of the route');
  expect(warning!.message).toContain('The stored runs of ECMWF IFS cannot be read along parts of the route');
});

test('sources that could not even be opened are named: damage always, lateness where others answered', () => {
  const unopened = [
    { dataset: 'nbm', cause: 'defective' },
    { dataset: 'ecmwf-ifs', cause: 'overdue' },
  ] as const;
  const track = { ...trackOf({}), unopened };
  expect(ofTrack(track).map(({ code, source }) => [code, source])).toEqual([['model_degraded', 'nbm, ecmwf-ifs']]);
  expect(ofTrack(track, ['late', 'late', 'late']).map(({ source }) => source)).toEqual(['nbm']);
});

const journeyWith = (more: object) =>
  ({ samples: SAMPLES, isTruncated: false, lastWithin: 2, profile: { count: 0, unknown: 0 }, ...more }) as never;

test('a route beyond the horizon is truncated, and one beyond the data is told where that ends', () => {
  const causes = [null, 'after', 'beyond'] as const;
  const warnings = gather((notices) =>
    addReachNotices(notices, planWith(), journeyWith({ isTruncated: true }), trackOf({}), causes),
  );
  expect(warnings.map(({ code, count }) => [code, count])).toEqual([
    ['route_truncated', undefined],
    ['horizon_reduced', 1],
    ['sample_unavailable', 2],
  ]);
  expect(warnings[0]!.message).toContain('2026-12-06T10:00:00Z');
  expect(warnings[1]!.message).toContain('2026-11-24T03:00:00Z'); // the run and 99 hours
});

const ofHeights = (facts: Partial<HeightFacts>) => {
  const standard = { plan: planWith(), journey: journeyWith({}), heights: new Float64Array(3), track: trackOf({}) };
  return gather((notices) =>
    addHeightNotices(notices, { ...standard, temperatures: Float64Array.of(280, 281, 282), ...facts }),
  );
};

test('unknown heights are counted by sample; an unknown profile is said to be flat', () => {
  const heights = Float64Array.of(100, Number.NaN, Number.NaN);
  const plan = planWith({ travel: { mode: 'hiking' } });
  const journey = journeyWith({ profile: { count: 557, unknown: 12 } });
  expect(ofHeights({ plan, journey, heights })).toEqual([
    {
      code: 'elevation_unavailable',
      message:
        "The height of 2 samples is not known; values there are for the models' own ground. The height of 12 of the " +
        '557 points that the pace of hiking follows is not known; the way there counts as flat.',
      count: 2,
    },
  ]);
});

for (const [variables, codes] of [
  [['temperature'], ['elevation_clamped']],
  [['pressure'], []],
] as const)
  test(`a ground far from that of the models is told to ${variables}: ${codes.length > 0}`, () => {
    const track = { ...trackOf({}), rises: Float64Array.of(0, -2600, 0) };
    const warnings = ofHeights({ plan: planWith({ variables }), track });
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

const UNKNOWN = Number.NaN;
for (const [why, count, facts, sources] of [
  ['the only source has no ground', 3, {}, [{}]],
  ['the Blend is made for the place', undefined, {}, [{ dataset: 'nbm' }]],
  ['a source beside the Blend has no ground', 3, {}, [{ dataset: 'nbm' }, {}]],
  ['that source ends before', 1, {}, [{ dataset: 'nbm' }, { times: timesFrom(RUN, 11) }]],
  ['that source is not read', undefined, {}, [{ dataset: 'nbm' }, { used: 0 }]],
  ['no temperature is there to be moved', 1, { temperatures: Float64Array.of(280, UNKNOWN, UNKNOWN) }, [{}]],
  ['no variable changes with height', undefined, { plan: planWith({ variables: ['pressure'] }) }, [{}]],
] as const)
  test(`values that are not moved to the height of the place are told at ${count} samples when ${why}`, () => {
    const track = { ...trackOf(...sources), rises: new Float64Array(3).fill(UNKNOWN) };
    const [warning] = ofHeights({ ...facts, track });
    expect(warning?.count).toBe(count);
    if (count !== undefined) expect(warning).toMatchObject({ code: 'elevation_unavailable' });
  });

test('what is null is partial, lacking or without a feed, and named', () => {
  const variables = ['temperature', 'pressure', 'cloud_cover', 'air_quality_index'] as const;
  const sample = (temperature: number | null, status = 'ok') =>
    ({ status, temperature, pressure: null, cloud_cover: 5, air_quality_index: null }) as unknown as RouteSample;
  const track = { ...trackOf({}), has: (id: string) => id !== 'pressure_msl' };
  const samples = [sample(3), sample(null), sample(null, 'unavailable')];
  const warnings = gather((notices) => addNullNotices(notices, planWith({ variables }), samples, track));
  expect(warnings.map(({ code, variables: named, count }) => [code, named, count])).toEqual([
    ['partial_data', ['temperature'], 1],
    ['variable_unavailable', ['pressure'], undefined],
    ['air_quality_unavailable', ['air_quality_index'], undefined],
  ]);
});

test('stand-ins are warned of where they are shown', () => {
  const notes = { estimatedGusts: true, uncalibrated: true };
  const codesOf = (variables: RouteRequest['variables']) =>
    gather((notices) => addWeatherNotices(notices, planWith(variables && { variables }), notes)).map(
      ({ code }) => code,
    );
  expect(codesOf(undefined)).toEqual(['estimated_gust', 'uncalibrated_probability']);
  expect(codesOf(['condition'])).toEqual(['estimated_gust']);
});
