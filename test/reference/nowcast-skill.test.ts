/**
 * What earlier nowcasts teach the next ones: chances that are reliable afterwards, on storms that grow, decay and go their
 * own ways, and on real frames; through the frame, the shelf and the nowcast at a place.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeMrms } from '../../src/decode/radar/mrms.js';
import { placeOf } from '../../src/grid/grid.js';
import { type CarriedSkill, skillOf } from '../../src/ingest/radar/skill.js';
import type { RegularGrid } from '../../src/model/field.js';
import { type NowcastSkill, RADAR_TILE, type RadarFrame, type TiledField } from '../../src/model/radar.js';
import { readRadar } from '../../src/query/radar/radar-minutes.js';
import { calibratedChance } from '../../src/science/radar/calibration.js';
import { estimateMotion } from '../../src/science/radar/motion/estimate-motion.js';
import { verificationPlaces, visitChances } from '../../src/science/radar/self-verification.js';
import { coarseOf, valueAt } from '../../src/science/radar/tiled-field.js';
import {
  addProbabilityCounts,
  countProbability,
  noProbabilityCounts,
  type ProbabilityCounts,
  probabilityScores,
} from '../../src/science/scores.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { memoryRadarShelf, uniformMotion } from '../memory-radar.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { randomStorms, stormFrames } from '../storm-frames.js';

const AT = Date.UTC(2026, 6, 20, 21) / 1000;
const GRID: RegularGrid = {
  kind: 'regular',
  columns: 320,
  rows: 320,
  firstLatitude: 42,
  firstLongitude: -98,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
/** 45 km/h towards 80°, what the storms do on average, in pixels of 1.11 × 0.85 km a minute; but a fifth too fast. */
const MOTION = uniformMotion(320, 320, 1.2 * 0.87, -1.2 * 0.117);
const LEARNT_DAYS = 4;

/** Two hours before `AT` to two after, every ten minutes, of storms of which most are born and die within them. */
function dayOfStorms(day: number): RadarFrame[] {
  const times = Array.from({ length: 25 }, (_, n) => AT + 86_400 * day + 600 * (n - 12));
  const storms = randomStorms(50 + day, 36, GRID, times[12]!, { mortal: 0.8, wander: 4000 });
  return stormFrames({ seed: day, storms, grid: GRID, times }).frames.map((frame) => ({
    ...frame,
    motion: MOTION,
    description: { ...frame.description, motion: { source: 'radar', frameTimes: [] } },
  }));
}

async function learnt(days: readonly RadarFrame[][]): Promise<CarriedSkill> {
  let carried: CarriedSkill | null = null;
  for (const frames of days)
    for (const [n, { description, field }] of frames.entries()) {
      const earlier = [1, 2, 3, 6, 9, 12].flatMap((back) => frames[n - back] ?? []);
      const skill = await skillOf(earlier, { ...description, field }, carried);
      if (skill !== null) carried = { validTime: description.validTime, skill };
    }
  return carried!;
}

async function chancesAt(frame: RadarFrame, row: number, column: number): Promise<Float64Array | null> {
  const { validTime } = frame.description;
  const read = await readRadar(memoryRadarShelf([frame]), ['mrms'], validTime, placeOf(GRID, row, column));
  return read.kind === 'minutes' ? read.minutes.probabilities : null;
}

/**
 * Nowcasts at places 16 pixels apart, every hour of a day, at leads of 10 minutes to two hours: chances as they are without
 * skill, and with it. That a frame which has it gives the latter is looked at in one row of places.
 */
async function scoresOf(frames: readonly RadarFrame[], skill: NowcastSkill) {
  const [raw, served] = [noProbabilityCounts(), noProbabilityCounts()];
  for (let n = 0; n < frames.length; n += 6)
    for (let row = 8; row < GRID.rows; row += 16)
      for (let column = 8; column < GRID.columns; column += 16) {
        const chances = await chancesAt({ ...frames[n]!, skill: null }, row, column);
        const asked = row === 152 ? await chancesAt({ ...frames[n]!, skill }, row, column) : null;
        for (const later of [1, 2, 3, 6, 9]) {
          const chance = chances?.[10 * later] ?? 0;
          const came = frames[n + later];
          if (came === undefined || !(chance > 0)) continue;
          const learnt = calibratedChance(skill.calibration, 10 * later, chance);
          if (asked !== null) expect(asked[10 * later]).toBeCloseTo(learnt, 9);
          const isWet = valueAt(came.field, row, column) >= 0.1 - 1e-9 ? 1 : 0;
          countProbability(raw, chance, 1, isWet);
          countProbability(served, learnt, 1, isWet);
        }
      }
  return { raw, served };
}

/** Of each tenth with 150 pairs, by how much what came differs from what was said. */
function unreliability({ pairs, forecast, observed }: ProbabilityCounts): number[] {
  return [...pairs].flatMap((n, bin) => (n < 150 ? [] : [Math.abs(observed[bin]! - forecast[bin]!) / n]));
}

