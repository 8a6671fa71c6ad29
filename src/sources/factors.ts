/** Units of messages to units of elements: value × factor. */

/** % to ratio */
export const PERCENT = 0.01;
/** kg m⁻² s⁻¹ to mm/h; a kilogram of water on a square metre is a millimetre. */
export const PER_SECOND_TO_PER_HOUR = 3600;
/** kg m⁻² s⁻¹ to the mm of a quarter of an hour at this rate */
export const PER_SECOND_TO_PER_QUARTER = 900;
/** m of water to mm */
export const METRES_OF_WATER = 1000;
/** kg/m³ to µg/m³ */
export const KILOGRAMS = 1e9;
/** m²/s² of geopotential to m */
export const GEOPOTENTIAL = 1 / 9.80665;
