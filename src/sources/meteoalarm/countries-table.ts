/**
 * The countries of MeteoAlarm as its feeds spell them, and the box around each, degrees, rounded outward: it decides
 * only whether a country is worth asking for with a region, so it need not be exact.
 */

import type { Box } from '../../model/box.js';

export interface MeteoalarmCountry {
  readonly name: string;
  readonly box: Box;
}

function country(name: string, south: number, west: number, north: number, east: number): MeteoalarmCountry {
  return { name, box: { south, west, north, east } };
}

export const METEOALARM_COUNTRIES: readonly MeteoalarmCountry[] = [
  country('austria', 46, 9, 50, 18),
  country('belgium', 49, 2, 52, 7),
  country('bosnia-herzegovina', 42, 15, 46, 20),
  country('bulgaria', 41, 22, 45, 29.5),
  country('croatia', 42, 13, 47, 20),
  country('cyprus', 34, 32, 36, 35),
  country('czechia', 48, 12, 51.5, 19),
  country('denmark', 54, 7, 59, 16),
  country('estonia', 57, 21, 60.5, 29),
  country('finland', 59, 18, 71, 32),
  country('france', 41, -6, 52, 10),
  country('germany', 47, 3, 56, 15.5),
  country('greece', 34, 19, 42, 30),
  country('hungary', 45, 16, 49, 23),
  country('iceland', 62, -26, 68, -12),
  country('ireland', 51, -12, 56, -5),
  country('israel', 29, 34, 34, 36),
  country('italy', 35, 6, 48, 19),
  country('latvia', 55, 20, 59, 29),
  country('lithuania', 53, 20, 57, 27),
  country('luxembourg', 49, 5, 51, 7),
  country('malta', 35, 14, 37, 15),
  country('moldova', 45, 26, 49, 31),
  country('montenegro', 41, 18, 44, 21),
  country('netherlands', 50, 2, 56, 8),
  country('norway', 57, -10, 81, 35),
  country('poland', 48, 14, 56, 25),
  country('portugal', 29, -32, 43, -6),
  country('republic-of-north-macedonia', 40, 20, 43, 23.5),
  country('romania', 43, 20, 49, 31),
  country('serbia', 41, 18, 47, 23.5),
  country('slovakia', 47, 16, 50, 23),
  country('slovenia', 45, 13, 47, 17),
  country('spain', 27, -19, 44.5, 5),
  country('sweden', 55, 10, 70, 25),
  country('switzerland', 45, 5, 48, 11),
  country('ukraine', 44, 22, 53, 41),
  country('united-kingdom', 49, -14, 62, 3),
];
