/** What the answers about one place begin with, and when what they stand on was made. */

import type { AnswerLocation } from '../model/answer.js';
import type { Zone } from '../model/time.js';
import type { LayeredPoint } from '../query/layers/layers.js';

/** @param elevation  m above mean sea level, NaN unknown */
export function locationOf(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  zone: Zone,
  elevation: number,
): AnswerLocation {
  return {
    ...roundedPlace({ latitude, longitude }),
    timezone: zone.name,
    forecast_elevation_m: Number.isNaN(elevation) ? null : Math.round(elevation),
  };
}

/** The place with five decimals, a metre on the ground. */
export function roundedPlace({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) {
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** When the newest of what was read was built. */
export function builtAt({ sources }: Pick<LayeredPoint, 'sources'>): number {
  const read = sources.filter(({ series }) => series !== null);
  return Math.max(...(read.length > 0 ? read : sources).map(({ description }) => description.createdAt));
}
