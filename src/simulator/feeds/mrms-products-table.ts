/** The products of MRMS that are simulated: directory, code of discipline 209, altitude, and what is in it. */

import type { MrmsScene } from '../radar/mrms-scene.js';

export interface MrmsProduct {
  readonly directory: string;
  /** Category and number. */
  readonly code: readonly [number, number];
  /** m. */
  readonly level: number;
  /** Made of the whole volume, and so not of the whole minute. */
  readonly isOfVolume: boolean;
  values(scene: MrmsScene, validTime: number): Float32Array;
}

export const MRMS_PRODUCTS: readonly MrmsProduct[] = [
  {
    directory: 'PrecipRate_00.00',
    code: [6, 1],
    level: 0,
    isOfVolume: false,
    values: (scene, at) => scene.rate(at),
  },
  {
    directory: 'RadarQualityIndex_00.00',
    code: [8, 0],
    level: 0,
    isOfVolume: false,
    values: (scene, at) => scene.quality(at),
  },
];
