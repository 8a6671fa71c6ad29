/** Fires and smoke as satellites see them, and people who look at the pictures. */

import type { AlertPolygon } from './alert.js';

/** Rising, as `FireTable` and the store number them. */
export const FIRE_CONFIDENCES = ['low', 'nominal', 'high'] as const;
export type FireConfidence = (typeof FIRE_CONFIDENCES)[number];

/** A pixel of a satellite in which something burns: its centre, not the fire's place; several may be in it. */
export interface FirePoint {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** When it was seen, epoch seconds, whole minutes. */
  readonly time: number;
  /** As the list has it: "N", "N20", "N21" (VIIRS), "A", "T" (MODIS). */
  readonly satellite: string;
  readonly confidence: FireConfidence;
  /** Of the pixel at 4 µm, K; NaN where not told. */
  readonly brightness: number;
  /** Power that the fires radiate, MW; NaN where not told. */
  readonly radiativePower: number;
  /** Sides of the pixel across and along the satellite's way, m; NaN where not told. */
  readonly acrossTrack: number;
  readonly alongTrack: number;
  readonly isDay: boolean | null;
}

/** Rising, as the store numbers them. */
export const SMOKE_DENSITIES = ['light', 'medium', 'heavy'] as const;
export type SmokeDensity = (typeof SMOKE_DENSITIES)[number];

/** A plume as an analyst drew it. */
export interface SmokePlume {
  readonly density: SmokeDensity;
  readonly satellite: string;
  /** Of the pictures in which it was seen, epoch seconds; null where not told. */
  readonly start: number | null;
  readonly end: number | null;
  readonly polygons: readonly AlertPolygon[];
}

/** Many fires, by columns, in no order. */
export interface FireTable {
  /** Degrees. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** When each was seen, epoch seconds. */
  readonly times: Float64Array;
  /** MW; NaN where not told. */
  readonly radiativePowers: Float32Array;
  /** Positions in `FIRE_CONFIDENCES`. */
  readonly confidences: Uint8Array;
}
