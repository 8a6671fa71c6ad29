/** Files given by hand to the built command line, which decodes in threads: every step of a file gets its messages. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGfsFiles } from '../../simulator/gfs-files.js';
import { createWorld } from '../../simulator/world.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { type Administration, startAdministration } from '../../src/http/administration/administration.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { openDirectoryObjects } from '../../src/store/objects/directory-objects.js';
import { createMemoryRecords } from '../memory-records.js';
import { run } from './service.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-files-'));
let administration: Administration;

// The ledger goes over the socket, as with a running server: opening records of its own would take most of the time.
beforeAll(async () => {
  const records = createMemoryRecords();
  const issue = () => Promise.reject(new Error('an ingest makes no keys'));
  const forget = () => undefined;
  administration = await startAdministration({ records, dataDirectory: directory, issue, forget, log: silentLog });
});
afterAll(async () => {
  await administration.close();
  rmSync(directory, { recursive: true });
});

test('one file with three steps of a run becomes a cube of three times', { timeout: 60_000 }, async () => {
  const files = createGfsFiles(createWorld(3), { gridStepDegrees: 45 });
  const file = join(directory, 'three.grib2');
  writeFileSync(file, Buffer.concat([3, 4, 5].map((hour) => files.file(RUN, hour).grib)));
  const ingest = await run({ WEATHERGLASS_DATA: directory }, 'ingest', 'gfs', '--from', file);
  expect(ingest, ingest.stderr).toMatchObject({ code: 0 });
  const objects = openDirectoryObjects(join(directory, 'objects'));
  const cube = (await createCubeShelf({ objects, clock: systemClock, log: silentLog }).open('gfs'))!;
  const { times, elements } = cube.description;
  expect([...times].map((time) => (time - RUN) / 3600)).toEqual([0, 3, 4, 5]); // the bucket begins with the run
  const [cell] = await cube.readCells([{ y: 2, x: 3 }]);
  const row = elements.indexOf('temperature') * times.length;
  expect([...cell!.subarray(row, row + 4)].map((n) => n === -32768)).toEqual([true, false, false, false]);
  cube.release();
  objects.close();
});
