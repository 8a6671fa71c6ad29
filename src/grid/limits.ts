/**
 * What passes for a grid of the earth. Readers of bytes from outside refuse what lies beyond, before geometry is worked
 * out from it.
 */

/** Half of a Gaussian grid's rows: more than any model has, and few enough to find their latitudes in no time. */
export const MOST_PARALLELS = 2000;

/** m. Every earth in use has its radii in here; a radius in another unit does not. */
export const SMALLEST_RADIUS = 6_300_000;
export const LARGEST_RADIUS = 6_420_000;

/** m: no plane of a map's useful part is wider. A place near the pole that a map lacks lies beyond. */
export const WIDEST_PLANE = 1e8;
