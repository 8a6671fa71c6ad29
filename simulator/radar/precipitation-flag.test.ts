import { expect, test } from 'vitest';
import { type FlagInput, precipitationFlag } from './precipitation-flag.js';

const MILD: FlagInput = { rate: 2, cellRate: 0, temperature: 285, dewPoint: 283, snowShare: 0, hail: 0 };
const TROPICAL = { temperature: 299, dewPoint: 296 };

test.each<[string, Partial<FlagInput>, number]>([
  ['nothing', { rate: 0 }, 0],
  ['less than the file keeps', { rate: 0.04 }, 0],
  ['a place out of sight', { rate: -3 }, -3],
  ['a place of a radar in maintenance', { rate: -1 }, -1],
  ['rain of a front', {}, 1],
  ['rain of a front on a cold day', { temperature: 277, dewPoint: 276 }, 10],
  ['snow', { temperature: 272, dewPoint: 271, snowShare: 0.9 }, 3],
  ['rain of a cell', { cellRate: 1.2 }, 6],
  ['rain of a cell with hail', { cellRate: 2, hail: 60 }, 7],
  ['rain of a cell in tropical air', { cellRate: 2, ...TROPICAL }, 96],
  ['rain of a front in tropical air', TROPICAL, 91],
])('%s', (_, input, flag) => {
  expect(precipitationFlag({ ...MILD, ...input })).toBe(flag);
});
