/**
 * Alerts at a point, and a new index when one message comes. 5,000 active alerts, coded or drawn as those of the NWS are
 * (19 of 20 by zones), beside 10,000 superseded ones that are still kept; and 5,000 that are all drawn.
 *
 * With the real upstream files beside the checkout the alerts take their codes' number and their polygons from the NWS's
 * of a winter's day, and the marine zones are real; the other zones are generated, with as many corners as counties have
 * (600). Places are seeded, over the United States and its waters. The reference is turf's test of every polygon of every
 * alert, one after the other. Points are timed on the wall, indexes by the CPU that they take, collection of what is no
 * longer needed included.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { AlertArea, AlertMessage, AlertPolygon, AlertZone } from '../src/model/alert.js';
import { createActiveAlerts } from '../src/query/alerts/active-alerts.js';
import type { AlertIndex } from '../src/query/alerts/alert-index.js';
import { seededRandom } from './seeded-random.fixture.js';

const ALERTS = 5000;
const KEPT = 10_000;
const QUESTIONS = 20_000;
const TURF_QUESTIONS = 10;
const REBUILDS = 25;
const NOW = 1_765_800_000;
const DATA = join(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data', 'alerts');
const [WEST, SOUTH, EAST, NORTH] = [-128, 23, -64, 50];
const ZONE_SIDE = 0.6;
const ZONE_CORNERS = 600;

const random = seededRandom(20251215);

type Position = readonly [longitude: number, latitude: number];

const ringOf = (positions: readonly Position[]) => Float64Array.from(positions.flat());

/** A closed line around a middle, as ragged as a coast. */
function raggedRing(longitude: number, latitude: number, radius: number, corners: number): Float64Array {
  const waves = Array.from({ length: 6 }, (_, k) => [2 + k * 5, 0.25 / (k + 1), 2 * Math.PI * random()] as const);
  const positions = Array.from({ length: corners }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / corners;
    const reach = waves.reduce((sum, [often, size, phase]) => sum + size * Math.sin(often * angle + phase), 1);
    return [longitude + radius * reach * Math.cos(angle), latitude + radius * reach * Math.sin(angle)];
  });
  return ringOf([...positions, positions[0]!]);
}

function zone(value: string, polygons: readonly AlertPolygon[]): AlertZone {
  return { scheme: 'ugc', value, name: null, polygons };
}

function generatedZones(): AlertZone[] {
  const zones: AlertZone[] = [];
  for (let latitude = SOUTH; latitude < NORTH; latitude += ZONE_SIDE)
    for (let longitude = WEST; longitude < EAST; longitude += ZONE_SIDE)
      zones.push(zone(`G${zones.length}`, [[raggedRing(longitude, latitude, ZONE_SIDE / 2, ZONE_CORNERS)]]));
  return zones;
}

interface Feature<Properties> {
  readonly properties: Properties;
  readonly geometry: {
    readonly type: string;
    readonly coordinates: readonly (readonly Position[])[] | readonly (readonly (readonly Position[])[])[];
  } | null;
}

function polygonsOf({ geometry }: Feature<unknown>): AlertPolygon[] {
  if (geometry === null) return [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return (polygons as readonly (readonly (readonly Position[])[])[]).map((rings) => rings.map(ringOf));
}

/** Of the real files, or something like them. */
function readUpstream(): {
  readonly marine: AlertZone[];
  readonly counts: number[];
  readonly polygons: AlertPolygon[];
} {
  const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(DATA, ...path), 'utf8'));
  try {
    const zones = read('ugc', 'marine-offshore-zones.geojson') as Feature<{ id: string }>[];
    const { features } = read('nws-api', 'northwest_alerts_alerts_active.json') as {
      features: Feature<{ geocode: { UGC: string[] } }>[];
    };
    return {
      marine: zones.map((feature) => zone(feature.properties.id, polygonsOf(feature))),
      counts: features
        .filter(({ geometry }) => geometry === null)
        .map(({ properties }) => properties.geocode.UGC.length),
      polygons: features.flatMap(polygonsOf),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log('the real upstream files are absent: everything is generated');
    const counts = Array.from({ length: 500 }, () => 1 + Math.floor(-2 * Math.log(1 - random())));
    return { marine: [], counts, polygons: [[raggedRing(-97, 35, 0.3, 9)]] };
  }
}

const upstream = readUpstream();
const zones = [...upstream.marine, ...generatedZones()];
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const placeAnywhere = (): Position => [WEST + (EAST - WEST) * random(), SOUTH + (NORTH - SOUTH) * random()];

/** A real polygon, elsewhere. */
function drawnArea(): AlertArea {
  const rings = pick(upstream.polygons);
  const [longitude, latitude] = placeAnywhere();
  const [east, north] = [longitude - rings[0]![0]!, latitude - rings[0]![1]!];
  const moved = rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? east : north)));
  return { description: 'drawn', polygons: [moved], circles: [], geocodes: [] };
}

/** Neighbouring zones, each an area of its own. */
function codedAreas(): AlertArea[] {
  const first = Math.floor(random() * zones.length);
  const near = zones.slice(first, first + pick(upstream.counts));
  return near.map(({ scheme, value }) => ({
    description: value,
    polygons: [],
    circles: [],
    geocodes: [{ scheme, value }],
  }));
}

const WORDS = 'Heavy snow expected. Travel could be very difficult. '.repeat(20);

