/**
 * Rain: as radar sees it, in the colours that the US National Weather Service shows reflectivity in, 5 dBZ to a band, and
 * as models have it, in mm/h (2.5, 7.6 and 50 mm/h end light, moderate and heavy rain in the AMS Glossary and at the NWS).
 */

import { bandedStyle } from './bands.js';
import { type BandedStyle, rgba } from './style.js';

/** dBZ. */
export const DBZ_BAND = { first: 5, width: 5 } as const;

const REFLECTIVITY = [
  '00ECEC',
  '01A0F6',
  '0000F6',
  '00FF00',
  '00C800',
  '009000',
  'FFFF00',
  'E7C000',
  'FF9000',
  'FF0000',
  'D60000',
  'C00000',
  'FF00FF',
  '9955C9',
  'FFFFFF',
] as const;

/** Edges in dBZ: index i from 5 i dBZ on. */
export const REFLECTIVITY_STYLE: BandedStyle = bandedStyle({
  unit: 'dBZ',
  bands: REFLECTIVITY.map((hex, i) => ({ from: DBZ_BAND.first + i * DBZ_BAND.width, colour: rgba(hex) })),
});

const RATES = [
  [0.1, 'A6F2FF'],
  [0.5, '5CC8FF'],
  [1, '2F8BFF'],
  [2.5, '1FBF4A'],
  [7.6, 'F5E500'],
  [16, 'FF9000'],
  [50, 'E00000'],
  [100, 'B000B0'],
] as const;

/** Edges in mm/h. */
export const PRECIPITATION_STYLE: BandedStyle = bandedStyle({
  unit: 'mm/h',
  bands: RATES.map(([from, hex]) => ({ from, colour: rgba(hex) })),
});
