/** How readers of elevation files fail: the caller knows where the bytes came from and makes the tagged error. */

import type { PngLimits } from '../png.js';

/** Makes the error for bytes that break `rule`, or use what is not read; `value` is what stands there instead. */
export type Defect = PngLimits['defect'];
