/** A whole run from the simulated upstream, compared with what its messages say on another way: the run totals. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IngestBench, RUN_A, startBench } from '../../test/faults/ingest-harness.js';
import { readAllFields } from '../decode/grib2/field.js';
import type { OpenCube } from '../model/cube.js';
import type { ElementId } from '../model/element.js';
import { unpack } from '../model/packing.js';
import { HOUR } from '../model/time.js';
import { GFS_FEED } from '../sources/gfs/gfs-feed.js';

let bench: Awaited<ReturnType<typeof startBench>>;
let one: IngestBench;
let cube: OpenCube;
beforeAll(async () => {
  bench = await startBench();
  one = bench.restore();
  cube = await one.open();
});
afterAll(async () => {
  cube.release();
  await bench.close();
});

async function fieldsOf(run: number, step: number) {
  const part = GFS_FEED.partsOf(one.upstream.url, run).find(({ leads }) => leads.includes(step * HOUR))!;
  const response = await fetch(part.files[0]!.url);
  return [...readAllFields(new Uint8Array(await response.arrayBuffer()))];
}

/** mm since the start of the run, [y, x]: the message that the ingest never looks at. */
async function runTotal(run: number, step: number): Promise<Float32Array> {
  const totals = (await fieldsOf(run, step)).filter(
    ({ parameter: { category, number }, time }) => category === 1 && number === 8 && time.interval?.start === run,
  );
  return totals.at(-1)!.decode().values;
}

async function column(element: ElementId, time: number): Promise<number[]> {
  const { elements, times, grid, packings } = cube.description;
  const e = elements.indexOf(element);
  const cells = Array.from({ length: grid.rows * grid.columns }, (_, i) => ({
    y: Math.floor(i / grid.columns),
    x: i % grid.columns,
  }));
  const read = await cube.readCells(cells);
  return read.map((values) => unpack(values[e * times.length + times.indexOf(time)]!, packings[e]!));
}

test('the axis runs from 48 hours before the run to its last step', () => {
  const hours = [...cube.description.times].map((time) => (time - RUN_A) / HOUR);
  expect(hours).toEqual(Array.from({ length: 48 + 10 }, (_, i) => i - 48));
  expect(cube.description.simulated).toBe(true);
  expect(cube.description.elements).toHaveLength(22);
});

test.each([
  ['the first hour of a bucket', RUN_A, 7],
  ['a later hour', RUN_A, 4],
  ['an hour of the past', RUN_A - 24 * HOUR, 5],
  ["the run's own hour, from the run before", RUN_A - 6 * HOUR, 6],
])('precipitation of %s is what the run total grew by', async (_, run, step) => {
  const after = await runTotal(run, step);
  const before = step === 1 ? after.map(() => 0) : await runTotal(run, step - 1);
  const stored = await column('precipitation', run + step * HOUR);
  expect(Math.max(...stored)).toBeGreaterThan(0.05);
  for (const [i, value] of stored.entries()) expect(value).toBeCloseTo(after[i]! - before[i]!, 1);
});

test('instants are the values of the message; at the run itself those of its analysis', async () => {
  for (const [run, step] of [
    [RUN_A, 3],
    [RUN_A, 0],
    [RUN_A - 12 * HOUR, 2],
  ] as const) {
    const fields = await fieldsOf(run, step);
    const temperature = fields.find(({ parameter: p }) => p.category === 0 && p.number === 0 && p.levelType === 103)!;
    const stored = await column('temperature', run + step * HOUR);
    const { values } = temperature.decode();
    for (const [i, value] of stored.entries()) expect(Math.abs(value - values[i]!)).toBeLessThan(0.0101);
  }
});

test('ground and land come with the run', async () => {
  const elevation = (await cube.staticField('elevation'))!;
  const land = (await cube.staticField('land'))!;
  expect(elevation).toHaveLength(84);
  expect(Math.max(...elevation)).toBeGreaterThan(300);
  expect(new Set(land)).toEqual(new Set([0, 1]));
});
