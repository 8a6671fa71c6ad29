import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import { openSlice, UNFINISHED, writeSlice } from './slice-file.js';
import { partCount, partRange, type SliceContent, valueOffset } from './slice-format.js';
import { openStagingArea } from './staging-area.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-slices-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;

/** 20 rows: a band of 16 and one of 4. */
const CONTENT: SliceContent = {
  simulated: false,
  region: null,
  referenceTime: RUN,
  validTime: RUN + 3600,
  grid: {
    kind: 'regular',
    columns: 3,
    rows: 20,
    firstLatitude: 10,
    firstLongitude: 0,
    latitudeStep: -1,
    longitudeStep: 1,
  },
  layers: [
    { element: 'temperature', interval: null },
    { element: 'precipitation', interval: { start: RUN, process: 'accumulation' } },
  ],
  statics: ['elevation'],
  absent: [],
};

/** Layer, row and column of each value, so that a misplaced one shows. */
function body(content: SliceContent): Uint8Array {
  const { rows, columns } = content.grid;
  const last = partRange(content, partCount(content) - 1);
  const bytes = new Uint8Array(last.offset + last.length);
  const values = new Int16Array(bytes.buffer, 0, rows * columns * content.layers.length);
  for (const layer of content.layers.keys())
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        values[valueOffset(content, layer, row) + column] = 1000 * layer + 10 * row + column;
  new Float32Array(bytes.buffer, last.offset, rows * columns).fill(812.5);
  return bytes;
}

const path = join(scratch, '2026112006', 'f001.slice');

test('what was written is read back, band by band', async () => {
  await writeSlice(path, CONTENT, body(CONTENT));
  const slice = (await openSlice(path))!;
  expect(slice.header).toMatchObject(CONTENT);
  const second = await slice.readPart(1);
  const values = [...new Int16Array(second.buffer, second.byteOffset, second.length / 2)];
  expect(values.slice(0, 3)).toEqual([160, 161, 162]); // temperature, row 16
  expect(values.slice(12, 15)).toEqual([1160, 1161, 1162]); // precipitation, row 16
  const elevation = await slice.readPart(2);
  expect(new Float32Array(elevation.buffer)[59]).toBe(812.5);
  await slice.close();
});

test('a slice that is not there is null, not an error', async () => {
  expect(await openSlice(join(scratch, 'f999.slice'))).toBeNull();
});

async function readAll(file: string): Promise<void> {
  const slice = (await openSlice(file))!;
  try {
    for (let part = 0; part < partCount(slice.header); part++) await slice.readPart(part);
  } finally {
    await slice.close();
  }
}

test('wherever one bit flips, the header or the part is refused', async () => {
  const good = readFileSync(path);
  const damaged = join(scratch, 'damaged.slice');
  for (let at = 0; at < good.length; at += 7) {
    const bytes = Buffer.from(good);
    bytes[at]! ^= 0x10;
    writeFileSync(damaged, bytes);
    await expect(readAll(damaged), `byte ${at}`).rejects.toMatchObject({ tag: 'object-defect', key: damaged });
  }
});

test('a slice that was cut short is refused', async () => {
  const cut = join(scratch, 'cut.slice');
  for (const length of [0, 10, 100, 700]) {
    writeFileSync(cut, readFileSync(path).subarray(0, length));
    await expect(readAll(cut)).rejects.toMatchObject({ tag: 'object-defect' });
  }
});

const times = { referenceTime: RUN, validTime: RUN + 3600 };
const area = (simulated = false) => openStagingArea(scratch, { simulated, region: null }, silentLog);

test('slices of another origin, of another time or damaged are fetched again', async () => {
  expect(await area().find(path, times)).not.toBeNull();
  expect(await area(true).find(path, times)).toBeNull();
  expect(await area().find(path, { ...times, validTime: RUN })).toBeNull();
  const cut = openStagingArea(
    scratch,
    { simulated: false, region: { south: 0, west: 0, north: 9, east: 9 } },
    silentLog,
  );
  expect(await cut.find(path, times)).toBeNull();
  const torn = area().pathOf({ referenceTime: RUN, lead: 2 * 3600 });
  writeFileSync(torn, 'WGSL');
  expect(await area().find(torn, times)).toBeNull();
});

test('sweeping removes what is half written, tidying what is not needed and not newer', async () => {
  const staging = area();
  writeFileSync(`${path}.1${UNFINISHED}`, '');
  mkdirSync(join(scratch, '2026112000'));
  writeFileSync(join(scratch, '2026112000', 'f001.slice'), '');
  await staging.sweep();
  expect(readdirSync(join(scratch, '2026112006')).sort()).toEqual(['f001.slice', 'lead-0007200.slice']);
  mkdirSync(join(scratch, '2026112012'));
  writeFileSync(join(scratch, '2026112012', 'f001.slice'), '');
  await staging.keepOnly(new Set([path]), RUN);
  expect(readdirSync(join(scratch, '2026112006'))).toEqual(['f001.slice']);
  expect(readdirSync(join(scratch, '2026112012'))).toEqual(['f001.slice']);
  expect(readdirSync(scratch)).not.toContain('2026112000');
});
