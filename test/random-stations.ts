/** Made-up station series, published as real ones are, for tests of the store. */

import { DAY_FLAGS, NOT_OBSERVED, STATION_ELEMENTS } from '../src/model/station-series.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { SHARD_STATIONS, type StationDataset } from '../src/store/stations/station-layout.js';
import { publishStations, type SourceRow, type StationPlace } from '../src/store/stations/station-writer.js';

export const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
export const TODAY = 20_777;

export interface MadeStations {
  readonly dataset: StationDataset;
  /** Distinguishes values of versions. */
  readonly seed: number;
  readonly firstDay: number;
  readonly days: number;
  readonly stations: readonly StationPlace[];
  readonly createdAt?: number;
}

export function placesOf(count: number, prefix = 'USC'): StationPlace[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `${prefix}${String(n).padStart(8, '0')}`,
    name: `STATION ${n}`,
    latitude: 40 + 0.01 * n,
    longitude: -75 - 0.01 * n,
    elevation: n % 3 === 0 ? null : 10 * n,
  }));
}

/** Packed value of an element of a station on a day; every seventh is missing. */
export function madeValue(seed: number, station: string, element: number, day: number): number {
  const n = Number(station.slice(3));
  const mixed = (seed * 7919 + n * 104_729 + element * 1299 + day * 31) % 997;
  return mixed % 7 === 0 ? NOT_OBSERVED : mixed - 300;
}

export function madeFlags(seed: number, station: string, day: number): number {
  return (seed + Number(station.slice(3)) + day) % 5 === 0 ? DAY_FLAGS.moved : 0;
}

export function publishMade(objects: ObjectStore, made: MadeStations): Promise<string> {
  const { dataset, firstDay, days, stations, createdAt = NOON } = made;
  const lastDay = firstDay + days - 1;
  const sources: SourceRow[] = stations.map((_, station) => ({ station, element: 0, flag: 48, firstDay, lastDay }));
  const facts = { dataset, createdAt, simulated: true, firstDay, days, lastDay, stations, sources };
  return publishStations(objects, { ...facts, blocks: blocksOf(made) });
}

async function* blocksOf({ seed, firstDay, days, stations }: MadeStations) {
  for (let from = 0; from < stations.length; from += SHARD_STATIONS) {
    const members = stations.slice(from, from + SHARD_STATIONS);
    const each = <Value>(of: (id: string, day: number) => Value) =>
      members.flatMap(({ id }) => Array.from({ length: days }, (_, n) => of(id, firstDay + n)));
    const rows = members.flatMap(({ id }) =>
      STATION_ELEMENTS.flatMap((_, element) =>
        Array.from({ length: days }, (_unused, n) => madeValue(seed, id, element, firstDay + n)),
      ),
    );
    yield { values: Int16Array.from(rows), flags: Uint8Array.from(each((id, day) => madeFlags(seed, id, day))) };
  }
}
