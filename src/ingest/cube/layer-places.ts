/**
 * Where the layers of many slices are, by element and time. Built once for a plan, because looking through all slices
 * for each of 31 elements at 82 times takes 200,000 looks, and for each of GFS's 258 times a million.
 */

import type { ElementId } from '../../model/element.js';
import type { SliceContent, SliceLayer } from '../staging/slice-format.js';

/** A layer of a slice, both by position. */
export interface LayerPlace {
  readonly slice: number;
  readonly layer: number;
}

/** A total and what it covers, epoch seconds. */
export interface PlacedTotal {
  readonly place: LayerPlace;
  readonly start: number;
  readonly end: number;
  readonly referenceTime: number;
}

export interface PlaceIndex {
  has(element: ElementId): boolean;
  /** The newest run's layer for the time. `behind`: prefer a step that has an interval behind it. */
  newest(element: ElementId, time: number, behind: boolean): LayerPlace | null;
  ofRun(element: ElementId, time: number, referenceTime: number): LayerPlace | null;
  /** Of the totals that cover start..end the newest run's shortest. */
  covering(element: ElementId, start: number, end: number): PlacedTotal | null;
  layer(place: LayerPlace): SliceLayer;
  referenceTime(place: LayerPlace): number;
}

export function createPlaceIndex(slices: readonly SliceContent[]): PlaceIndex {
  const places = new Map<ElementId, Map<number, LayerPlace[]>>();
  for (const [slice, { validTime, layers }] of slices.entries())
    for (const [layer, { element }] of layers.entries()) {
      const byTime = places.get(element) ?? new Map<number, LayerPlace[]>();
      places.set(element, byTime);
      byTime.set(validTime, [...(byTime.get(validTime) ?? []), { slice, layer }]);
    }
  const referenceTime = ({ slice }: LayerPlace): number => slices[slice]!.referenceTime;
  const layer = (place: LayerPlace): SliceLayer => slices[place.slice]!.layers[place.layer]!;
  const at = (element: ElementId, time: number): readonly LayerPlace[] => places.get(element)?.get(time) ?? [];
  const totals = new Map<ElementId, readonly PlacedTotal[]>();

  /** Newest run first, then shortest first. */
  function totalsOf(element: ElementId): readonly PlacedTotal[] {
    const known = totals.get(element);
    if (known) return known;
    const found = [...(places.get(element) ?? [])].flatMap(([end, here]) =>
      here.flatMap((place) => {
        const { interval } = layer(place);
        if (interval?.process !== 'accumulation') return [];
        return [{ place, start: interval.start, end, referenceTime: referenceTime(place) }];
      }),
    );
    found.sort((a, b) => b.referenceTime - a.referenceTime || a.end - a.start - (b.end - b.start));
    totals.set(element, found);
    return found;
  }

  return {
    has: (element) => places.has(element),
    newest(element, time, behind) {
      const rank = (place: LayerPlace): number => {
        const reference = referenceTime(place);
        return behind && reference === time ? Number.NEGATIVE_INFINITY : reference;
      };
      return at(element, time).reduce<LayerPlace | null>(
        (best, place) => (best === null || rank(place) > rank(best) ? place : best),
        null,
      );
    },
    ofRun: (element, time, reference) => at(element, time).find((place) => referenceTime(place) === reference) ?? null,
    covering: (element, start, end) =>
      totalsOf(element).find((total) => total.start <= start && total.end >= end) ?? null,
    layer,
    referenceTime,
  };
}
