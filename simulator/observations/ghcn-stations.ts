/**
 * Stations of the simulated GHCN-Daily: two to four around every place of the simulator's table that is not open sea, each
 * within 60 km, some higher than the ground there, each with habits that the real ones have. Everything follows from the
 * tables and the station's place in them, so tests know the habits of every station.
 */

import { DEGREE_METRES, metresPerDegreeEast } from '../discs.js';
import { normalAt, uniformAt } from '../random.js';
import { STATIONS } from '../stations.js';
import { groundAt } from '../terrain.js';
import type { Site } from './hourly-weather.js';
import { FURTHER_PLACES, NETWORKS, type NetworkRow } from './networks-table.js';
import type { DayBounds } from './true-days.js';

/** First date of all files. */
export const HISTORY_BEGINS = Date.UTC(1975, 0, 1) / 86_400_000;

/** Kind of a station; decides clock, units, elements and flags. */
export type GhcnNetwork = 'airport' | 'cooperative' | 'evening' | 'rain-gauge' | 'synoptic' | 'national' | 'upland';

export interface GhcnStation extends Site {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /** Five digits; null: not known. */
  readonly wmo: string | null;
  readonly network: GhcnNetwork;
  readonly country: string;
  /** False: the list says −999.9. */
  readonly isElevationListed: boolean;
  readonly bounds: DayBounds;
  /** OBS_TIME of its rows; empty where the network does not pass it on. */
  readonly observationTime: string;
  /** First and last date, days since 1970-01-01; null: still observing. */
  readonly firstDay: number;
  readonly lastDay: number | null;
  /** Days from a date to the first file that has its values. */
  readonly lag: number;
  /** K, added to every temperature it reports: the character of its site. */
  readonly bias: number;
  /** Number for draws of its own. */
  readonly draw: number;
}

/** Metres of a station above the smooth ground at its place. */
const UPLAND_RISE = 300;
const NEAREST = 3_000; // m from the place of the table
const SPREAD = 50_000;
const ENDED = Date.UTC(2003, 5, 30) / 86_400_000;

interface Habit {
  readonly network: GhcnNetwork;
  readonly suffix: string;
  /** Hour at which its day ends, and what OBS_TIME says. */
  readonly endHour: number;
  readonly observationTime: string;
  readonly rise: number;
}

const HABITS: Readonly<Record<GhcnNetwork, Habit>> = {
  airport: { network: 'airport', suffix: 'INTL AP', endHour: 24, observationTime: '2400', rise: 0 },
  cooperative: { network: 'cooperative', suffix: '5 NW', endHour: 7, observationTime: '0700', rise: 80 },
  evening: { network: 'evening', suffix: 'WATER WORKS', endHour: 18, observationTime: '1800', rise: 0 },
  'rain-gauge': { network: 'rain-gauge', suffix: '2.4 SE', endHour: 7, observationTime: '0700', rise: 0 },
  synoptic: { network: 'synoptic', suffix: 'OBSERVATORY', endHour: 24, observationTime: '', rise: 0 },
  national: { network: 'national', suffix: 'TOWN', endHour: 24, observationTime: '', rise: 0 },
  upland: { network: 'upland', suffix: 'HILL', endHour: 24, observationTime: '', rise: UPLAND_RISE },
};

/** Stations that lack what others have. */
const ENDED_STATIONS = new Set(['Omaha/evening', 'Vienna/national']);
const UNKNOWN_ELEVATIONS = new Set(['Billings/cooperative', 'Nairobi/national']);
/** Morning observers whose OBS_TIME is blank: only their values show when they observe. */
const UNSTATED_MORNINGS = new Set(['Denver/cooperative', 'St. Louis/cooperative', 'Boston/cooperative']);

/** Central Park, so that New York has what the real one has. */
const CENTRAL_PARK = { latitude: 40.7789, longitude: -73.9692, name: 'NEW YORK CNTRL PK TWR' };

let stations: readonly GhcnStation[] | null = null;

/** All stations, in the order of their ids, as the real list has them. */
export function ghcnStations(): readonly GhcnStation[] {
  stations ??= NETWORKS.flatMap((row, index) => stationsAround(row, index)).sort((a, b) => (a.id < b.id ? -1 : 1));
  return stations;
}

