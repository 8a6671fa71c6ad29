import { expect, test } from 'vitest';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { blendMinutes } from './blend.js';
import type { ModelMinutes } from './model-minutes.js';

const all = (value: number) => new Float64Array(NOWCAST_MINUTES).fill(value);

/** What of the two is looked at, the same in all minutes. */
const radarOf = (rate: number, chance: number, weight: number, confidence = 0.8) =>
  ({
    rates: all(rate),
    probabilities: all(chance),
    weights: all(weight),
    confidence: all(confidence),
  }) as unknown as RadarMinutes;
const modelsOf = (rate: number, chance: number) =>
  ({ rates: all(rate), chances: all(chance) }) as unknown as ModelMinutes;

const NaN_ = Number.NaN;

test.each<[name: string, radar: RadarMinutes | null, models: ModelMinutes | null, expected: [number, number, unknown]]>(
  [
    ['radar at full weight', radarOf(4, 0.9, 1), modelsOf(1, 0.2), [4, 0.9, 'radar']],
    ['half and half', radarOf(4, 0.9, 0.5), modelsOf(1, 0.2), [2.5, 0.55, 'blend']],
    ['three quarters', radarOf(4, 0.9, 0.75), modelsOf(0, 0.1), [3, 0.7, 'blend']],
    ['a radar that sees nothing', radarOf(NaN_, NaN_, 0), modelsOf(1, 0.4), [1, 0.4, 'nwp']],
    ['a radar that sees nothing, whatever its weight', radarOf(NaN_, NaN_, 0.7), modelsOf(1, 0.4), [1, 0.4, 'nwp']],
    ['no radar', null, modelsOf(1, 0.4), [1, 0.4, 'nwp']],
    ['no models', radarOf(4, 0.9, 0.5), null, [4, 0.9, 'radar']],
    ['models that end', radarOf(4, 0.9, 0.5), modelsOf(NaN_, NaN_), [4, 0.9, 'radar']],
    ['models without chances', radarOf(4, 0.9, 0.5), modelsOf(2, NaN_), [3, 0.9, 'blend']],
    ['dryness is no absence', radarOf(0, 0, 0.5), modelsOf(2, 0.8), [1, 0.4, 'blend']],
    ['rain that is called wet', radarOf(0, 0, 0.5), modelsOf(2, 0.4), [1, 0.3, 'blend']],
    ['a chance of 70%', radarOf(0, 0.7, 1), modelsOf(1, 0.2), [0.1, 0.7, 'radar']],
    ['wet minutes of models without radar', null, modelsOf(1, 0.05), [1, 0.3, 'nwp']],
  ],
)('%s', (_name, radar, models, [rate, chance, source]) => {
  const { rates, chances, sources } = blendMinutes(radar, models);
  expect(rates[7]).toBeCloseTo(rate, 12);
  expect(chances[7]).toBeCloseTo(chance, 12);
  expect(sources[7]).toBe(source);
});

test('nothing is nothing', () => {
  const { rates, chances, confidence, sources } = blendMinutes(null, null);
  for (const values of [rates, chances, confidence]) expect(values[0]).toBeNaN();
  expect(new Set(sources)).toEqual(new Set([null]));
});

test('models are relied on half as far as a radar that sees all, with the lifetime of widespread rain', () => {
  const { confidence } = blendMinutes(null, modelsOf(1, 0.2));
  // 100 q exp(−τ / 90): 100, 85, 72, 51, 28 with q = 1
  const percent = [0, 15, 30, 60, 115].map((minute) => Math.round(2 * 100 * confidence[minute]!));
  expect(percent).toEqual([100, 85, 72, 51, 28]);
  const half = blendMinutes(radarOf(1, 1, 0.5, 0.8), modelsOf(1, 0.2));
  expect(half.confidence[0]).toBeCloseTo(0.65, 12);
});
