import { expect, test } from 'vitest';
import { HOUR } from '../../model/time.js';
import type { Layer } from '../layers/layer.js';
import { blendHourAt, blendShareOf, blendSixHoursAt } from './blend.js';

/** Values of steps that end at these hours; the first has no beginning. */
function layer(hours: readonly number[], values: readonly number[]): Layer {
  const nodes = Float64Array.from(hours, (hour) => hour * HOUR);
  const full = { start: nodes[0]!, end: nodes.at(-1)! };
  const ramps = { stretches: [full], fadeIn: 0, fadeOut: 0, share: 1, full };
  return { dataset: 'nbm', nodes, values: Float64Array.from(values), ...ramps };
}

test('an hour of the Blend is the step of one hour that begins there, and not a part of a longer one', () => {
  const hourly = layer([0, 1, 2, 5], [Number.NaN, 0.1, 0.2, 0.5]);
  const found = [-1, 0, 1, 2, 3, 5].map((hour) => blendHourAt(hourly, hour * HOUR));
  expect(found).toEqual([Number.NaN, 0.1, 0.2, Number.NaN, Number.NaN, Number.NaN]);
});

test('six hours are those of the first window that holds the whole hour', () => {
  // Windows end every three hours: 0–6 and 3–9; the one that ends at 3 began before the run and is unknown.
  const windows = layer([3, 6, 9], [Number.NaN, 0.6, 0.9]);
  const found = [-1, 0, 5, 6, 8, 9].map((hour) => blendSixHoursAt(windows, hour * HOUR));
  expect(found).toEqual([Number.NaN, 0.6, 0.6, 0.9, 0.9, Number.NaN]);
});

for (const [name, sources, share] of [
  ['both in time', [false, false], 0.25],
  ['both late', [true, true], 0.25],
  ['the ensemble late', [true, false], 1],
  ['the Blend late', [false, true], 0],
] as const)
  test(`share of the Blend, ${name}: ${share}`, () => {
    const [ensemble, blend] = sources;
    const found = blendShareOf([
      { dataset: 'gefs', late: ensemble },
      { dataset: 'nbm', late: blend },
    ]);
    expect(found).toBe(share);
  });
