import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { elementOf } from '../../model/element.js';
import { writeSlice } from '../staging/slice-file.js';
import { partCount, partRange, type SliceContent } from '../staging/slice-format.js';
import { type BandMemory, encodeShardsOf, type ShardTask } from './band-shard.js';
import { planCube } from './cube-plan.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-shards-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const GRID = {
  kind: 'regular',
  columns: 8,
  rows: 64,
  firstLatitude: 63,
  firstLongitude: 0,
  latitudeStep: -1,
  longitudeStep: 1,
} as const;
const HOURS = [0, 1, 2, 3, 4, 5];

/** Steps of a run whose every value is another. */
async function tasks(): Promise<ShardTask[]> {
  const contents = HOURS.map(
    (hour): SliceContent => ({
      simulated: true,
      region: null,
      referenceTime: 0,
      validTime: hour * 3600,
      grid: GRID,
      layers: [{ element: 'temperature', interval: null }],
      statics: [],
      absent: [],
    }),
  );
  const paths = HOURS.map((hour) => join(scratch, `${hour}.slice`));
  for (const [i, content] of contents.entries()) {
    const last = partRange(content, partCount(content) - 1);
    const values = Int16Array.from({ length: (last.offset + last.length) / 2 }, (_, at) => 1000 * i + at);
    await writeSlice(paths[i]!, content, new Uint8Array(values.buffer));
  }
  const times = Float64Array.from(HOURS, (hour) => hour * 3600);
  const plan = planCube(contents, [...times]);
  const { step, base } = elementOf('temperature');
  const draft = {
    dataset: 'gfs',
    version: 'v',
    elements: plan.elements,
    packings: [{ step, base }],
    times,
    grid: GRID,
    maps: [{ field: 'temperature' as const, times: times.slice(1, 5) }],
  };
  return [0, 1, 2, 3].map((band) => ({ plan, paths, grid: GRID, band, draft }));
}

test('shards that are built at once in one memory are those that are built one after the other', async () => {
  const bands = await tasks();
  const apart = await Promise.all(bands.map((task) => encodeShardsOf(task, {})));
  expect(apart[2]!.objects.map(({ key }) => key)).toEqual(['gfs/v/fc/c/0/0/2/0', 'gfs/v/map_temperature/c/0/2/0']);
  const memory: BandMemory = {};
  await encodeShardsOf(bands[0]!, memory); // the memory is there, and every one of the next finds it
  const together = await Promise.all(bands.map((task) => encodeShardsOf(task, memory)));
  for (const [i, shard] of together.entries()) {
    expect(shard.objects.map(({ key }) => key)).toEqual(apart[i]!.objects.map(({ key }) => key));
    for (const [k, { bytes }] of shard.objects.entries())
      expect(Buffer.compare(bytes, apart[i]!.objects[k]!.bytes)).toBe(0);
  }
});

test('a shard that fails leaves the memory to the next', async () => {
  const [first, second] = await tasks();
  const memory: BandMemory = {};
  const torn = { ...first!, paths: first!.paths.map((path) => `${path}.gone`) };
  const [failed, built] = await Promise.allSettled([encodeShardsOf(torn, memory), encodeShardsOf(second!, memory)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { tag: 'object-defect' } });
  expect(built.status).toBe('fulfilled');
});
