/** The models' own phase at spots of a track (`rules/phase-flags.ts`). */

import type { ElementId } from '../../model/element.js';
import { orderOf } from '../layers/layer-table.js';
import { inOrder } from '../rules/order.js';
import { type FlagSource, flagsBySource, type PhaseFlags, pickFlags } from '../rules/phase-flags.js';
import { type Candidate, isKnownAt, weightOf } from './candidates.js';
import { stepValue } from './samplers.js';
import type { TrackSpots } from './track.js';

export interface TrackFlags {
  /** The flags of the step that contains the hour beginning at `time`; the object is used again by the next call. */
  ofHour(i: number, time: number): PhaseFlags;
  /** The flags of the step that ends at `time`. */
  ofStepEnding(i: number, time: number): PhaseFlags;
}

/** @param candidatesOf  the candidates of an element; none where it is not requested */
export function createTrackFlags(spots: TrackSpots, candidatesOf: (id: ElementId) => readonly Candidate[]): TrackFlags {
  const found = flagsBySource(candidatesOf, ({ version }) => version);
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  let spot = 0;
  const isKnown = (candidate: Candidate | undefined) => candidate !== undefined && isKnownAt(candidate, spot);
  const sources = inOrder([...found.keys()], orderOf('rain_flag')).map((version): FlagSource => {
    const rows = found.get(version)!;
    return {
      flag(row, time, isEnd) {
        const candidate = rows[row];
        return candidate !== undefined && isKnownAt(candidate, spot)
          ? stepValue(candidate, spot, time, isEnd)
          : Number.NaN;
      },
      weight: (time) => weightOf(rows.find(isKnown)!, spots, spot, time),
    };
  });
  const pick = (i: number, time: number, isEnd: boolean) => {
    spot = i;
    return pickFlags(sources, time, isEnd, flags);
  };
  return { ofHour: (i, time) => pick(i, time, false), ofStepEnding: (i, time) => pick(i, time, true) };
}
