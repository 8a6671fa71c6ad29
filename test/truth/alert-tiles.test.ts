/**
 * Values behind the pixels of alert tiles: each has the severity that the answer for its centre has, over the simulated
 * world and over real alerts of the NWS and the DWD, and neighbouring tiles and zooms agree.
 */

import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { activeWarningsAt } from '../../simulator/storm-warnings.js';
import { latitudeOfPixel, longitudeOfPixel, pixelX, pixelY } from '../../src/grid/web-mercator.js';
import { ingestZones } from '../../src/ingest/alerts/zones/ingest-zones.js';
import { SEVERITIES, type Severity } from '../../src/model/alert.js';
import type { AlertRecords } from '../../src/model/records.js';
import type { TileAddress } from '../../src/model/tile.js';
import { HOUR } from '../../src/model/time.js';
import { type AlertsProduct, createAlertsProduct } from '../../src/products/alerts/alerts.js';
import type { DrawnAlerts } from '../../src/products/alerts/drawn.js';
import { paintAlerts } from '../../src/products/tiles/painting/alerts/alert-painter.js';
import {
  type AlertScene,
  alertChange,
  createAlertScene,
} from '../../src/products/tiles/painting/alerts/alert-scene.js';
import { TILE_AREA } from '../../src/products/tiles/painting/painter.js';
import { alertIndex } from '../../src/products/tiles/styles/alert-style.js';
import { area, info, message } from '../../src/query/alerts/messages.fixture.js';
import { readAlertPolygons } from '../alert-polygons.js';
import { createMemoryAlerts } from '../memory-alerts.js';
import { testWithSharedData } from '../shared-data.js';
import { simulatedAlerts } from '../simulated-alerts.js';
import { STORM_NOON as NOON } from '../warned-storms.js';

const PIXELS_ASKED = 3000;

const simulated = simulatedAlerts();

async function simulatedRecords(): Promise<AlertRecords> {
  await ingestZones(simulated.deps());
  await simulated.pollAll();
  return simulated.records;
}

interface Drawn {
  readonly product: AlertsProduct;
  readonly set: DrawnAlerts;
  readonly scene: AlertScene;
}

async function drawnFrom(records: AlertRecords, now: number): Promise<Drawn> {
  const product = createAlertsProduct({ records, feeds: [], clock: { now: () => now }, simulated: true });
  await product.refresh();
  const set = await product.drawn();
  const scenes = createAlertScene();
  scenes.show(alertChange(new Set(), set));
  return { product, set, scene: scenes.at(set.version) };
}

function tileOf(scene: AlertScene, { z, x, y }: TileAddress): Uint8Array {
  const pixels = new Uint8Array(TILE_AREA);
  paintAlerts({ z, x, y }, scene, pixels);
  return pixels;
}

/** Tiles around corners of areas drawn, at random zooms. */
function randomTiles({ ids, shapeOf }: DrawnAlerts, count: number, random: () => number): TileAddress[] {
  return Array.from({ length: count }, () => {
    const { polygons, circles } = shapeOf(ids[Math.floor(random() * ids.length)]!);
    const ring = polygons[0]?.[0] ?? [circles[0]!.longitude, circles[0]!.latitude];
    const corner = 2 * Math.floor((random() * ring.length) / 2);
    const z = Math.floor(random() * 13);
    const latitude = Math.max(-85, Math.min(85, ring[corner + 1]!));
    return { z, x: Math.floor(pixelX(ring[corner]!, z) / 256), y: Math.floor(pixelY(latitude, z) / 256) };
  });
}

async function severityAt(product: AlertsProduct, latitude: number, longitude: number): Promise<Severity | undefined> {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return (await product.answer({ location: { latitude, longitude: turned } })).alerts[0]?.severity;
}

/** Whether all that lies within a pixel and a half has one severity, so that no edge can be near. */
async function isApart(product: AlertsProduct, z: number, x: number, y: number, severity: Severity | undefined) {
  for (let east = -1.5; east <= 1.5; east += 0.25)
    for (let south = -1.5; south <= 1.5; south += 0.25)
      if ((await severityAt(product, latitudeOfPixel(y + south, z), longitudeOfPixel(x + east, z))) !== severity)
        return false;
  return true;
}

