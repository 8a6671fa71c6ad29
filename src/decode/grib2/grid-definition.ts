/**
 * Section 3: the grid. The templates in the table below are read, any other is named and left alone.
 *
 *   octets 6 source · 7-10 number of points · 11 octets of a list of row lengths · 13-14 template
 *
 * A list of row lengths makes a reduced grid (octahedral ones too), which has no columns.
 */

import { GribUnsupportedError, isTagged } from '../../base/errors.js';
import type { Grid } from '../../model/field.js';
import { MOST_POINTS } from './grid-octets.js';
import { readGaussianGrid, readRegularGrid, readRotatedGrid } from './latitude-longitude-grid.js';
import { readLambertGrid, readMercatorGrid, readPolarStereographicGrid } from './projected-grid.js';
import { readScanningMode, type ScanningMode, STAGGERED } from './scanning.js';
import { malformed, octet, octets, type Section } from './sections.js';

export { MOST_POINTS } from './grid-octets.js';

/** The grid in the order that `reorder` gives, and how the message scans it. */
export interface GridLayout {
  readonly grid: Grid;
  readonly scanning: ScanningMode;
}

export interface GridDefinition {
  readonly template: number;
  readonly points: number;
  /** Null when the template is not read. */
  readonly layout: GridLayout | null;
  /** Why `layout` is null. */
  readonly refusal: GribUnsupportedError | null;
  /** Flag table 3.3, bit 5: u and v are along the grid's x and y, not towards east and north. */
  readonly windsAlongGrid: boolean;
}

interface GridTemplate {
  readonly read: (section: Section, scanning: ScanningMode) => Grid;
  /** Octets of the resolution and component flags, and of the scanning mode. */
  readonly flagsOctet: number;
  readonly scanOctet: number;
}

const TEMPLATES: Readonly<Record<number, GridTemplate>> = {
  0: { read: readRegularGrid, flagsOctet: 55, scanOctet: 72 },
  1: { read: readRotatedGrid, flagsOctet: 55, scanOctet: 72 },
  10: { read: readMercatorGrid, flagsOctet: 47, scanOctet: 60 },
  20: { read: readPolarStereographicGrid, flagsOctet: 47, scanOctet: 65 },
  30: { read: readLambertGrid, flagsOctet: 47, scanOctet: 65 },
  40: { read: readGaussianGrid, flagsOctet: 55, scanOctet: 72 },
};

/** Names of templates that are not read (code table 3.1), for those who look for them. */
const OTHER_TEMPLATES: Readonly<Record<number, string>> = {
  2: 'stretched latitude/longitude',
  3: 'stretched and rotated latitude/longitude',
  4: 'variable resolution latitude/longitude',
  5: 'variable resolution rotated latitude/longitude',
  12: 'transverse Mercator',
  13: 'Mercator with modelling subdomains',
  23: 'polar stereographic with modelling subdomains',
  31: 'Albers equal area',
  33: 'Lambert conformal with modelling subdomains',
  41: 'rotated Gaussian',
  42: 'stretched Gaussian',
  43: 'stretched and rotated Gaussian',
  50: 'spherical harmonics',
  51: 'rotated spherical harmonics',
  52: 'stretched spherical harmonics',
  53: 'stretched and rotated spherical harmonics',
  90: 'space view',
  100: 'triangular icosahedral',
  101: 'unstructured',
  110: 'equatorial azimuthal equidistant',
  120: 'azimuth-range',
  140: 'Lambert azimuthal equal area',
  204: 'curvilinear orthogonal',
};

const WINDS_ALONG_GRID = 0x08;

/** @throws MalformedError when the claims of the section contradict each other or exceed `MOST_POINTS` */
export function readGridDefinition(section: Section): GridDefinition {
  const points = readPointCount(section);
  const template = octets(section, 13, 2);
  const reader = TEMPLATES[template];
  const windsAlongGrid = reader !== undefined && (octet(section, reader.flagsOctet) & WINDS_ALONG_GRID) !== 0;
  try {
    const layout = readLayout(section, template, reader);
    const { columns, rows } = layout.grid;
    if (columns * rows !== points)
      throw malformed(section, 'octets 7-10', `number of data points is ${columns} columns × ${rows} rows`, points);
    return { template, points, layout, refusal: null, windsAlongGrid };
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return { template, points, layout: null, refusal: error, windsAlongGrid };
    throw error;
  }
}

/** Number of data points, which every template states in the same octets. */
export function readPointCount(section: Section): number {
  const points = octets(section, 7, 4);
  if (points > MOST_POINTS)
    throw malformed(section, 'octets 7-10', `number of data points is at most ${MOST_POINTS}`, points);
  return points;
}

/** @throws GribUnsupportedError naming what is not read */
function readLayout(section: Section, template: number, reader: GridTemplate | undefined): GridLayout {
  const source = octet(section, 6);
  if (source !== 0) throw new GribUnsupportedError('code table 3.0 source of grid definition', source);
  const name = OTHER_TEMPLATES[template];
  if (!reader) throw new GribUnsupportedError('grid definition template', `3.${template}${name ? ` (${name})` : ''}`);
  const listOctets = octet(section, 11);
  if (listOctets !== 0)
    throw new GribUnsupportedError(`grid definition template 3.${template} with a list of row lengths`, listOctets);
  const flags = octet(section, reader.scanOctet);
  const staggered = flags & STAGGERED;
  if (staggered !== 0) throw new GribUnsupportedError('flag table 3.4 staggered points', staggered);
  const scanning = readScanningMode(flags);
  return { grid: reader.read(section, scanning), scanning };
}
