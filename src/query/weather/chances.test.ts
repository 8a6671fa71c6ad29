import { expect, test } from 'vitest';
import { type Calibration, type ChanceEvidence, calibratedChance, chancesOfHours } from './chances.js';

const UNKNOWN = Number.NaN;

interface Hour {
  readonly members?: readonly [exceeding: number, known: number];
  readonly blend?: readonly [hour: number, weight: number];
  readonly sixHours?: number;
  readonly total?: number;
}

function evidenceOf(hours: readonly Hour[]): ChanceEvidence {
  const each = (take: (hour: Hour) => number) => Float64Array.from(hours, take);
  return {
    exceeding: each(({ members }) => members?.[0] ?? 0),
    known: each(({ members }) => members?.[1] ?? 0),
    blendHour: each(({ blend }) => blend?.[0] ?? UNKNOWN),
    blendWeight: each(({ blend }) => blend?.[1] ?? 0),
    blendSixHours: each(({ sixHours = UNKNOWN }) => sixHours),
    totals: each(({ total = UNKNOWN }) => total),
  };
}

function chanceOf(hour: Hour, calibrated: ((chance: number, i: number) => number) | null = null) {
  const [chances, standIns] = [new Float64Array(1), new Float64Array(1)];
  chancesOfHours(evidenceOf([hour]), calibrated, chances, standIns);
  return { chance: chances[0]!, isStandIn: standIns[0] === 1 };
}

// (hits + ½) / (members + 1); logit 0.5 = 0, logit 0.9 = ln 9: their mean is 1 / (1 + 1/3); 0.3 in six hours is what
// six hours of 0.1324 make at a persistence of 0.7; 1 − exp(−(0.35 / 0.35)^0.7) = 1 − 1/e
for (const [name, hour, chance, isStandIn] of [
  ['nothing at all', {}, UNKNOWN, false],
  ['members alone', { members: [15, 30], total: 9 }, 0.5, false],
  ['an hour of the Blend alone', { blend: [0.2, 0.5], sixHours: 0.9 }, 0.2, false],
  ['both, evenly', { members: [15, 30], blend: [0.9, 0.5] }, 0.75, false],
  ['both, the Blend having faded out', { members: [15, 30], blend: [0.9, 0] }, 0.5, false],
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

test('members are calibrated before the Blend comes in, and nothing else is', () => {
  const halved = (chance: number) => chance / 2;
  expect(chanceOf({ members: [15, 30] }, halved).chance).toBe(0.25);
  expect(chanceOf({ members: [15, 30], blend: [0.25, 0.5] }, halved).chance).toBeCloseTo(0.25, 12);
  expect(chanceOf({ blend: [0.4, 0.5] }, halved).chance).toBe(0.4);
});

test('a calibration goes by cohort, lead and season of the place', () => {
  const curve = (observed: number) => ({ given: [0.5], observed: [observed] });
  const table: Calibration['table'] = {
    curves: new Map([
      ['hills/0/winter', curve(0.1)],
      ['hills/1/winter', curve(0.2)],
      ['hills/0/summer', curve(0.3)],
    ]),
  };
  const issued = Date.UTC(2026, 0, 10) / 1000;
  const at = (cohort: string, latitude: number, lead: number) =>
    calibratedChance(table, 0.5, { cohort, latitude, hour: issued + lead, issued });
  expect(at('hills', 50, 6 * 3600)).toBe(0.1);
  expect(at('hills', 50, 36 * 3600)).toBe(0.2);
  expect(at('hills', -50, 6 * 3600)).toBe(0.3);
  expect(at('plains', 50, 6 * 3600)).toBe(0.5);
});
