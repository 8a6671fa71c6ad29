/** The metadata of a sweep as Zarr v3 documents. A value is `level_value[level]`. */

import type { RadialProduct } from '../../model/radial-product.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  type FormatIdentity,
  scalarDocument,
  zarrGroup,
} from '../zarr/zarr-arrays.js';
import { LEVELS, type SweepFacts, scanDataset } from './scan-layout.js';

export const SCAN_FORMAT: FormatIdentity = { name: 'weatherglass-radar-scan', version: 1 };

/** What is stored of a sweep beside the sweep itself. */
export interface ScanDescription {
  /** ICAO. */
  readonly site: string;
  readonly version: string;
  /** When the turn ended, epoch seconds. */
  readonly validTime: number;
  /** When this version was made, epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  /** Name of the file that it came in. */
  readonly origin: string;
  /** Entity tag of that file, as its server gave it; null: it gave none. */
  readonly originTag: string | null;
}

/** Of the two quantities: name, unit as UDUNITS has it, standard name of CF. */
const QUANTITIES = {
  reflectivity: ['equivalent reflectivity', 'dBZ', 'equivalent_reflectivity_factor'],
  'radial-velocity': ['velocity away from the radar', 'm s-1', 'radial_velocity_of_scatterers_away_from_instrument'],
} as const;

/** The numbers beside the levels: of each axis its values, and how it is described. */
export function scanAxes(product: Pick<RadialProduct, 'starts' | 'widths' | 'levelValues'>, facts: SweepFacts) {
  const { gates, firstGate, gateSpacing } = facts;
  return {
    azimuth: product.starts,
    azimuth_width: product.widths,
    range: Float64Array.from({ length: gates }, (_, gate) => firstGate + gate * gateSpacing),
    level_value: Float64Array.from(product.levelValues),
  };
}

/** The document of every array, by its name. */
export function scanDocuments(
  { radials, gates, quantity, elevationAngle }: SweepFacts,
  validTime: number,
): Record<string, ArrayDocument> {
  const [name, units, standard] = QUANTITIES[quantity];
  const along = elevationAngle === null ? 'along the ground' : 'along the beam';
  return {
    level: arrayDocument({
      shape: [radials, gates],
      data_type: 'uint8',
      fill_value: 0,
      codecs: COMPRESSED,
      dimension_names: ['azimuth', 'range'],
      attributes: { long_name: `${name} as a level, see level_value`, coordinates: 'time azimuth_width' },
    }),
    azimuth: axisDocument('azimuth', radials, 'float64', {
      long_name: 'where the radial begins, clockwise from true north',
      units: 'degree',
    }),
    azimuth_width: axisDocument('azimuth', radials, 'float64', { long_name: 'width of the radial', units: 'degree' }),
    range: axisDocument('range', gates, 'float64', { long_name: `where the gate begins, ${along}`, units: 'm' }),
    level_value: axisDocument('level_value', LEVELS, 'float64', {
      long_name: `${name} of a level; NaN: below the threshold, range folded or not used`,
      standard_name: standard,
      units,
    }),
    time: scalarDocument('int64', validTime, {
      standard_name: 'time',
      units: 'seconds since 1970-01-01T00:00:00Z',
      calendar: 'proleptic_gregorian',
    }),
  };
}

/** The document of the group. */
export function scanGroup(
  { site, ...description }: ScanDescription,
  { site: letters, validTime: _, ...sweep }: SweepFacts,
  arrays: Record<string, ArrayDocument>,
): object {
  return zarrGroup(
    {
      format: SCAN_FORMAT.name,
      formatVersion: SCAN_FORMAT.version,
      dataset: scanDataset(site),
      site,
      ...description,
      sweep: { letters, ...sweep },
    },
    arrays,
  );
}
