/**
 * The steps that a cube is made of: those of its run, for the past the shortest leads of the runs before it, and after a
 * run that is shorter than the one before it, that one's later leads. Pure.
 *
 * A step of the past belongs to the newest run before it that has it, with a lead above 0: an analysis has no totals
 * behind it. GFS (every 6 h, hourly): leads 1 to 6 h of each run. AQM (06 and 12 UTC, hourly): leads 1 to 6 h of the
 * one, 1 to 18 h of the other.
 */

import type { FeedPart, ModelFeed } from '../sources/model-feed.js';
import { runsBefore } from '../sources/runs.js';

/** One step of one run. */
export interface StepOfRun {
  /** Epoch seconds. */
  readonly referenceTime: number;
  /** Seconds. */
  readonly lead: number;
}

export interface FeedRuns {
  readonly feed: ModelFeed;
  readonly baseUrl: string;
  /** Only these leads, s; null: all that the feed has. */
  readonly leads: readonly number[] | null;
}

/** What is to be fetched of a run, in the order of its leads. */
export function partsOfRun({ feed, baseUrl, leads }: FeedRuns, referenceTime: number): FeedPart[] {
  const parts = feed.partsOf(baseUrl, referenceTime);
  if (leads === null) return [...parts];
  const kept = new Set(leads);
  return parts
    .map((part) => ({ ...part, leads: part.leads.filter((lead) => kept.has(lead)) }))
    .filter((part) => part.leads.length > 0);
}

export function stepsOfPart({ referenceTime, leads }: FeedPart): StepOfRun[] {
  return leads.map((lead) => ({ referenceTime, lead }));
}

export function stepsOfRun(runs: FeedRuns, referenceTime: number): StepOfRun[] {
  return partsOfRun(runs, referenceTime).flatMap(stepsOfPart);
}

export function timesOf({ referenceTime, lead }: StepOfRun): { referenceTime: number; validTime: number } {
  return { referenceTime, validTime: referenceTime + lead };
}

/**
 * Parts of earlier runs that the past of the run is made of, cut to the leads that are needed, oldest first; the last of
 * them ends at the run's own time. None for a feed without past.
 */
export function partsOfPast(runs: FeedRuns, referenceTime: number): FeedPart[] {
  const { pastSeconds } = runs.feed;
  if (pastSeconds <= 0) return [];
  const first = referenceTime - pastSeconds;
  const taken = new Set<number>();
  const found: FeedPart[] = [];
  for (let run = runBefore(runs.feed, referenceTime); ; run = runBefore(runs.feed, run)) {
    const parts = partsOfRun({ ...runs, leads: null }, run); // the past is whole in a test of a short run, too
    found.unshift(...parts.flatMap((part) => cutToPast(part, first, referenceTime, taken)));
    const shortest = Math.min(...parts.flatMap(({ leads }) => leads).filter((lead) => lead > 0));
    if (!(run + shortest > first)) return found;
  }
}

/**
 * The parts of the run before that go on where this one ends. Their first step is at this one's last time, for totals to
 * be taken apart. None where the feed does not want it, or the run before reaches no further.
 */
export function partsOfTail(runs: FeedRuns, referenceTime: number): FeedPart[] {
  if (!runs.feed.continues) return [];
  const timesIn = (run: number): number[] => stepsOfRun(runs, run).map((step) => timesOf(step).validTime);
  const before = runBefore(runs.feed, referenceTime);
  const end = Math.max(...timesIn(referenceTime));
  if (Math.max(...timesIn(before)) <= end) return [];
  return partsOfRun(runs, before)
    .map((part) => ({ ...part, leads: part.leads.filter((lead) => before + lead >= end) }))
    .filter(({ leads }) => leads.length > 0);
}

/** Reference time of the run after this one. */
export function runAfter(feed: ModelFeed, referenceTime: number): number {
  const { every } = feed.cycle;
  let time = referenceTime + every;
  while (runsBefore(feed, time, 1)[0]! <= referenceTime) time += every;
  return runsBefore(feed, time, 1)[0]!;
}

function runBefore(feed: ModelFeed, referenceTime: number): number {
  return runsBefore(feed, referenceTime - 1, 1)[0]!;
}

/** The leads of the part whose times no newer run has taken. */
function cutToPast(part: FeedPart, first: number, last: number, taken: Set<number>): FeedPart[] {
  const leads = part.leads.filter((lead) => {
    const time = part.referenceTime + lead;
    return lead > 0 && time >= first && time <= last && !taken.has(time);
  });
  for (const lead of leads) taken.add(part.referenceTime + lead);
  return leads.length === 0 ? [] : [{ ...part, leads }];
}

/** The lead that a run's static fields come with, by its reference time: lead 0, or the first there is. */
export function leadsOfStatics({ feed, baseUrl }: FeedRuns): (referenceTime: number) => number {
  const known = new Map<number, number>(); // 80 parts of GEFS ask, and each answer lists its 2480 files
  return (referenceTime) => {
    const lead =
      known.get(referenceTime) ?? Math.min(...feed.partsOf(baseUrl, referenceTime).flatMap(({ leads }) => leads));
    known.set(referenceTime, lead);
    return lead;
  };
}

/** The axis of the run's cube, epoch seconds ascending: the times of the past, of the run, and of what goes on after it. */
export function timeAxis(runs: FeedRuns, referenceTime: number): number[] {
  const others = [...partsOfPast(runs, referenceTime), ...partsOfTail(runs, referenceTime)];
  const steps = [...others.flatMap(stepsOfPart), ...stepsOfRun(runs, referenceTime)];
  return [...new Set(steps.map((step) => timesOf(step).validTime))].sort((a, b) => a - b);
}
