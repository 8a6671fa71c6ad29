import { expect, test } from 'vitest';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { minutesOf } from './minutes.js';

const all = (value: number) => new Float64Array(NOWCAST_MINUTES).fill(value);

interface Seen {
  readonly rate: number;
  readonly hail?: number;
  readonly lightning?: number;
  readonly flag?: number;
  readonly minute?: number;
}

/** What the radar says, the same in all minutes; nothing is known of the sky. */
function conditionOf({ rate, hail = 0, lightning = 0, flag = 1, minute = 3 }: Seen) {
  const radar = {
    age: 240,
    rates: all(rate),
    probabilities: all(rate > 0 ? 1 : 0),
    weights: all(1),
    confidence: all(1),
    hailProbability: all(hail),
    hailSize: all(0),
    lightning: all(lightning),
    flags: new Int16Array(NOWCAST_MINUTES).fill(flag),
  } as unknown as RadarMinutes;
  return minutesOf(radar, null, true).condition[minute];
}

test.each<[name: string, seen: Seen, expected: string | null]>([
  ['hail of 49.6%, which is printed as 50', { rate: 2, hail: 0.496 }, 'hail'],
  ['hail of 49.4%', { rate: 2, hail: 0.494 }, 'rain'],
  ['lightning of 49.6%', { rate: 2, lightning: 0.496 }, 'thunderstorm'],
  ['lightning of 49.4%', { rate: 2, lightning: 0.494 }, 'rain'],
  ['a flag of hail', { rate: 2, flag: 7 }, 'hail'],
  // e^(−τ/30 min) is one half after 20.8 minutes, of which the frame is four old.
  ['a flag of hail of 20 minutes ago', { rate: 2, flag: 7, minute: 16 }, 'hail'],
  ['a flag of hail of 22 minutes ago', { rate: 2, flag: 7, minute: 18 }, 'rain'],
  ['a flag of hail where nothing falls any more', { rate: 0, flag: 7 }, null],
])('%s', (_name, seen, expected) => {
  expect(conditionOf(seen)).toBe(expected);
});
