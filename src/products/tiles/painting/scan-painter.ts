/**
 * What one radar saw in a turn of its antenna: each pixel has the colour of the gate that it lies in, as it was measured.
 * Below the threshold, where range folded and below 5 dBZ nothing is painted.
 */

import { type SweepLocator, sweepLocator } from '../../../grid/polar-sweep.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { RadialProduct } from '../../../model/radial-product.js';
import type { ScanSource, TileAddress, TileOrder, TileReaders } from '../../../model/tile.js';
import { TILE_AREA } from './painter.js';
import { bandOfEcho } from './radar-bands.js';

/** What of a product is the same for all tiles. */
interface ScanPainting {
  readonly locator: SweepLocator;
  /** Index into the palette, of each level. */
  readonly bands: Uint8Array;
}

const known = new WeakMap<RadialProduct, ScanPainting>();
/** Of one tile at a time. */
const GATES = new Int32Array(TILE_AREA);

export async function paintScan(order: TileOrder, readers: TileReaders, pixels: Uint8Array): Promise<boolean> {
  const source = order.sources.find((source): source is ScanSource => source.kind === 'scan');
  return source !== undefined && paintProduct(await readers.scan(source), order, pixels);
}

function paintProduct(product: RadialProduct, address: TileAddress, pixels: Uint8Array): boolean {
  const { locator, bands } = paintingOf(product);
  const latitudes = Float64Array.from({ length: TILE_PIXELS }, (_, row) =>
    latitudeOfPixel(address.y * TILE_PIXELS + row + 0.5, address.z),
  );
  const longitudes = Float64Array.from({ length: TILE_PIXELS }, (_, column) =>
    longitudeOfPixel(address.x * TILE_PIXELS + column + 0.5, address.z),
  );
  locator.gatesOn(latitudes, longitudes, GATES);
  let any = 0;
  for (let i = 0; i < TILE_AREA; i++) {
    const gate = GATES[i]!;
    if (gate < 0) continue;
    const band = bands[product.levels[gate]!]!;
    pixels[i] = band;
    any |= band;
  }
  return any !== 0;
}

/** @throws RangeError for a product of something else than reflectivity */
function paintingOf(product: RadialProduct): ScanPainting {
  const kept = known.get(product);
  if (kept) return kept;
  if (product.quantity !== 'reflectivity') throw new RangeError(`a picture of ${product.quantity}, not reflectivity`);
  const made = { locator: sweepLocator(product), bands: Uint8Array.from(product.levelValues, bandOfEcho) };
  known.set(product, made);
  return made;
}
