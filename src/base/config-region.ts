/** The part of the world that is kept. */

import { ConfigError } from './errors.js';

/** Bounding box in degrees; `west` may be greater than `east`: the box then crosses the date line. */
export interface Region {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/**
 * "south,west,north,east" in degrees; longitudes −180..180.
 *
 * @throws ConfigError  when it is not four numbers in order and range
 */
export function parseRegion(text: string): Region {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south, west, north, east] = parts as [number, number, number, number];
  const inRange = south >= -90 && north <= 90 && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  if (parts.length !== 4 || !inRange || west === east)
    throw new ConfigError('WEATHERGLASS_REGION', 'must be south,west,north,east in degrees with south < north', text);
  return { south, west, north, east };
}

/** "latitude 35 to 72 and longitude -12 to 45"; over the date line "longitude 170 to 180 and -180 to -170". */
export function regionInWords({ south, west, north, east }: Region): string {
  const longitudes = west < east ? `${west} to ${east}` : `${west} to 180 and -180 to ${east}`;
  return `latitude ${south} to ${north} and longitude ${longitudes}`;
}

/** True for a place in the region or on its edge. @param longitude  −180..180 */
export function isInside({ south, west, north, east }: Region, latitude: number, longitude: number): boolean {
  const isBetween = west < east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}
