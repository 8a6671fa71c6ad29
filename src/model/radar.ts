/**
 * Radar and other fields of rain as it falls: the vocabulary between the frames that arrive and the nowcast.
 *
 * A frame is one field at one instant on a grid. It is held whole in memory, tile by tile: most of a radar picture is dry
 * or was never looked at, and a tile without any difference in it is one number. A frame of a rate carries beside it the
 * motion that was seen in it and how well earlier nowcasts came true, so that what is published together is used together.
 */

import type { Grid } from './field.js';

/**
 * Who looks at the rain, best first: where two see a place, the first one that is in time answers.
 *
 * @property cadence  s from frame to frame
 */
export const RADAR_NETWORKS = [
  { id: 'mrms', title: 'MRMS', rate: 'mrms-rate', cadence: 120 },
  { id: 'dwd-rv', title: "DWD's composite RV", rate: 'dwd-rate', cadence: 300 },
  { id: 'rrqpe', title: 'NOAA RRQPE from satellites', rate: 'rrqpe-rate', cadence: 600 },
] as const satisfies readonly { id: string; title: string; rate: string; cadence: number }[];

export type RadarNetworkId = (typeof RADAR_NETWORKS)[number]['id'];

/** Time from frame to frame, s. */
export function cadenceOf(network: RadarNetworkId): number {
  return RADAR_NETWORKS.find(({ id }) => id === network)!.cadence;
}

/**
 * Datasets of frames: the first part of their keys in the store.
 *
 * @property step  unit of the quantity for one step of the packed values
 */
export const RADAR_DATASETS = [
  { id: 'mrms-rate', network: 'mrms', quantity: 'precipitation rate', unit: 'mm/h', step: 0.1 },
  { id: 'mrms-flag', network: 'mrms', quantity: 'precipitation flag', unit: 'code', step: 1 },
  { id: 'mrms-mesh', network: 'mrms', quantity: 'maximum estimated size of hail', unit: 'mm', step: 0.1 },
  { id: 'mrms-shi', network: 'mrms', quantity: 'severe hail index', unit: '1', step: 0.1 },
  { id: 'mrms-posh', network: 'mrms', quantity: 'probability of severe hail', unit: 'ratio', step: 0.01 },
  { id: 'mrms-lightning-30', network: 'mrms', quantity: 'lightning in 30 minutes', unit: 'ratio', step: 0.01 },
  { id: 'mrms-lightning-60', network: 'mrms', quantity: 'lightning in 60 minutes', unit: 'ratio', step: 0.01 },
  { id: 'mrms-quality', network: 'mrms', quantity: 'radar quality index', unit: 'ratio', step: 0.01 },
  { id: 'dwd-rate', network: 'dwd-rv', quantity: 'precipitation rate', unit: 'mm/h', step: 0.012 },
  { id: 'rrqpe-rate', network: 'rrqpe', quantity: 'precipitation rate', unit: 'mm/h', step: 0.1 },
] as const satisfies readonly {
  id: string;
  network: RadarNetworkId;
  quantity: string;
  unit: 'mm/h' | 'mm' | 'ratio' | 'code' | '1';
  step: number;
}[];

export type RadarDatasetId = (typeof RADAR_DATASETS)[number]['id'];

/** Pixels along a side of a tile. */
export const RADAR_TILE = 128;
/** Packed value of what was not observed; a packed 0 is an observed nothing. */
export const UNOBSERVED = 65_535;

/**
 * A field in tiles of 128 × 128 pixels, eastward, then downward; value = packed × step.
 *
 * A tile is uint16 [row][column], or the one number that all of it has. What of the last tiles reaches beyond the grid is
 * `UNOBSERVED`. Row 0 and column 0 are those of the grid.
 */
export interface TiledField {
  readonly rows: number;
  readonly columns: number;
  readonly step: number;
  readonly tiles: readonly (Uint16Array | number)[];
}

/**
 * Motion of the pattern on the pixels of a frame: where a pixel's rain came from and goes to.
 *
 * Nodes lie every `spacing` pixels, the first at pixel `origin` on both axes, [row][column]; between them bilinear, beyond
 * the outermost ones theirs. Unit: pixels per minute, `u` towards growing columns, `v` towards growing rows.
 */
export interface MotionField {
  readonly rows: number;
  readonly columns: number;
  readonly spacing: number;
  readonly origin: number;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Where a motion was taken from: the frames; what earlier frames had shown; the model's wind; nothing, so nothing moves. */
export type MotionSource = 'radar' | 'earlier' | 'model' | 'none';

/**
 * Chances that were given and whether it then rained, by tenths of the chance: (0, 0.1], (0.1, 0.2] … (0.9, 1]. Pairs that
 * lie close together, and older ones, count as less than one.
 */
export interface CalibrationCounts {
  readonly pairs: readonly number[];
  /** Sum of the chances, ratios. */
  readonly forecast: readonly number[];
  /** Of the pairs, those where it rained. */
  readonly observed: readonly number[];
}

/** Chances of rain as they came true at a lead: `observed` at `raw`, both 0..1 and rising, linear between. */
export interface LeadCalibration {
  readonly leadMinutes: number;
  readonly raw: readonly number[];
  readonly observed: readonly number[];
  /** Pairs that it is made from, by their weights. */
  readonly samples: number;
  /** Those pairs, which the next frame goes on counting from. */
  readonly counts?: CalibrationCounts;
}

/** How earlier nowcasts of the same network came true. */
export interface NowcastSkill {
  /** In the order of `leadMinutes`, linear between them. Empty: chances stand as they are. */
  readonly calibration: readonly LeadCalibration[];
  /** Minutes after which the Lagrangian correlation has fallen to 1/e, in boxes of `boxPixels`, [row][column], NaN unknown. */
  readonly lifetime: {
    readonly rows: number;
    readonly columns: number;
    readonly boxPixels: number;
    readonly minutes: Float32Array;
  } | null;
}

export interface RadarDescription {
  readonly dataset: RadarDatasetId;
  /** Name of the immutable version: the valid time, "20261120T061000Z". */
  readonly version: string;
  /** When the rain was seen, epoch seconds. */
  readonly validTime: number;
  /** When this version was made, epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  readonly grid: Grid;
  /** Only of rates. */
  readonly motion: { readonly source: MotionSource; readonly frameTimes: readonly number[] } | null;
}

/** One published frame, whole and immutable. */
export interface RadarFrame {
  readonly description: RadarDescription;
  readonly field: TiledField;
  /** Null for datasets that are no rate. */
  readonly motion: MotionField | null;
  readonly skill: NowcastSkill | null;
}

/** Published frames: what `query/radar` reads. */
export interface RadarShelf {
  /**
   * The published frame, null when there was never one. While a newer one is being read, the one before it: only the very
   * first has to be waited for. Cheap enough for every request.
   *
   * @throws ObjectDefectError  neither the published frame nor the one before it can be read
   */
  newest(dataset: RadarDatasetId): Promise<RadarFrame | null>;
  /** Valid times of the frames that are kept, epoch seconds, rising. */
  validTimes(dataset: RadarDatasetId): Promise<readonly number[]>;
  /** A kept frame by its valid time, null when there is none. Not held in memory by the shelf. */
  at(dataset: RadarDatasetId, validTime: number): Promise<RadarFrame | null>;
}
