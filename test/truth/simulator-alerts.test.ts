import { expect, test } from 'vitest';
import { activeWarningsAt, coreRadius, warningsAt } from '../../simulator/storm-warnings.js';
import { pollAlerts } from '../../src/ingest/alerts/poll-alerts.js';
import { ingestZones } from '../../src/ingest/alerts/zones/ingest-zones.js';
import { HOUR } from '../../src/model/time.js';
import { createAlertIndex } from '../../src/query/alerts/alert-index.js';
import { createZoneShapes } from '../../src/query/alerts/zone-shapes.js';
import { feedOf } from '../../src/sources/feeds.js';
import { createMemoryAlerts } from '../memory-alerts.js';
import { simulatedAlerts } from '../simulated-alerts.js';
import { STORM_NOON as NOON } from '../warned-storms.js';

const simulated = simulatedAlerts();

test('there is something to warn of, by polygons and by zones, in every part of the world', () => {
  const warnings = activeWarningsAt(simulated.world, NOON);
  expect(warnings.length).toBeGreaterThan(20);
  const services = new Set(warnings.map(({ service }) => service.id));
  for (const id of ['nws', 'germany', 'elsewhere']) expect(services).toContain(id);
  expect(warnings.some(({ zones }) => zones !== null)).toBe(true);
  expect(warnings.some(({ zones }) => zones === null)).toBe(true);
});

test('whoever is on the edge of a polygon meets the core of the storm within half an hour, and no nearer', () => {
  const tracks = new Map(simulated.world.stormTracks(NOON).map((track) => [track.name, track]));
  for (const { storm, sent, ring } of activeWarningsAt(simulated.world, NOON)) {
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
    warningsAt(simulated.world, at).filter(({ storm }) => storm === 'planted-0'),
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
    simulated.now = NOON + minutes * 60;
    await simulated.pollAll();
    const { messages } = await simulated.records.load();
    const active = createAlertIndex({ messages, zones, now: simulated.now }).active(simulated.now);
    const names = active.map(({ message }) => message.identifier.replace(/^urn:oid:2\.49\.0\.1\.840\.0\./, ''));
    expect(names.sort()).toEqual(
      activeWarningsAt(simulated.world, simulated.now)
        .map(({ identifier }) => identifier)
        .sort(),
    );
  }
}, 60_000);

test('a place in the way of a storm has its alert, by polygon or by zone, and one far away has not', async () => {
  simulated.now = NOON + 10 * 60;
  const fresh = createMemoryAlerts();
  const zones = await zonesOfWorld();
  await simulated.pollAll({ ...simulated.deps('fresh'), alerts: fresh });
  const index = createAlertIndex({ messages: (await fresh.load()).messages, zones, now: simulated.now });
  expect(index.unplaced(simulated.now)).toEqual([]);
  const tracks = new Map(simulated.world.stormTracks(simulated.now).map((track) => [track.name, track]));
  for (const warning of activeWarningsAt(simulated.world, simulated.now)) {
    const { latitude, longitude } = tracks.get(warning.storm)!.at(simulated.now);
    const at = index.at(latitude, ((((longitude + 180) % 360) + 360) % 360) - 180, simulated.now);
    const found = at.filter(({ message }) => message.identifier.endsWith(warning.identifier));
    expect(found, warning.identifier).toHaveLength(1);
  }
  expect(index.at(-89, 0, simulated.now)).toEqual([]);
});

test('hours of ECCC that are over hold every message of the storms over Canada, and each once', async () => {
  const fresh = createMemoryAlerts();
  const poll = () => pollAlerts({ ...simulated.deps('eccc'), alerts: fresh }, feedOf('alerts', 'eccc-alerts'));
  const last = warningsAt(simulated.world, NOON + 2.4 * HOUR).find(({ storm }) => storm === 'planted-3')!;
  expect(last).toMatchObject({ messageType: 'Cancel' });
  const sent = new Map([...last.references, last].map((one) => [one.identifier, one.sent]));
  expect(sent.size).toBeGreaterThan(4);
  for (let at = NOON; at <= NOON + 4 * HOUR; at += 50 * 60) {
    simulated.now = at;
    await poll();
    const over = Math.floor((simulated.now - 300) / HOUR) * HOUR;
    const { messages } = await fresh.load();
    const polled = messages.map(({ message }) => message.identifier).filter((id) => id.includes('planted-3'));
    expect(polled.sort()).toEqual([...sent].flatMap(([id, when]) => (when < over ? [id] : [])).sort());
  }
  expect(await poll()).toMatchObject({ added: 0, documents: 0 });
});

async function zonesOfWorld() {
  const shapes = createMemoryAlerts();
  await ingestZones({ ...simulated.deps(), alerts: shapes });
  return createZoneShapes((await shapes.zones()).zones);
}

/** m, on a flat map around the cell. */
function distance(cell: { latitude: number; longitude: number }, latitude: number, longitude: number): number {
  const north = (latitude - cell.latitude) * 111_198;
  const apart = ((((longitude - cell.longitude) % 360) + 540) % 360) - 180;
  return Math.hypot(north, apart * 111_198 * Math.cos((cell.latitude * Math.PI) / 180));
}
