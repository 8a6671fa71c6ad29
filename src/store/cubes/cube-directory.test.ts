/** The whole life of versions on a real disk, where buffers are pooled, files stay open and directories must go too. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { randomCube, seriesOf, writeCube } from '../../../test/random-cube.js';
import { silentLog } from '../../base/log.js';
import { openDirectoryObjects } from '../objects/directory-objects.js';
import { removeOldVersions } from '../versions/removal.js';
import { publishVersion } from './cube-publication.js';
import { createCubeShelf } from './cube-shelf.js';

const root = mkdtempSync(join(tmpdir(), 'weatherglass-cube-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const cubeOf = (n: number) =>
  randomCube({ elements: 4, times: 6, rows: 18, columns: 5, seed: n, version: `v${n}`, createdAt: n * 1000 });

test('versions are written, read, superseded and removed in a directory', async () => {
  const objects = openDirectoryObjects(root);
  let now = 0;
  const shelf = createCubeShelf({ objects: openDirectoryObjects(root), clock: { now: () => now }, log: silentLog });
  for (let n = 1; n <= 4; n++) {
    now = n * 1000;
    const cube = cubeOf(n);
    await writeCube(objects, cube);
    await publishVersion(objects, 'gfs', `v${n}`, now);
    await removeOldVersions(objects, 'gfs', { now, isHeld: (version) => shelf.isHeld('gfs', version) });
    const open = (await shelf.open('gfs'))!;
    expect(open.description.version).toBe(`v${n}`);
    const cells = Array.from({ length: 18 * 5 }, (_, i) => ({ y: Math.floor(i / 5), x: i % 5 }));
    expect(await open.readCells(cells)).toEqual(cells.map(({ y, x }) => seriesOf(cube, y, x)));
    expect(await open.staticField('elevation')).toEqual(cube.draft.statics.elevation);
    open.release();
  }
  expect(readdirSync(join(root, 'gfs')).sort()).toEqual(['latest.json', 'v3', 'v4']);
  objects.close();
});
