import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PhaseEvidence, precipitationParts, snowDepth, snowFractionWang, snowToLiquidRatio } from './phase.js';

const K = 273.15;

test.each([
  [-2, 0.9964],
  [0, 0.836],
  [0.81, 0.5],
  [1, 0.4082],
  [2, 0.0854],
])('at a wet bulb of %d °C the snow share is %d (Wang et al. 2019)', (celsius, share) => {
  expect(Math.abs(snowFractionWang(celsius + K) - share)).toBeLessThan(celsius === 0.81 ? 0.005 : 0.0001);
});

const none: PhaseEvidence = {
  rainFlag: 0,
  freezingRainFlag: 0,
  icePelletsFlag: 0,
  snowFlag: 0,
  wetBulb: 0.81 + K,
  temperature850: 265,
};

test.each([
  ['1.9% of snow is none', 1 / 0.019, 0],
  ['2.1% stays', 1 / 0.021, 0.021],
  ['98.1% of snow is all', 1 / 0.981, 1],
  ['97.9% stays', 1 / 0.979, 0.979],
])('%s', (_, inverse, share) => {
  const wetBulb = Math.log((inverse - 1) / 6.99e-5) / 2 - 3.97 + K;
  expect(precipitationParts({ ...none, wetBulb }).snow).toBeCloseTo(share, 9);
});

function shares(evidence: Partial<PhaseEvidence>): number[] {
  const { rain, freezingRain, icePellets, snow } = precipitationParts({ ...none, ...evidence });
  return [rain, freezingRain, icePellets, snow].map((share) => Math.round(share * 100) / 100);
}

const unknown = Number.NaN;
const noFlags = { rainFlag: unknown, freezingRainFlag: unknown, icePelletsFlag: unknown, snowFlag: unknown };

test.each<[string, Partial<PhaseEvidence>, number[]]>([
  ['rain flag', { rainFlag: 1 }, [1, 0, 0, 0]],
  ['snow flag', { snowFlag: 1 }, [0, 0, 0, 1]],
  ['freezing rain flag', { freezingRainFlag: 1, wetBulb: 268 }, [0, 1, 0, 0]],
  ['ice pellets flag', { icePelletsFlag: 1, wetBulb: 268 }, [0, 0, 1, 0]],
  ['rain and snow: the wet bulb divides', { rainFlag: 1, snowFlag: 1 }, [0.5, 0, 0, 0.5]],
  ['rain and snow in the cold: all snow', { rainFlag: 1, snowFlag: 1, wetBulb: K - 3 }, [0, 0, 0, 1]],
  ['no flags: the wet bulb divides', {}, [0.5, 0, 0, 0.5]],
  ['flags unknown: the wet bulb divides', noFlags, [0.5, 0, 0, 0.5]],
  ['no flags, 3 °C aloft over frost: freezing rain', { wetBulb: K - 2, temperature850: K + 3 }, [0, 1, 0, 0]],
  ['no flags, 2 °C aloft over frost: ice pellets', { wetBulb: K - 2, temperature850: K + 2 }, [0, 0, 1, 0]],
  ['no flags, 1 °C aloft over frost: snow', { wetBulb: K - 3, temperature850: K + 1 }, [0, 0, 0, 1]],
  ['no flags, unknown aloft: the wet bulb', { wetBulb: K - 3, temperature850: unknown }, [0, 0, 0, 1]],
  ['snow flag over a warm valley', { snowFlag: 1, wetBulb: K + 3 }, [1, 0, 0, 0]],
  ['snow flag at 2.5 °C stays', { snowFlag: 1, wetBulb: K + 2.5 }, [0, 0, 0, 1]],
  ['rain flag on a cold peak', { rainFlag: 1, wetBulb: K - 3 }, [0, 0, 0, 1]],
  ['rain flag at −1.5 °C stays', { rainFlag: 1, wetBulb: K - 1.5 }, [1, 0, 0, 0]],
  ['a flag needs no wet bulb', { rainFlag: 1, wetBulb: unknown }, [1, 0, 0, 0]],
  ['freezing rain and ice pellets: half each', { freezingRainFlag: 1, icePelletsFlag: 1 }, [0, 0.5, 0.5, 0]],
  ['a weak flag is none', { rainFlag: 0.49, wetBulb: K - 3 }, [0, 0, 0, 1]],
  ['no flags, no wet bulb: unknown', { wetBulb: unknown }, [unknown, unknown, unknown, unknown]],
])('%s', (_, evidence, expected) => {
  expect(shares(evidence)).toEqual(expected);
});

test('shares are never negative and add up to one', () => {
  const flag = fc.constantFrom(0, 1, 0.3, 0.7, Number.NaN);
  const evidence = fc.record<PhaseEvidence>({
    rainFlag: flag,
    freezingRainFlag: flag,
    icePelletsFlag: flag,
    snowFlag: flag,
    wetBulb: fc.double({ min: 240, max: 305, noNaN: true }),
    temperature850: fc.double({ min: 240, max: 305 }),
  });
  fc.assert(
    fc.property(evidence, (one) => {
      const { rain, freezingRain, icePellets, snow } = precipitationParts(one);
      expect(Math.min(rain, freezingRain, icePellets, snow)).toBeGreaterThanOrEqual(0);
      expect(rain + freezingRain + icePellets + snow).toBeCloseTo(1, 12);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test.each([
  [274.16, 6],
  [273.16, 8],
  [271.16, 12],
  [268.16, 15],
  [261.16, 22],
  [240, 25],
  [290, 5],
  [Number.NaN, 13],
])('snow at %d K lies %d times as deep as its water (Kuchera)', (kelvin, ratio) => {
  expect(snowToLiquidRatio(kelvin)).toBeCloseTo(ratio, 9);
});

test('2 mm of snow at 12:1 with 1 mm of ice pellets lie 27 mm deep; rain alone lies 0', () => {
  expect(snowDepth(2, 1, 12)).toBe(27);
  expect(snowDepth(0, 0, 12)).toBe(0);
});
