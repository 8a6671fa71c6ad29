/**
 * The products of MRMS that are simulated: directory, code of discipline 209, altitude, and what is in it. In the order of
 * their names, as the bucket lists them.
 */

import type { PictureBits } from '../grib2-encoder/png-picture.js';
import { MISSING, type MrmsScene } from '../radar/mrms-scene.js';

export interface MrmsProduct {
  readonly directory: string;
  /** Category and number. */
  readonly code: readonly [number, number];
  /** m. */
  readonly level: number;
  /** That the file keeps. */
  readonly decimals: number;
  readonly bits: PictureBits;
  /** Where nobody looks just now; beyond the sight of all it is −3 throughout. */
  readonly missing: number;
  /** Made of the whole volume, and so not of the whole minute. */
  readonly isOfVolume: boolean;
  values(scene: MrmsScene, validTime: number): Float32Array;
}

type Values = MrmsProduct['values'];

const ORDINARY = { decimals: 1, bits: 16, missing: MISSING } as const;
/** Whole per cents and a code so far below zero that a picture has to be wide for it. */
const WIDE = { decimals: 0, bits: 24, missing: -99_900 } as const;

/** Of the ground. */
function surface(directory: string, code: readonly [number, number], values: Values): MrmsProduct {
  return { directory, code, level: 0, ...ORDINARY, isOfVolume: false, values };
}

function volume(directory: string, code: readonly [number, number], level: number, values: Values): MrmsProduct {
  return { directory, code, level, ...ORDINARY, isOfVolume: true, values };
}

function lightning(minutes: number, code: readonly [number, number], values: Values): MrmsProduct {
  return { ...volume(`LightningProbabilityNext${minutes}minGrid_scale_1`, code, 0, values), ...WIDE };
}

export const MRMS_PRODUCTS: readonly MrmsProduct[] = [
  lightning(30, [2, 5], (scene, at) => scene.lightning(at, 'half-hour')),
  lightning(60, [2, 6], (scene, at) => scene.lightning(at, 'hour')),
  volume('MESH_00.50', [3, 28], 500, (scene, at) => scene.hailSize(at)),
  volume('POSH_00.50', [3, 27], 500, (scene, at) => scene.hailProbability(at)),
  surface('PrecipFlag_00.00', [6, 0], (scene, at) => scene.flag(at)),
  surface('PrecipRate_00.00', [6, 1], (scene, at) => scene.rate(at)),
  { ...surface('RadarQualityIndex_00.00', [8, 0], (scene, at) => scene.quality(at)), decimals: 2 },
  volume('SHI_00.50', [3, 26], 500, (scene, at) => scene.severeHailIndex(at)),
];
