/**
 * Where radar shows a place, forecast, nowcast and route say the same of the next hours: properties over random frames,
 * models, places and minutes, all through the products.
 */

import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../src/model/element.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { createNowcastProduct } from '../../src/products/nowcast/nowcast.js';
import { column } from '../answer-columns.js';
import { RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../memory-radar.js';
import { PLAIN_FIELDS } from '../route-situation.js';

/** A world of showers in the frame, and of other showers in the models. */
function worldOf(seed: number) {
  const random = seededRandom(seed);
  const now = RUN + 10 * 3600 + Math.floor(random() * 7200);
  const age = Math.floor(random() * 1500);
  const validTime = now - age;
  const { rows, columns } = SMALL_RADAR_GRID;
  const [wave, height, cut] = [10 + 40 * random(), 12 * random() ** 2, random() * 2 - 1];
  const rate = (row: number, col: number) =>
    Math.max(0, height * (Math.sin(row / wave) + Math.sin(col / wave + seed) - cut));
  const motion = uniformMotion(rows, columns, 2 * random() - 1, 2 * random() - 1);
  const frame = radarFrame({ dataset: 'mrms-rate', validTime, rate, motion });
  const wet = 3 * random() - 1;
  const modelled: FieldOf = (t) => Math.max(0, wet + 2 * Math.sin(t / 4000 + seed));
  const members = Array.from(
    { length: ENSEMBLE_MEMBERS },
    (_, i) => [memberElement(i), (t: number) => Math.max(0, (i % 7) / 7 + wet + Math.sin(t / 9000 + i / 5))] as const,
  );
  const shelf = shelfOf(
    createMemoryCube({
      times: timesFrom(START, 48 + 385),
      referenceTime: RUN,
      fields: { ...PLAIN_FIELDS, precipitation: modelled, cape: () => 0 },
    }),
    createMemoryCube({
      dataset: 'gefs',
      times: Array.from({ length: 81 }, (_, k) => RUN + k * 3 * 3600),
      referenceTime: RUN,
      fields: Object.fromEntries(members),
    }),
  );
  const common = {
    shelf,
    radar: memoryRadarShelf([frame]),
    networks: ['mrms'] as const,
    clock: fixedClock(now),
    log: silentLog,
  };
  const place = { latitude: 38.1 + 1.8 * random(), longitude: -89.9 + 1.8 * random() };
  return { now, place, nowcast: createNowcastProduct(common), forecast: createForecastProduct(common) };
}

test('a quarter hour is the sum of the minutes of the nowcast, and is as wet', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { now, place, nowcast, forecast } = worldOf(seed);
    const issued = await nowcast.issue(place, now);
    const answer = await forecast.answer({
      location: place,
      quarter_hourly: { hours: 3, variables: ['precipitation', 'precipitation_probability', 'condition'] },
    });
    const { labels } = answer.quarter_hourly!;
    const amounts = column(answer.quarter_hourly!, 'precipitation');
    const chances = column(answer.quarter_hourly!, 'precipitation_probability');
    for (let k = 1; k < labels.length; k++) {
      const start = Date.parse(labels[k]!) / 1000;
      const first = (start - issued.start) / 60;
      if (first < 0 || first + 15 > issued.rates.length) continue;
      const sum = issued.rates.subarray(first, first + 15).reduce((all, rate) => all + rate / 60, 0);
      expect(Math.abs(Number(amounts[k]) - sum), `${seed} ${k}`).toBeLessThan(0.005001);
      const most = Math.max(...issued.chances.subarray(first, first + 15));
      expect([seed, k, chances[k]]).toEqual([seed, k, Math.round(most * 100)]);
    }
  }
});
