import { expect, test } from 'vitest';
import { addPhases, isAnyWet, type PhaseEvidence } from './phase.js';

const UNKNOWN = Number.NaN;

/** One hour of saturated air, so that the wet bulb is the temperature. */
interface Hour {
  readonly total: number;
  readonly rate?: number;
  readonly celsius: readonly [start: number, end: number];
  readonly aloftCelsius?: number;
  readonly pressure?: number;
  readonly flag?: 'rain' | 'snow';
}

function phaseOf({ total, rate, celsius, aloftCelsius = UNKNOWN, pressure = 101_325, flag }: Hour) {
  const air = (temperature: number) => {
    const kelvin = Float64Array.of(temperature + 273.15);
    return { temperature: kelvin, dewPoint: kelvin, humidity: Float64Array.of(1) };
  };
  const evidence: PhaseEvidence = {
    totals: Float64Array.of(total),
    rates: rate === undefined ? new Float64Array(0) : Float64Array.of(rate),
    start: air(celsius[0]),
    end: air(celsius[1]),
    groundPressure: Float64Array.of(pressure),
    temperature850: Float64Array.of(aloftCelsius + 273.15),
    elevations: Float64Array.of(0),
  };
  const shares = {
    rain: new Float64Array(1),
    freezingRain: new Float64Array(1),
    icePellets: new Float64Array(1),
    snow: new Float64Array(1),
    depth: new Float64Array(1),
  };
  const asked: boolean[] = [];
  const flags = { rainFlag: flag === 'rain' ? 1 : 0, snowFlag: flag === 'snow' ? 1 : 0 };
  const flagsOf = (_: number, isStepEnding: boolean) => {
    asked.push(isStepEnding);
    return { ...flags, freezingRainFlag: 0, icePelletsFlag: 0 };
  };
  addPhases(evidence, flagsOf, shares);
  const { rain, freezingRain, icePellets, snow, depth } = shares;
  return { shares: [rain[0], freezingRain[0], icePellets[0], snow[0]], depth: depth[0]!, asked, evidence };
}

for (const [name, hour, shares] of [
  ['warm air, no flag: rain', { total: 1, celsius: [10, 12] }, [1, 0, 0, 0]],
  ['cold air, no flag: snow', { total: 1, celsius: [-6, -4] }, [0, 0, 0, 1]],
  ['the flag of rain just above freezing', { total: 1, celsius: [0, 1], flag: 'rain' }, [1, 0, 0, 0]],
  ['the flag of snow just above freezing', { total: 1, celsius: [0, 1], flag: 'snow' }, [0, 0, 0, 1]],
  ['warm air over a frozen ground: freezing rain', { total: 1, celsius: [-2, -2], aloftCelsius: 4 }, [0, 1, 0, 0]],
  ['less warm air over it: ice pellets', { total: 1, celsius: [-2, -2], aloftCelsius: 2 }, [0, 0, 1, 0]],
  [
    'that level inside the mountain: snow',
    { total: 1, celsius: [-6, -6], aloftCelsius: 2, pressure: 80_000 },
    [0, 0, 0, 1],
  ],
  ['one end unknown: the other', { total: 1, celsius: [UNKNOWN, -5] }, [0, 0, 0, 1]],
] as const satisfies readonly (readonly [string, Hour, readonly number[]])[])
  test(name, () => {
    expect(phaseOf(hour).shares).toEqual(shares);
  });

test('snow lies as deep as the warmer of ground and 850 hPa has it', () => {
  // Kuchera: 12 at 271.16 K and one more for each degree below
  expect(phaseOf({ total: 1, celsius: [-10, -10] }).depth).toBeCloseTo(12 + 271.16 - 263.15, 10);
  expect(phaseOf({ total: 1, celsius: [-10, -10], aloftCelsius: -5 }).depth).toBeCloseTo(12 + 271.16 - 268.15, 10);
});

test('flags are asked only where it is wet, and by the step that ends there where only a rate is known', () => {
  expect(phaseOf({ total: 0, celsius: [5, 5] }).asked).toEqual([]);
  expect(phaseOf({ total: UNKNOWN, celsius: [5, 5] }).asked).toEqual([]);
  expect(phaseOf({ total: 0.2, rate: 0, celsius: [5, 5] }).asked).toEqual([false]);
  expect(phaseOf({ total: UNKNOWN, rate: 0.3, celsius: [5, 5] }).asked).toEqual([true]);
});

test('hours are wet by their totals, and by rates where those are unknown', () => {
  expect(isAnyWet(phaseOf({ total: 0, celsius: [5, 5] }).evidence)).toBe(false);
  expect(isAnyWet(phaseOf({ total: 0.01, celsius: [5, 5] }).evidence)).toBe(true);
  expect(isAnyWet(phaseOf({ total: UNKNOWN, rate: 0.1, celsius: [5, 5] }).evidence)).toBe(true);
});
