/** The life of frames on a real disk, where buffers are pooled, files stay open and directories must go too. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { randomFrame } from '../../../test/random-radar.js';
import { silentLog } from '../../base/log.js';
import { openDirectoryObjects } from '../objects/directory-objects.js';
import { versionOf } from '../versions/timed-version.js';
import { createRadarShelf } from './radar-shelf.js';
import { publishFrame, removeOldFrames } from './radar-writer.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const root = mkdtempSync(join(tmpdir(), 'weatherglass-radar-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('frames are written, read, superseded and removed in a directory', async () => {
  const writer = openDirectoryObjects(root);
  const reader = openDirectoryObjects(root);
  let now = NOON;
  const shelf = createRadarShelf({ objects: reader, clock: { now: () => now }, log: silentLog });
  const frames = [0, 1, 2, 3].map((seed) =>
    randomFrame({ rows: 300, columns: 270, seed, validTime: NOON + 120 * seed, boxes: 4 }),
  );
  for (const frame of frames) {
    now = frame.description.validTime + 90;
    await publishFrame(writer, frame, now);
    await removeOldFrames(writer, 'mrms-rate', { now, keepSeconds: 330 });
    expect(isDeepStrictEqual(await shelf.newest('mrms-rate'), frame)).toBe(true);
  }
  const kept = [120, 240, 360].map((seconds) => NOON + seconds);
  expect(await shelf.validTimes('mrms-rate')).toEqual(kept);
  expect(readdirSync(join(root, 'mrms-rate')).sort()).toEqual([...kept.map((time) => versionOf(time)), 'latest.json']);
  expect(isDeepStrictEqual(await shelf.at('mrms-rate', NOON + 120), frames[1])).toBe(true);
  for (const objects of [writer, reader]) objects.close();
});
