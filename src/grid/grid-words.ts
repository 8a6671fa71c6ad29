/** A grid in words, for errors and logs. */

import type { Grid } from '../model/field.js';
import { placeOf } from './grid.js';

/** "1059 × 1799 (lambert), first cell 21.1381, -122.7195, step 3000 × 3000 m, parallels 38.5 and 38.5, meridian -97.5" */
export function gridInWords(grid: Grid): string {
  const { latitude, longitude } = placeOf(grid, 0, 0);
  const first = `first cell ${degrees(latitude)}, ${degrees(longitude)}`;
  return [`${grid.rows} × ${grid.columns} (${grid.kind})`, first, stepOf(grid), ...projectionOf(grid)].join(', ');
}

function stepOf(grid: Grid): string {
  if ('xStep' in grid) return `step ${round(grid.yStep, 3)} × ${round(grid.xStep, 3)} m`;
  if ('latitudeStep' in grid) return `step ${degrees(grid.latitudeStep)} × ${degrees(grid.longitudeStep)}°`;
  return `${grid.parallels} parallels to a pole, step ${degrees(grid.longitudeStep)}°`;
}

function projectionOf(grid: Grid): string[] {
  const meridian = 'centralMeridian' in grid ? `meridian ${degrees(turned(grid.centralMeridian))}` : '';
  switch (grid.kind) {
    case 'lambert':
      return [`parallels ${grid.standardParallels.map(degrees).join(' and ')}`, meridian];
    case 'polar-stereographic':
    case 'mercator':
      return [`true at ${degrees(grid.trueLatitude)}`, meridian];
    case 'rotated':
      return [`south pole at ${degrees(grid.southPoleLatitude)}, ${degrees(grid.southPoleLongitude)}`];
    default:
      return [];
  }
}

const turned = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);

/** Rounded to 10 m. */
function degrees(value: number): string {
  return round(value, 4);
}

function round(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
