/**
 * The models' own phase of an hour. Flags are categories and never mixed: of the sources that have one set, the one that
 * counts most gives all four. Flags are zero where a model is dry, and a mix may be wet by another one, so the source that
 * counts most at all is asked only where none has any set.
 */

import type { ElementId } from '../../model/element.js';
import { HOUR, nodeAt, stepAt } from '../time/series.js';
import { type Layer, weightAt } from './layer.js';
import type { LayeredPoint } from './layers.js';

/** Categorical flags, 0..1 and set from 0.5; NaN unknown. */
export interface PhaseFlags {
  rainFlag: number;
  freezingRainFlag: number;
  icePelletsFlag: number;
  snowFlag: number;
}

const ROWS = [
  'rain_flag',
  'freezing_rain_flag',
  'ice_pellets_flag',
  'snow_flag',
] as const satisfies readonly ElementId[];

/** The four flags of one source on the same steps, in the order of `ROWS`; null for those that it lacks. */
interface FlagSource {
  readonly layer: Layer;
  readonly rows: (Float64Array | null)[];
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

function flagSources(point: LayeredPoint): FlagSource[] {
  const sources: FlagSource[] = [];
  for (const [row, id] of ROWS.entries())
    for (const layer of point.layers(id)) {
      let source = sources.find((each) => each.layer.dataset === layer.dataset);
      if (source === undefined) {
        source = { layer, rows: [null, null, null, null] };
        sources.push(source);
      }
      // Flags of one source lie on one cut of its axis, unless one of them has holes that the others have not.
      if (layer.nodes.length === source.layer.nodes.length) source.rows[row] = layer.values;
    }
  return sources;
}

function pick(sources: readonly FlagSource[], time: number, isEnd: boolean, out: PhaseFlags): PhaseFlags {
  let chosen: FlagSource | null = null;
  let chosenStep = -1;
  let most = -1;
  let rest = 1;
  for (const source of sources) {
    const { layer, rows } = source;
    const step = isEnd ? nodeAt(layer.nodes, time) : stepAt(layer.nodes, time);
    if (step < 0) continue;
    const set = highest(rows, step);
    if (Number.isNaN(set)) continue;
    const weight = sources.length === 1 ? 1 : rest * weightAt(layer, isEnd ? time : time + HOUR / 2);
    rest -= weight;
    const rank = rankOfFlags(set, weight);
    if (rank <= most) continue;
    most = rank;
    chosen = source;
    chosenStep = step;
  }
  out.rainFlag = flagOf(chosen, 0, chosenStep);
  out.freezingRainFlag = flagOf(chosen, 1, chosenStep);
  out.icePelletsFlag = flagOf(chosen, 2, chosenStep);
  out.snowFlag = flagOf(chosen, 3, chosenStep);
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

function flagOf(source: FlagSource | null, row: number, step: number): number {
  return source?.rows[row]?.[step] ?? Number.NaN;
}

/** The highest flag of a step; NaN when none is known. */
function highest(rows: FlagSource['rows'], step: number): number {
  let highest = Number.NaN;
  for (let row = 0; row < rows.length; row++) {
    const flag = rows[row]?.[step] ?? Number.NaN;
    if (flag > highest || Number.isNaN(highest)) highest = flag;
  }
  return highest;
}
