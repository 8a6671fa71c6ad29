/** HRRR's eighteen hours above ECMWF and GFS: whose flags an hour has. */

import { expect, test } from 'vitest';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { readLayers } from './layers.js';
import { readPhaseFlags } from './phase-flags.js';

type Flags = Readonly<Partial<Record<ElementId, FieldOf>>>;

const IDS = ['rain_flag', 'freezing_rain_flag', 'ice_pellets_flag', 'snow_flag'] as const;
const DRY: Flags = Object.fromEntries(IDS.map((id) => [id, () => 0]));
const RAIN: Flags = { ...DRY, rain_flag: () => 1 };
const SNOW: Flags = { ...DRY, snow_flag: () => 1 };
const { rain_flag: _, ...SNOW_WITHOUT_RAIN } = SNOW;
/** The hour that ends at 5:00 lacks one of the flags. */
const GAP: Flags = { ...SNOW, ice_pellets_flag: (t) => (t === 5 * HOUR ? Number.NaN : 0) };

async function flagsOf(hrrr: Flags, gfs: Flags, ecmwf: Flags | null = null) {
  const cubeOf = (dataset: DatasetId, hours: number, fields: Flags) =>
    createMemoryCube({ dataset, times: timesFrom(0, hours + 1), fields });
  const span = { start: 0, end: 30 * HOUR };
  const wants = IDS.map((id) => ({ id, span }));
  const between = ecmwf === null ? [] : [cubeOf('ecmwf-ifs', 48, ecmwf)];
  const shelf = shelfOf(cubeOf('hrrr', 18, hrrr), ...between, cubeOf('gfs', 60, gfs));
  const read = await readLayers(shelf, HOUR, { latitude: 0, longitude: 0 }, null, wants);
  if (read.kind !== 'point') throw new RangeError(read.kind);
  return readPhaseFlags(read.point);
}

for (const [name, hrrr, gfs, hour, expected] of [
  ['where the best counts fully its flags are those of the hour', SNOW, RAIN, 8, [0, 0, 0, 1]],
  ['where one fades into the next, the wet one of the two goes before the dry', DRY, RAIN, 16, [1, 0, 0, 0]],
  ['of two wet ones, the one that counts more', SNOW, RAIN, 15, [0, 0, 0, 1]],
  ['and later the other', SNOW, RAIN, 17, [1, 0, 0, 0]],
  ['where the best has ended the next one speaks', SNOW, RAIN, 20, [1, 0, 0, 0]],
  ['a step that lacks one flag has none of them', GAP, RAIN, 4, [1, 0, 0, 0]],
  ['the best goes first also where it lacks one of the flags', SNOW_WITHOUT_RAIN, RAIN, 8, [Number.NaN, 0, 0, 1]],
] as const)
  test(name, async () => {
    const flags = (await flagsOf(hrrr, gfs)).ofHour(hour * HOUR);
    expect([flags.rainFlag, flags.freezingRainFlag, flags.icePelletsFlag, flags.snowFlag]).toEqual(expected);
  });

test('a source that counts nothing at an hour makes nothing wet there', async () => {
  // At 15:30 HRRR and ECMWF leave nothing; GFS is there for the end of ECMWF.
  const dry = (await flagsOf(DRY, RAIN, DRY)).ofHour(15 * HOUR);
  expect([dry.rainFlag, dry.snowFlag]).toEqual([0, 0]);
  const wet = (await flagsOf(DRY, RAIN, SNOW)).ofHour(15 * HOUR);
  expect([wet.rainFlag, wet.snowFlag]).toEqual([0, 1]);
});

test('flags of the step that ends at a time are those of that step', async () => {
  const flags = await flagsOf({ ...DRY, snow_flag: (t) => (t === 5 * HOUR ? 1 : 0) }, DRY);
  expect([4, 5, 6].map((hour) => flags.ofStepEnding(hour * HOUR).snowFlag)).toEqual([0, 1, 0]);
});
