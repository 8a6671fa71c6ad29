/** Radar along a route, in weather where models and radar disagree: each sample has what the forecast says of its record. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../src/model/element.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { RUN, START } from '../forecast-situation.js';
import { createMemoryCube, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../memory-radar.js';
import { agreementAlong, type Published } from '../route-agreement.js';
import { PLAIN_FIELDS, routeAnswer } from '../route-situation.js';

const PLACE = { latitude: 39, longitude: -89 };
const NOON = RUN + 12 * HOUR;

/** mm of the hour that ends at a time. */
type Amount = (time: number) => number;

interface Weather {
  readonly now: number;
  readonly best: Amount;
  /** mm in three hours of every member, of a run 36 h before the best source's; none by default. */
  readonly members?: Amount;
  /** mm/h of pixels, by a frame two minutes old; a number everywhere. */
  readonly radar: number | ((row: number, column: number) => number);
}

function worldOf({ now, best, members, radar }: Weather): Published {
  const fields = { ...PLAIN_FIELDS, precipitation: best, cape: () => 0 };
  const cubes = [createMemoryCube({ times: timesFrom(START, 48 + 385), referenceTime: RUN, fields })];
  if (members !== undefined) {
    const referenceTime = RUN - 36 * HOUR;
    const times = Array.from({ length: 81 }, (_, k) => referenceTime + 3 * k * HOUR);
    const each = Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [memberElement(i), members] as const);
    cubes.push(createMemoryCube({ dataset: 'gefs', times, referenceTime, fields: Object.fromEntries(each) }));
  }
  const { rows, columns } = SMALL_RADAR_GRID;
  const motion = uniformMotion(rows, columns, 0, 0);
  const rate = typeof radar === 'number' ? () => radar : radar;
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: now - 2 * MINUTE, rate, motion });
  return { now, shelf: shelfOf(...cubes), radar: memoryRadarShelf([frame]), networks: ['mrms'] };
}

/** A stay at the place; epoch seconds. */
function stayAt(...times: readonly number[]) {
  return times.map((time) => ({ ...PLACE, time: new Date(time * 1000).toISOString() }));
}

test('the hour of now, whose quarters begin within it, has the radar in those that are left', async () => {
  const world = worldOf({ now: NOON - 8 * MINUTE, best: (time) => (time === NOON ? 4 : 0), radar: 0 });
  const path = stayAt(NOON - 2 * HOUR, NOON - HOUR, NOON);
  expect((await agreementAlong(world, [path])).differences).toEqual([]);
  const { samples } = await routeAnswer(world, { path, sample: { interval: '1h' }, variables: ['precipitation'] });
  // Of 4 mm the last 8 of 60 minutes are gone.
  expect(samples[1]!.precipitation).toBeGreaterThan(2.5);
  expect(samples[1]!.precipitation).toBeLessThan(3.5);
});

test('where radar fades beside showers the chance of a damp quarter is blended before it is raised', async () => {
  const showers = (row: number, column: number) => Math.max(0, Math.sin(row / 9) * Math.sin(column / 9) - 0.6);
  const world = worldOf({ now: NOON + 7 * MINUTE, best: () => 0.1, radar: showers });
  const path = stayAt(...Array.from({ length: 11 }, (_, k) => NOON + (k + 1) * (HOUR / 4)));
  const walks = [0, 0.12].map((east) =>
    path.map((stay, k) => ({ ...stay, latitude: 39.3 - 0.05 * k, longitude: -89 + east })),
  );
  const { compared, differences } = await agreementAlong(world, walks);
  expect(differences).toEqual([]);
  expect(compared).toBe(22);
});

test('the hour after a quarter with radar is the pooled one, which the members made dry', async () => {
  const world = worldOf({
    now: NOON - 8 * MINUTE,
    best: (time) => (time < NOON ? 0 : time === NOON ? 4 : 12),
    members: (time) => (time <= NOON ? 12 : 0),
    radar: 0,
  });
  const { differences } = await agreementAlong(world, [stayAt(NOON - HOUR / 4, NOON)]);
  expect(differences).toEqual([]);
});

test.each([
  ['all of the next quarters, which the radar alone decides on', [0, 15, 30], { quarter_hourly: 1 }, false],
  ['hours of which radar decides on the first', [0, 15, 6 * 60], { hourly: 6 }, true],
  ['quarters in which radar fades', [0, 90], { quarter_hourly: 2 }, true],
] as const)(
  'chances from amounts alone are warned of where they are shown: %s',
  async (_, minutes, hours, isWarned) => {
    const world = worldOf({ now: NOON + 2 * MINUTE, best: () => 0, radar: 3 });
    const variables = ['precipitation_probability'] as const;
    const path = stayAt(...minutes.map((minute) => NOON + minute * MINUTE));
    const route = await routeAnswer(world, { path, sample: { interval: '1h' }, variables });
    const product = createForecastProduct({ ...world, clock: fixedClock(world.now), log: silentLog });
    const sections = Object.entries(hours).map(([name, count]) => [name, { hours: count, variables }]);
    const forecast = await product.answer({ location: PLACE, ...Object.fromEntries(sections) });
    for (const { warnings } of [route, forecast])
      expect(warnings.some(({ code }) => code === 'uncalibrated_probability')).toBe(isWarned);
  },
);
