import { expect, test } from 'vitest';
import { radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../../../test/memory-radar.js';
import { silentLog } from '../../base/log.js';
import { ignoreProgress } from '../../base/progress.js';
import type { NowcastSkill, RadarFrame } from '../../model/radar.js';
import { feedOf } from '../../sources/feeds.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { valueKey } from '../../store/radar/radar-layout.js';
import { publishFrame } from '../../store/radar/radar-writer.js';
import { versionOf } from '../../store/versions/timed-version.js';
import { skillFor } from './frame-skill.js';
import { emptyMemory } from './radar-memory.js';
import { openRadarHttp, openRadarSession } from './radar-session.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const { rows, columns } = SMALL_RADAR_GRID;

/** Showers on a chessboard of 20 pixels that goes east by 0.4 pixels a minute. */
function frameAt(minutes: number, skill: NowcastSkill | null = null, simulated = false): RadarFrame {
  const shower = (row: number, column: number) =>
    Math.max(0, 8 * Math.sin((Math.PI * row) / 20) * Math.sin((Math.PI * (column - 0.4 * minutes)) / 20));
  const motion = uniformMotion(rows, columns, 0.4, 0);
  return radarFrame({ dataset: 'mrms-rate', validTime: NOON + 60 * minutes, rate: shower, motion, skill, simulated });
}

/** The skill that a poll would publish the frame with. */
async function skillAt(objects: ObjectStore, minutes: number, simulated = false): Promise<NowcastSkill | null> {
  const deps = {
    objects,
    directory: 'unused',
    source: { baseUrl: 'http://127.0.0.1', simulated },
    clock: { now: () => NOON + 60 * minutes + 90 },
    log: silentLog,
    progress: ignoreProgress,
    region: null,
    random: () => 0.5,
  };
  const feed = feedOf('radar', 'mrms');
  const session = await openRadarSession(deps, feed, emptyMemory('all'), openRadarHttp(deps, feed));
  try {
    const { description, field } = frameAt(minutes);
    return await skillFor(session, { ...description, field });
  } finally {
    session.http.close();
  }
}

async function storeWith(...frames: readonly RadarFrame[]) {
  const objects = createMemoryObjects();
  for (const frame of frames) await publishFrame(objects, frame, frame.description.validTime + 90);
  return objects;
}
const samplesOf = (skill: NowcastSkill | null, lead: number) =>
  skill?.calibration.find(({ leadMinutes }) => leadMinutes === lead)?.samples ?? 0;

test('a first frame has none; frames then learn from those before them, once in ten minutes', async () => {
  const objects = await storeWith();
  const skills: (NowcastSkill | null)[] = [];
  for (let minutes = 0; minutes <= 34; minutes += 2) {
    const skill = await skillAt(objects, minutes);
    skills.push(skill);
    await publishFrame(objects, frameAt(minutes, skill), NOON + 60 * minutes + 90);
  }
  expect(skills.slice(0, 3)).toEqual([null, null, null]);
  // The first frame that has one six minutes before it, then the first of each ten minutes.
  const changes = skills.flatMap((skill, n) =>
    samplesOf(skill, 10) > samplesOf(skills[n - 1] ?? null, 10) ? [2 * n] : [],
  );
  expect(changes).toEqual([6, 10, 20, 30]);
  expect(samplesOf(skills.at(-1)!, 30)).toBeGreaterThan(0);
});

test('a frame that comes late gets none', async () => {
  const objects = await storeWith(frameAt(-10), frameAt(0), frameAt(20));
  expect(await skillAt(objects, 10)).toBeNull();
});

test('a frame that comes again, more complete, gets what it had', async () => {
  const known = await skillAt(await storeWith(frameAt(-10)), 0);
  expect(known).not.toBeNull();
  expect(await skillAt(await storeWith(frameAt(-10), frameAt(0, known)), 0)).toEqual(known);
});

test('what was simulated teaches nothing of the weather', async () => {
  const known = await skillAt(await storeWith(frameAt(-10)), 0);
  const objects = await storeWith(frameAt(-10, known, true), frameAt(0, known, true));
  expect(await skillAt(objects, 10)).toBeNull();
  expect(await skillAt(objects, 10, true)).not.toBeNull();
});

test('a damaged frame takes nothing along that the one before it knows', async () => {
  const known = await skillAt(await storeWith(frameAt(-10)), 0);
  const objects = await storeWith(frameAt(0, known), frameAt(2, known));
  objects.contents.set(valueKey('mrms-rate', versionOf(NOON + 120)), new Uint8Array(9));
  expect(await skillAt(objects, 4)).toEqual(known);
  expect(samplesOf(await skillAt(objects, 10), 10)).toBeGreaterThan(samplesOf(known, 10));
});
