/**
 * What one radar saw in a turn of its antenna: each pixel has the colour of the gate that it lies in, as it was measured.
 * Below the threshold, where range folded and below 5 dBZ nothing is painted. Gates are categories, so none are mixed: at zooms
 * where a pixel is larger than a gate it shows the one in its middle.
 */

import { RADIANS_PER_DEGREE, wrapLongitude } from '../../../../grid/angles.js';
import { type SweepLocator, sweepLocator } from '../../../../grid/polar-sweep.js';
import { pixelCentres, TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { RadialProduct } from '../../../../model/radial-product.js';
import type { ScanSource, TileAddress, TileOrder, TileReaders } from '../../../../model/tile.js';
import { TILE_AREA } from '../painter.js';
import { bandOfEcho } from './radar-bands.js';

/** What of a product is the same for all tiles. */
interface ScanPainting {
  readonly locator: SweepLocator;
  /** Index into the palette, of each level. */
  readonly bands: Uint8Array;
  /** Degrees to both sides of the radar. */
  readonly reach: { readonly latitude: number; readonly longitude: number };
}

/** Of curvature of the ellipsoid, that of the meridian at the equator, m. */
const LEAST_RADIUS = 6_335_439;

const known = new WeakMap<RadialProduct, ScanPainting>();
/** Of one tile at a time. */
const GATES = new Int32Array(TILE_AREA);

export async function paintScan(order: TileOrder, readers: TileReaders, pixels: Uint8Array): Promise<boolean> {
  const source = order.sources.find((source): source is ScanSource => source.kind === 'scan');
  return source !== undefined && paintProduct(await readers.scan(source), order, pixels);
}

function paintProduct(product: RadialProduct, address: TileAddress, pixels: Uint8Array): boolean {
  const { locator, bands, reach } = paintingOf(product);
  const { latitudes, longitudes } = pixelCentres(address);
  const rows = within(latitudes, (latitude) => Math.abs(latitude - product.latitude) <= reach.latitude);
  const columns = within(longitudes, (longitude) => turnTo(longitude, product.longitude) <= reach.longitude);
  const width = columns.end - columns.first;
  if (rows.end === rows.first || width === 0) return false;
  locator.gatesOn(latitudes.subarray(rows.first, rows.end), longitudes.subarray(columns.first, columns.end), GATES);
  let any = 0;
  for (let row = rows.first, from = 0; row < rows.end; row++)
    for (let column = columns.first; column < columns.end; column++) {
      const gate = GATES[from++]!;
      if (gate < 0) continue;
      const band = bands[product.levels[gate]!]!;
      pixels[row * TILE_PIXELS + column] = band;
      any |= band;
    }
  return any !== 0;
}

/** From the first to behind the last of those that are near; all between are meant too. */
function within(values: Float64Array, isNear: (value: number) => boolean): { first: number; end: number } {
  const first = values.findIndex(isNear);
  return first < 0 ? { first: 0, end: 0 } : { first, end: values.findLastIndex(isNear) + 1 };
}

/** Degrees between two longitudes, 0..180. */
function turnTo(a: number, b: number): number {
  return Math.abs(wrapLongitude(a - b));
}

/** @throws RangeError for a product of something else than reflectivity */
function paintingOf(product: RadialProduct): ScanPainting {
  const kept = known.get(product);
  if (kept) return kept;
  if (product.quantity !== 'reflectivity') throw new RangeError(`a picture of ${product.quantity}, not reflectivity`);
  const bands = Uint8Array.from(product.levelValues, bandOfEcho);
  const made = { locator: sweepLocator(product), bands, reach: reachOf(product) };
  known.set(product, made);
  return made;
}

/** Degrees that no gate lies beyond: those of the length of the beam, which rises, on a circle of the least radius. */
function reachOf({ latitude, firstGate, gateSpacing, gates }: RadialProduct): ScanPainting['reach'] {
  const angle = (firstGate + gates * gateSpacing) / LEAST_RADIUS;
  const furthest = Math.sin(angle) / Math.cos(latitude * RADIANS_PER_DEGREE);
  const degrees = (radians: number): number => radians / RADIANS_PER_DEGREE;
  return { latitude: degrees(angle), longitude: furthest < 1 ? degrees(Math.asin(furthest)) : 180 };
}
