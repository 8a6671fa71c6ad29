/** The whole wind chill chart of the US National Weather Service (2001): wind in mph, then °F for each air temperature. */

import { expect, test } from 'vitest';
import { windChill } from '../../src/science/apparent-temperature.js';

const AIR_F = [40, 35, 30, 25, 20, 15, 10, 5, 0, -5, -10, -15, -20, -25, -30, -35, -40];

/** One page prints −73 for 50 mph and −30 °F (a misprint of −74) and another has a shifted row; this is the sound text. */
const CHART = `
 5: 36 31 25 19 13   7   1  -5 -11 -16 -22 -28 -34 -40 -46 -52 -57
10: 34 27 21 15  9   3  -4 -10 -16 -22 -28 -35 -41 -47 -53 -59 -66
15: 32 25 19 13  6   0  -7 -13 -19 -26 -32 -39 -45 -51 -58 -64 -71
20: 30 24 17 11  4  -2  -9 -15 -22 -29 -35 -42 -48 -55 -61 -68 -74
25: 29 23 16  9  3  -4 -11 -17 -24 -31 -37 -44 -51 -58 -64 -71 -78
30: 28 22 15  8  1  -5 -12 -19 -26 -33 -39 -46 -53 -60 -67 -73 -80
35: 28 21 14  7  0  -7 -14 -21 -27 -34 -41 -48 -55 -62 -69 -76 -82
40: 27 20 13  6 -1  -8 -15 -22 -29 -36 -43 -50 -57 -64 -71 -78 -84
45: 26 19 12  5 -2  -9 -16 -23 -30 -37 -44 -51 -58 -65 -72 -79 -86
50: 26 19 12  4 -3 -10 -17 -24 -31 -38 -45 -52 -60 -67 -74 -81 -88
55: 25 18 11  4 -3 -11 -18 -25 -32 -39 -46 -54 -61 -68 -75 -82 -89
60: 25 17 10  3 -4 -11 -19 -26 -33 -40 -48 -55 -62 -69 -76 -84 -91`;

const CELLS = CHART.trim()
  .split('\n')
  .flatMap((line) => {
    const [mph, chills] = line.split(':');
    return chills!
      .trim()
      .split(/\s+/)
      .map((chill, i) => ({ airF: AIR_F[i]!, mph: Number(mph), chillF: Number(chill) }));
  });

function roundedWindChillF(airF: number, mph: number): number {
  const kelvin = windChill((airF - 32) / 1.8 + 273.15, mph * 0.44704);
  return Math.round((kelvin - 273.15) * 1.8 + 32);
}

test('all 204 cells of the chart', () => {
  expect(CELLS).toHaveLength(204);
  const wrong = CELLS.filter(({ airF, mph, chillF }) => roundedWindChillF(airF, mph) !== chillF);
  expect(wrong).toEqual([]);
});