async function compare({ product, set, scene }: Drawn, count: number): Promise<Record<string, number>> {
  const random = seededRandom(4711);
  const seen: Record<string, number> = { edges: 0, none: 0 };
  const wrong: string[] = [];
  for (const tile of randomTiles(set, count / 25, random)) {
    const pixels = tileOf(scene, tile);
    for (let n = 0; n < 25; n++) {
      const [column, row] = [Math.floor(random() * 256), Math.floor(random() * 256)];
      const [x, y] = [tile.x * 256 + column + 0.5, tile.y * 256 + row + 0.5];
      const severity = await severityAt(product, latitudeOfPixel(y, tile.z), longitudeOfPixel(x, tile.z));
      const want = severity === undefined ? 0 : alertIndex(severity, 1);
      const found = pixels[row * 256 + column]!;
      if (found === want) seen[severity ?? 'none'] = (seen[severity ?? 'none'] ?? 0) + 1;
      else if (!(await isApart(product, tile.z, x, y, severity))) seen.edges! += 1;
      else wrong.push(`${tile.z}/${tile.x}/${tile.y} ${column} ${row}: ${found}, not ${want}`);
    }
  }
  expect(wrong).toEqual([]);
  return seen;
}

test('a pixel of the simulated world has the severity of the answer for its centre', async () => {
  expect(activeWarningsAt(simulated.world, NOON).length).toBeGreaterThan(20);
  const drawn = await drawnFrom(await simulatedRecords(), NOON);
  expect(drawn.set.ids.length).toBeGreaterThan(20);
  const { edges, none, ...inside } = await compare(drawn, PIXELS_ASKED);
  expect(none).toBeGreaterThan(PIXELS_ASKED / 10);
  expect(Object.values(inside).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(PIXELS_ASKED / 10);
  expect(edges).toBeLessThan(PIXELS_ASKED / 10);
}, 60_000);

/** Polygons of real alerts and zones, as if each were an alert that holds now, of one severity or another. */
async function realAlerts(): Promise<Drawn> {
  const shapes = Object.values(readAlertPolygons()).flat();
  expect(shapes.length).toBeGreaterThan(150);
  const messages = shapes.map(({ coordinates }, i) => {
    const polygons = coordinates.map((rings) => rings.map((ring) => Float64Array.from(ring.flat())));
    const severity = SEVERITIES[i % SEVERITIES.length]!;
    return message(`A${i}`, { sent: NOON - HOUR, infos: [info({ severity, areas: [area({ polygons })] })] });
  });
  const records = createMemoryAlerts();
  await records.add('test-alerts', messages, NOON);
  return drawnFrom(records, NOON);
}

testWithSharedData(
  'a pixel of real alerts has the severity of the answer for its centre',
  async () => {
    const drawn = await realAlerts();
    const { edges } = await compare(drawn, PIXELS_ASKED);
    expect(edges).toBeLessThan(PIXELS_ASKED / 4);
  },
  60_000,
);

testWithSharedData('a pixel that is full at one zoom is not empty at the next', async () => {
  const { set, scene } = await realAlerts();
  const random = seededRandom(12);
  const full = new Set<number>(SEVERITIES.map((severity) => alertIndex(severity, 1)));
  for (const tile of randomTiles(set, 12, random).filter(({ z }) => z < 12)) {
    const pixels = tileOf(scene, tile);
    const [east, south] = [Math.round(random()), Math.round(random())];
    const child = tileOf(scene, { z: tile.z + 1, x: 2 * tile.x + east, y: 2 * tile.y + south });
    let holes = 0;
    for (let row = 1; row < 127; row++)
      for (let column = 1; column < 127; column++) {
        const at = (128 * south + row) * 256 + 128 * east + column;
        const around = [-257, -256, -255, -1, 0, 1, 255, 256, 257].map((step) => pixels[at + step]!);
        if (around.every((index) => full.has(index)) && child[2 * row * 256 + 2 * column] === 0) holes++;
      }
    expect(holes).toBe(0);
  }
});
