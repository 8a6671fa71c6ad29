/**
 * Where everything of a stored sweep of one radar lies. Normative description: docs/formats/radar-scan.md.
 *
 *   nexrad-<site>/latest.json                        which sweep is published
 *   nexrad-<site>/<version>/complete.json            every object of the sweep is there
 *   nexrad-<site>/<version>/zarr.json                Zarr v3 group, with all array metadata consolidated
 *   nexrad-<site>/<version>/level/c/0/0              the sweep: an octet for each gate, whole
 *   nexrad-<site>/<version>/{azimuth,…}/c/0          where its gates are, and what its levels stand for
 *
 * A site is a dataset of its own: sweeps come and go by site, and whoever removes one that nobody looks at any more
 * touches no other. Versions are named after when the sweep was seen, as frames are.
 */

import { isRadarSite } from '../../model/radar-sites-table.js';
import { MOST_GATES, MOST_RADIALS, type RadialProduct } from '../../model/radial-product.js';
import { versionPrefix } from '../versions/version-keys.js';

/** Of all datasets of sweeps. */
export const SCAN_PREFIX = 'nexrad-';
export const LEVELS = 256;

/** @throws RangeError  no radar of the network */
export function scanDataset(site: string): string {
  if (!isRadarSite(site)) throw new RangeError(`"${site}" is no radar of NEXRAD`);
  return `${SCAN_PREFIX}${site}`;
}

/** The radar that a dataset is of; null: it is none of sweeps. */
export function siteOfDataset(dataset: string): string | null {
  const site = dataset.slice(SCAN_PREFIX.length);
  return dataset.startsWith(SCAN_PREFIX) && isRadarSite(site) ? site : null;
}

export function levelKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/level/c/0/0`;
}

export function axisKey(dataset: string, version: string, axis: string): string {
  return `${versionPrefix(dataset, version)}/${axis}/c/0`;
}

export type SweepFacts = Omit<RadialProduct, 'starts' | 'widths' | 'levels' | 'levelValues'> & {
  readonly radials: number;
};

/** The rule that the facts of a sweep break; null: it can be stored. Shared by the writer's door and the reader's. */
export function sweepFault(sweep: SweepFacts): string | null {
  const { gates, radials, latitude, longitude, elevationAngle, firstGate, gateSpacing, rangeFolded } = sweep;
  if (!isCount(gates, MOST_GATES)) return `a radial has 1 to ${MOST_GATES} gates, not ${gates}`;
  if (!isCount(radials, MOST_RADIALS)) return `a sweep has 1 to ${MOST_RADIALS} radials, not ${radials}`;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return `an antenna at ${latitude}, ${longitude}`;
  if (elevationAngle !== null && !(elevationAngle >= -2 && elevationAngle <= 90))
    return `an elevation of ${elevationAngle} degrees`;
  if (!(firstGate >= 0 && Number.isFinite(firstGate))) return `the first gate begins at ${firstGate} m`;
  if (!(gateSpacing > 0 && Number.isFinite(gateSpacing))) return `gates of ${gateSpacing} m`;
  if (rangeFolded !== null && !(Number.isInteger(rangeFolded) && rangeFolded >= 0 && rangeFolded < LEVELS))
    return `range folded is level ${rangeFolded}`;
  return null;
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** Everything of a sweep but its arrays. */
export function sweepFacts(product: RadialProduct): SweepFacts {
  const { starts, widths: _, levels: _levels, levelValues: _values, ...facts } = product;
  return { ...facts, radials: starts.length };
}

/** The rule that a sweep breaks, null when it can be stored. */
export function productFault(product: RadialProduct): string | null {
  const { starts, widths, levels, levelValues, gates } = product;
  if (widths.length !== starts.length) return `${widths.length} widths of ${starts.length} radials`;
  if (levels.length !== starts.length * gates) return `${levels.length} levels for ${starts.length} × ${gates} gates`;
  if (levelValues.length !== LEVELS) return `values of ${levelValues.length} levels, not ${LEVELS}`;
  if (![...starts, ...widths].every(Number.isFinite)) return 'azimuths are numbers';
  return sweepFault(sweepFacts(product));
}
