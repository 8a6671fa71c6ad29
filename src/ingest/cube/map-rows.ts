/**
 * The maps of one band, from the packed values that its series are written from: nothing is read twice.
 *
 * A field whose pictures are what the band holds, one after the other, is given as a view of it: temperature at once,
 * smoke and the rain of hourly steps one time further on, because the band holds them at the end of their step. Only rain
 * of longer steps, and the index of air quality, take memory of their own: a few MB beside the hundreds of a band.
 */

import { type ElementId, elementOf } from '../../model/element.js';
import { type MapFieldId, type MapTimes, mapFieldOf } from '../../model/map-slice.js';
import { pack, unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import type { MapRange } from '../../store/cubes/map-layout.js';
import { airQualityRows } from './map-air-quality.js';
import { type BandValues, cellsOf } from './map-band.js';
import { MAP_ELEMENTS } from './map-plan.js';

/** Packed integers [time, cell] of the maps of a field; a view of the band where that holds them. */
export function mapRows(band: BandValues, { field, times }: MapTimes): Int16Array {
  const span = { first: band.times.indexOf(times[0]!), count: times.length };
  if (field === 'air_quality_index') return airQualityRows(band, span);
  const [element] = MAP_ELEMENTS[field] as readonly [ElementId];
  if (field === 'temperature') return viewOf(band, element, span);
  const ofSteps = viewOf(band, element, { ...span, first: span.first + 1 });
  return field === 'smoke_pm2_5' ? ofSteps : perHour(band, ofSteps, field, element, span);
}

function viewOf(band: BandValues, element: ElementId, { first, count }: MapRange): Int16Array {
  const cells = cellsOf(band);
  const from = (band.elements.indexOf(element) * band.times.length + first) * cells;
  return band.values.subarray(from, from + count * cells);
}

/** Totals of steps as rates; those of an hour are what they were. */
function perHour(
  band: BandValues,
  totals: Int16Array,
  field: MapFieldId,
  element: ElementId,
  { first, count }: MapRange,
): Int16Array {
  const hours = Array.from({ length: count }, (_, t) => (band.times[first + t + 1]! - band.times[first + t]!) / HOUR);
  if (hours.every((length) => length === 1)) return totals;
  const cells = cellsOf(band);
  const packing = mapFieldOf(field);
  const total = elementOf(element);
  const rates = new Int16Array(totals.length);
  for (let i = 0; i < rates.length; i++)
    rates[i] = pack(unpack(totals[i]!, total) / hours[Math.floor(i / cells)]!, packing);
  return rates;
}
