import { expect, test } from 'vitest';
import { type ChanceEvidence, chancesOfHours } from './chances.js';

const UNKNOWN = Number.NaN;

interface Hour {
  readonly members?: readonly [exceeding: number, known: number];
  readonly blend?: readonly [hour: number, ramp: number];
  readonly sixHours?: number;
  readonly total?: number;
}

function evidenceOf(hours: readonly Hour[]): ChanceEvidence {
  const each = (take: (hour: Hour) => number) => Float64Array.from(hours, take);
  return {
    exceeding: each(({ members }) => members?.[0] ?? 0),
    known: each(({ members }) => members?.[1] ?? 0),
    blendHour: each(({ blend }) => blend?.[0] ?? UNKNOWN),
    leads: each(() => 24),
    regional: each(() => 1),
    blendShare: 0.25,
    blendRamp: each(({ blend }) => blend?.[1] ?? 0),
    blendSixHours: each(({ sixHours = UNKNOWN }) => sixHours),
    totals: each(({ total = UNKNOWN }) => total),
  };
}

function chanceOf(hour: Hour) {
  const [chances, standIns] = [new Float64Array(1), new Float64Array(1)];
  chancesOfHours(evidenceOf([hour]), chances, standIns);
  return { chance: chances[0]!, isStandIn: standIns[0] === 1 };
}

// (hits + ½) / (members + 1); by the amount alone 1 − exp(−(0.35 / 0.35)^0.7) = 1 − 1/e; at 24 hours half each;
// logit 0.5 = 0, logit 0.9 = ln 9: with a quarter of it 1 / (1 + 9^(−1/4)); 0.3 in six hours is what six hours of 0.1324
// make at a persistence of 0.7
for (const [name, hour, chance, isStandIn] of [
  ['nothing at all', {}, UNKNOWN, false],
  ['members alone', { members: [15, 30] }, 0.5, false],
  ['members and a dry source', { members: [15, 30], total: 0 }, 0.25, false],
  ['members and a wet source', { members: [15, 30], total: 0.35 }, 0.25 + (1 - 1 / Math.E) / 2, false],
  ['an hour of the Blend without members', { blend: [0.2, 0.5], sixHours: 0.9, total: 1 }, 0.2, false],
  ['members and the Blend', { members: [15, 30], blend: [0.9, 1] }, 1 / (1 + 9 ** -0.25), false],
  ['members and a Blend that has faded out', { members: [15, 30], blend: [0.9, 0] }, 0.5, false],
  ['members beside six hours of the Blend', { members: [15, 30], sixHours: 0.9 }, 0.5, false],
  ['the amount alone', { total: 0.35 }, 1 - 1 / Math.E, true],
  ['no amount either', { total: UNKNOWN }, UNKNOWN, false],
] as const satisfies readonly (readonly [string, Hour, number, boolean])[])
  test(`chance of ${name}`, () => {
    const found = chanceOf(hour);
    if (Number.isNaN(chance)) expect(found.chance).toBeNaN();
    else expect(found.chance).toBeCloseTo(chance, 12);
    expect(found.isStandIn).toBe(isStandIn);
  });

test('six hours of the Blend are divided so that together they give their chance again', () => {
  const { chance, isStandIn } = chanceOf({ sixHours: 0.56, total: 1 });
  expect(1 - (1 - chance) * (1 - chance * 0.3) ** 5).toBeCloseTo(0.56, 8);
  expect(isStandIn).toBe(false);
});
