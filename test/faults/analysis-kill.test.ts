/** A kill at every single operation of writing a day of the analysis; each time a new process looks, and goes on. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { unpack } from '../../src/model/packing.js';
import { DAY } from '../../src/model/time.js';
import { createAnalysisShelf } from '../../src/store/analysis/analysis-shelf.js';
import { newestAnalysedDay, writeAnalysedDay } from '../../src/store/analysis/analysis-writer.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { ANALYSIS_GRID, analysedDay, dayNumber, packedOf } from '../random-analysis.js';

const SET = 'daily-weather';
const FIRST = dayNumber('2026-11-20');
/** Two shards. */
const grid = { ...ANALYSIS_GRID, columns: 6 };

async function write(objects: ObjectStore, day: number): Promise<void> {
  await writeAnalysedDay(objects, analysedDay(day, { grid }), { createdAt: day * DAY, onDefect: () => undefined });
}

/** The days that readers have, each whole, in the order of the calendar without a gap. */
async function daysRead(objects: ObjectStore): Promise<number> {
  const shelf = createAnalysisShelf({ objects, clock: fixedClock(1e9), log: silentLog });
  const corners = [{ cell: { y: 70, x: 2 }, weight: 1 }];
  const { values } = await shelf.read(SET, [FIRST, FIRST + 9], () => corners);
  const days = [...values.get('precipitation')!];
  const known = days.filter((value) => !Number.isNaN(value));
  const expected = known.map((_, n) => unpack(packedOf(2, FIRST + n, 70, 2), { step: 0.1, base: 0 }));
  expect(days.slice(0, known.length)).toEqual(expected.map((value) => expect.closeTo(value, 6)));
  return known.length;
}

test.each(MOMENTS)('a day, killed at any operation (%s): the days before it or all of them', async (moment) => {
  const fresh = async () => {
    const objects = createMemoryObjects();
    for (let n = 0; n < 3; n++) await write(objects, FIRST + n);
    return objects;
  };
  const look = async (objects: MemoryObjects) => {
    expect([3, 4]).toContain(await daysRead(objects));
    const newest = (await newestAnalysedDay(objects, SET))!;
    for (let day = newest + 1; day <= FIRST + 4; day++) await write(objects, day);
    expect(await daysRead(objects)).toBe(5);
    const left = new Set([...objects.contents.keys()].map((key) => key.split('/')[1]));
    expect(left.size).toBe(2);
  };
  const operations = await killedAtEach(moment, { fresh, work: (objects) => write(objects, FIRST + 3), look });
  expect(operations).toBeGreaterThan(30);
});
