/**
 * What is behind the pixels of the continuous layers: 10,000 of them, from random tiles of every zoom, decoded from the PNG,
 * against what the forecast reads at the pixel's centre from the same run. The colour's band must hold that value.
 */

import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { type Place, placeOf } from '../../src/grid/grid.js';
import { latitudeOfPixel, longitudeOfPixel, pixelX, pixelY, TILE_PIXELS } from '../../src/grid/web-mercator.js';
import type { DatasetId } from '../../src/model/dataset.js';
import type { ElementId } from '../../src/model/element.js';
import { MAP_FIELDS, type MapFieldId } from '../../src/model/map-slice.js';
import type { TileAddress, TileLayerId, TileOrder, TileReaders } from '../../src/model/tile.js';
import { HOUR } from '../../src/model/time.js';
import { createTilePainting } from '../../src/products/tiles/painting/tile-painter.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from '../../src/products/tiles/styles/air-styles.js';
import { PRECIPITATION_STYLE } from '../../src/products/tiles/styles/rain-styles.js';
import type { BandedStyle } from '../../src/products/tiles/styles/style.js';
import { TEMPERATURE_STYLE } from '../../src/products/tiles/styles/temperature-style.js';
import { readLayers } from '../../src/query/layers/layers.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { createMapReader } from '../../src/store/cubes/map-reader.js';
import { readIndexedPng } from '../indexed-png.js';
import { shelfOfSome } from '../layer-errors.js';
import { MAP_ANSWERS } from '../map-answers.js';
import { type SimulatedService, SUMMER, simulatedService } from '../simulated-service.js';

const LAYERS = [
  { layer: 'temperature', dataset: 'hrrr', field: 'temperature', style: TEMPERATURE_STYLE, elements: ['temperature'] },
  {
    layer: 'temperature-global',
    dataset: 'gfs',
    field: 'temperature',
    style: TEMPERATURE_STYLE,
    elements: ['temperature'],
  },
  {
    layer: 'precipitation-global',
    dataset: 'gfs',
    field: 'precipitation_rate',
    style: PRECIPITATION_STYLE,
    elements: ['precipitation'],
  },
  { layer: 'smoke', dataset: 'hrrr', field: 'smoke_pm2_5', style: SMOKE_STYLE, elements: ['smoke_pm2_5'] },
  {
    layer: 'smoke-global',
    dataset: 'gefs-aerosol',
    field: 'smoke_pm2_5',
    style: SMOKE_STYLE,
    elements: ['smoke_pm2_5'],
  },
  {
    layer: 'air-quality',
    dataset: 'aqm',
    field: 'air_quality_index',
    style: AIR_QUALITY_STYLE,
    elements: ['pm2_5', 'ozone_ground'],
  },
  {
    layer: 'air-quality-global',
    dataset: 'gefs-aerosol',
    field: 'air_quality_index',
    style: AIR_QUALITY_STYLE,
    elements: ['pm2_5', 'pm10'],
  },
] as const satisfies readonly {
  layer: TileLayerId;
  dataset: DatasetId;
  field: MapFieldId;
  style: BandedStyle;
  elements: readonly ElementId[];
}[];
type Layer = (typeof LAYERS)[number];

const PIXELS = 1450; // of each layer; 10,150 of all
const OF_A_TILE = 29;

let service: SimulatedService;
beforeAll(async () => {
  service = await simulatedService(SUMMER);
});

async function openMaps({ dataset, field }: Layer) {
  const clock = fixedClock(SUMMER.now);
  const shelf = createCubeShelf({ objects: service.objects, clock, log: silentLog });
  const cube = (await shelf.open(dataset))!;
  const { description } = cube;
  cube.release();
  const kept = description.maps!.find((map) => map.field === field)!.times;
  const { slice } = createMapReader({ objects: service.objects });
  const sourceOf = (time: number) => ({ kind: 'slice', dataset, version: description.version, field, time }) as const;
  let best = { time: Number.NaN, packed: Number.NEGATIVE_INFINITY, at: 0 };
  for (const time of kept.slice(4, -1)) {
    const { values } = await slice(sourceOf(time));
    const at = values.reduce((highest, packed, i) => (packed > values[highest]! ? i : highest), 0);
    if (values[at]! > best.packed) best = { time, packed: values[at]!, at };
  }
  const { time, at } = best;
  const { grid, times } = description;
  const most = placeOf(grid, Math.floor(at / grid.columns), at % grid.columns);
  const step = times[times.indexOf(time) + 1]! - time;
  const only: readonly DatasetId[] = dataset === 'gfs' || dataset === 'hrrr' ? [dataset] : [dataset, 'gfs'];
  return {
    description,
    slice,
    source: sourceOf(time),
    time,
    step,
    most,
    some: shelfOfSome(shelf, only),
    now: clock.now(),
  };
}

