/**
 * Air: the US air quality index in the colours that the EPA prescribes for its categories (EPA-454/B-24-002, table 2), flat,
 * and fine particles of smoke in greys and browns whose edges are those of the same categories (µg/m³ over 24 h, 2024).
 */

import { bandedStyle } from './bands.js';
import { type BandedStyle, legendColour, rgba, TRANSPARENT, versioned } from './style.js';

/** First and last index of a category: integers, since the index is one. */
const CATEGORIES = [
  [0, 50, '00E400', 'Good'],
  [51, 100, 'FFFF00', 'Moderate'],
  [101, 150, 'FF7E00', 'Unhealthy for sensitive groups'],
  [151, 200, 'FF0000', 'Unhealthy'],
  [201, 300, '8F3F97', 'Very unhealthy'],
  [301, null, '7E0023', 'Hazardous'],
] as const;

/** Edges in indexes, half way between two integers: an index is rounded before it is looked up. */
export const AIR_QUALITY_STYLE: BandedStyle = versioned<BandedStyle>({
  unit: 'AQI',
  palette: [TRANSPARENT, ...CATEGORIES.map(([, , hex]) => rgba(hex))],
  edges: CATEGORIES.map(([from]) => Math.max(0, from - 0.5)),
  legend: CATEGORIES.map(([from, last, hex, name]) => ({
    from,
    to: last === null ? null : last + 1,
    ...legendColour(rgba(hex)),
    label: last === null ? `${name} (${from} and above)` : `${name} (${from} to ${last})`,
  })),
});

/** µg/m³, colour, opacity: less than 9 is clean air, and shows the map. */
const SMOKE = [
  [9, 'B8AFA4', 0.6],
  [35.4, '978A7B', 0.66],
  [55.4, '7A6650', 0.72],
  [125.4, '5B4029', 0.78],
  [225.4, '352214', 0.85],
] as const;

/** Edges in µg/m³. */
export const SMOKE_STYLE: BandedStyle = bandedStyle({
  unit: 'µg/m³',
  bands: SMOKE.map(([from, hex, opacity]) => ({ from, colour: rgba(hex, opacity) })),
});
