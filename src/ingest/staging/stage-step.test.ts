import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as grib from '../../decode/grib2/message.fixture.js';
import type { Grid } from '../../model/field.js';
import { unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { feedWith, key, messageOf, over, REFERENCE, request, TEST_GRID } from '../feed.fixture.js';
import { openSlice } from './slice-file.js';
import { slicePackingOf, valueOffset } from './slice-format.js';
import { type StageTask, stageStep } from './stage-step.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-stage-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const WIND = [2, 3].map((number) => messageOf({ category: 2, number }, [1, 2, 3, 4, 5, 6]));
const TEMPERATURE = messageOf({}, [280, 281, 282, 283, 284, 285], 280);
const RAIN = messageOf({ template: 8, category: 1, number: 8, ...over(0, 6) }, [0, 1, 2, 3, 4, 5]);
const HEIGHT = messageOf({ category: 3, number: 5 }, [10, 20, 30, 40, 50, 60]);

const FEED = feedWith(
  [
    request('wind_v', [key([0, 2, 3])]),
    request('temperature', [key([0, 0, 0])], { required: true, plausible: [150, 350] }),
    request('wind_u', [key([0, 2, 2])]),
    request('precipitation', [{ ...key([0, 1, 8], { process: 'accumulation' }), factor: 2 }]),
    request('cape', [key([0, 7, 6])]),
  ],
  { statics: [{ ...request('cape', [key([0, 3, 5])]), id: 'elevation' }] },
);

function taskOf(more: Partial<StageTask> = {}): StageTask {
  return {
    feed: 'gfs',
    messages: [TEMPERATURE, RAIN, HEIGHT, ...WIND],
    origin: 'a file',
    times: { referenceTime: REFERENCE, validTime: REFERENCE + 6 * HOUR },
    strict: true,
    region: null,
    simulated: false,
    accepted: null,
    statics: true,
    path: join(scratch, 'step.slice'),
    ...more,
  };
}

/** Values of a layer of the staged slice, row by row. */
async function layersOf(path: string): Promise<Record<string, number[]>> {
  const slice = (await openSlice(path))!;
  const { header } = slice;
  const band = await slice.readPart(0);
  const packed = new Int16Array(band.buffer, band.byteOffset, band.length / 2);
  await slice.close();
  const { rows, columns } = header.grid;
  return Object.fromEntries(
    header.layers.map(({ element }, layer) => {
      const from = valueOffset(header, layer, 0);
      const values = [...packed.subarray(from, from + rows * columns)];
      return [element, values.map((n) => Number(unpack(n, slicePackingOf(element)).toFixed(2)))];
    }),
  );
}

test('a damaged field does not hide the others of its message, and the step says so', async () => {
  const rest = grib.fieldSections().slice(2);
  const cut = grib.section(4, grib.product().slice(5, 20));
  const warm = grib.product({ category: 0, number: 0, level: [1, 255, 0xffffffff] });
  const both = grib.message([grib.identification(), grib.regularGrid(), cut, ...rest, warm, ...rest]);
  const task = taskOf({ messages: [both], path: join(scratch, 'half.slice') });
  const plain = feedWith([request('temperature', [key([0, 0, 0])], { required: true, plausible: [-1, 10] })]);
  const staged = await stageStep(task, plain);
  expect(staged.damaged).toEqual([expect.stringContaining('section 4 octets')]);
  expect((await layersOf(task.path)).temperature).toHaveLength(6);
  await expect(stageStep(task, feedWith([request('wind_u', [key([0, 2, 2])], { required: true })]))).rejects.toThrow(
    /lacks wind_u; malformed GRIB, byte \d+: section 4/,
  );
});

test('a step is staged: layers in the order of the table, intervals, factors, what is absent', async () => {
  const staged = await stageStep(taskOf(), FEED);
  expect(staged.absent).toEqual(['cape']);
  const slice = (await openSlice(taskOf().path))!;
  await slice.close();
  expect(slice.header).toMatchObject({
    referenceTime: REFERENCE,
    validTime: REFERENCE + 6 * HOUR,
    layers: [
      { element: 'wind_v', interval: null },
      { element: 'temperature', interval: null },
      { element: 'wind_u', interval: null },
      { element: 'precipitation', interval: { start: REFERENCE, process: 'accumulation' } },
    ],
    statics: ['elevation'],
    absent: ['cape'],
  });
  expect(await layersOf(taskOf().path)).toEqual({
    wind_v: [1, 2, 3, 4, 5, 6],
    temperature: [280, 281, 282, 283, 284, 285].map((value) => expect.closeTo(value, 1)),
    wind_u: [1, 2, 3, 4, 5, 6],
    precipitation: [0, 2, 4, 6, 8, 10],
  });
});

const WIDER: Grid = { ...TEST_GRID, rows: 4, columns: 6 };
const SHIFTED: Grid = { ...TEST_GRID, firstLongitude: 23 };

test.each<[string, Partial<StageTask>, Grid, boolean]>([
  ['that of the feed', {}, TEST_GRID, true],
  ['a part of it in a run', {}, WIDER, false],
  ['a part of it in a file given by hand', { strict: false }, WIDER, true],
  ['another one', {}, SHIFTED, false],
  ['another one, in a file given by hand', { strict: false }, SHIFTED, false],
  ['another one, simulated', { simulated: true }, SHIFTED, false],
  ['one that was accepted', { accepted: TEST_GRID }, SHIFTED, true],
  ['a third one where another was accepted', { accepted: WIDER }, SHIFTED, false],
  ['any, where it is to be accepted', { accepted: 'any' }, SHIFTED, true],
])('messages on %s: staged or refused before anything is written', async (_, more, grid, isStaged) => {
  const path = join(scratch, 'grid.slice');
  const staged = stageStep(taskOf({ ...more, path }), { ...FEED, grid });
  if (isStaged) expect((await staged).bytesWritten).toBeGreaterThan(0);
  else await expect(staged).rejects.toMatchObject({ tag: 'upstream', fault: 'grid' });
  rmSync(path, { force: true });
});

test('a grid that is refused is named beside the one that is expected, with the way to accept it', async () => {
  await expect(stageStep(taskOf(), { ...FEED, grid: SHIFTED })).rejects.toMatchObject({
    detail:
      'stands on another grid than that of GFS: 2 × 3 (regular), first cell 10, 20, step -1 × 1° instead of ' +
      '2 × 3 (regular), first cell 10, 23, step -1 × 1°. ' +
      'If the upstream has announced this grid, accept it with: weatherglass ingest gfs --accept-grid',
  });
});

test('damaged messages name where they came from', async () => {
  const cold = messageOf({}, Array(6).fill(100), 100);
  await expect(stageStep(taskOf({ messages: [cold] }), FEED)).rejects.toMatchObject({
    tag: 'upstream',
    fault: 'framing',
    url: 'a file',
    detail: 'malformed GRIB: section 7: temperature is 150 to 350; got 100',
  });
  const torn = TEMPERATURE.subarray(0, TEMPERATURE.length - 4);
  await expect(stageStep(taskOf({ messages: [torn] }), FEED)).rejects.toMatchObject({
    fault: 'framing',
    url: 'a file',
  });
});
