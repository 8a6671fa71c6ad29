/** Reads the part of the world that is kept. */

import { ConfigError } from '../base/errors.js';
import type { Box } from '../model/box.js';

/**
 * "south,west,north,east" in degrees; longitudes −180..180.
 *
 * @throws ConfigError  when it is not four numbers in order and range
 */
export function parseRegion(text: string): Box {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south, west, north, east] = parts as [number, number, number, number];
  const inRange = south >= -90 && north <= 90 && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  if (parts.length !== 4 || !inRange || west === east)
    throw new ConfigError('WEATHERGLASS_REGION', 'must be south,west,north,east in degrees with south < north', text);
  return { south, west, north, east };
}
