import { expect, test } from 'vitest';
import { radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../../../test/memory-radar.js';
import type { MotionSource, NowcastSkill, RadarFrame } from '../../model/radar.js';
import { isSkillDue, skillOf, verifiedTimes } from './skill.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const { rows: ROWS, columns: COLUMNS } = SMALL_RADAR_GRID;
/** Showers on a chessboard of 20 pixels that goes east by 0.4 pixels a minute. */
const showers = (minutes: number) => (row: number, column: number) =>
  Math.max(0, 8 * Math.sin((Math.PI * row) / 20) * Math.sin((Math.PI * (column - 0.4 * minutes)) / 20));
const dry = () => () => 0;

function frameAt(minutes: number, rain: typeof showers = showers, motionSource: MotionSource = 'radar'): RadarFrame {
  return radarFrame({
    dataset: 'mrms-rate',
    validTime: NOON + 60 * minutes,
    rate: rain(minutes),
    motion: uniformMotion(ROWS, COLUMNS, 0.4, 0),
    motionSource,
  });
}
const newestOf = ({ description, field }: RadarFrame) => ({ ...description, field });
const pairsOf = (skill: NowcastSkill | null) =>
  Object.fromEntries(skill!.calibration.map(({ leadMinutes, samples }) => [leadMinutes, samples]));

test('of the frames that are held, the nearest to each lead is looked at', () => {
  const every = (step: number, from: number) =>
    Array.from({ length: Math.floor(-from / step) }, (_, n) => NOON + 60 * (from + n * step));
  const leadsOf = (held: number[]) => verifiedTimes(NOON, held).map((time) => (NOON - time) / 60);
  expect(leadsOf(every(2, -180))).toEqual([10, 20, 30, 60, 90, 120]);
  expect(leadsOf(every(5, -45))).toEqual([10, 20, 30]);
  expect(leadsOf([NOON - 7 * 60, NOON - 63 * 60, NOON - 66 * 60, NOON - 106 * 60])).toEqual([7, 63, 106]);
  expect(leadsOf([NOON, NOON + 600, NOON - 120, NOON - 45 * 60, NOON - 200 * 60])).toEqual([]);
});

test.each([
  [NOON - 120, NOON, true],
  [NOON, NOON + 120, false],
  [NOON, NOON + 480, false],
  [NOON + 480, NOON + 600, true],
  [NOON - 7200, NOON + 60, true],
])('of ten minutes one frame is looked at: after %d, at %d: %s', (before, at, isDue) => {
  expect(isSkillDue(at, { validTime: before, skill: { calibration: [], lifetime: null } })).toBe(isDue);
  expect(isSkillDue(at, null)).toBe(true);
});

test('a first frame knows nothing', async () => {
  expect(await skillOf([], newestOf(frameAt(0)), null)).toBeNull();
});

test('nowcasts of ten, thirty and a hundred minutes before are counted, each at its lead; now is certain', async () => {
  const skill = (await skillOf([frameAt(-10), frameAt(-28), frameAt(-62), frameAt(-100)], newestOf(frameAt(0)), null))!;
  expect(skill.calibration.map(({ leadMinutes }) => leadMinutes)).toEqual([0, 10, 30, 60, 90]);
  expect(skill.calibration[0]).toMatchObject({ raw: [0, 1], observed: [0, 1] });
  for (const { counts, samples } of skill.calibration.slice(1)) {
    expect(samples).toBeGreaterThan(0);
    expect(counts!.pairs.reduce((sum, n) => sum + n)).toBeCloseTo(samples, 9);
  }
  // Showers that only moved last. Pixels are 1.11 × 0.86 km, so 26 blocks of 4 of them are a box of 100 km.
  expect(skill.lifetime).toMatchObject({ rows: 2, columns: 2, boxPixels: 104 });
  const known = [...skill.lifetime!.minutes].filter((minutes) => !Number.isNaN(minutes));
  expect(Math.min(...known)).toBeGreaterThan(90);
});

test('frames without a motion, and those of another grid, tell nothing', async () => {
  const still = frameAt(-10, showers, 'none');
  const bare = { ...frameAt(-30), motion: null };
  const narrow = radarFrame({
    dataset: 'mrms-rate',
    validTime: NOON - 1200,
    grid: { ...SMALL_RADAR_GRID, columns: 100 },
    motion: uniformMotion(ROWS, 100, 0.4, 0),
  });
  expect(await skillOf([still, bare, narrow], newestOf(frameAt(0)), null)).toBeNull();
});

test('while it is dry, what is known stays as it is; patterns that have gone have no lifetime', async () => {
  const skill = (await skillOf([frameAt(-20)], newestOf(frameAt(0)), null))!;
  const carried = { validTime: NOON, skill };
  const after = (await skillOf([frameAt(10, dry), frameAt(0, dry)], newestOf(frameAt(20, dry)), carried))!;
  expect(after.calibration.find(({ leadMinutes }) => leadMinutes === 20)).toEqual(skill.calibration[1]);
  expect(after.lifetime).toBeNull();
});

test('after a gap counts are carried on, lifetimes for an hour', async () => {
  const skill = (await skillOf([frameAt(-20)], newestOf(frameAt(0)), null))!;
  const carried = { validTime: NOON, skill };
  expect(await skillOf([], newestOf(frameAt(50)), carried)).toEqual(skill);
  expect(await skillOf([], newestOf(frameAt(300)), carried)).toEqual({ ...skill, lifetime: null });
  const next = await skillOf([frameAt(280)], newestOf(frameAt(300)), carried);
  expect(pairsOf(next)[20]).toBeGreaterThan(1.9 * pairsOf(skill)[20]!);
});
