/**
 * The models' own phase of a step. Flags are categories and never mixed: one source gives all four. It is the source that
 * counts most of those with a flag set, because flags are zero where a model is dry and the mix may be wet by another one.
 * If no source has a flag set, it is the one that counts most.
 */

import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';

/** Categorical flags, 0..1 and set from 0.5; NaN unknown. */
export interface PhaseFlags {
  rainFlag: number;
  freezingRainFlag: number;
  icePelletsFlag: number;
  snowFlag: number;
}

/** The flags that a source has together, in the order in which they are kept. */
export const FLAG_ROWS = [
  'rain_flag',
  'freezing_rain_flag',
  'ice_pellets_flag',
  'snow_flag',
] as const satisfies readonly ElementId[];

/** The flags of one source at one place. */
export interface FlagSource {
  /** A flag by its place in `FLAG_ROWS`, in the step that contains `time` or ends at it; NaN unknown. */
  flag(row: number, time: number, isEnd: boolean): number;
  /** 0..1, by the first flag that the source has. */
  weight(time: number): number;
}

/** A source that counts less is there only because another time of the answer needs it: it made nothing wet here. */
const COUNTS = 1e-9;

/**
 * The flags of the hour that begins at `time`, or of the step that ends there.
 *
 * @param sources  best first
 * @returns `out`
 */
export function pickFlags(sources: readonly FlagSource[], time: number, isEnd: boolean, out: PhaseFlags): PhaseFlags {
  let chosen: FlagSource | undefined;
  let most = -1;
  let rest = 1;
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!;
    const set = highestFlag(source, time, isEnd);
    if (Number.isNaN(set)) continue;
    const weight = sources.length === 1 ? 1 : rest * source.weight(isEnd ? time : time + HOUR / 2);
    rest -= weight;
    const rank = set >= 0.5 && weight > COUNTS ? 1 + weight : weight;
    if (rank > most) {
      most = rank;
      chosen = source;
    }
    // Nothing is left for those below.
    if (rest <= COUNTS) break;
  }
  out.rainFlag = chosen?.flag(0, time, isEnd) ?? Number.NaN;
  out.freezingRainFlag = chosen?.flag(1, time, isEnd) ?? Number.NaN;
  out.icePelletsFlag = chosen?.flag(2, time, isEnd) ?? Number.NaN;
  out.snowFlag = chosen?.flag(3, time, isEnd) ?? Number.NaN;
  return out;
}

/** NaN when none is known. */
function highestFlag(source: FlagSource, time: number, isEnd: boolean): number {
  let highest = Number.NaN;
  for (let row = 0; row < FLAG_ROWS.length; row++) {
    const flag = source.flag(row, time, isEnd);
    if (flag > highest || Number.isNaN(highest)) highest = flag;
  }
  return highest;
}

/**
 * Groups what each source has of the four flags, whichever it has.
 *
 * @param ofElement  what there is of an element, one per source
 * @returns by source, in the order of `FLAG_ROWS`; undefined for flags that the source lacks
 */
export function flagsBySource<Source, Each>(
  ofElement: (id: ElementId) => readonly Each[],
  sourceOf: (each: Each) => Source,
): Map<Source, (Each | undefined)[]> {
  const found = new Map<Source, (Each | undefined)[]>();
  for (const [row, id] of FLAG_ROWS.entries())
    for (const each of ofElement(id)) {
      const source = sourceOf(each);
      const rows = found.get(source) ?? FLAG_ROWS.map(() => undefined);
      rows[row] = each;
      found.set(source, rows);
    }
  return found;
}
