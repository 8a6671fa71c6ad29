/**
 * What one radar measured in one turn of its antenna, in the polar form that it is published in.
 *
 *   radial r   azimuths starts[r] ≤ α < starts[r] + widths[r], degrees clockwise from true north
 *   gate g     distances firstGate + g·gateSpacing ≤ d < firstGate + (g + 1)·gateSpacing, m
 *
 * Distances are along the beam, which rises at the elevation angle; without one they are along the ground.
 */

/** Of a radial: super resolution has 1840, airports' radars 1390. */
export const MOST_GATES = 4096;
/** Of a sweep: super resolution has 720; some old files go round a little more than once. */
export const MOST_RADIALS = 1000;

/** Where the gates are. */
export interface PolarSweep {
  /** Of the antenna, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees above the horizon; null: distances are along the ground. */
  readonly elevationAngle: number | null;
  /** Where the first gate begins, m. */
  readonly firstGate: number;
  /** m */
  readonly gateSpacing: number;
  readonly gates: number;
  /** Degrees, tenths; in the order of measurement, which begins anywhere and may go round a little more than once. */
  readonly starts: Float64Array;
  readonly widths: Float64Array;
}

/** dBZ of equivalent reflectivity, or m/s of radial velocity, positive away from the radar. */
export type RadialQuantity = 'reflectivity' | 'radial-velocity';

export interface RadialProduct extends PolarSweep {
  /** Three letters, as in the names of the upstream's files: "BMX"; null where the file has no heading. */
  readonly site: string | null;
  /** ICAO identifier of the office that sent it, "KBMX": not always that of the radar, "KOUN" sends those of KTLX. */
  readonly office: string | null;
  /** Height of the antenna above sea level, m. */
  readonly height: number;
  readonly code: number;
  readonly name: string;
  readonly quantity: RadialQuantity;
  /** When the turn ended, epoch seconds, within some seconds. */
  readonly validTime: number;
  /** When the volume scan that it is part of began. */
  readonly volumeTime: number;
  readonly volumeCoveragePattern: number;
  /** What was measured, as a level; gates of radial 0, then of radial 1 … */
  readonly levels: Uint8Array;
  /** The value of each of 256 levels: NaN below the threshold, where range folded, and of levels that mean nothing. */
  readonly levelValues: Float32Array;
  /** Level of gates whose echo may come from beyond the unambiguous range; null where the product has none. */
  readonly rangeFolded: number | null;
}
