/**
 * Precipitation of the members of one run: totals between leads, by the trapezoid rule over sampled rates. Each step of
 * each member stands alone, so files may be asked for in any order and agree to the last bit.
 */

import { createBoundedCache } from '../bounded-cache.js';

export interface RainRun {
  /** mm between two leads of the run, s, float32 [cell]. */
  amount(member: number, start: number, end: number): Float32Array;
}

export interface RainRunOptions {
  readonly cells: number;
  readonly members: number;
  /** Steps of every member that are kept: as many as an amount may span, and one. */
  readonly keptSteps: number;
  /** Leads of the steps, s, ascending. */
  readonly leads: readonly number[];
  /** Time between samples in the step that ends at a lead, s; divides it. */
  sampleSeconds(lead: number): number;
  /** Rates of a member at a lead, mm/h. */
  fill(out: Float32Array, member: number, lead: number): void;
}

export function createRainRun({ cells, members, keptSteps, leads, sampleSeconds, fill }: RainRunOptions): RainRun {
  const bytes = () => 4 * cells;
  const steps = createBoundedCache<string, Float32Array>(keptSteps * members * bytes(), bytes);
  // The last sample of a step is the first of the next.
  const rates = createBoundedCache<string, Float32Array>(2 * members * bytes(), bytes, 2);
  const rateAt = (member: number, lead: number) =>
    rates.get(`${member} ${lead}`, () => {
      const rate = new Float32Array(cells);
      fill(rate, member, lead);
      return rate;
    });
  const stepOf = (member: number, place: number) =>
    steps.get(`${member} ${place}`, () => {
      const [start, end] = [leads[place - 1]!, leads[place]!];
      const sample = sampleSeconds(end);
      const total = new Float32Array(cells);
      let earlier = rateAt(member, start);
      for (let lead = start + sample; lead <= end; lead += sample) {
        const later = lead === end ? rateAt(member, lead) : new Float32Array(cells);
        if (lead !== end) fill(later, member, lead);
        for (let n = 0; n < cells; n++) total[n]! += ((earlier[n]! + later[n]!) * sample) / 7200;
        earlier = later;
      }
      return total;
    });
  return {
    amount(member, start, end) {
      const [first, last] = [leads.indexOf(start), leads.indexOf(end)];
      if (first < 0 || last <= first) throw new RangeError(`the run has no interval from ${start} s to ${end} s`);
      const total = stepOf(member, first + 1).slice();
      for (let place = first + 2; place <= last; place++)
        for (const [n, amount] of stepOf(member, place).entries()) total[n]! += amount;
      return total;
    },
  };
}