test('after four days of storms that come and go, chances of the next two are reliable to a tenth', async () => {
  const days = Array.from({ length: LEARNT_DAYS + 2 }, (_, day) => dayOfStorms(day));
  const { skill } = await learnt(days.slice(0, LEARNT_DAYS));
  const [raw, served] = [noProbabilityCounts(), noProbabilityCounts()];
  for (const frames of days.slice(LEARNT_DAYS)) {
    const scores = await scoresOf(frames, skill);
    addProbabilityCounts(raw, scores.raw);
    addProbabilityCounts(served, scores.served);
  }
  // Storms that died, or went elsewhere, are in none of the raw chances.
  expect(Math.max(...unreliability(raw))).toBeGreaterThan(0.1);
  expect(Math.max(...unreliability(served))).toBeLessThan(0.1);
  expect(unreliability(served).length).toBeGreaterThanOrEqual(8);
  expect(probabilityScores(served).brier).toBeLessThan(probabilityScores(raw).brier);
}, 120_000);

/** The wet third of a frame of CONUS: tiles 4 to 23 from the north, 28 to 51 from the west. */
function southEast(grid: RegularGrid, { rows, columns, step, tiles }: TiledField) {
  const across = Math.ceil(columns / RADAR_TILE);
  expect(rows * columns).toBe(24_500_000);
  const kept = Array.from({ length: 20 }, (_, row) => tiles.slice((row + 4) * across + 28, (row + 4) * across + 52));
  const window = { rows: 20 * RADAR_TILE, columns: 24 * RADAR_TILE };
  const firstLatitude = grid.firstLatitude + 4 * RADAR_TILE * grid.latitudeStep;
  const firstLongitude = grid.firstLongitude + 28 * RADAR_TILE * grid.longitudeStep;
  return {
    grid: { ...grid, ...window, firstLatitude, firstLongitude },
    field: { ...window, step, tiles: kept.flat() },
  };
}

/**
 * Real frames of MRMS, the first `issued` of them with the motion that is seen in them.
 *
 * @param minutes  after midnight
 */
function realFrames(minutes: readonly number[], issued: number): RadarFrame[] {
  const midnight = Date.UTC(2019, 5, 10) / 1000;
  const coarse: ReturnType<typeof coarseOf>[] = [];
  return minutes.map((minute, n) => {
    const name = `PrecipRate_00.00_${versionOf(midnight + 60 * minute)
      .replace('T', '-')
      .slice(0, 15)}.grib2`;
    const file = sharedData('radar', 'mrms-preciprate-20190610', name);
    const raster = decodeMrms(new Uint8Array(readFileSync(file)), 'mrms-rate');
    const { grid, field } = southEast(raster.grid as RegularGrid, raster.field);
    coarse.push(coarseOf(field, 4));
    const seen = coarse.slice(-3);
    const times = minutes.slice(n + 1 - seen.length, n + 1).map((time) => midnight + 60 * time);
    const options = { factor: 4, nativeRows: grid.rows, nativeColumns: grid.columns };
    const motion = n < issued && seen.length > 1 ? estimateMotion(seen, times, options).field : null;
    const description = {
      dataset: 'mrms-rate',
      version: versionOf(raster.validTime),
      ...{ validTime: raster.validTime, createdAt: raster.validTime, simulated: false, grid },
      motion: { source: motion === null ? 'none' : 'radar', frameTimes: times },
    } as const;
    return { description, field, motion, skill: null };
  });
}

testWithSharedData(
  'real frames: what was learnt until 00:40 makes chances of the half hour after it no worse',
  async () => {
    const frames = realFrames([10, 20, 30, 40, 50, 60, 70], 4);
    const { skill } = await learnt([frames.slice(0, 4)]);
    const [raw, served] = [noProbabilityCounts(), noProbabilityCounts()];
    for (const [start, lead] of [
      [3, 1],
      [3, 2],
      [3, 3],
    ] as const) {
      const [frame, { field }] = [frames[start]!, frames[start + lead]!];
      const lattice = { spacing: 20, offset: 5, weight: 1, around: 0 };
      const places = verificationPlaces(field, lattice, (row) => kilometresAt(frame, row));
      visitChances({ ...frame, motion: frame.motion!, leadMinutes: 10 * lead }, places, (chance, place) => {
        const came = places.wet[place]!;
        countProbability(raw, chance, 1, came);
        countProbability(served, calibratedChance(skill.calibration, 10 * lead, chance), 1, came);
      });
    }
    const [before, after] = [probabilityScores(raw), probabilityScores(served)];
    expect(after.brier).toBeLessThan(before.brier);
    expect(after.reliability).toBeLessThan(before.reliability);
    // In the tenth that is off most there are 417 pairs, of which a fifth is dry: one standard deviation is 0.02.
    expect(Math.max(...unreliability(served))).toBeLessThan(0.07);
  },
  120_000,
);

function kilometresAt({ description: { grid } }: RadarFrame, row: number) {
  const { latitude } = placeOf(grid, row, 0);
  return { row: 1.11195, column: 1.11195 * Math.cos((latitude * Math.PI) / 180) };
}
