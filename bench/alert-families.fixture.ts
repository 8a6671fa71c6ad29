/** Tiles of alerts for `bench/tiles.ts`: 5,000 zones as ragged as counties, 600 corners each, beside each other. */

import { SEVERITIES } from '../src/model/alert.js';
import type { AlertShape, TileSource } from '../src/model/tile.js';
import { type AlertScene, createAlertScene } from '../src/products/tiles/painting/alerts/alert-scene.js';
import { seededRandom } from './seeded-random.fixture.js';
import { NO_READERS, ordersIn, STATES, type TileFamily } from './tile-families.fixture.js';

const ZONES = 5000;
const CORNERS = 600;
/** Degrees. */
const SIDE = 0.6;
const [WEST, SOUTH, COLUMNS] = [-128, 23, 106];

const ALERTS: TileSource = { kind: 'alerts', version: 'a' };

/** A closed line around a middle, as ragged as a coast. */
function raggedRing(longitude: number, latitude: number, random: () => number): Float64Array {
  const waves = Array.from({ length: 6 }, (_, k) => [2 + k * 5, 0.25 / (k + 1), 2 * Math.PI * random()] as const);
  const ring = new Float64Array(2 * CORNERS + 2);
  for (let i = 0; i <= CORNERS; i++) {
    const angle = (2 * Math.PI * (i % CORNERS)) / CORNERS;
    const reach = waves.reduce((sum, [often, size, phase]) => sum + size * Math.sin(often * angle + phase), 1);
    ring[2 * i] = longitude + (SIDE / 2) * reach * Math.cos(angle);
    ring[2 * i + 1] = latitude + (SIDE / 2) * reach * Math.sin(angle);
  }
  return ring;
}

function manyAlerts(): AlertScene {
  const random = seededRandom(20251215);
  const added = Array.from({ length: ZONES }, (_, i): AlertShape => {
    const [longitude, latitude] = [WEST + SIDE * (i % COLUMNS), SOUTH + SIDE * Math.floor(i / COLUMNS)];
    const severity = SEVERITIES[Math.floor(random() * SEVERITIES.length)]!;
    return { id: `${i}`, severity, polygons: [[raggedRing(longitude, latitude, random)]], circles: [] };
  });
  const scenes = createAlertScene();
  scenes.show({ version: 'a', ids: added.map(({ id }) => id), added });
  return scenes.at('a');
}

let scene: AlertScene | null = null;

function alertFamily(zoom: number): TileFamily {
  scene ??= manyAlerts();
  const made = scene;
  return {
    name: `alerts, zoom ${zoom}`,
    readers: { ...NO_READERS, alertShapes: () => made },
    orders: ordersIn('alerts', [ALERTS], STATES, [zoom]),
  };
}

export const ALERT_FAMILIES: readonly (() => TileFamily)[] = [0, 3, 6, 9, 12].map((zoom) => () => alertFamily(zoom));
