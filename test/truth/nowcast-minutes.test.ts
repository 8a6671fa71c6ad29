/**
 * Verifies archived nowcasts of a rain band with known motion: observed minutes must match the true position of the band, and
 * nearly perfect nowcasts must score as such.
 */

import { expect, test } from 'vitest';
import { verifyMinutes } from '../../src/ingest/verify/verify-minutes.js';
import { DAY } from '../../src/model/time.js';
import { issueAt } from '../../src/products/nowcast/station-issue.js';
import { RECORD_LAYOUTS } from '../../src/science/verification/record-layout.js';
import { OCCURRENCE_SUMS } from '../../src/science/verification/sums-layout.js';
import { writeIssue } from '../../src/store/archive/issue-writer.js';
import { NOWCAST_ARCHIVE } from '../../src/store/archive/nowcast-archive.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { frameOf, MINUTE_OF_NOW, nowcastProductOf, SEEN } from '../nowcast-situation.js';

const STATION = { id: 'SEEN', ...SEEN };
/** Minutes of the frames, and how long after them they are archived. The station is in the rain from minute 70 to 90. */
const FRAMES = Array.from({ length: 30 }, (_, n) => 34 + 2 * n);
const AGE = 3;
/** A band 20 pixels wide that moves east by one pixel a minute, mm/h. */
const bandAt = (minute: number) => (_: number, x: number) => (x > 10 + minute && x < 30 + minute ? 6 : 0);

async function archiveOfBand() {
  const objects = createMemoryObjects();
  for (const minute of FRAMES) {
    const validTime = MINUTE_OF_NOW + 60 * minute;
    const frame = frameOf({ validTime, createdAt: validTime + 30, rate: bandAt(minute) });
    const time = validTime + 60 * AGE;
    const product = nowcastProductOf({ frames: [frame], shelf: null, clock: { now: () => time } });
    await writeIssue(objects, NOWCAST_ARCHIVE, await issueAt(product, [STATION], time));
  }
  return objects;
}

test('minutes are observed at the true position of a moving band, and its nowcasts beat persistence', async () => {
  const objects = await archiveOfBand();
  const day = Math.floor(MINUTE_OF_NOW / DAY);
  const onDefect = (defect: Error) => {
    throw defect;
  };
  const rows = await verifyMinutes({
    objects,
    stations: [{ id: 'SEEN', zone: 'UTC' }],
    days: [day, day + 1],
    onDefect,
  });
  const { at, sections } = RECORD_LAYOUTS['1m'];
  const countsAt = (lead: number, from = 0) => {
    const index = sections[0]!.leads.findIndex(({ first }) => first === lead);
    return [
      ...rows
        .get('SEEN')!
        .sums.subarray(at('1m', index, 'occurrence') + from)
        .subarray(0, 3),
    ];
  };
  for (const lead of [5, 15, 30]) {
    const [hits, falseAlarms, misses] = countsAt(lead);
    expect(hits! + misses!, `wet minutes at lead ${lead}`).toBe(10); // 71 to 89, every other one
    expect([falseAlarms, misses! <= 1], `lead ${lead}`).toEqual([0, true]);
  }
  expect(countsAt(30)).toEqual([10, 0, 0]); // frames used without their motion would give two wrong minutes
  expect(countsAt(30, OCCURRENCE_SUMS.persistence)).toEqual([0, 0, 10]);
});
