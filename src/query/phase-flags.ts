/**
 * The models' own phase of an hour. Flags are categories and never mixed: of the sources that have one set, the one that
 * counts most gives all four. Flags are zero where a model is dry, and a mix may be wet by another one, so the source that
 * counts most at all is asked only where none has any set.
 */

import type { ElementId } from '../model/element.js';
import { type Layer, weightAt } from './layer.js';
import type { LayeredPoint } from './layers.js';
import { HOUR, nodeAt, stepAt } from './series.js';

/** Categorical flags, 0..1 and set from 0.5; NaN unknown. */
export interface PhaseFlags {
  rainFlag: number;
  freezingRainFlag: number;
  icePelletsFlag: number;
  snowFlag: number;
}

const ROWS = {
  rain_flag: 'rainFlag',
  freezing_rain_flag: 'freezingRainFlag',
  ice_pellets_flag: 'icePelletsFlag',
  snow_flag: 'snowFlag',
} as const satisfies Partial<Record<ElementId, keyof PhaseFlags>>;

/** The four flags of one source, on the same steps; those that it lacks are left out. */
interface FlagSource {
  readonly layer: Layer;
  readonly rows: readonly (readonly [keyof PhaseFlags, Float64Array])[];
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
    ofHour: (time) => pick(sources, (layer) => stepAt(layer.nodes, time), time + HOUR / 2, flags),
    ofStepEnding: (time) => pick(sources, (layer) => nodeAt(layer.nodes, time), time, flags),
  };
}

function flagSources(point: LayeredPoint): FlagSource[] {
  const sources = new Map<Layer['dataset'], { layer: Layer; rows: [keyof PhaseFlags, Float64Array][] }>();
  for (const [id, name] of Object.entries(ROWS) as [keyof typeof ROWS, keyof PhaseFlags][])
    for (const layer of point.layers(id)) {
      const source = sources.get(layer.dataset) ?? { layer, rows: [] };
      sources.set(layer.dataset, source);
      // Flags of one source lie on one cut of its axis, unless one of them has holes that the others have not.
      if (layer.nodes.length === source.layer.nodes.length) source.rows.push([name, layer.values]);
    }
  return [...sources.values()];
}

function pick(
  sources: readonly FlagSource[],
  stepOf: (layer: Layer) => number,
  time: number,
  out: PhaseFlags,
): PhaseFlags {
  out.rainFlag = out.freezingRainFlag = out.icePelletsFlag = out.snowFlag = Number.NaN;
  let most = -1;
  let rest = 1;
  for (const { layer, rows } of sources) {
    const step = stepOf(layer);
    if (step < 0) continue;
    const set = highest(rows, step);
    if (Number.isNaN(set)) continue;
    const weight = rest * weightAt(layer, time);
    rest -= weight;
    const rank = set >= 0.5 ? 1 + weight : weight;
    if (rank <= most) continue;
    most = rank;
    for (const [name, values] of rows) out[name] = values[step]!;
  }
  return out;
}

/** The highest flag of a step; NaN when none is known. */
function highest(rows: FlagSource['rows'], step: number): number {
  let highest = Number.NaN;
  for (const [, values] of rows) if (values[step]! > highest || Number.isNaN(highest)) highest = values[step]!;
  return highest;
}
