/** The models' own phase at a place (`rules/phase-flags.ts`). */

import { orderOf } from '../rules/layer-table.js';
import { inOrder } from '../rules/order.js';
import { type FlagSource, flagsBySource, type PhaseFlags, pickFlags } from '../rules/phase-flags.js';
import { weightAt } from '../rules/weights.js';
import { nodeAt, stepAt } from '../time/series.js';
import type { Layer } from './layer.js';
import type { LayeredPoint } from './layers.js';

export interface PhaseFlagReader {
  /** The flags of the steps that contain the hour beginning at `time`; the object is used again by the next call. */
  ofHour(time: number): PhaseFlags;
  /** The flags of the steps that end at `time`. */
  ofStepEnding(time: number): PhaseFlags;
}

export function readPhaseFlags(point: LayeredPoint): PhaseFlagReader {
  const found = flagsBySource(point.layers, ({ dataset }) => dataset);
  const sources = inOrder(point.sources, orderOf('rain_flag')).flatMap(({ dataset }) => {
    const rows = found.get(dataset);
    return rows === undefined ? [] : [flagSource(rows)];
  });
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  return {
    ofHour: (time) => pickFlags(sources, time, false, flags),
    ofStepEnding: (time) => pickFlags(sources, time, true, flags),
  };
}

/** The four flags of a source mostly stand on the same nodes, so a step is looked up once for all of them. */
function flagSource(rows: readonly (Layer | undefined)[]): FlagSource {
  const first = rows.find((layer) => layer !== undefined)!;
  const looked = { nodes: first.nodes, time: Number.NaN, isEnd: false };
  let step = -1;
  return {
    flag(row, time, isEnd) {
      const layer = rows[row];
      if (layer === undefined) return Number.NaN;
      const { nodes } = layer;
      if (looked.time !== time || looked.nodes !== nodes || looked.isEnd !== isEnd) {
        step = isEnd ? nodeAt(nodes, time) : stepAt(nodes, time);
        looked.nodes = nodes;
        looked.time = time;
        looked.isEnd = isEnd;
      }
      return step < 0 ? Number.NaN : layer.values[step]!;
    },
    weight: (time) => weightAt(first, time),
  };
}
