/**
 * The hindcast tool against an independent one: persistence scored by pysteps' conditions on the same real frames must have
 * the same figures, and the nowcast must not be worse than pysteps' own. Figures: docs/methods/nowcast.md.
 */

import { expect } from 'vitest';
import { openFrames } from '../../src/ingest/verify/frame-folder.js';
import { hindcast } from '../../src/ingest/verify/hindcast.js';
import { planHindcast } from '../../src/ingest/verify/hindcast-plan.js';
import { type LeadScores, leadScores, type MethodScores } from '../../src/ingest/verify/lead-scores.js';
import type { NowcastMethod } from '../../src/ingest/verify/nowcast-method.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const KNMI = sharedData('radar', 'knmi-composite-20100826');
const MRMS = sharedData('radar', 'mrms-preciprate-20190610');
const THRESHOLDS = [0.1, 1, 5];

/** No nowcast anywhere: the fixed mask then compares persistence, and nothing has to be forecast. */
const silent: NowcastMethod = ({ field }) => {
  const nothing = new Float32Array(field.rows * field.columns).fill(Number.NaN);
  return { rates: nothing, probabilities: nothing };
};

async function scoresOf(directory: string, leads: number[], starts: string[] | null, method?: NowcastMethod) {
  const folder = await openFrames(directory);
  const day = folder.times[0]! - (folder.times[0]! % 86_400);
  const times = starts?.map((start) => day + Number(start.slice(0, 2)) * 3600 + Number(start.slice(3)) * 60) ?? null;
  const plan = planHindcast(folder, { leads, starts: times, everyMinutes: 30, spacingMinutes: null });
  const results = await hindcast(folder, plan, THRESHOLDS, method === undefined ? {} : { method });
  return results.map((result) => leadScores(result, method === silent ? 'fixed' : 'common'));
}

const printed = ({ events }: MethodScores) =>
  events.map((event) =>
    [event.criticalSuccessIndex, event.probabilityOfDetection, event.falseAlarmRatio, event.frequencyBias]
      .map((score) => score.toFixed(3))
      .join(' '),
  );

const facts = ({ lead, starts, pairs, persistence }: LeadScores) => ({
  ...{ lead, starts, pairs },
  scores: printed(persistence),
});

testWithSharedData('persistence of the 12 starts on KNMI has the figures of the independent scoring', async () => {
  const scores = await scoresOf(KNMI, [5, 30, 115], null, silent);
  expect(scores.map(facts)).toEqual([
    {
      ...{ lead: 5, starts: 12, pairs: 1_646_748 },
      scores: ['0.813 0.899 0.105 1.004', '0.537 0.699 0.302 1.001', '0.210 0.353 0.659 1.036'],
    },
    {
      ...{ lead: 30, starts: 12, pairs: 1_646_748 },
      scores: ['0.583 0.738 0.265 1.005', '0.220 0.353 0.631 0.956', '0.018 0.035 0.964 0.977'],
    },
    {
      ...{ lead: 115, starts: 12, pairs: 1_646_748 },
      scores: ['0.454 0.634 0.385 1.030', '0.118 0.200 0.777 0.897', '0.003 0.006 0.992 0.812'],
    },
  ]);
});

testWithSharedData(
  'persistence over 50 minutes on MRMS has the figures of the independent scoring',
  async () => {
    const scores = await scoresOf(MRMS, [50], ['00:20'], silent);
    expect(scores.map(facts)).toEqual([
      {
        ...{ lead: 50, starts: 1, pairs: 15_743_443 },
        scores: ['0.392 0.572 0.446 1.031', '0.296 0.470 0.556 1.059', '0.066 0.130 0.883 1.106'],
      },
    ]);
  },
  30_000,
);

testWithSharedData(
  'an hour ahead the nowcast of two starts on KNMI is better than pysteps, and than persistence',
  async () => {
    // CSI at 0.1 mm/h of pysteps' extrapolation and of persistence, by start.
    for (const [start, pysteps, persistence] of [
      ['02:10', 0.56, 0.363],
      ['04:40', 0.701, 0.644],
    ] as const) {
      const [score] = await scoresOf(KNMI, [60], [start]);
      expect(score!.nowcast.events[0]!.criticalSuccessIndex).toBeGreaterThan(pysteps);
      expect(score!.persistence.events[0]!.criticalSuccessIndex).toBeCloseTo(persistence, 1);
      expect(score!.nowcast.brierScore).toBeLessThan(score!.persistence.brierScore / 2);
    }
  },
);
