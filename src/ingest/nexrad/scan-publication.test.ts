import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { randomScan } from '../../../test/random-scan.js';
import { fixedClock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import { DAY } from '../../model/time.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { heldSites, newestScan, publishScan } from '../../store/scans/scan-writer.js';
import { removeOld } from './scan-publication.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-scans-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function publish(objects: ObjectStore, site: string, validTime: number): Promise<void> {
  const { description, product } = randomScan({ site, validTime, seed: 1 });
  await publishScan(objects, description, product, validTime);
}

test('a radar that nothing was published of for a day goes', async () => {
  const objects = createMemoryObjects();
  await publish(objects, 'KINX', NOON - DAY - 1);
  await publish(objects, 'KVNX', NOON - DAY + 1);
  await publish(objects, 'KTLX', NOON);
  await removeOld({ objects, directory, clock: fixedClock(NOON), log: silentLog }, 'KTLX', NOON);
  expect(await heldSites(objects)).toEqual(['KTLX', 'KVNX']);
});

test('one that is polled while it is found to be idle stays, with its new sweep', async () => {
  const stored = createMemoryObjects();
  await publish(stored, 'KINX', NOON - 2 * DAY);
  let looks = 0;
  const objects: ObjectStore = {
    ...stored,
    async get(key, range) {
      const bytes = await stored.get(key, range);
      if (key === 'nexrad-KINX/latest.json' && looks++ === 0) await publish(stored, 'KINX', NOON);
      return bytes;
    },
  };
  await removeOld({ objects, directory, clock: fixedClock(NOON), log: silentLog }, 'KTLX', NOON);
  expect(looks).toBe(2);
  expect(await newestScan(stored, 'KINX')).toBe(NOON);
});
