/**
 * Hindcasts: nowcasts of the past, started from frames that are there, compared pixel by pixel with those that came.
 *
 * For each start the motion is taken from three frames, and each lead at which a frame exists is forecast, compared and
 * let go, so that one forecast is in memory at a time. Counts of all starts are pooled by adding.
 */

import { ignoreProgress, type Progress } from '../../base/progress.js';
import type { MotionField } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { estimateMotion } from '../../science/radar/motion/estimate-motion.js';
import type { RateGrid } from '../../science/radar/rate-grid.js';
import { coarseOf, denseOf } from '../../science/radar/tiled-field.js';
import { motionFactorOf } from '../radar/motion-factor.js';
import { categoriesOf, countFields, type LeadCounts, noLeadCounts } from './event-counts.js';
import type { FrameFolder } from './frame-folder.js';
import type { HindcastPlan, PlannedStart } from './hindcast-plan.js';
import { diskNowcast, type NowcastMethod } from './nowcast-method.js';

/** One lead, of all starts that reach it. */
export interface LeadResult {
  readonly lead: number;
  readonly starts: number;
  readonly counts: LeadCounts;
}

/**
 * @param thresholds  mm/h, rising; the lowest is the event of the probability
 * @param method  what is measured; the service's own nowcast if not given
 */
export async function hindcast(
  folder: FrameFolder,
  plan: HindcastPlan,
  thresholds: readonly number[],
  { method = diskNowcast, progress = ignoreProgress }: { method?: NowcastMethod; progress?: Progress } = {},
): Promise<LeadResult[]> {
  const startsOf = (lead: number) => plan.starts.filter((start) => start.leads.some((own) => own.lead === lead)).length;
  const results = new Map(
    plan.leads.map((lead) => [lead, { lead, starts: startsOf(lead), counts: noLeadCounts(thresholds) }]),
  );
  for (const [index, start] of plan.starts.entries()) {
    const at = `start ${index + 1} of ${plan.starts.length}, ${formatInstant(start.time)}`;
    progress({ event: 'start', text: `${at}: motion`, facts: { start: start.time } });
    const motion = await motionBehind(folder, start);
    const field = await folder.field(start.time);
    const categories = categoriesOf(denseOf(field), thresholds);
    for (const { lead, time } of start.leads) {
      progress({ event: 'lead', text: `${at}: ${lead} minutes`, facts: { start: start.time, lead } });
      const { rates, probabilities } = method({ field, categories, motion }, (time - start.time) / 60);
      const observed = categoriesOf(denseOf(await folder.field(time)), thresholds);
      const nowcast = categoriesOf(rates, thresholds);
      countFields(results.get(lead)!.counts, { initial: categories, observed, nowcast, probabilities });
    }
    progress({ event: 'started', text: `${at}: done`, lasting: true, facts: { start: start.time } });
  }
  return [...results.values()];
}

/** A field that does not move, where the frames show too little. */
const STILL: MotionField = {
  rows: 1,
  columns: 1,
  spacing: 1,
  origin: 0,
  u: new Float32Array(1),
  v: new Float32Array(1),
};

/** The motion that the frames show, looked for when it is first asked for. */
async function motionBehind(folder: FrameFolder, start: PlannedStart): Promise<() => MotionField> {
  const { rows, columns } = folder.grid;
  const factor = motionFactorOf(folder.grid);
  const frames: RateGrid[] = [];
  for (const time of start.motionTimes) frames.push(coarseOf(await folder.field(time), factor));
  const options = { factor, nativeRows: rows, nativeColumns: columns };
  let motion: MotionField | null = null;
  return () => {
    motion ??= estimateMotion(frames, start.motionTimes, options).field ?? STILL;
    return motion;
  };
}
