import { expect, test } from 'vitest';
import { readIndexedPng } from '../../../../test/indexed-png.js';
import { ObjectMissingError } from '../../../base/errors.js';
import { MAP_FIELDS, type MapSlice } from '../../../model/map-slice.js';
import { MISSING_PACKED } from '../../../model/packing.js';
import { type SliceSource, TILE_LAYER_IDS, type TileOrder } from '../../../model/tile.js';
import { TEMPERATURE_STYLE } from '../styles/temperature-style.js';
import { createAlertScene } from './alerts/alert-scene.js';
import { createTilePainting, type PaintingReaders } from './tile-painter.js';
import { EMPTY_TILE } from './tile-png.js';

const SOURCE: SliceSource = { kind: 'slice', dataset: 'gfs', version: 'v1', field: 'temperature', time: 1_795_219_200 };
const ORDER: TileOrder = {
  layer: 'temperature-global',
  sources: [SOURCE],
  validTime: SOURCE.time,
  z: 2,
  x: 1,
  y: 1,
};

/** A globe of one temperature; nothing else is there. */
function readersOf(packed: number): PaintingReaders {
  const gone = () => Promise.reject(new ObjectMissingError('gone'));
  const grid = {
    kind: 'regular',
    columns: 36,
    rows: 19,
    firstLatitude: 90,
    firstLongitude: 0,
    latitudeStep: -10,
    longitudeStep: 10,
  } as const;
  const slice: MapSlice = { grid, packing: MAP_FIELDS[0], values: new Int16Array(36 * 19).fill(packed) };
  return {
    slice: () => Promise.resolve(slice),
    radarFrame: gone,
    scan: gone,
    fires: gone,
    plumes: gone,
    alertShapes: (version) => createAlertScene().at(version),
  };
}

test('a globe of 21 °C is one colour', async () => {
  const { palette, bitDepth } = readIndexedPng(await createTilePainting(readersOf(1050)).draw(ORDER));
  const band = TEMPERATURE_STYLE.legend.findIndex(({ from, to }) => from === 20 && to === 22.5);
  expect(palette).toEqual([TEMPERATURE_STYLE.palette[band + 1]]);
  expect(bitDepth).toBe(1);
});

test('a tile that nothing is painted on is the empty one', async () => {
  expect(await createTilePainting(readersOf(MISSING_PACKED)).draw(ORDER)).toBe(EMPTY_TILE);
});

test.each(TILE_LAYER_IDS.filter((layer) => layer !== 'alerts'))('%s without any source is empty', async (layer) => {
  const painting = createTilePainting(readersOf(1050));
  expect(await painting.draw({ ...ORDER, layer, sources: [] })).toBe(EMPTY_TILE);
});

test('an order draws the same bytes each time, whatever was drawn between', async () => {
  const painting = createTilePainting(readersOf(1050));
  const first = await painting.draw(ORDER);
  await painting.draw({ ...ORDER, z: 0, x: 0, y: 0, layer: 'smoke-global' });
  expect(Buffer.compare(await painting.draw(ORDER), first)).toBe(0);
});

test('a source that is gone is an error of the one who draws', async () => {
  const readers = { ...readersOf(0), slice: () => Promise.reject(new ObjectMissingError('gfs/v1')) };
  await expect(createTilePainting(readers).draw(ORDER)).rejects.toThrow(ObjectMissingError);
});
