/**
 * How well a network of radars sees each pixel, by the distance d to the nearest site:
 *
 *   quality = 1 up to 100 km, then falling straight to 0.2 at the edge of sight; NaN beyond
 *
 * The beam rises and widens with distance; terrain blocks nothing here. A site is in maintenance for one span of six hours
 * out of about 60 (its own, by the seed), and what it alone sees is not observed then.
 */

import { DEGREE_METRES, visitColumnsWithin } from '../discs.js';
import type { Axes } from '../places.js';
import { uniformAt } from '../random.js';
import type { RadarSite } from './sites-table.js';

const BEST_WITHIN = 100_000; // m
const WORST = 0.2;
const MAINTENANCE_SECONDS = 6 * 3600;
const MAINTENANCE_SHARE = 1 / 60;

/** [row, column], NaN out of sight. */
export function qualityOf(axes: Axes, sites: readonly RadarSite[], range: number): Float32Array {
  const { latitudes, longitudes } = axes;
  const nearest = new Float32Array(latitudes.length * longitudes.length).fill(Number.POSITIVE_INFINITY);
  for (const site of sites)
    for (const [y, latitude] of latitudes.entries()) {
      if (Math.abs(latitude - site.latitude) * DEGREE_METRES >= range) continue;
      const first = y * longitudes.length;
      visitColumnsWithin(site, range, latitude, longitudes, (x, d2) => {
        if (d2 < nearest[first + x]!) nearest[first + x] = d2;
      });
    }
  const fall = (1 - WORST) / (range - BEST_WITHIN);
  return nearest.map((d2) => (d2 === Infinity ? Number.NaN : 1 - fall * Math.max(0, Math.sqrt(d2) - BEST_WITHIN)));
}

/** The sites that look, at an instant. */
export function sitesAtWork(sites: readonly RadarSite[], seed: number, epochSeconds: number): readonly RadarSite[] {
  const span = spanOf(epochSeconds);
  return sites.filter((_, n) => uniformAt(seed, 60, n, span) >= MAINTENANCE_SHARE);
}

/** The same for all instants between which no site begins or ends its maintenance. */
export function spanOf(epochSeconds: number): number {
  return Math.floor(epochSeconds / MAINTENANCE_SECONDS);
}