/** Half of them over the place where the field has most, the others anywhere. */
function randomTile(random: () => number, most: Place): TileAddress {
  const z = Math.floor(random() * 9);
  const side = 2 ** z;
  const [x, y] =
    random() < 0.5
      ? [random() * side, random() * side]
      : [pixelX(most.longitude, z) / 256, pixelY(most.latitude, z) / 256];
  return { z, x: Math.floor(x), y: Math.floor(y) };
}

const bandOf = ({ edges }: BandedStyle, value: number) => edges.filter((edge) => value >= edge).length;

/** Whether a value is so near to an edge that the map's packing may have it on the other side. */
function nearEdge({ field, style }: Layer, value: number): boolean {
  const { step } = MAP_FIELDS.find(({ id }) => id === field)!;
  return style.edges.some((edge) => Math.abs(value - edge) <= step / 2 + 1e-9);
}

test.each(LAYERS)('$layer: the band of a pixel holds what the forecast reads there', async (layer) => {
  const { description, slice, source, time, step, most, some, now } = await openMaps(layer);
  const painting = createTilePainting({ slice } as TileReaders as Parameters<typeof createTilePainting>[0]);
  const random = seededRandom(20_261_120);
  const faults: string[] = [];
  const bands = new Set<number>();
  let [compared, apart] = [0, 0];
  while (compared < PIXELS) {
    const address = randomTile(random, most);
    const order: TileOrder = { layer: layer.layer, ...address, sources: [source], validTime: time };
    const { palette, indexes } = readIndexedPng(await painting.draw(order));
    for (let n = 0; n < OF_A_TILE; n++) {
      const [column, row] = [Math.floor(random() * TILE_PIXELS), Math.floor(random() * TILE_PIXELS)];
      const latitude = latitudeOfPixel(address.y * TILE_PIXELS + row + 0.5, address.z);
      const longitude = longitudeOfPixel(address.x * TILE_PIXELS + column + 0.5, address.z);
      const value = await valueAt(layer, { latitude, longitude });
      const colour = palette[indexes[row * TILE_PIXELS + column]!]!;
      const shown = colour[3] === 0 ? 0 : layer.style.palette.findIndex((entry) => entry.join() === colour.join());
      const band = Number.isNaN(value) ? 0 : bandOf(layer.style, value);
      compared++;
      bands.add(band);
      if (shown === band) continue;
      apart++;
      if (Math.abs(shown - band) > 1 || !(isIndex(layer) || nearEdge(layer, value)))
        faults.push(`${address.z}/${address.x}/${address.y} ${column},${row}: ${value} is shown as band ${shown}`);
    }
  }
  expect(faults).toEqual([]);
  expect(apart / compared).toBeLessThan(0.05);
  expect(bands.size).toBeGreaterThan(1);

  async function valueAt({ field, elements }: Layer, place: { latitude: number; longitude: number }): Promise<number> {
    const span = { start: time - 13 * HOUR, end: time + step };
    const wants = elements.filter((id) => description.elements.includes(id)).map((id) => ({ id, span }));
    const read = await readLayers(some, now, place, null, wants);
    return read.kind === 'point' ? MAP_ANSWERS[field](read.point, time, step) : Number.NaN;
  }
});

/** The map is bilinear in the index of its nodes, the forecast makes the index of bilinear concentrations. */
function isIndex({ field }: Layer): boolean {
  return field === 'air_quality_index';
}
