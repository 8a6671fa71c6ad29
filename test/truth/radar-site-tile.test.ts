/**
 * Tiles of a real sweep, KBMX at 1.5°, 2 January 2015: three echoes have their colour at the pixel where they are.
 *
 * Their places are ends of geodesics of WGS 84 by Vincenty's formula, worked out apart (nexrad-products.test.ts says how);
 * pixels follow from them by the formulas of Web Mercator written out here. Gates are 1 km by 1°.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeNexrad } from '../../src/decode/nexrad/nexrad.js';
import type { RadialProduct } from '../../src/model/radial-product.js';
import type { TileOrder, TileReaders } from '../../src/model/tile.js';
import { paintScan } from '../../src/products/tiles/painting/radar/scan-painter.js';
import { REFLECTIVITY_STYLE } from '../../src/products/tiles/styles/rain-styles.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const PRODUCT = sharedData('radar', 'level3-jjhelmus', 'KBMX_SDUS24_N1QBMX_201501020205');

/** dBZ and the colour that the National Weather Service shows it in. */
const ECHOES = [
  { dBZ: 46.5, colour: 'FF9000', latitude: 32.32880983865886, longitude: -87.16091545996356 },
  { dBZ: 45.5, colour: 'FF9000', latitude: 32.88989983042505, longitude: -85.72597908382191 },
  { dBZ: 44, colour: 'E7C000', latitude: 32.979466810907326, longitude: -87.86473926859256 },
] as const;

async function colourAt(product: RadialProduct, zoom: number, latitude: number, longitude: number): Promise<string> {
  const side = 256 * 2 ** zoom;
  const phi = (latitude * Math.PI) / 180;
  const column = Math.floor(((longitude + 180) / 360) * side);
  const row = Math.floor(((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * side);
  const order: TileOrder = {
    layer: 'radar-site',
    sources: [{ kind: 'scan', site: 'KBMX', version: 'a' }],
    validTime: product.validTime,
    z: zoom,
    x: Math.floor(column / 256),
    y: Math.floor(row / 256),
  };
  const pixels = new Uint8Array(256 * 256);
  await paintScan(order, { scan: () => Promise.resolve(product) } as unknown as TileReaders, pixels);
  const [red, green, blue, alpha] = REFLECTIVITY_STYLE.palette[pixels[(row % 256) * 256 + (column % 256)]!]!;
  expect(alpha).toBe(255);
  return [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0').toUpperCase()).join('');
}

testWithSharedData('three echoes of KBMX have their colour at their pixel, from zoom 9 to 12', async () => {
  const product = await decodeNexrad(readFileSync(PRODUCT));
  for (const zoom of [9, 10, 11, 12])
    for (const { colour, latitude, longitude } of ECHOES)
      expect(await colourAt(product, zoom, latitude, longitude)).toBe(colour);
});
