/**
 * The hindcast tool against an independent one: persistence scored by pysteps' conditions on the same real frames must have
 * the same figures, and the nowcast must not be worse than pysteps' own. Figures: docs/methods/nowcast.md.
 */

import { expect } from 'vitest';
import { openFrames } from '../../src/ingest/verify/frame-folder.js';
import { hindcast } from '../../src/ingest/verify/hindcast.js';
import { planHindcast } from '../../src/ingest/verify/hindcast-plan.js';
import { type LeadScores, leadScores, type MethodScores } from '../../src/ingest/verify/lead-scores.js';
import { bilinearNowcast, type NowcastMethod } from '../../src/ingest/verify/nowcast-method.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const KNMI = sharedData('radar', 'knmi-composite-20100826');
const FMI = sharedData('radar', 'fmi-20170509');
const MRMS = sharedData('radar', 'mrms-preciprate-20190610');
const FMI_STARTS = ['10:55', '11:05', '11:15', '11:25', '11:35', '11:45', '11:55', '12:05'];
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
  'persistence of the 8 starts on FMI has the figures of the independent scoring',
  async () => {
    const scores = await scoresOf(FMI, [5, 30, 115], FMI_STARTS, silent);
    expect(scores.map(facts)).toEqual([
      {
        ...{ lead: 5, starts: 8, pairs: 5_639_328 },
        scores: ['0.504 0.671 0.331 1.003', '0.245 0.392 0.605 0.992', '0.068 0.127 0.873 0.999'],
      },
      {
        ...{ lead: 30, starts: 8, pairs: 5_639_328 },
        scores: ['0.132 0.236 0.769 1.024', '0.022 0.041 0.957 0.951', '0.004 0.008 0.992 1.039'],
      },
      {
        ...{ lead: 115, starts: 8, pairs: 5_639_328 },
        scores: ['0.124 0.233 0.789 1.107', '0.023 0.044 0.954 0.970', '0.001 0.003 0.997 1.048'],
      },
    ]);
  },
  60_000,
);

/** By lead: CSI at 0.1, 1 and 5 mm/h of pysteps and of bilinear extrapolation with our motion, and the Brier score of pysteps. */
type Bar = readonly [lead: number, pysteps: readonly number[], bilinear: readonly number[], brier: number];

const ON_FMI: readonly Bar[] = [
  [5, [0.688, 0.459, 0.243], [0.685, 0.457, 0.241], 0.0279],
  [15, [0.525, 0.267, 0.053], [0.52, 0.268, 0.061], 0.053],
  [30, [0.369, 0.167, 0.01], [0.368, 0.168, 0.014], 0.0705],
  [60, [0.201, 0.077, 0.003], [0.209, 0.08, 0.004], 0.0773],
  [90, [0.12, 0.031, 0], [0.131, 0.036, 0.002], 0.0784],
  [115, [0.085, 0.015, 0.001], [0.096, 0.019, 0.001], 0.0778],
];
const ON_KNMI: readonly Bar[] = [
  [5, [0.912, 0.777, 0.485], [0.918, 0.795, 0.518], 0.0359],
  [15, [0.82, 0.585, 0.211], [0.834, 0.618, 0.253], 0.0739],
  [30, [0.738, 0.456, 0.074], [0.75, 0.484, 0.102], 0.1045],
  [60, [0.646, 0.332, 0.015], [0.656, 0.345, 0.017], 0.1467],
  [90, [0.59, 0.263, 0.011], [0.593, 0.281, 0.01], 0.1772],
  [115, [0.555, 0.22, 0.008], [0.553, 0.238, 0.009], 0.1954],
];

/** What is lost at most against pysteps and bilinear, and that of rounding in the figures. */
const [BELOW_PYSTEPS, BELOW_BILINEAR, ROUNDED] = [0.005, 0.01, 0.0005];

function expectHeld(scores: readonly LeadScores[], bars: readonly Bar[]): void {
  expect(scores.map(({ lead }) => lead)).toEqual(bars.map(([lead]) => lead));
  for (const [index, [lead, pysteps, bilinear, brier]] of bars.entries()) {
    const { events, brierScore } = scores[index]!.nowcast;
    for (const [k, { threshold, criticalSuccessIndex }] of events.entries()) {
      const least = Math.max(pysteps[k]! - BELOW_PYSTEPS, bilinear[k]! - BELOW_BILINEAR);
      expect(criticalSuccessIndex, `${threshold} mm/h, ${lead} min`).toBeGreaterThan(least - ROUNDED);
    }
    expect(brierScore, `Brier score, ${lead} min`).toBeLessThan(brier);
  }
}

testWithSharedData(
  'in small showers and in widespread rain the nowcast holds against pysteps and bilinear at all leads',
  async () => {
    const leads = [5, 15, 30, 60, 90, 115];
    expectHeld(await scoresOf(FMI, leads, FMI_STARTS), ON_FMI);
    expectHeld(await scoresOf(KNMI, leads, null), ON_KNMI);
  },
  1_800_000,
);

testWithSharedData(
  'on MRMS the nowcast of one start is better than bilinear extrapolation, and than persistence',
  async () => {
    const [score] = await scoresOf(MRMS, [30], ['00:20']);
    const [bilinear] = await scoresOf(MRMS, [30], ['00:20'], bilinearNowcast);
    for (const [k, event] of score!.nowcast.events.entries()) {
      expect(event.criticalSuccessIndex).toBeGreaterThan(bilinear!.nowcast.events[k]!.criticalSuccessIndex);
      expect(event.criticalSuccessIndex).toBeGreaterThan(score!.persistence.events[k]!.criticalSuccessIndex);
    }
  },
  900_000,
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
