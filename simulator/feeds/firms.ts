/**
 * The simulated lists of FIRMS, of the last 24 hours, made anew every half hour; a fire is in them two and a half hours
 * after it was seen:
 *
 *   /suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2_Global_24h.csv, and those of NOAA-20, NOAA-21 and MODIS
 *
 * NOAA-21's drops leading zeros of times; MODIS has confidence in per cent, other names of columns, and two satellites.
 */

import type { Clock } from '../../src/base/clock.js';
import type { FirePoint } from '../../src/model/fire.js';
import { DAY } from '../../src/model/time.js';
import { FIRE_SATELLITES, firesSeen } from '../fires.js';
import { uniformAt } from '../random.js';
import type { World } from '../world.js';
import type { SimulatedFeed } from './simulated-feed.js';

const EVERY = 1800;
const LATENCY = 9000;

interface FireList {
  readonly satellites: readonly string[];
  readonly columns: string;
  row(point: FirePoint): readonly (string | number)[];
}

const VIIRS_COLUMNS =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight';
const MODIS_COLUMNS =
  'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

const LISTS: Readonly<Record<string, FireList>> = {
  '/suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2_Global_24h.csv': viirs('N', false),
  '/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Global_24h.csv': viirs('N20', false),
  '/noaa-21-viirs-c2/csv/J2_VIIRS_C2_Global_24h.csv': viirs('N21', true),
  '/modis-c6.1/csv/MODIS_C6_1_Global_24h.csv': {
    satellites: ['A', 'T'],
    columns: MODIS_COLUMNS,
    row: (point) => [...placeOf(point, false), percentOf(point), '6.1NRT', ...restOf(point)],
  },
};

function viirs(satellite: string, dropsZeros: boolean): FireList {
  return {
    satellites: [satellite],
    columns: VIIRS_COLUMNS,
    row: (point) => [...placeOf(point, dropsZeros), point.confidence, '2.0NRT', ...restOf(point)],
  };
}

export function createFirmsFeed(world: World, clock: Clock): SimulatedFeed {
  return {
    find(path) {
      const list = Object.hasOwn(LISTS, path) ? LISTS[path]! : null;
      if (list === null) return null;
      const made = Math.floor(clock.now() / EVERY) * EVERY;
      return {
        key: `${path}@${made}`,
        availableAt: made,
        isIndex: false,
        contentType: 'text/csv',
        make: () => ({ grib: Buffer.from(textOf(world, list, made)), index: null }),
      };
    },
  };
}

/** What the lists hold that are made at an instant, epoch seconds. */
export function listedFires(world: World, satellite: string, made: number): FirePoint[] {
  const one = FIRE_SATELLITES.find(({ id }) => id === satellite);
  return one === undefined ? [] : firesSeen(world, one, made - DAY, made - LATENCY);
}

function textOf(world: World, { satellites, columns, row }: FireList, made: number): string {
  const points = satellites.flatMap((satellite) => listedFires(world, satellite, made));
  const rows = points.sort((a, b) => a.time - b.time).map((point) => row(point).join(','));
  return `${[columns, ...rows].join('\n')}\n`;
}

function placeOf(point: FirePoint, dropsZeros: boolean): (string | number)[] {
  const { latitude, longitude, brightness, acrossTrack, alongTrack, time, satellite } = point;
  const [date, clock] = new Date(time * 1000).toISOString().split('T') as [string, string];
  const hhmm = clock.slice(0, 5).replace(':', '');
  return [
    latitude.toFixed(5),
    longitude.toFixed(5),
    brightness,
    (acrossTrack / 1000).toFixed(2),
    (alongTrack / 1000).toFixed(2),
    date,
    dropsZeros ? Number(hhmm) : hhmm,
    satellite,
  ];
}

function restOf({ brightness, radiativePower, isDay }: FirePoint): (string | number)[] {
  return [(brightness - 25).toFixed(2), radiativePower, isDay ? 'D' : 'N'];
}

/** 0 to 29, 30 to 79, 80 to 100. */
function percentOf({ confidence, latitude, longitude }: FirePoint): number {
  const share = uniformAt(85, Math.round(latitude * 1e5), Math.round(longitude * 1e5), 0);
  const [least, span] = { low: [0, 30], nominal: [30, 50], high: [80, 21] }[confidence] as [number, number];
  return least + Math.floor(span * share);
}
