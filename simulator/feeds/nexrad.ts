/**
 * The simulated NEXRAD Level 3, the lowest sweep of every radar of the network, in a bucket:
 *
 *   /?list-type=2&prefix={radar}_N0B_…        radar: its ICAO identifier without the first letter, "TLX"
 *   /{radar}_N0B_YYYY_MM_DD_HH_MM_SS          when its volume began
 *
 * Product 153, packed by bzip2. A volume every five minutes, each radar at seconds of its own; its first turn is measured
 * after 20 s, made into a product after 27, and there 30 s after the turn. Radars of the contiguous States are maintained
 * when those of MRMS are, and send nothing then.
 *
 * As flaws: of a `wrong-grid` the antenna is that of another radar, in `all-missing` all range is folded.
 */

import { lettersOf, RADAR_SITES, type RadarSite, radarSiteOfLetters } from '../../src/model/radar-sites-table.js';
import { DAY } from '../../src/model/time.js';
import { type BucketObject, bucketPage } from '../radar/bucket.js';
import { sitesAtWork } from '../radar/coverage.js';
import {
  createNexradScene,
  ELEVATION,
  GATES,
  LOWEST_DBZ,
  type NexradScene,
  RADIALS,
  STEP_DBZ,
} from '../radar/nexrad-scene.js';
import { writeNexrad } from '../radar/nexrad-writer.js';
import type { RadarSetting } from '../radar/radar-setting.js';
import { NEXRAD_SITES } from '../radar/sites-table.js';
import { stampOf, timeOf } from '../radar/stamps.js';
import { uniformAt } from '../random.js';
import { groundAt } from '../terrain.js';
import type { World } from '../world.js';
import { type FoundFile, type FrameFlaw, listingFile, type SimulatedFeed } from './simulated-feed.js';

const BUCKET = 'unidata-nexrad-level3';
const PRODUCT = 'N0B';
const KEY = /^([A-Z]{3})_N0B_(\d{4})_(\d\d)_(\d\d)_(\d\d)_(\d\d)_(\d\d)$/;
const PREFIX = /^([A-Z]{3})_N0B_(\d{4})_(\d\d)_(\d\d)(?:_|$)/;
const CADENCE = 300;
/** From the beginning of a volume, s: until the turn ends, and until the product is made. */
const TURN = 20;
const MAKING = 27;
/** From the end of the turn until the product is there, s. */
const LATENCY = 30;
const PATTERN = 215;
const TENTHS = 10;
const FEET = 0.3048;
/** Of the antenna above the ground, m. */
const TOWER = 30;
const FOLDED = 1;

export function createNexradFeed(world: World, setting: RadarSetting): SimulatedFeed {
  const { clock, faults } = setting;
  let scene: NexradScene | null = null;
  const find = (path: string): FoundFile | null => {
    const [, letters, year, month, day, ...time] = KEY.exec(path.slice(1)) ?? [];
    const site = letters === undefined ? null : radarSiteOfLetters(letters);
    const volume = timeOf(`${year}${month}${day}`, time.join(''));
    if (site === null || volume === null) return null;
    if ((volume - offsetOf(world.seed, site)) % CADENCE !== 0 || !isAtWork(world.seed, site, volume)) return null;
    return {
      key: `nexrad ${site.icao} ${volume}`,
      availableAt: volume + TURN + LATENCY,
      isIndex: false,
      validTime: volume + TURN,
      make(flaw) {
        scene ??= createNexradScene(world);
        return { grib: write(scene, site, volume, flaw), index: null };
      },
    };
  };
  const keysOf = (site: RadarSite, midnight: number): BucketObject[] => {
    const keys: BucketObject[] = [];
    const offset = offsetOf(world.seed, site);
    for (let volume = midnight + offset; volume < midnight + DAY; volume += CADENCE) {
      const key = keyOf(site, volume);
      const since = volume + TURN + LATENCY + faults.latenessOf(`/${key}`, volume + TURN);
      if (since <= clock.now() && isAtWork(world.seed, site, volume)) keys.push({ key, since });
    }
    return keys;
  };
  const list = (query: URLSearchParams): FoundFile | null => {
    const prefix = query.get('prefix') ?? '';
    const [, letters, year, month, day] = PREFIX.exec(prefix) ?? [];
    if (query.get('list-type') !== '2' || letters === undefined) return null;
    const site = radarSiteOfLetters(letters);
    const midnight = timeOf(`${year}${month}${day}`, '000000');
    return listingFile(
      bucketPage(BUCKET, site === null || midnight === null ? [] : keysOf(site, midnight), query),
      prefix,
      clock.now(),
    );
  };
  return { find: (path, query) => (path === '/' ? list(query ?? new URLSearchParams()) : find(path)) };
}

/** Seconds of the five minutes at which a radar begins its volumes. */
function offsetOf(seed: number, site: RadarSite): number {
  return Math.floor(CADENCE * uniformAt(seed, 63, RADAR_SITES.indexOf(site), 0));
}

function isAtWork(seed: number, { icao }: RadarSite, at: number): boolean {
  if (!NEXRAD_SITES.some(({ name }) => name === icao)) return true;
  return sitesAtWork(NEXRAD_SITES, seed, at).some(({ name }) => name === icao);
}

function keyOf(site: RadarSite, volume: number): string {
  const [date, time] = stampOf(volume);
  const parts = [date.slice(0, 4), date.slice(4, 6), date.slice(6), ...time.match(/../g)!];
  return [lettersOf(site.icao), PRODUCT, ...parts].join('_');
}

function write(scene: NexradScene, site: RadarSite, volumeTime: number, flaw?: FrameFlaw): Uint8Array {
  const levels = scene.levels(site, volumeTime + TURN);
  if (flaw === 'all-missing') levels.fill(FOLDED);
  const antenna = flaw === 'wrong-grid' ? RADAR_SITES[(RADAR_SITES.indexOf(site) + 1) % RADAR_SITES.length]! : site;
  const [date, time] = stampOf(volumeTime + MAKING);
  const highest = levels.reduce((most, level) => Math.max(most, level), 0);
  // Turns begin where the antenna happens to be.
  const first = Math.floor(RADIALS * uniformAt(Math.floor(volumeTime / CADENCE), 64, RADAR_SITES.indexOf(site), 0));
  return writeNexrad({
    heading: [`SDUS50 ${site.icao} ${date.slice(6)}${time.slice(0, 4)}`, `${PRODUCT}${lettersOf(site.icao)}`],
    code: 153,
    latitude: antenna.latitude,
    longitude: antenna.longitude,
    heightFeet: Math.round((groundAt(site.latitude, site.longitude).elevation + TOWER) / FEET),
    volumeTime,
    generationTime: volumeTime + MAKING,
    halfwords: {
      18: PATTERN,
      30: ELEVATION * TENTHS,
      31: LOWEST_DBZ * TENTHS,
      32: STEP_DBZ * TENTHS,
      33: 254,
      47: highest < 2 ? LOWEST_DBZ - 1 : Math.round(LOWEST_DBZ + (highest - 2) * STEP_DBZ),
      50: (TURN << 5) | 1,
    },
    packet: 'digital',
    packed: true,
    gates: GATES,
    radials: Array.from({ length: RADIALS }, (_, n) => {
      const radial = (first + n) % RADIALS;
      return { start: 5 * radial, width: 5, levels: levels.subarray(radial * GATES, (radial + 1) * GATES) };
    }),
  });
}
