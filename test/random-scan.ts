/** Sweeps of a radar with any levels, small and different by their seed. */

import { uniformAt } from '../simulator/random.js';
import { radarSiteOf } from '../src/model/radar-sites-table.js';
import type { RadialProduct } from '../src/model/radial-product.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import type { ScanDescription } from '../src/store/scans/scan-documents.js';
import { publishScan } from '../src/store/scans/scan-writer.js';
import { versionOf } from '../src/store/versions/timed-version.js';

export interface RandomScan {
  readonly description: ScanDescription;
  readonly product: RadialProduct;
}

export function randomScan(options: {
  readonly site: string;
  readonly validTime: number;
  readonly seed?: number;
  readonly radials?: number;
  readonly gates?: number;
}): RandomScan {
  const { site, validTime, seed = 1, radials = 36, gates = 20 } = options;
  const { latitude, longitude } = radarSiteOf(site);
  const width = 360 / radials;
  const product: RadialProduct = {
    site: site.slice(1),
    office: site,
    latitude,
    longitude,
    height: 389.2296,
    code: 153,
    name: 'super-resolution digital base reflectivity',
    quantity: 'reflectivity',
    validTime,
    volumeTime: validTime - 20,
    volumeCoveragePattern: 215,
    elevationAngle: 0.5,
    firstGate: 0,
    gateSpacing: 250,
    gates,
    starts: Float64Array.from({ length: radials }, (_, n) => (350 + n * width) % 360),
    widths: new Float64Array(radials).fill(width),
    levels: Uint8Array.from({ length: radials * gates }, (_, n) => 256 * uniformAt(seed, 1, n, 0)),
    levelValues: Float32Array.from({ length: 256 }, (_, level) => (level < 2 ? Number.NaN : -32 + (level - 2) / 2)),
    rangeFolded: 1,
  };
  const version = versionOf(validTime);
  const origin = `${site.slice(1)}_N0B_${seed}`;
  const description = {
    site,
    version,
    validTime,
    createdAt: validTime + 40,
    simulated: true,
    origin,
    originTag: `"${seed}"`,
  };
  return { description, product };
}

/** Publishes sweeps in the objects of a data directory. */
export async function publishScans(directory: string, scans: readonly RandomScan[]): Promise<void> {
  const objects = openDirectoryObjects(directory);
  for (const { description, product } of scans)
    await publishScan(objects, description, product, description.validTime + 45);
  objects.close();
}
