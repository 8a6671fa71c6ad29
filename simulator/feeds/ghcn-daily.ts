/**
 * The simulated GHCN-Daily as NOAA's open data bucket has it, rebuilt every day at 10 UTC:
 *
 *   /ghcnd-stations.txt, /ghcnd-inventory.txt                       fixed columns of the readme, sections IV and VII
 *   /csv/by_station/ID.csv, /csv.gz/by_station/ID.csv.gz            rows of one element after the other
 *   /csv/by_year/YYYY.csv, /csv.gz/by_year/YYYY.csv.gz              rows of one date after the other; no header before 2000
 *
 * A year that ended 60 days ago no longer changes. Files are made station by station with a break between two of them, so
 * that a year, which takes seconds, does not keep other requests waiting.
 */

import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../src/base/clock.js';
import { DAY } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import { elementsOf, type GhcnRecord, ghcnRecords } from '../observations/ghcn-records.js';
import { type GhcnStation, ghcnStations, HISTORY_BEGINS } from '../observations/ghcn-stations.js';
import type { World } from '../world.js';
import type { FeedFile, SimulatedFeed } from './simulated-feed.js';

const ISSUE_HOUR = 10 * 3600;
/** Days after which a date's values are final and all there: lag, late days and corrections. */
const SETTLED = 60;
const FIRST_YEAR_WITH_HEADER = 2000;
const HEADER = 'ID,DATE,ELEMENT,DATA_VALUE,M_FLAG,Q_FLAG,S_FLAG,OBS_TIME';
const KEPT_BYTES = 12e6;
const PATH = /^\/csv(\.gz)?\/by_(station|year)\/(\w+)\.csv(\.gz)?$/;

/** Contents that a path names. */
interface Table {
  /** First and last date, days since 1970-01-01. */
  readonly first: number;
  readonly last: number;
  text(issued: number): Promise<string>;
}

export function createGhcnDailyFeed(world: World, clock: Clock): SimulatedFeed {
  const kept = createBoundedCache<string, FeedFile>(KEPT_BYTES, ({ grib }) => grib.length, 2);
  const underWay = new Map<string, Promise<void>>();
  // One file at a time: the rows of a year take 40 MB until they are joined.
  let last: Promise<unknown> = Promise.resolve();
  return {
    find(path) {
      const table = tableOf(world, path);
      if (table === null) return null;
      const today = issueDayAt(clock.now());
      const issued = Math.max(Math.min(today, table.last + SETTLED), table.first + 2);
      const key = `${path}@${issued}`;
      const isPacked = path.endsWith('.gz');
      const build = async () => {
        const bytes = Buffer.from(await table.text(issued));
        kept.get(key, () => ({ grib: isPacked ? gzipSync(bytes, { level: 4 }) : bytes, index: null }));
      };
      return {
        key,
        availableAt: issued * DAY + ISSUE_HOUR,
        isIndex: false,
        contentType: isPacked ? 'application/gzip' : path.endsWith('.csv') ? 'text/csv' : 'text/plain',
        isKept: () => kept.has(key),
        prepare: async () => {
          if (kept.has(key)) return;
          const building = underWay.get(key) ?? last.then(build).finally(() => underWay.delete(key));
          underWay.set(key, building);
          // A failure reaches the requests for this file; the next file is made all the same.
          last = building.catch(() => undefined);
          await building;
        },
        make: () =>
          kept.get(key, () => {
            throw new RangeError(`${path} was not prepared`);
          }),
      };
    },
  };
}

/** Day of the newest files at an instant, days since 1970-01-01. */
export function issueDayAt(epochSeconds: number): number {
  return Math.floor((epochSeconds - ISSUE_HOUR) / DAY);
}

