/** The zone that each sample tells its time in: its own, or the one that was asked for. */

import type { Zone } from '../../model/time.js';
import { zoneOfPlace } from '../../query/place/time-zone.js';
import type { Notices } from '../notices.js';
import type { SampleColumns } from './sample.js';

export interface SampleZones {
  /** One entry per sample. */
  readonly zones: readonly Zone[];
  /** Samples where no zone is drawn, and the longitude decides. */
  readonly fallbacks: number;
}

/** @param zone  for all samples; null: each has its own */
export function zonesOf({ count, latitudes, longitudes }: SampleColumns, zone: Zone | null): SampleZones {
  if (zone !== null) return { zones: new Array<Zone>(count).fill(zone), fallbacks: 0 };
  const places = Array.from(latitudes, (latitude, i) => zoneOfPlace(latitude, longitudes[i]!));
  return { zones: places.map((place) => place.zone), fallbacks: places.filter(({ fallback }) => fallback).length };
}

export function addZoneNotice(notices: Notices, { fallbacks }: SampleZones): void {
  if (fallbacks === 0) return;
  const where = fallbacks === 1 ? 'At 1 sample' : `At ${fallbacks} samples`;
  const message = `${where} no time zone is drawn; the nautical zone follows from the longitude.`;
  notices.add('timezone_fallback', message, { count: fallbacks });
}
