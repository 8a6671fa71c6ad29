import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { knmiFile } from '../../decode/knmi/knmi-file.fixture.js';
import { compositeFile, tarOf } from '../../decode/radar/composite.fixture.js';
import { valueAt } from '../../science/radar/tiled-field.js';
import { openFrames } from './frame-folder.js';
import { hindcast } from './hindcast.js';
import { planHindcast } from './hindcast-plan.js';
import { leadScores } from './lead-scores.js';
import { bilinearNowcast } from './nowcast-method.js';

const START = Date.parse('2010-08-26T00:00:00Z') / 1000;
const SIDE = 120;

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-frames-'));
  directories.push(directory);
  return directory;
}

/** Showers on a disk that the radar sees, moved 2 pixels east and 1 south every five minutes. */
function showers(frame: number, side = SIDE): Uint16Array {
  return Uint16Array.from({ length: side * side }, (_, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    if (Math.hypot(row - side / 2, column - side / 2) > side / 2 - 2) return 65535;
    const [y, x] = [row - frame, column - 2 * frame];
    const wave = Math.sin(y / 6 + 0.7 * Math.sin(x / 15)) + Math.sin(x / 8 + 0.9 * Math.sin(y / 11));
    return wave > 0.6 ? Math.round(40 * (wave - 0.6)) : 0;
  });
}

async function folderOf(
  frames: readonly number[],
  others: Readonly<Record<string, string>> = {},
  sideOf?: (n: number) => number,
) {
  const directory = newDirectory();
  for (const frame of frames) {
    const side = sideOf?.(frame) ?? SIDE;
    const file = { end: START + frame * 300, rows: side, columns: side, data: showers(frame, side) };
    writeFileSync(join(directory, `frame-${frame}`), await knmiFile(file));
  }
  for (const [name, text] of Object.entries(others)) writeFileSync(join(directory, name), text);
  return directory;
}

test('frames are known by their content and stand in the order of their times; gaps and other files are told', async () => {
  const folder = await openFrames(await folderOf([5, 0, 1, 2, 3, 4, 12, 13], { 'README.txt': 'radar' }));
  expect(folder.times.map((time) => (time - START) / 300)).toEqual([0, 1, 2, 3, 4, 5, 12, 13]);
  expect(folder.cadenceMinutes).toBe(5);
  expect(folder.notes).toEqual(['README.txt is no frame', 'no frame for 35 minutes after 2010-08-26T00:25:00Z']);
  expect(folder.timeNear(START + 310)).toBe(START + 300);
  expect(folder.timeNear(START + 450)).toBeNull();
});

test("the observations of DWD's archives are frames, each at the end of its five minutes", async () => {
  const directory = newDirectory();
  for (const minute of [0, 5, 10]) {
    const [clock, before] = [minute, minute - 5].map((at) => String(at).padStart(2, '0'));
    const [enddate, endtime] = ['20260921', `00${clock}00`];
    const [startdate, starttime] = minute === 0 ? ['20260920', '235500'] : [enddate, `00${before}00`];
    const amounts = new Uint32Array(132).fill(101 + minute);
    const file = await compositeFile(amounts, { dataset: { startdate, starttime, enddate, endtime } });
    const name = `composite_rv_20260921_00${clock}`;
    writeFileSync(
      join(directory, `${name}.tar`),
      tarOf([
        [`${name}_005-hd5`, file.subarray(0, 8)],
        [`${name}_000-hd5`, file],
      ]),
    );
  }
  const folder = await openFrames(directory);
  const midnight = Date.parse('2026-09-21T00:00:00Z') / 1000;
  expect([folder.title, folder.cadenceMinutes]).toEqual(['DWD composite RV (tar)', 5]);
  expect([folder.grid.rows, folder.grid.columns]).toEqual([12, 11]);
  expect(folder.times).toEqual([0, 300, 600].map((seconds) => midnight + seconds));
  // 0.1 mm in five minutes
  expect(valueAt(await folder.field(midnight), 3, 3)).toBeCloseTo(1.2, 6);
});

/** A signature of HDF5 and nothing behind it. */
async function folderWithBroken(): Promise<string> {
  const directory = await folderOf([0, 1]);
  writeFileSync(join(directory, 'broken'), Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 1));
  return directory;
}

test.each<[string, () => Promise<string>, RegExp]>([
  ['none', () => folderOf([]), /folder of frames.*got "none/],
  ['one', () => folderOf([3]), /got "one frame/],
  [
    'of two grids',
    () => folderOf([0, 1], {}, (frame) => 20 + frame),
    /grid of .*frame-0; got "another one in .*frame-1/,
  ],
  ['broken', folderWithBroken, /broken is KNMI composite \(HDF5\); got "malformed HDF5/],
])('frames that are %s are refused, and which file it is', async (_name, make, message) => {
  const expected = { tag: 'malformed', message: expect.stringMatching(message) };
  await expect(openFrames(await make())).rejects.toMatchObject(expected);
});

test('showers that only move are forecast nearly whole, and far better than by persistence', async () => {
  const folder = await openFrames(await folderOf([0, 1, 2, 3, 4, 5, 6, 7, 8]));
  const options = { leads: [5, 15, 30], starts: null, everyMinutes: 30, spacingMinutes: null };
  const plan = planHindcast(folder, options);
  expect(plan.starts).toHaveLength(1);
  for (const method of [bilinearNowcast, undefined]) {
    const results = await hindcast(folder, plan, [0.1, 1], method ? { method } : {});
    for (const score of results.map((result) => leadScores(result, 'common'))) {
      const [least, most] = method ? [0.9, 0.02] : [0.75, 0.06];
      expect(score.nowcast.events[0]!.criticalSuccessIndex).toBeGreaterThan(least);
      expect(score.nowcast.events[0]!.criticalSuccessIndex).toBeGreaterThan(
        score.persistence.events[0]!.criticalSuccessIndex,
      );
      expect(score.nowcast.brierScore).toBeLessThan(Math.max(most, score.persistence.brierScore / 2));
      expect(score.starts).toBe(1);
    }
  }
});
