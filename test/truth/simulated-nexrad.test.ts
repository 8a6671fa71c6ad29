/** Sweeps of the simulated upstream, as the decoder reads them, against the rain of the same world. */

import { expect, test } from 'vitest';
import { createFaultQueue } from '../../simulator/faults.js';
import { createNexradFeed } from '../../simulator/feeds/nexrad.js';
import { plainRadar } from '../../simulator/radar/radar-setting.js';
import { uniformAt } from '../../simulator/random.js';
import { createWorld } from '../../simulator/world.js';
import { decodeNexrad } from '../../src/decode/nexrad/nexrad.js';
import { sweepLocator } from '../../src/grid/polar-sweep.js';
import { radarSiteOf } from '../../src/model/radar-sites-table.js';
import type { RadialProduct } from '../../src/model/radial-product.js';
import { reflectivityOfRate } from '../../src/science/radar/reflectivity.js';

const SEED = 3;
const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const KTLX = radarSiteOf('KTLX');
/** Beside the radar to the north-east, so that both near and far gates see its slopes. */
const STORM = {
  latitude: KTLX.latitude + 0.6,
  longitude: KTLX.longitude + 0.7,
  at: NOON,
  lifeSeconds: 7200,
  speed: 12,
  bearing: 60,
  radius: 120_000,
  rate: 60,
};
const world = createWorld(SEED, { storms: [STORM] });

function feedAt(now: number, faults = createFaultQueue()) {
  return createNexradFeed(createWorld(SEED, { storms: [STORM] }), {
    ...plainRadar({ now: () => now }),
    faults,
  });
}

function listed(feed: ReturnType<typeof feedAt>, prefix: string): string[] {
  const page = feed.find('/', new URLSearchParams({ 'list-type': '2', prefix }));
  return [
    ...Buffer.from(page!.make().grib)
      .toString()
      .matchAll(/<Key>([^<]*)<\/Key>/g),
  ].map((match) => match[1]!);
}

async function newestOf(letters: string, flaw?: 'wrong-grid' | 'all-missing'): Promise<RadialProduct> {
  const feed = feedAt(NOON);
  const key = listed(feed, `${letters}_N0B_2026_11_20`).at(-1)!;
  return decodeNexrad(feed.find(`/${key}`)!.make(flaw).grib);
}

test('a sweep says what real ones say of themselves', async () => {
  const product = await newestOf('TLX');
  expect(product).toMatchObject({
    ...{ site: 'TLX', office: 'KTLX', code: 153, latitude: KTLX.latitude, longitude: KTLX.longitude },
    ...{ elevationAngle: 0.5, firstGate: 0, gateSpacing: 250, gates: 1840, rangeFolded: 1 },
  });
  expect(product.starts).toHaveLength(720);
  expect(new Set(product.starts).size).toBe(720);
  expect(new Set(product.widths)).toEqual(new Set([0.5]));
  expect(product.validTime - product.volumeTime).toBe(20);
});

test('every gate to 230 km has the echo of the rain that falls there, to half a step and what is lost between nodes', async () => {
  const product = await newestOf('TLX');
  const locator = sweepLocator(product);
  let compared = 0;
  for (let n = 0; n < 3000; n++) {
    const radial = Math.floor(720 * uniformAt(1, 1, n, 0));
    const gate = Math.floor(920 * uniformAt(1, 2, n, 0));
    const { latitude, longitude } = locator.placeOf(radial, gate);
    const { precipitationRate: rate } = world.truth(latitude, longitude, product.validTime);
    const dbz = product.levelValues[product.levels[radial * product.gates + gate]!]!;
    if (rate < 0.03) expect(dbz).toBeNaN();
    if (rate < 1) continue;
    expect(Math.abs(dbz - reflectivityOfRate(rate, 'convective'))).toBeLessThan(0.5);
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});

test('sweeps come every five minutes, 30 s after their turn, and are there for who asks by name', () => {
  const keys = listed(feedAt(NOON), 'TLX_N0B_2026_11_20');
  const times = keys.map(
    (key) => Date.parse(key.slice(8).replace(/(\d+)_(\d+)_(\d+)_(\d+)_(\d+)_(\d+)/, '$1-$2-$3T$4:$5:$6Z')) / 1000,
  );
  expect(times.slice(1).every((time, n) => time - times[n]! === 300)).toBe(true);
  const last = times.at(-1)!;
  expect(NOON - last).toBeGreaterThanOrEqual(50);
  expect(NOON - last).toBeLessThan(350);
  const file = feedAt(NOON).find(`/${keys.at(-1)}`)!;
  expect([file.validTime, file.availableAt]).toEqual([last + 20, last + 50]);
  expect(feedAt(last + 49).find('/', undefined)).toBeNull();
  expect(listed(feedAt(last + 49), 'TLX_N0B_2026_11_20')).toEqual(keys.slice(0, -1));
});

test('a file is the same whenever it is made, and another radar has other times', () => {
  const [one, other] = [feedAt(NOON), feedAt(NOON + 9000)];
  const key = listed(one, 'TLX_N0B_2026_11_20').at(-1)!;
  expect(Buffer.from(one.find(`/${key}`)!.make().grib).equals(other.find(`/${key}`)!.make().grib)).toBe(true);
  expect(one.find(`/${key.replace('TLX', 'INX')}`)).toBeNull();
  expect(one.find(`/${key.replace('TLX', 'ORD')}`)).toBeNull();
  expect(listed(one, 'ORD_N0B_2026_11_20')).toEqual([]);
});

test('what is late is so in the listing, too; flaws are of another radar, or folded everywhere', async () => {
  const faults = createFaultQueue();
  const key = listed(feedAt(NOON), 'TLX_N0B_2026_11_20').at(-1)!;
  faults.add({ kind: 'late', path: key, seconds: null });
  expect(listed(feedAt(NOON, faults), 'TLX_N0B_2026_11_20')).not.toContain(key);
  const moved = await newestOf('TLX', 'wrong-grid');
  expect(Math.abs(moved.latitude - KTLX.latitude)).toBeGreaterThan(1);
  const folded = await newestOf('TLX', 'all-missing');
  expect(folded.levels.every((level) => level === folded.rangeFolded)).toBe(true);
});
