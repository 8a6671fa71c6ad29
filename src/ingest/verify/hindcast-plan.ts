/**
 * Which hindcasts a folder of frames allows: starts with frames behind them, leads at which frames exist.
 *
 * Frames come every `cadence` minutes. A lead that is no multiple of it is replaced by the multiples on both sides: on
 * frames every 2 minutes 5 becomes 4 and 6. Motion is taken from frames about ten minutes apart: MRMS repeats half of its
 * pixels from one frame to the next, so that those two minutes apart show half the motion.
 */

import { InvalidRequestError } from '../../base/errors.js';
import { formatInstant } from '../../model/time.js';
import type { FrameFolder } from './frame-folder.js';

export interface PlannedStart {
  /** Valid time of the newest frame, epoch seconds. */
  readonly time: number;
  /** Three frames for the motion, rising; the last is that of the start. */
  readonly motionTimes: readonly number[];
  /** Leads, minutes, and the valid time of the frame to compare with. */
  readonly leads: readonly { readonly lead: number; readonly time: number }[];
}

export interface HindcastPlan {
  readonly starts: readonly PlannedStart[];
  /** Minutes, rising: those that any start reaches. */
  readonly leads: readonly number[];
  /** For people: what was replaced or left out. */
  readonly notes: readonly string[];
}

/**
 * @property leads  minutes
 * @property starts  null: from the first frame on that has frames behind it, every `everyMinutes`
 * @property spacingMinutes  between the frames of the motion; null: 10 minutes, or the cadence where that is 5 or more
 */
export interface PlanOptions {
  readonly leads: readonly number[];
  readonly starts: readonly number[] | null;
  readonly everyMinutes: number;
  readonly spacingMinutes: number | null;
}

type Frames = Pick<FrameFolder, 'times' | 'cadenceMinutes' | 'timeNear'>;

const MOTION_FRAMES = 3;
const MOTION_MINUTES = 10;
/** Radars that report every 5 minutes or more rarely send whole pictures: neighbouring frames show the motion. */
const WHOLE_PICTURE_MINUTES = 5;

/** @throws InvalidRequestError  a start without a frame or without frames behind it; no start that reaches any lead */
export function planHindcast(frames: Frames, options: PlanOptions): HindcastPlan {
  const { leads, notes } = possibleLeads(frames.cadenceMinutes, options.leads);
  const spacing = options.spacingMinutes ?? spacingOf(frames.cadenceMinutes);
  const starts = (options.starts ?? startsEvery(frames, options.everyMinutes, spacing)).map((start) =>
    planStart(frames, start, leads, spacing),
  );
  const longest = Math.max(0, ...starts.flatMap((start) => start.leads.map(({ lead }) => lead)));
  // Of starts that were not asked for one by one, all shall reach the same leads, or scores of leads could not be compared.
  const kept = starts.filter(({ leads: own }) => own.length > 0 && (options.starts || own.at(-1)!.lead === longest));
  if (kept.length === 0) throw refusal('leads', 'no frame lies at any lead after a start that has frames behind it');
  const reached = leads.filter((lead) => kept.some((start) => start.leads.some((own) => own.lead === lead)));
  return { starts: kept, leads: reached, notes: [...notes, ...unreached(leads, reached)] };
}

function spacingOf(cadenceMinutes: number): number {
  return cadenceMinutes >= WHOLE_PICTURE_MINUTES ? cadenceMinutes : MOTION_MINUTES;
}

function possibleLeads(cadence: number, asked: readonly number[]): { leads: number[]; notes: string[] } {
  const leads = new Set<number>();
  const notes: string[] = [];
  for (const lead of asked) {
    const around = [Math.floor(lead / cadence) * cadence, Math.ceil(lead / cadence) * cadence];
    const possible = [...new Set(around)].filter((minutes) => minutes > 0);
    for (const minutes of possible) leads.add(minutes);
    if (around[0] !== lead)
      notes.push(
        `no frame lies at ${lead} minutes, since they come every ${cadence}: ${possible.join(' and ')} instead`,
      );
  }
  return { leads: [...leads].sort((a, b) => a - b), notes };
}

function startsEvery(frames: Frames, everyMinutes: number, spacing: number): number[] {
  const first = frames.times.find((time) => missingBehind(frames, time, spacing) === null);
  if (first === undefined)
    throw refusal(
      'frames',
      `${MOTION_FRAMES} of them must lie ${spacing} minutes apart for the motion; there are ${frames.times.length} from ` +
        `${formatInstant(frames.times[0]!)} to ${formatInstant(frames.times.at(-1)!)}, every ${frames.cadenceMinutes} minutes`,
    );
  const starts: number[] = [];
  for (let time = first; time <= frames.times.at(-1)!; time += everyMinutes * 60) {
    const frame = frames.timeNear(time);
    if (frame !== null && missingBehind(frames, frame, spacing) === null) starts.push(frame);
  }
  return starts;
}

/** The first instant behind a start at which the motion needs a frame and there is none. */
function missingBehind(frames: Frames, start: number, spacing: number): number | null {
  for (let k = 1; k < MOTION_FRAMES; k++) {
    const time = start - k * spacing * 60;
    if (frames.timeNear(time) === null) return time;
  }
  return null;
}

function planStart(frames: Frames, start: number, leads: readonly number[], spacing: number): PlannedStart {
  const time = frames.timeNear(start);
  const missing = time === null ? start : missingBehind(frames, time, spacing);
  if (time === null || missing !== null)
    throw refusal('starts', `${formatInstant(start)} needs a frame at ${formatInstant(missing ?? start)}`);
  const back = Array.from({ length: MOTION_FRAMES }, (_, k) => time - (MOTION_FRAMES - 1 - k) * spacing * 60);
  return {
    time,
    motionTimes: back.map((instant) => frames.timeNear(instant)!),
    leads: leads.flatMap((lead) => {
      const at = frames.timeNear(time + lead * 60);
      return at === null ? [] : [{ lead, time: at }];
    }),
  };
}

function unreached(leads: readonly number[], reached: readonly number[]): string[] {
  const left = leads.filter((lead) => !reached.includes(lead));
  return left.length === 0 ? [] : [`no start has a frame ${left.join(', ')} minutes after it`];
}

function refusal(field: string, rule: string): InvalidRequestError {
  return new InvalidRequestError([{ pointer: `/${field}`, code: 'frames', message: `${field}: ${rule}` }]);
}
