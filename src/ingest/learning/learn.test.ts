/** Learning from a record whose biases and reliabilities are known, up to the published document. */

import { expect, test } from 'vitest';
import { normalFrom, seededRandom } from '../../../test/random-numbers.js';
import { fixedClock } from '../../base/clock.js';
import { ObjectDefectError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { ACCURACY_LEADS } from '../../model/accuracy.js';
import type { AccuracyGroup, AccuracyRecord } from '../../model/accuracy-record.js';
import { PROBABILITY_BINS, probabilityBin } from '../../science/scores.js';
import { RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { createLearnedShelf } from '../../store/learning/learned-store.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { learn } from './learn.js';

const NOW = Date.UTC(2026, 10, 20, 9) / 1000;
const LAST = Math.floor(NOW / 86_400) - 1;
const FIRST = LAST - 149;

interface World {
  /** K, of each station. */
  readonly biases: Readonly<Record<string, number>>;
  /** Share of the forecasts of p that come true. */
  readonly truth: (p: number) => number;
  /** Dates from which on other rows are made. */
  readonly seed?: number;
}

/** Every variable and lead has the bias of its station under a noise of 2 K; the network and one region have probabilities. */
function recordOf({ biases, truth, seed = 1 }: World, simulated = false): AccuracyRecord {
  const stations = Object.keys(biases);
  const made = new Map<string, { readonly rows: Float64Array; readonly width: number }>();
  const rowsOf = (group: AccuracyGroup, interval: '1h' | '1d') => {
    const random = seededRandom(seed + [...`${group} ${interval}`].reduce((sum, c) => 31 * sum + c.charCodeAt(0), 7));
    const layout = RECORD_LAYOUTS[interval];
    const isStation = group.startsWith('station/');
    const width = isStation ? layout.withoutBins : layout.width;
    const rows = new Float64Array((LAST - FIRST + 1) * width);
    const members = isStation ? [group.slice('station/'.length)] : group === 'network' ? stations : [];
    const variables = interval === '1h' ? ['temperature'] : ['temperature_max', 'temperature_min'];
    for (let at = 0; at < rows.length; at += width)
      for (const lead of ACCURACY_LEADS.find((row) => row.interval === interval)!.leads.keys()) {
        for (const variable of variables)
          for (const station of members) {
            const error = biases[station]! + 2 * normalFrom(random);
            const block = at + layout.at(interval, lead, `${variable}_uncorrected` as 'temperature_uncorrected');
            rows[block]! += 1;
            rows[block + 2]! += error;
            rows[block + 3]! += error * error;
          }
        if (group !== 'network' && group !== 'region/humid_east') continue;
        const bins = at + layout.at(interval, lead, 'reliability_uncorrected');
        for (let n = 0; n < 15; n++) {
          const p = random();
          rows[bins + probabilityBin(p)]! += 1;
          rows[bins + probabilityBin(p) + PROBABILITY_BINS]! += p;
          rows[bins + probabilityBin(p) + 2 * PROBABILITY_BINS]! += random() < truth(p) ? 1 : 0;
        }
      }
    return { rows, width };
  };
  return {
    ...{ version: 'v1', createdAt: NOW, firstDay: FIRST, lastDay: LAST, simulated, stations },
    rows: async (group, interval, [first, last]) => {
      const key = `${group} ${interval}`;
      const known = made.get(key) ?? rowsOf(group, interval as '1h' | '1d');
      made.set(key, known);
      const { rows, width } = known;
      return rows.slice((first - FIRST) * width, (last - FIRST + 1) * width);
    },
    headlines: () => Promise.reject(new Error('headlines are not learned from')),
  };
}

const CALM = Object.fromEntries(['EDDB', 'EDDM', 'EDDF', 'EDDH', 'EDDK', 'EDDS'].map((id) => [id, 0]));
const SHIFTED = Object.fromEntries(Object.keys(CALM).map((id) => [id, 0.8]));
const options = { now: NOW, log: silentLog };
const SHIFTED_RECORD = recordOf({ biases: SHIFTED, truth: (p) => p }, true);
const OVERCONFIDENT_RECORD = recordOf({ biases: CALM, truth: (p) => 0.25 + 0.3 * p });

test('a bias of 0.8 K at all stations is published for all variables and leads, and what comes true is left alone', async () => {
  const objects = createMemoryObjects();
  const learned = await learn(objects, SHIFTED_RECORD, options);
  expect(learned).toMatchObject({ simulated: true, lastDay: LAST, createdAt: NOW });
  expect(learned.biases.length).toBeGreaterThanOrEqual(17);
  const all = learned.biases.flatMap(({ biases }) => biases);
  // Six stations of 30 dates have a standard error of 2 / 13.4 = 0.15 K at each lead.
  expect(Math.abs(all.reduce((sum, bias) => sum + bias, 0) / all.length - 0.8)).toBeLessThan(0.12);
  expect(learned.calibrations).toEqual([]);
  const shelf = createLearnedShelf({ objects, clock: fixedClock(NOW), log: silentLog });
  expect(await shelf.newest()).toEqual(learned);
});

test('without a bias few stations are corrected, and overconfident chances are calibrated where there are pairs', async () => {
  const objects = createMemoryObjects();
  const learned = await learn(objects, OVERCONFIDENT_RECORD, options);
  expect(learned.biases.length).toBeLessThanOrEqual(5);
  expect(learned.calibrations).toHaveLength(2 * 21);
  expect(new Set(learned.calibrations.map(({ group }) => group))).toEqual(new Set(['network', 'humid_east']));
  for (const { given, said } of learned.calibrations) {
    const middle = given.findIndex((p) => p > 0.7 && p < 0.8);
    expect(said[middle]!).toBeGreaterThan(0.3);
    expect(said[middle]!).toBeLessThan(0.65);
  }
});

test('the document of 308 stations and all leads is below 1 MB', async () => {
  const objects = createMemoryObjects();
  const { biases } = await learn(objects, SHIFTED_RECORD, options);
  const { calibrations } = await learn(objects, OVERCONFIDENT_RECORD, { ...options, now: NOW + 1 });
  const lengthOf = (rows: readonly object[]) => JSON.stringify(rows, null, 1).length;
  const [perStation, perGroup] = [lengthOf(biases) / Object.keys(SHIFTED).length, lengthOf(calibrations) / 2];
  // Deeper in the document each line is indented by four more.
  expect(1.5 * (308 * perStation + 10 * perGroup)).toBeLessThan(1_000_000);
});

test('a damaged record publishes nothing, and damaged corrections of yesterday stop nothing', async () => {
  const objects = createMemoryObjects();
  const record = SHIFTED_RECORD;
  const damaged = { ...record, rows: () => Promise.reject(new ObjectDefectError('accuracy/2026-11', 0, 'crc32c')) };
  await expect(learn(objects, damaged, options)).rejects.toMatchObject({ tag: 'object-defect' });
  expect(objects.contents.size).toBe(0);
  const { version } = await learn(objects, record, { ...options, now: NOW - 86_400 });
  objects.contents.set(`learned-corrections/${version}/zarr.json`, new TextEncoder().encode('{'));
  expect((await learn(objects, record, options)).biases.length).toBeGreaterThanOrEqual(17);
});

test('a record that was learned from is not learned from again, a newer one is', async () => {
  const objects = createMemoryObjects();
  const { version } = await learn(objects, SHIFTED_RECORD, options);
  const hourLater = { ...options, now: NOW + 3600 };
  expect((await learn(objects, SHIFTED_RECORD, hourLater)).version).toBe(version);
  const newer = { ...SHIFTED_RECORD, createdAt: NOW + 1800 };
  expect((await learn(objects, newer, hourLater)).version).not.toBe(version);
});

test('a record without dates publishes a document without corrections', async () => {
  const objects = createMemoryObjects();
  const empty = { ...SHIFTED_RECORD, lastDay: FIRST - 1 };
  expect(await learn(objects, empty, options)).toMatchObject({ biases: [], calibrations: [] });
});
