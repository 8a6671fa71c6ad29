/**
 * Levels by both their names: the words of wgrib2's index, and the type and value in the message (WMO code table 4.5).
 *
 * Types: 1 ground, 10 and 200 whole atmosphere (200 is NCEP's), 100 isobaric (Pa), 101 mean sea level, 103 height above
 * ground (m), 104 sigma, 105 hybrid, 195 one of NCEP's own.
 */

import type { Level } from './selector.js';

export const GROUND: Level = ['surface', 1, null];
export const TWO_METRES: Level = ['2 m above ground', 103, 2];
export const EIGHT_METRES: Level = ['8 m above ground', 103, 8];
export const TEN_METRES: Level = ['10 m above ground', 103, 10];
export const SEA_LEVEL: Level = ['mean sea level', 101, null];
export const COLUMN: Level = ['entire atmosphere', 10, null];
export const COLUMN_AS_LAYER: Level = ['entire atmosphere (considered as a single layer)', 200, null];
export const HPA_700: Level = ['700 mb', 100, 70_000];
export const HPA_850: Level = ['850 mb', 100, 85_000];