function stationsAround(row: NetworkRow, index: number): GhcnStation[] {
  const place = [...STATIONS, ...FURTHER_PLACES].find(({ name }) => name === row.place);
  if (place === undefined) throw new RangeError(`no station of the simulator is called ${row.place}`);
  return networksOf(row, index).map((network, n) => stationOf(row, HABITS[network], place, 10 * index + n));
}

function networksOf({ country, place }: NetworkRow, index: number): GhcnNetwork[] {
  if (country === 'AY' || country === 'GL') return ['synoptic', 'national'];
  if (country !== 'US') return index % 2 === 0 ? ['synoptic', 'national', 'upland'] : ['synoptic', 'national'];
  const third: GhcnNetwork[] = index % 3 === 0 || ENDED_STATIONS.has(`${place}/evening`) ? ['evening'] : [];
  return ['airport', 'cooperative', 'rain-gauge', ...third];
}

function stationOf(row: NetworkRow, habit: Habit, place: Omit<Site, 'elevation'>, draw: number): GhcnStation {
  const { network } = habit;
  const name = `${row.place}/${network}`;
  const isPark = row.place === 'New York' && network === 'airport';
  const spot = isPark ? CENTRAL_PARK : spotAround(place, draw);
  const ground = groundAt(spot.latitude, spot.longitude).elevation;
  const isGauge = network === 'rain-gauge';
  return {
    id: idOf(row, network, draw),
    name: isPark ? CENTRAL_PARK.name : plainName(`${row.place} ${habit.suffix}`),
    state: row.state,
    wmo: network === 'synoptic' ? row.number : network === 'airport' ? `72${row.number.slice(2)}` : null,
    network,
    country: row.country,
    latitude: spot.latitude,
    longitude: spot.longitude,
    elevation: Math.round(10 * (ground + habit.rise * (0.5 + uniformAt(draw, 901, 0, 0)))) / 10,
    isElevationListed: !UNKNOWN_ELEVATIONS.has(name),
    bounds: { utcOffset: row.utcOffset, endHour: habit.endHour },
    observationTime: UNSTATED_MORNINGS.has(name) ? '' : habit.observationTime,
    firstDay: isGauge ? Date.UTC(2005, 3, 1 + (draw % 28)) / 86_400_000 : HISTORY_BEGINS,
    lastDay: ENDED_STATIONS.has(name) ? ENDED : null,
    lag: 1 + Math.floor(3 * uniformAt(draw, 902, 0, 0)),
    bias: isPark ? 0 : Math.round(30 * normalAt(draw, 903, 0, 0)) / 100,
    draw,
  };
}

/** A place on land 3 to 53 km off; the one with most land where there is none. Degrees, to four decimals as listed. */
function spotAround(place: Omit<Site, 'elevation'>, draw: number): Omit<Site, 'elevation'> {
  const spots = Array.from({ length: 6 }, (_, n) => {
    const distance = NEAREST + SPREAD * Math.sqrt(uniformAt(draw, 904, n, 0));
    return movedBy(place, 2 * Math.PI * uniformAt(draw, 905, n, 0), distance);
  });
  const landness = (spot: Omit<Site, 'elevation'>) => groundAt(spot.latitude, spot.longitude).landness;
  return spots.find((spot) => landness(spot) > 0.5) ?? spots.reduce((a, b) => (landness(b) > landness(a) ? b : a));
}

/** @param bearing  rad, clockwise from north */
function movedBy({ latitude, longitude }: Omit<Site, 'elevation'>, bearing: number, metres: number) {
  const north = latitude + (metres * Math.cos(bearing)) / DEGREE_METRES;
  const east = longitude + (metres * Math.sin(bearing)) / metresPerDegreeEast(latitude);
  return { latitude: Number(Math.max(-89.9, north).toFixed(4)), longitude: Number(east.toFixed(4)) };
}

function idOf({ country, state, number }: NetworkRow, network: GhcnNetwork, draw: number): string {
  const digits = String(100_000 + draw);
  if (network === 'airport') return `USW000${number}`;
  if (network === 'cooperative' || network === 'evening') return `USC00${digits}`;
  if (network === 'rain-gauge') return `US1${state}SM${digits.slice(2)}`;
  if (network === 'synoptic') return `${country}M000${number}`;
  if (network === 'national') return `${country}E00${digits}`;
  return `${country}N00${digits}`;
}

/** At most 30 capital letters of ASCII, as the list has them. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .slice(0, 30);
}
