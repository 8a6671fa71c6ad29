/**
 * Section 3: the grid. Template 3.0 as GFS writes it (72 octets) and 3.30 as HRRR, NBM and AQM do (81 octets).
 *
 *   shape 6    sphere of 6,371,229 m; any other radius is written out, shape 1
 *   flags      0x30 both increments given; 0x08 winds along the grid
 *   scan       0x00 north to south, 0x40 south to north, 0x10 every second row the other way
 */

import type { RegularGrid } from '../../src/model/field.js';
import type { LambertLattice } from '../lambert-lattice.js';
import type { OctetWriter } from './bits.js';

export type MessageGrid = RegularGrid | LambertLattice;

const MICRODEGREE = 1e6;
const NCEP_RADIUS = 6_371_229;

export function writeGrid(message: OctetWriter, grid: MessageGrid): void {
  if (grid.kind === 'regular') writeRegular(message, grid);
  else writeLambert(message, grid);
}

function micro(degrees: number): number {
  return Math.round(degrees * MICRODEGREE);
}

/** Octets 1 to 38: head, shape, and the numbers of columns and rows. */
function writeHead(message: OctetWriter, template: number, { rows, columns }: MessageGrid, radius: number): void {
  message
    .unsigned(template === 0 ? 72 : 81, 4)
    .unsigned(3, 1)
    .unsigned(0, 1)
    .unsigned(rows * columns, 4);
  message.unsigned(0, 2).unsigned(template, 2);
  const own = radius !== NCEP_RADIUS;
  message
    .unsigned(own ? 1 : 6, 1)
    .unsigned(0, 1)
    .unsigned(own ? radius : 0, 4);
  message.unsigned(0, 1).unsigned(0, 4).unsigned(0, 1).unsigned(0, 4);
  message.unsigned(columns, 4).unsigned(rows, 4);
}

function writeRegular(message: OctetWriter, grid: RegularGrid): void {
  const { rows, columns, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = grid;
  writeHead(message, 0, grid, NCEP_RADIUS);
  message.unsigned(0, 4).unsigned(0xffffffff, 4);
  message.signed(micro(firstLatitude), 4).signed(micro(firstLongitude), 4).unsigned(0x30, 1);
  message.signed(micro(firstLatitude + (rows - 1) * latitudeStep), 4);
  message.signed(micro((firstLongitude + (columns - 1) * longitudeStep) % 360), 4);
  message.unsigned(micro(longitudeStep), 4).unsigned(micro(Math.abs(latitudeStep)), 4);
  message.unsigned(latitudeStep > 0 ? 0x40 : 0, 1);
}

function writeLambert(message: OctetWriter, grid: LambertLattice): void {
  const spacing = Math.round(grid.spacing * 1000);
  writeHead(message, 30, grid, grid.radius);
  message.signed(micro(grid.firstLatitude), 4).signed(micro(grid.firstLongitude), 4);
  message.unsigned(grid.windsAlongGrid ? 0x08 : 0, 1);
  message.signed(micro(grid.parallel), 4).signed(micro(grid.meridian), 4).unsigned(spacing, 4).unsigned(spacing, 4);
  message.unsigned(0, 1).unsigned(grid.alternatingRows ? 0x50 : 0x40, 1);
  message.signed(micro(grid.parallel), 4).signed(micro(grid.parallel), 4);
  message.signed(-90 * MICRODEGREE, 4).signed(0, 4);
}

/** Values [row, column] in the order in which the grid stores them; the same array where nothing changes. */
export function inScanOrder(grid: MessageGrid, values: Float32Array): Float32Array {
  if (grid.kind === 'regular' || !grid.alternatingRows) return values;
  const ordered = values.slice();
  for (let row = 1; row < grid.rows; row += 2) ordered.subarray(row * grid.columns, (row + 1) * grid.columns).reverse();
  return ordered;
}
