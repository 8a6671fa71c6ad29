/** Simulated alerts stand where the simulated storms are, and what was polled of them is what is in force. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { AlertDependencies } from '../../src/ingest/alerts/alert-dependencies.js';
import { alertFeedOf } from '../../src/ingest/alerts/alert-feed-table.js';
import { pollAlerts } from '../../src/ingest/alerts/poll-alerts.js';
import { ingestZones } from '../../src/ingest/alerts/zones/ingest-zones.js';
import { createAlertIndex } from '../../src/query/alerts/alert-index.js';
import { createZoneShapes } from '../../src/query/alerts/zone-shapes.js';
import { activeWarningsAt, coreRadius, warningsAt } from '../../src/simulator/storm-warnings.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../src/simulator/upstream.js';
import { createWorld } from '../../src/simulator/world.js';
import { createMemoryAlerts } from '../memory-alerts.js';
import { STORM_NOON as NOON, WARNED_STORMS as STORMS } from '../warned-storms.js';

const SEED = 11;
const HOUR = 3600;
const FEEDS = ['nws-alerts', 'meteoalarm', 'dwd-alerts', 'wmo-alert-hub'];

const world = createWorld(SEED, { storms: STORMS });
const records = createMemoryAlerts();
let now = NOON;
let upstream: SimulatedUpstream;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-simulated-alerts-'));
  const clock = { now: () => now };
  upstream = await startSimulatedUpstream({ port: 0, seed: SEED, gridStepDegrees: 30, clock, storms: STORMS });
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});

const deps = (): AlertDependencies => ({
  alerts: records,
  directory: root,
  baseUrl: upstream.url,
  chosen: null,
  contact: null,
  region: null,
  clock: { now: () => now },
  log: silentLog,
  progress: () => undefined,
  random: () => 0.5,
});

async function pollAll() {
  for (const id of FEEDS) expect((await pollAlerts(deps(), alertFeedOf(id))).failed).toEqual([]);
}

test('there is something to warn of, by polygons and by zones, in every part of the world', () => {
  const warnings = activeWarningsAt(world, NOON);
  expect(warnings.length).toBeGreaterThan(20);
  const services = new Set(warnings.map(({ service }) => service.id));
  for (const id of ['nws', 'germany', 'elsewhere']) expect(services).toContain(id);
  expect(warnings.some(({ zones }) => zones !== null)).toBe(true);
  expect(warnings.some(({ zones }) => zones === null)).toBe(true);
});

test('whoever is on the edge of a polygon meets the core of the storm within half an hour, and no nearer', () => {
  const tracks = new Map(world.stormTracks(NOON).map((track) => [track.name, track]));
  for (const { storm, sent, ring } of activeWarningsAt(world, NOON)) {
    const track = tracks.get(storm)!;
    const times = Array.from({ length: 31 }, (_, minute) => sent + minute * 60);
    for (const [longitude, latitude] of ring) {
      const nearest = Math.min(...times.map((at) => distance(track.at(at), latitude, longitude)));
      expect(nearest / coreRadius(track)).toBeGreaterThan(0.97);
      expect(nearest / coreRadius(track)).toBeLessThan(1.03);
    }
  }
});

test('a chain is an Alert, Updates that refer to all before them, and a Cancel', () => {
  const chain = Array.from({ length: 9 }, (_, n) => NOON - 1.5 * HOUR + n * 1800).flatMap((at) =>
    warningsAt(world, at).filter(({ storm }) => storm === 'planted-0'),
  );
  expect(chain.map(({ messageType }) => messageType)).toEqual([
    'Alert',
    'Update',
    'Update',
    'Update',
    'Update',
    'Update',
    'Cancel',
    'Cancel',
    'Cancel',
  ]);
  expect(chain[3]!.references.map(({ identifier }) => identifier)).toEqual(
    chain.slice(0, 3).map((one) => one.identifier),
  );
});

test('polled through three hours, the active set is at each instant what is in force; after them all are gone', async () => {
  const zones = await zonesOfWorld();
  for (const minutes of [0, 10, 45, 89, 91, 240]) {
    now = NOON + minutes * 60;
    await pollAll();
    const { messages } = await records.load();
    const active = createAlertIndex({ messages, zones, now }).active(now);
    const names = active.map(({ message }) => message.identifier.replace(/^urn:oid:2\.49\.0\.1\.840\.0\./, ''));
    expect(names.sort()).toEqual(
      activeWarningsAt(world, now)
        .map(({ identifier }) => identifier)
        .sort(),
    );
  }
}, 60_000);

test('a place in the way of a storm has its alert, by polygon or by zone, and one far away has not', async () => {
  now = NOON + 10 * 60;
  const fresh = createMemoryAlerts();
  const zones = await zonesOfWorld();
  for (const id of FEEDS)
    await pollAlerts({ ...deps(), alerts: fresh, directory: join(root, 'fresh') }, alertFeedOf(id));
  const index = createAlertIndex({ messages: (await fresh.load()).messages, zones, now });
  expect(index.unplaced(now)).toEqual([]);
  const tracks = new Map(world.stormTracks(now).map((track) => [track.name, track]));
  for (const warning of activeWarningsAt(world, now)) {
    const { latitude, longitude } = tracks.get(warning.storm)!.at(now);
    const at = index.at(latitude, ((((longitude + 180) % 360) + 360) % 360) - 180, now);
    const found = at.filter(({ message }) => message.identifier.endsWith(warning.identifier));
    expect(found, warning.identifier).toHaveLength(1);
  }
  expect(index.at(-89, 0, now)).toEqual([]);
});

test('hours of ECCC that are over hold every message of the storms over Canada, and each once', async () => {
  const fresh = createMemoryAlerts();
  const poll = () =>
    pollAlerts({ ...deps(), alerts: fresh, directory: join(root, 'eccc') }, alertFeedOf('eccc-alerts'));
  const last = warningsAt(world, NOON + 2.4 * HOUR).find(({ storm }) => storm === 'planted-3')!;
  expect(last).toMatchObject({ messageType: 'Cancel' });
  const sent = new Map([...last.references, last].map((one) => [one.identifier, one.sent]));
  expect(sent.size).toBeGreaterThan(4);
  for (let at = NOON; at <= NOON + 4 * HOUR; at += 50 * 60) {
    now = at;
    await poll();
    const over = Math.floor((now - 300) / HOUR) * HOUR;
    const { messages } = await fresh.load();
    const polled = messages.map(({ message }) => message.identifier).filter((id) => id.includes('planted-3'));
    expect(polled.sort()).toEqual([...sent].flatMap(([id, when]) => (when < over ? [id] : [])).sort());
  }
  expect(await poll()).toMatchObject({ added: 0, documents: 0 });
});

async function zonesOfWorld() {
  const shapes = createMemoryAlerts();
  await ingestZones({ ...deps(), alerts: shapes, addressOf: () => upstream.url });
  return createZoneShapes((await shapes.zones()).zones);
}

/** m, on a flat map around the cell. */
function distance(cell: { latitude: number; longitude: number }, latitude: number, longitude: number): number {
  const north = (latitude - cell.latitude) * 111_198;
  const apart = ((((longitude - cell.longitude) % 360) + 540) % 360) - 180;
  return Math.hypot(north, apart * 111_198 * Math.cos((cell.latitude * Math.PI) / 180));
}
