/** Where the forecast of a place comes from: heights, runs, and for every element the sources and their shares. */

import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, elementOf } from '../../model/element.js';
import { HOUR, type TimeSpan } from '../../model/time.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import { MIXED_ELEMENTS, type Part, type ProvenanceSpan, partsAt, spansOf } from '../../query/layers/provenance.js';

export interface ProvenanceSource {
  readonly dataset: DatasetId;
  readonly version: string;
  /** Epoch seconds. */
  readonly referenceTime: number;
  readonly start: number;
  readonly end: number;
  readonly late: boolean;
  /** The newest version cannot be read here, this is the one before. */
  readonly degraded: boolean;
  /** Height of its ground here, m; null unknown. */
  readonly elevation: number | null;
  /** Height of the place above what it speaks of, m; null where it is not moved. */
  readonly rise: number | null;
  /** To the edge of its grid, m; null where it has none. */
  readonly edgeDistance: number | null;
}

export interface ProvenanceValue {
  readonly time: number;
  /** Canonical unit; null unknown. */
  readonly value: number | null;
  readonly parts: readonly Part[];
}

export interface ProvenanceElement {
  readonly id: ElementId;
  readonly unit: string;
  readonly spans: readonly ProvenanceSpan[];
  readonly values: readonly ProvenanceValue[];
}

export interface ProvenanceEnsemble {
  readonly dataset: DatasetId;
  readonly referenceTime: number;
  readonly members: number;
}

export interface PointProvenance {
  /** Height that answers speak of, m; null unknown. */
  readonly elevation: number | null;
  /** True when it is the height of a terrain model, false when that of the models' own ground. */
  readonly isTerrain: boolean;
  readonly sources: readonly ProvenanceSource[];
  /** The parts of the ensemble that are read: how many members each has. */
  readonly ensemble: readonly ProvenanceEnsemble[];
  /** Those that any source has here. */
  readonly elements: readonly ProvenanceElement[];
}

/**
 * @param span  over which the point was read
 * @param times  epoch seconds at which values are told
 */
export function provenanceOf(
  point: LayeredPoint,
  isTerrain: boolean,
  span: TimeSpan,
  times: readonly number[],
): PointProvenance {
  const start = Math.ceil(Math.max(span.start, point.reach.start) / HOUR) * HOUR;
  const end = Math.min(span.end, point.reach.end);
  return {
    elevation: knownOr(point.elevation),
    isTerrain,
    sources: point.sources.map((source) => sourceRow(point, source)),
    ensemble: point.ensemble.map(({ dataset, referenceTime, totals }) => ({
      dataset,
      referenceTime,
      members: totals.filter((values) => values !== null).length,
    })),
    elements: MIXED_ELEMENTS.filter((id) => point.layers(id).length > 0).map((id) => ({
      id,
      unit: elementOf(id).unit,
      spans: spansOf(point, id, start, end),
      values: times.map((time) => valueAt(partsAt(point, id, time), time)),
    })),
  };
}

function sourceRow(point: LayeredPoint, source: LayeredPoint['sources'][number]): ProvenanceSource {
  const { dataset, description, late, degraded, ground, edgeDistance } = source;
  const { version, referenceTime, times } = description;
  return {
    dataset,
    version,
    referenceTime,
    start: times[0]!,
    end: times[times.length - 1]!,
    late,
    degraded,
    elevation: knownOr(ground.elevation),
    rise: knownOr(point.rise(dataset)),
    edgeDistance: Number.isFinite(edgeDistance) ? edgeDistance : null,
  };
}

function valueAt(parts: readonly Part[], time: number): ProvenanceValue {
  if (parts.length === 0) return { time, value: null, parts };
  return { time, value: parts.reduce((sum, { weight, value }) => sum + weight * value, 0), parts };
}

function knownOr(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
