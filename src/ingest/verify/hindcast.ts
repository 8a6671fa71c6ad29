/**
 * Hindcasts: nowcasts of the past, started from frames that are there, compared pixel by pixel with those that came.
 *
 * For each start the motion is taken from three frames, and each lead at which a frame exists is forecast, compared and
 * let go, so that one forecast is in memory at a time. Counts of all starts are pooled by adding.
 */

import { ignoreProgress, type Progress } from '../../base/progress.js';
import { formatInstant } from '../../model/time.js';
import { coarseOf, denseOf } from '../../science/radar/tiled-field.js';
import { categoriesOf, countFields, type LeadCounts, noLeadCounts } from './event-counts.js';
import type { FrameFolder } from './frame-folder.js';
import type { HindcastPlan, PlannedStart } from './hindcast-plan.js';
import { extrapolate, motionFactorOf, motionOf, type NowcastMethod, type NowcastStart } from './nowcast-method.js';

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
  { method = extrapolate, progress = ignoreProgress }: { method?: NowcastMethod; progress?: Progress } = {},
): Promise<LeadResult[]> {
  const startsOf = (lead: number) => plan.starts.filter((start) => start.leads.some((own) => own.lead === lead)).length;
  const results = new Map(
    plan.leads.map((lead) => [lead, { lead, starts: startsOf(lead), counts: noLeadCounts(thresholds) }]),
  );
  for (const [index, start] of plan.starts.entries()) {
    const at = `start ${index + 1} of ${plan.starts.length}, ${formatInstant(start.time)}`;
    progress({ event: 'start', text: `${at}: motion`, facts: { start: start.time } });
    const origin = await startOf(folder, start);
    const initial = categoriesOf(origin.initial.values, thresholds);
    for (const { lead, time } of start.leads) {
      progress({ event: 'lead', text: `${at}: ${lead} minutes`, facts: { start: start.time, lead } });
      const { rates, probabilities } = method({ ...origin, wetness: initial }, (time - start.time) / 60);
      const observed = categoriesOf(denseOf(await folder.field(time)), thresholds);
      const nowcast = categoriesOf(rates, thresholds);
      countFields(results.get(lead)!.counts, { initial, observed, nowcast, probabilities });
    }
    progress({ event: 'started', text: `${at}: done`, lasting: true, facts: { start: start.time } });
  }
  return [...results.values()];
}

async function startOf(folder: FrameFolder, start: PlannedStart): Promise<Omit<NowcastStart, 'wetness'>> {
  const { rows, columns } = folder.grid;
  const factor = motionFactorOf(rows, columns);
  const coarse = [];
  for (const time of start.motionTimes) coarse.push(coarseOf(await folder.field(time), factor));
  const motion = motionOf(coarse, start.motionTimes, { rows, columns });
  const initial = { rows, columns, values: denseOf(await folder.field(start.time)) };
  return { initial, motion };
}
