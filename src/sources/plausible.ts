/**
 * Bounds of the elements, the same for every feed, in the elements' units: values outside `plausible` are no weather but
 * damaged bytes that happen to decode; values between it and `clamp` are the packing's own overshoot.
 */

import type { FieldRequest } from './selector.js';

type Bounds = Pick<FieldRequest<string>, 'plausible' | 'clamp'>;

export const TEMPERATURE: Bounds = { plausible: [150, 350] };
export const DEW_POINT: Bounds = { plausible: [100, 350] };
export const PRESSURE_MSL: Bounds = { plausible: [80_000, 115_000] };
export const PRESSURE_SURFACE: Bounds = { plausible: [30_000, 115_000] };
export const WIND: Bounds = { plausible: [-150, 150] };
export const GUST: Bounds = { plausible: [-1, 200], clamp: [0, 200] };
export const TOTAL: Bounds = { plausible: [-1, 3000], clamp: [0, 3000] };
export const RATE: Bounds = { plausible: [-1, 2000], clamp: [0, 2000] };
export const SHARE: Bounds = { plausible: [-0.1, 1.1], clamp: [0, 1] };
export const VISIBILITY: Bounds = { plausible: [-1, 300_000], clamp: [0, 300_000] };
export const CAPE: Bounds = { plausible: [-1000, 30_000], clamp: [0, 30_000] };
export const OZONE_COLUMN: Bounds = { plausible: [20, 1000] };
/** µg/m³: the worst dust storms have some 10,000. */
export const PARTICLES: Bounds = { plausible: [-100, 100_000], clamp: [0, 100_000] };
/** ppb */
export const OZONE_GROUND: Bounds = { plausible: [-10, 2000], clamp: [0, 2000] };
export const ELEVATION: Bounds = { plausible: [-1000, 10_000] };
