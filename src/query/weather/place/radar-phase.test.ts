import { expect, test } from 'vitest';
import type { HourPhases } from '../phase.js';
import { type MinutePhase, phaseOf } from './radar-phase.js';

/** One hour as the models have it. */
function modelsOf(parts: Partial<MinutePhase>, wetBulbC: number, ratio = 10): HourPhases {
  const of = (value = 0) => Float64Array.of(value);
  const { rain, freezingRain, icePellets, snow, depth } = parts;
  return {
    shares: {
      rain: of(rain),
      freezingRain: of(freezingRain),
      icePellets: of(icePellets),
      snow: of(snow),
      depth: of(depth),
    },
    ground: { wetBulb: of(wetBulbC + 273.15), snowRatio: of(ratio) },
  };
}

const FREEZING = modelsOf({ freezingRain: 1 }, -2);
const SNOWING = modelsOf({ snow: 1, depth: 10 }, -2);
const MIXED = modelsOf({ rain: 0.5, snow: 0.5, depth: 5 }, 0.81);
const WARM = modelsOf({ rain: 1 }, 12);

const RAIN = { rain: 1, freezingRain: 0, icePellets: 0, snow: 0, depth: 0 };
const SNOW = { rain: 0, freezingRain: 0, icePellets: 0, snow: 1 };

test.each<[name: string, flag: number, models: HourPhases | null, expected: Partial<MinutePhase>]>([
  ['no flag', -1, MIXED, { rain: 0.5, snow: 0.5, depth: 5 }],
  ['a flag of nothing', 0, FREEZING, { freezingRain: 1 }],
  ['warm stratiform rain', 1, MIXED, RAIN],
  ['convective rain', 6, MIXED, RAIN],
  ['rain with hail', 7, MIXED, RAIN],
  ['tropical stratiform rain', 91, WARM, RAIN],
  ['tropical convective rain', 96, WARM, RAIN],
  ['rain over freezing ground', 1, FREEZING, { rain: 0, freezingRain: 1 }],
  ['rain over snowy ground', 6, SNOWING, { ...SNOW, depth: 10 }],
  ['cool rain near the melting point', 10, MIXED, { rain: 0.5, snow: 0.5, depth: 5 }],
  ['cool rain over warm ground', 10, WARM, RAIN],
  ['snow', 3, SNOWING, { ...SNOW, depth: 10 }],
  ['snow where the models have a mixture', 3, MIXED, { ...SNOW, depth: 10 }],
  // Wang et al. 2019: below a fiftieth there is none
  ['snow over warm ground', 3, WARM, RAIN],
  ['rain without models', 6, null, RAIN],
  ['cool rain without models', 10, null, RAIN],
  // Baxter et al. 2005: 13 to 1 on the mean
  ['snow without models', 3, null, { ...SNOW, depth: 13 }],
])('%s: flag %d', (_name, flag, models, expected) => {
  expect(phaseOf(flag, models, 0)).toMatchObject(expected);
});

test('with neither flag nor models the phase is unknown', () => {
  const { depth, ...parts } = phaseOf(-1, null, 0);
  for (const share of [...Object.values(parts), depth]) expect(share).toBeNaN();
});
