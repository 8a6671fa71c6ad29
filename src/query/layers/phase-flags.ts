/**
 * The models' own phase of an hour. Flags are categories and never mixed: of the sources that have one set, the one that
 * counts most gives all four. Flags are zero where a model is dry, and a mix may be wet by another one, so the source that
 * counts most at all is asked only where none has any set.
 */

import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { inOrder } from '../rules/order.js';
import { weightAt } from '../rules/weights.js';
import { nodeAt, stepAt } from '../time/series.js';
import type { Layer } from './layer.js';
import { orderOf } from './layer-table.js';
import type { LayeredPoint } from './layers.js';

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

/** The four flags of one source, in the order of `FLAG_ROWS`; null for those that it lacks, or that others give alone. */
interface FlagSource {
  /** Of the first that it has: by it the source is weighed. */
  readonly layer: Layer;
  readonly rows: (Layer | null)[];
}

export interface PhaseFlagReader {
  /** The flags of the steps that contain the hour beginning at `time`; the object is used again by the next call. */
  ofHour(time: number): PhaseFlags;
  /** The flags of the steps that end at `time`. */
  ofStepEnding(time: number): PhaseFlags;
}

export function readPhaseFlags(point: LayeredPoint): PhaseFlagReader {
  const sources = flagSources(point);
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  return {
    ofHour: (time) => pick(sources, time, false, flags),
    ofStepEnding: (time) => pick(sources, time, true, flags),
  };
}

/** Best first, whichever of the flags they have. */
function flagSources(point: LayeredPoint): FlagSource[] {
  const found = new Map<DatasetId, FlagSource>();
  for (const [row, id] of FLAG_ROWS.entries())
    for (const layer of point.layers(id)) {
      const source = found.get(layer.dataset) ?? { layer, rows: [null, null, null, null] };
      source.rows[row] = layer;
      found.set(layer.dataset, source);
    }
  return inOrder(point.sources, orderOf(FLAG_ROWS[0])).flatMap(({ dataset }) => found.get(dataset) ?? []);
}

function pick(sources: readonly FlagSource[], time: number, isEnd: boolean, out: PhaseFlags): PhaseFlags {
  let chosen: FlagSource | null = null;
  let most = -1;
  let rest = 1;
  for (const source of sources) {
    const set = highest(source.rows, time, isEnd);
    if (Number.isNaN(set)) continue;
    const weight = sources.length === 1 ? 1 : rest * weightAt(source.layer, isEnd ? time : time + HOUR / 2);
    rest -= weight;
    const rank = rankOfFlags(set, weight);
    if (rank <= most) continue;
    most = rank;
    chosen = source;
  }
  out.rainFlag = flagAt(chosen?.rows[0] ?? null, time, isEnd);
  out.freezingRainFlag = flagAt(chosen?.rows[1] ?? null, time, isEnd);
  out.icePelletsFlag = flagAt(chosen?.rows[2] ?? null, time, isEnd);
  out.snowFlag = flagAt(chosen?.rows[3] ?? null, time, isEnd);
  return out;
}

/** A source that counts less is there only because another time of the answer needs it: it made nothing wet here. */
const COUNTS = 1e-9;

/**
 * By what the source of a step is chosen: those with a flag set before all others.
 *
 * @param set  the highest of its flags
 */
export function rankOfFlags(set: number, weight: number): number {
  return set >= 0.5 && weight > COUNTS ? 1 + weight : weight;
}

/** The highest flag of a step; NaN when none is known. */
function highest(rows: FlagSource['rows'], time: number, isEnd: boolean): number {
  let highest = Number.NaN;
  for (let row = 0; row < rows.length; row++) {
    const flag = flagAt(rows[row]!, time, isEnd);
    if (flag > highest || Number.isNaN(highest)) highest = flag;
  }
  return highest;
}

/** One flag of the step that contains `time`, or ends at it; NaN unknown. Flags with gaps have steps of their own. */
function flagAt(layer: Layer | null, time: number, isEnd: boolean): number {
  if (layer === null) return Number.NaN;
  const step = isEnd ? nodeAt(layer.nodes, time) : stepAt(layer.nodes, time);
  return step < 0 ? Number.NaN : layer.values[step]!;
}
