/**
 * Which source and run made what: the same layers and weights that answers are mixed by, told instead of added up.
 */

import type { DatasetId } from '../../model/dataset.js';
import { ELEMENTS, type ElementId, elementOf } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { instantsOn, meansOn, quarterTotals } from '../time/series.js';
import type { LayeredPoint } from './layers.js';
import { type Share, sharesIn } from './mixing.js';

/** Elements that are mixed as numbers: not the categories, the windows and the members. */
export const MIXED_ELEMENTS: readonly ElementId[] = ELEMENTS.flatMap(({ id, kind }) =>
  kind === 'window' || id.endsWith('_flag') || id.startsWith('precipitation_member_') ? [] : [id],
);

/** What one source gives of a value. */
export interface Part {
  readonly dataset: DatasetId;
  /** 0..1 */
  readonly weight: number;
  /** Canonical unit, at the height of the place. */
  readonly value: number;
}

/** A time over which the same sources answer. */
export interface ProvenanceSpan {
  /** Epoch seconds: the first hour, and the hour after the last. */
  readonly start: number;
  readonly end: number;
  /** Best first; more than one while one fades into the next. None where nothing is known. */
  readonly datasets: readonly DatasetId[];
}

/** The parts of the value at `time`: a state then, or a total or mean of the hour that begins then. None: unknown. */
export function partsAt(point: LayeredPoint, id: ElementId, time: number): Part[] {
  const { kind } = elementOf(id);
  const axis = { start: time, step: HOUR, count: 1 };
  const [middle, sampled] =
    kind === 'instant'
      ? ([0, instantsOn] as const)
      : kind === 'mean'
        ? ([0.5, meansOn] as const)
        : ([0.5, quarterTotals] as const);
  return sharesIn(point.layers(id), axis, middle, sampled).map(partOf);
}

function partOf({ layer: { dataset }, weight, value }: Share): Part {
  return { dataset, weight, value };
}

/** The sources of an element from hour to hour in [start, end). */
export function spansOf(point: LayeredPoint, id: ElementId, start: number, end: number): ProvenanceSpan[] {
  const spans: { start: number; end: number; datasets: readonly DatasetId[] }[] = [];
  for (let time = start; time < end; time += HOUR) {
    const datasets = partsAt(point, id, time).flatMap(({ dataset, weight }) => (weight > 0 ? [dataset] : []));
    const last = spans.at(-1);
    if (last !== undefined && last.datasets.join() === datasets.join()) last.end = time + HOUR;
    else spans.push({ start: time, end: time + HOUR, datasets });
  }
  return spans;
}
