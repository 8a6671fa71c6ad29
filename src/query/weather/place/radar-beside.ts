/**
 * Phase, hail and lightning of quarter hours in which radar counts, from its flags and from grids beside its rate, minute by
 * minute as in the nowcast (docs/methods/nowcast-answer.md). Without such grids the models' phase stands.
 */

import { HOUR, MINUTE } from '../../../model/time.js';
import { fadedHailChance } from '../../../science/radar/hail.js';
import { leadOf } from '../../radar/departures.js';
import type { BesideRain, RadarView } from '../../radar/radar-view.js';
import { QUARTER } from '../../time/series.js';
import { largest } from '../gusts.js';
import type { HourPhases, PhaseShares } from '../phase.js';
import type { RadarQuarters } from './radar-layer.js';
import { isHailFlag, type MinutePhase, phaseOf } from './radar-phase.js';

const MINUTES_PER_QUARTER = QUARTER / MINUTE;
const NO_FLAG = -1;

/** One quarter hour. */
export interface BesideQuarter {
  /** Shares of the amount, 0..1, and depth per amount; 0 where nothing falls, NaN unknown. */
  readonly phase: MinutePhase;
  /** Chance of severe hail, and of a flash in a quarter hour: those of the worst minute, 0..1; NaN unknown. */
  readonly hail: number;
  readonly lightning: number;
}

/**
 * @param k  quarter of `seen`
 * @param phases  of the models, for `hour`
 */
export function quarterBeside(
  view: RadarView,
  beside: BesideRain,
  seen: RadarQuarters,
  k: number,
  phases: HourPhases,
  hour: number,
): BesideQuarter {
  const first = k * MINUTES_PER_QUARTER;
  const ahead = (seen.start - view.start) / MINUTE;
  const sums = { rain: 0, freezingRain: 0, icePellets: 0, snow: 0, depth: 0 };
  let [fallen, hail, lightning] = [0, Number.NaN, Number.NaN];
  let [flagBefore, phase] = [Number.NaN, NOTHING_FALLS];
  for (let m = first; m < first + MINUTES_PER_QUARTER; m++) {
    const [rate, minute] = [seen.rates[m]!, ahead + m];
    const isSeen = seen.weights[m]! > 0 && minute >= 0 && minute < beside.flags.length;
    const flag = isSeen ? beside.flags[minute]! : NO_FLAG;
    if (isSeen) {
      const flagged =
        isHailFlag(flag) && rate > 0 ? fadedHailChance(1, leadOf(minute, view.start - view.validTime)) : 0;
      hail = largest(hail, largest(beside.hail[minute]!, flagged));
      lightning = largest(lightning, beside.lightning[minute]!);
    }
    if (!(rate > 0)) continue;
    if (flag !== flagBefore) phase = phaseOf(flag, phases, hour);
    flagBefore = flag;
    fallen += rate;
    sums.rain += rate * phase.rain;
    sums.freezingRain += rate * phase.freezingRain;
    sums.icePellets += rate * phase.icePellets;
    sums.snow += rate * phase.snow;
    sums.depth += rate * phase.depth;
  }
  return { phase: fallen > 0 ? dividedBy(sums, fallen) : NOTHING_FALLS, hail, lightning };
}

const NOTHING_FALLS: MinutePhase = { rain: 0, freezingRain: 0, icePellets: 0, snow: 0, depth: 0 };

function dividedBy({ rain, freezingRain, icePellets, snow, depth }: MinutePhase, sum: number): MinutePhase {
  return {
    rain: rain / sum,
    freezingRain: freezingRain / sum,
    icePellets: icePellets / sum,
    snow: snow / sum,
    depth: depth / sum,
  };
}

export const PHASES = [
  'rain',
  'freezingRain',
  'icePellets',
  'snow',
  'depth',
] as const satisfies readonly (keyof PhaseShares)[];

/**
 * Shares of an hour from those of its quarters, each counted by its amount, so that parts of quarters add up to the hour's.
 *
 * @param quarters  mm of the four quarters
 * @param phaseOfQuarter  null: that of the hour before, as the models have it
 */
export function setHourPhase(
  shares: PhaseShares,
  hour: number,
  quarters: ArrayLike<number>,
  phaseOfQuarter: (k: number) => MinutePhase | null,
): void {
  const modelled = Object.fromEntries(PHASES.map((name) => [name, shares[name][hour]!])) as unknown as MinutePhase;
  let total = 0;
  for (const name of PHASES) shares[name][hour] = 0;
  for (let k = 0; k < HOUR / QUARTER; k++) {
    const amount = quarters[k]!;
    if (!(amount > 0)) continue;
    total += amount;
    const phase = phaseOfQuarter(k) ?? modelled;
    for (const name of PHASES) shares[name][hour] = shares[name][hour]! + amount * phase[name];
  }
  for (const name of PHASES) shares[name][hour] = total > 0 ? shares[name][hour]! / total : 0;
}
