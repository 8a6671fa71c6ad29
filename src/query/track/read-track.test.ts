/** A track where something is wrong: sources that end, that are torn at a place, that fail. */

import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import {
  createShelf,
  cubeOf,
  NORTH,
  read,
  SOUTH,
  spotsAt,
  type Trouble,
  temperatures,
  tornLater,
  WANTS,
} from '../../../test/faulty-track.js';
import { ObjectDefectError } from '../../base/errors.js';
import type { CubeShelf } from '../../model/cube.js';
import type { RegularGrid } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import { readTrack } from './read-track.js';
import type { TrackWant } from './track.js';

test('each spot is looked at over its own time; what none of the sources reaches is unreached', async () => {
  const { shelf, held } = createShelf({
    gfs: [{ cube: cubeOf('gfs', 0, { fields: { temperature: (t, latitude) => 280 + t / HOUR + latitude / 10 } }) }],
  });
  const spots = spotsAt([10, 0, 4 * HOUR], [-15, 33, 7 * HOUR], [-15, 33, 70 * HOUR]);
  const track = await read(shelf, spots);
  expect(track.states).toEqual(['known', 'known', 'unreached']);
  expect(temperatures(track, spots)).toEqual([285, 286, Number.NaN]);
  expect(held()).toBe(0);
});

test('a place outside of every grid, and a store without any weather, are told apart', async () => {
  const grid: RegularGrid = {
    kind: 'regular',
    columns: 3,
    rows: 3,
    firstLatitude: 60,
    firstLongitude: 0,
    latitudeStep: -10,
    longitudeStep: 10,
  };
  const { shelf } = createShelf({ hrrr: [{ cube: cubeOf('hrrr', 290, { grid }) }] });
  const track = await read(shelf, spotsAt(NORTH, SOUTH));
  expect([track.states, track.has('temperature'), track.has('cape')]).toEqual([['known', 'outside'], true, false]);
  expect((await read(createShelf({}).shelf, spotsAt(NORTH))).states).toEqual(['nothing']);
});

test('where a chunk is torn the version before answers, elsewhere the new one does', async () => {
  const before = cubeOf('gfs', 270, { version: 'v0' });
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: tornLater }, { cube: before }] });
  const spots = spotsAt(NORTH, SOUTH);
  const track = await read(shelf, spots);
  expect(temperatures(track, spots)).toEqual([270, 280]);
  expect(track.sources).toMatchObject([{ dataset: 'gfs', used: 2, degraded: 1, defective: 0, overdue: 0 }]);
  expect(track.sources[0]!.description.version).toBe('v1');
  expect(held()).toBe(0);
});

test('where both versions are torn others answer, and where there is no other the spot is defective', async () => {
  const ecmwf = [{ cube: cubeOf('ecmwf-ifs', 280), trouble: tornLater }];
  const both = createShelf({ 'ecmwf-ifs': ecmwf, gfs: [{ cube: cubeOf('gfs', 290) }] });
  const spots = spotsAt(NORTH, SOUTH);
  const track = await read(both.shelf, spots);
  expect([track.states, temperatures(track, spots)]).toEqual([
    ['known', 'known'],
    [290, 280],
  ]);
  expect(track.sources.map(({ dataset, used, defective }) => [dataset, used, defective])).toEqual([
    ['gfs', 1, 0],
    ['ecmwf-ifs', 1, 1],
  ]);
  const alone = createShelf({ 'ecmwf-ifs': ecmwf });
  expect((await read(alone.shelf, spots)).states).toEqual(['defective', 'known']);
  expect([both.held(), alone.held()]).toEqual([0, 0]);
});

test('a cube that cannot be opened is named, and others answer', async () => {
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290) }] });
  const broken: CubeShelf = {
    ...shelf,
    async open(dataset) {
      if (dataset === 'ecmwf-ifs') throw new ObjectDefectError('ecmwf-ifs/latest.json', 0, 'JSON');
      return shelf.open(dataset);
    },
  };
  const track = await read(broken, spotsAt(NORTH));
  expect([track.states, track.unopened]).toEqual([['known'], [{ dataset: 'ecmwf-ifs', cause: 'defective' }]]);
  expect(held()).toBe(0);
});

test('an error that is no defect comes out, and cubes are given back', async () => {
  const bug: Trouble = async () => {
    throw new TypeError('a bug');
  };
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: bug }] });
  await expect(read(shelf, spotsAt(NORTH))).rejects.toThrow('a bug');
  expect(held()).toBe(0);
});

test('what no source has is unknown, also in the time before a spot', async () => {
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290) }] });
  const spots = spotsAt(NORTH);
  const wants: readonly TrackWant[] = [...WANTS, { id: 'pm2_5', before: 12 * HOUR }];
  const track = await readTrack(shelf, HOUR, spots, wants, false, deadlineByHand());
  const earlier = spots.starts.map((start) => start - 11 * HOUR);
  expect(track.means('pm2_5', earlier, Float64Array.of(HOUR), new Float64Array(1))[0]).toBeNaN();
});

test('spots around the same cells read them once', async () => {
  const calls: string[] = [];
  const counting: Trouble = (cells, go) => {
    calls.push(cells.map(({ y, x }) => `${y},${x}`).join(' '));
    return go();
  };
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: counting }] });
  await read(shelf, spotsAt([45, 15, 0], [44, 16, 2 * HOUR], [43, 17, 3 * HOUR]));
  // Rows 4 and 5 lie in one chunk, columns 1 and 2 in two.
  expect(calls.sort()).toEqual(['4,1 5,1', '4,2 5,2']);
});

test('looking at a spot outside of its own time is a bug of the caller', async () => {
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280) }] });
  const track = await read(shelf, spotsAt(NORTH));
  const out = new Float64Array(1);
  expect(() => track.instants('temperature', Float64Array.of(6 * HOUR), out)).toThrow(RangeError);
  expect(track.instants('temperature', Float64Array.of(Number.NaN), out)[0]).toBeNaN();
});

test('flags of a step that ends at a time are those of that step', async () => {
  const cube = cubeOf('gfs', 280, {
    fields: { rain_flag: (t) => (t === 4 * HOUR ? 1 : 0), snow_flag: (t) => (t === 5 * HOUR ? 1 : 0) },
  });
  const { shelf } = createShelf({ gfs: [{ cube }] });
  const wants = (['rain_flag', 'snow_flag'] as const).map((id) => ({ id }));
  const track = await readTrack(shelf, HOUR, spotsAt(NORTH), wants, false, deadlineByHand());
  expect(track.flagsOfStepEnding(0, 4 * HOUR)).toMatchObject({ rainFlag: 1, snowFlag: 0, icePelletsFlag: Number.NaN });
  expect(track.flags(0, 4 * HOUR)).toMatchObject({ rainFlag: 0, snowFlag: 1 });
});