function tableOf(world: World, path: string): Table | null {
  const stations = ghcnStations();
  const always = { first: HISTORY_BEGINS, last: Infinity };
  if (path === '/ghcnd-stations.txt') return { ...always, text: async () => stations.map(stationLine).join('') };
  if (path === '/ghcnd-inventory.txt')
    return { ...always, text: async (issued) => stations.flatMap((one) => inventoryLines(one, issued)).join('') };
  const [, packed, kind, name, suffix] = PATH.exec(path) ?? [];
  if (name === undefined || packed !== suffix) return null;
  return kind === 'year' ? tableOfYear(world, stations, name) : tableOfStation(world, stations, name);
}

function tableOfStation(world: World, stations: readonly GhcnStation[], id: string): Table | null {
  const station = stations.find((one) => one.id === id);
  if (station === undefined) return null;
  const { firstDay: first, lastDay } = station;
  return {
    first,
    last: lastDay ?? Infinity,
    async text(issued) {
      const dateOf = createDates(first);
      const rows = new Map(elementsOf(station).map((element) => [element, [] as string[]]));
      for (let day = first; day <= Math.min(issued, lastDay ?? issued); day += 366) {
        for (const record of ghcnRecords(world, station, [day, day + 365], issued))
          rows.get(record.element)!.push(rowOf(id, dateOf(record.day), record));
        await setImmediate();
      }
      return `${HEADER}\n${[...rows.values()].map((some) => some.join('')).join('')}`;
    },
  };
}

function tableOfYear(world: World, stations: readonly GhcnStation[], name: string): Table | null {
  const year = Number(name);
  if (!/^\d{4}$/.test(name)) return null;
  const [first, last] = [Date.UTC(year, 0, 1) / DAY / 1000, Date.UTC(year + 1, 0, 1) / DAY / 1000 - 1];
  if (first < HISTORY_BEGINS) return null;
  return {
    first,
    last,
    async text(issued) {
      const dateOf = createDates(first);
      const rows: string[][] = Array.from({ length: last - first + 1 }, () => []);
      for (const station of stations) {
        for (const record of ghcnRecords(world, station, [first, last], issued))
          rows[record.day - first]!.push(rowOf(station.id, dateOf(record.day), record));
        await setImmediate();
      }
      const header = year < FIRST_YEAR_WITH_HEADER ? '' : `${HEADER}\n`;
      return header + rows.map((some) => some.join('')).join('');
    },
  };
}

function rowOf(id: string, date: string, record: GhcnRecord): string {
  const { element, value, measurementFlag, qualityFlag, sourceFlag, observationTime } = record;
  return `${id},${date},${element},${value},${measurementFlag},${qualityFlag},${sourceFlag},${observationTime}\n`;
}

/** "20261120" of days since 1970-01-01, for the dates of one file. */
function createDates(first: number): (day: number) => string {
  const known: string[] = [];
  return (day) => {
    const date = known[day - first] ?? new Date(day * DAY * 1000).toISOString().slice(0, 10).replaceAll('-', '');
    known[day - first] = date;
    return date;
  };
}

function stationLine(station: GhcnStation): string {
  const { id, latitude, longitude, elevation, isElevationListed, state, name, wmo } = station;
  const height = (isElevationListed ? elevation : -999.9).toFixed(1);
  const place = `${latitude.toFixed(4).padStart(8)} ${longitude.toFixed(4).padStart(9)} ${height.padStart(6)}`;
  const flags = `${wmo === null || station.network === 'airport' ? '   ' : 'GSN'}    `;
  return `${id} ${place} ${state.padEnd(2)} ${name.padEnd(30)} ${flags} ${wmo ?? '     '}\n`;
}

function inventoryLines(station: GhcnStation, issued: number): string[] {
  const { id, latitude, longitude, firstDay, lastDay } = station;
  const place = `${latitude.toFixed(4).padStart(8)} ${longitude.toFixed(4).padStart(9)}`;
  const yearOf = (day: number) => new Date(day * DAY * 1000).getUTCFullYear();
  const [first, last] = [yearOf(firstDay), yearOf(lastDay ?? issued)];
  return elementsOf(station).map((element) => `${id} ${place} ${element} ${first} ${last}\n`);
}
