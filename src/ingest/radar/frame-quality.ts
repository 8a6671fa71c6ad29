/** What a frame must be to be published, and what is cleaned of it. */

import { isDeepStrictEqual } from 'node:util';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { gridInWords } from '../../grid/grid-words.js';
import type { Grid } from '../../model/field.js';
import { RADAR_DATASETS, RADAR_NETWORKS, type RadarDatasetId, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { withoutClutter } from '../../science/radar/clutter.js';
import { frameGridFault } from '../../store/radar/radar-layout.js';

/** Pixels of 1 km that an echo has at least. */
const LEAST_ECHO = 9;
/** Side of a pixel of 1 km, degrees and m. */
const KILOMETRE_DEGREES = 0.01;
const KILOMETRE = 1000;

export interface FrameExpectation {
  /** Epoch seconds. */
  readonly now: number;
  /** From frame to frame, s. */
  readonly cadence: number;
  /** As the name of the file has it; null: it has none. */
  readonly validTime: number | null;
  /** Of the frames that are published; null: whatever it is. */
  readonly grid: Grid | null;
}

/** A frame may be dated ahead so far, s: clocks differ. Less than what readers accept, or they would lose the one before. */
const AHEAD_SECONDS = 240;

/** True for a frame from the future. */
export function isAhead(validTime: number, { now }: Pick<FrameExpectation, 'now'>): boolean {
  return validTime > now + AHEAD_SECONDS;
}

/** The rule that the frame breaks; null: it can be published. */
export function frameFault({ grid, validTime, field }: RadarRaster, expected: FrameExpectation): string | null {
  if (isAhead(validTime, expected)) return `it is from the future: ${formatInstant(validTime)}`;
  if (expected.validTime !== null && Math.abs(validTime - expected.validTime) > expected.cadence)
    return `its name says ${formatInstant(expected.validTime)}, its contents ${formatInstant(validTime)}`;
  if (expected.grid !== null && !isDeepStrictEqual(grid, expected.grid))
    return `it stands on another grid than what is published: ${gridInWords(grid)} instead of ${gridInWords(expected.grid)}`;
  if (field.rows !== grid.rows || field.columns !== grid.columns)
    return `it has ${field.rows} × ${field.columns} values for a grid of ${grid.rows} × ${grid.columns}`;
  const fault = frameGridFault(grid);
  if (fault !== null) return fault;
  return isObserved(field) ? null : 'not one pixel of it was observed';
}

function isObserved({ tiles }: TiledField): boolean {
  return tiles.some((tile) =>
    typeof tile === 'number' ? tile !== UNOBSERVED : tile.some((packed) => packed !== UNOBSERVED),
  );
}

/** Rates of radars without clutter; what satellites and other products show stays as it is. */
export function cleaned(dataset: RadarDatasetId, field: TiledField, grid: Grid): TiledField {
  return withoutClutter(field, leastEcho(dataset, grid)).field;
}

/** Pixels of the smallest echo that is rain: as large as 9 pixels of 1 km; 0: there is no such limit. */
export function leastEcho(dataset: RadarDatasetId, grid: Grid): number {
  const network = RADAR_DATASETS.find(({ id }) => id === dataset)!.network;
  if (network === 'rrqpe' || !RADAR_NETWORKS.some(({ rate }) => rate === dataset)) return 0;
  const kilometres =
    'xStep' in grid
      ? Math.abs(grid.xStep * grid.yStep) / KILOMETRE ** 2
      : 'latitudeStep' in grid
        ? Math.abs(grid.latitudeStep * grid.longitudeStep) / KILOMETRE_DEGREES ** 2
        : Number.POSITIVE_INFINITY;
  return Math.round(LEAST_ECHO / kilometres);
}
