/**
 * Work that many ask for and that takes its time: of each who asks only so much is under way, the rest waits in a line of its
 * own. So one who asks for a thousand things waits for himself, and who asks for one is behind a few of each other's.
 */

import { ProblemError } from './problem.js';

export interface FairShare {
  /** @throws ProblemError  too much of `who` waits already; or what `work` throws */
  run<Value>(who: string, work: () => Promise<Value>): Promise<Value>;
}

export interface FairShareOptions {
  /** Of each. */
  readonly atOnce: number;
  /** In the line of each. */
  readonly mostWaiting: number;
}

const RETRY_SECONDS = '2';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createFairShare({ atOnce, mostWaiting }: FairShareOptions): FairShare {
  /** Of those of whom something is under way. */
  const lines = new Map<string, Line>();

  function lineOf(who: string): Line {
    const line = lines.get(who) ?? { running: 0, waiting: [] };
    lines.set(who, line);
    return line;
  }

  /** What ends hands its place on, so that nothing slips in between. */
  function pass(who: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) next();
    else if (--line.running === 0) lines.delete(who);
  }

  return {
    async run(who, work) {
      const line = lineOf(who);
      if (line.running < atOnce) line.running++;
      else if (line.waiting.length >= mostWaiting) throw tooMuch();
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        pass(who, line);
      }
    },
  };
}

export interface DistinctLimit {
  /** @throws ProblemError  `who` has too many other things under way; or what `work` throws */
  run<Value>(who: string, thing: string, work: () => Promise<Value>): Promise<Value>;
}

/** Of each who asks only so many different things are under way; more are refused at once, the same ones are not. */
export function createDistinctLimit(most: number): DistinctLimit {
  /** Of those of whom something is under way: how often each thing is. */
  const underWay = new Map<string, Map<string, number>>();
  return {
    async run(who, thing, work) {
      const things = underWay.get(who) ?? new Map<string, number>();
      const times = things.get(thing) ?? 0;
      if (times === 0 && things.size >= most) throw tooMuch();
      underWay.set(who, things.set(thing, times + 1));
      try {
        return await work();
      } finally {
        const left = things.get(thing)! - 1;
        if (left > 0) things.set(thing, left);
        else things.delete(thing);
        if (things.size === 0) underWay.delete(who);
      }
    },
  };
}

function tooMuch(): ProblemError {
  const detail = 'too much of what this credential has asked for is still under way';
  return new ProblemError('product-unavailable', detail, { 'retry-after': RETRY_SECONDS });
}