function alertOf(number: number, areas: readonly AlertArea[], replaced: number | null): AlertMessage {
  const sender = 'w-nws.webmaster@noaa.gov';
  const oid = (n: number) => `urn:oid:2.49.0.1.840.0.${n.toString(16).padStart(40, '0')}.001.1`;
  return {
    identifier: oid(number),
    sender,
    sent: NOW - 40_000 + number,
    status: 'actual',
    messageType: replaced === null ? 'alert' : 'update',
    scope: 'public',
    references: replaced === null ? [] : [{ sender, identifier: oid(replaced), sent: NOW - 40_000 + replaced }],
    infos: [
      {
        language: 'en-US',
        event: 'Winter Storm Warning',
        categories: ['met'],
        responseTypes: ['prepare'],
        urgency: 'expected',
        severity: pick(['extreme', 'severe', 'moderate', 'minor']),
        certainty: 'likely',
        effective: null,
        onset: null,
        expires: NOW + 86_400,
        ends: null,
        senderName: 'NWS',
        headline: null,
        description: WORDS,
        instruction: null,
        areas,
      },
    ],
  };
}

/** `kept` messages that are superseded, then `ALERTS` that are not; some supersede the former. */
function messagesOf(kept: number, drawnShare: number): AlertMessage[] {
  return Array.from({ length: kept + ALERTS }, (_, i) => {
    const replaced = kept === 0 || i < ALERTS ? null : i - ALERTS;
    return alertOf(i, random() < drawnShare ? [drawnArea()] : codedAreas(), replaced);
  });
}

const stored = (message: AlertMessage) => ({ message, feed: 'nws', receivedAt: message.sent });
const sortedTimes = (count: number, work: (i: number) => unknown): Float64Array => {
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    work(i);
    times[i] = performance.now() - start;
  }
  return times.sort();
};
/** ms of CPU of the whole process. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const share = (times: Float64Array, part: number): number => times[Math.floor(part * (times.length - 1))]!;
const micro = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(1)} µs`;

type TurfPolygon = { readonly type: 'Polygon'; readonly coordinates: number[][][] };

/** Every alert with everything that it consists of, as turf takes it. */
function turfAlerts(index: AlertIndex): TurfPolygon[][] {
  const converted = new Map<AlertPolygon, TurfPolygon>();
  const convert = (polygon: AlertPolygon): TurfPolygon => {
    if (!converted.has(polygon)) {
      const pairs = (ring: Float64Array) =>
        Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!]);
      converted.set(polygon, { type: 'Polygon', coordinates: polygon.map(pairs) });
    }
    return converted.get(polygon)!;
  };
  return index.active(NOW).map(({ message }) => index.outline(message, message.infos[0]!).polygons.map(convert));
}

function measure(name: string, messages: readonly AlertMessage[]): void {
  const alerts = createActiveAlerts();
  const first = cpuOf(() => alerts.apply({ messages: messages.map(stored), zones }, NOW));
  const places = Array.from({ length: QUESTIONS }, placeAnywhere);
  let found = 0;
  const ask = (i: number) => {
    found += alerts.current().at(places[i]![1], places[i]![0], NOW).length;
  };
  sortedTimes(QUESTIONS, ask);
  found = 0;
  const answers = sortedTimes(QUESTIONS, ask);
  console.log(`${name}: ${alerts.current().active(NOW).length} active of ${messages.length} messages`);
  console.log(
    `  point       p50 ${micro(share(answers, 0.5))}, p99 ${micro(share(answers, 0.99))}, ${(found / QUESTIONS).toFixed(1)} alerts at a place`,
  );
  const everything = turfAlerts(alerts.current());
  let other = 0;
  const turf = sortedTimes(TURF_QUESTIONS, (i) => {
    for (const polygons of everything) if (polygons.some((one) => booleanPointInPolygon([...places[i]!], one))) other++;
  });
  console.log(
    `  turf        p50 ${micro(share(turf, 0.5))}, ${(share(turf, 0.5) / share(answers, 0.5)).toFixed(0)} times as long (${other})`,
  );
  const rebuilds = Float64Array.from({ length: REBUILDS }, (_, i) => {
    const number = messages.length + i;
    const one = stored(alertOf(number, codedAreas(), number - 1));
    return cpuOf(() => alerts.apply({ messages: [one] }, NOW));
  }).sort();
  console.log(
    `  new index   p50 ${share(rebuilds, 0.5).toFixed(1)} ms, most ${share(rebuilds, 1).toFixed(1)} ms of CPU; the first, with all shapes, ${first.toFixed(0)} ms`,
  );
}

/** What holds up the event loop when a server reads everything for the first time, and when zones are replaced. */
function measureStart(): void {
  const messages = Array.from({ length: 600 }, (_, i) => stored(alertOf(i, codedAreas(), null)));
  const alerts = createActiveAlerts();
  const wall = (work: () => unknown) => sortedTimes(1, work)[0]!.toFixed(0);
  const first = wall(() => alerts.apply({ messages, zones }, NOW));
  const replaced = wall(() => alerts.apply({ zones: zones.map((one) => ({ ...one })) }, NOW));
  console.log(`a start with 600 alerts: ${first} ms on the wall; zones replaced: ${replaced} ms`);
}

console.log(`${zones.length} zones, ${upstream.marine.length} of them real; ${upstream.polygons.length} real polygons`);
measureStart();
measure('mostly coded', messagesOf(KEPT, 0.05));
measure('all drawn', messagesOf(0, 1));
console.log(`memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`);
