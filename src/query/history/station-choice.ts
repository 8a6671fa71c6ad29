/** Stations around a place that can tell of its days. */

import type { NearStation, Station, StationArchive, StationElement } from '../../model/station-series.js';
import { elevationStep } from '../../science/downscale.js';
import { stationWeight } from '../../science/stations/station-weight.js';
import type { ElevationLookup } from '../place/elevation.js';

/** Distances within which stations are looked for, km: the first that has any. */
export const STATION_REACHES = [50, 100] as const;
/** Stations that are combined at most. */
const MOST_COMBINED = 8;
/** Near stations that are considered: in Colorado 500 observers of precipitation alone lie around a thermometer. */
const MOST_CONSIDERED = 1000;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea; null unknown: stations are then taken as if all were at its height. */
  readonly elevation: number | null;
}

export interface ChosenStation {
  readonly station: Station;
  /** km */
  readonly distance: number;
  /** m above the sea, from the network or else from the terrain; null where neither knows. */
  readonly elevation: number | null;
  /** Height of the place minus that of the station, m; null where one is unknown. */
  readonly difference: number | null;
  /** The difference that temperatures are adjusted by, m, within ±1,500; 0 where it is unknown. */
  readonly rise: number;
  /** The difference in height was larger. */
  readonly clamped: boolean;
  readonly weight: number;
}

export interface NearStations {
  /** The best stations for an element in a span of days, the heaviest first. None: nobody near observed it then. */
  best(element: StationElement, days: readonly [first: number, last: number]): Promise<ChosenStation[]>;
}

/** Stations around a place; heights that the network does not know come from the terrain, never from a default. */
export function nearStations(
  archive: StationArchive,
  place: Place,
  elevationAt: ElevationLookup | undefined,
): NearStations {
  const [, within] = STATION_REACHES;
  const all = archive.near(place.latitude, place.longitude, { most: MOST_CONSIDERED, within });
  const known = new Map<string, Promise<ChosenStation>>();
  const choose = (near: NearStation): Promise<ChosenStation> => {
    const made = known.get(near.station.id) ?? chosenOf(near, place, elevationAt);
    known.set(near.station.id, made);
    return made;
  };
  return {
    async best(element, days) {
      const observing = all.flatMap((near) => {
        const covered = coverageOf(near.station, element, days);
        return covered > 0 ? [{ near, covered }] : [];
      });
      const reach = STATION_REACHES.find((km) => observing.some(({ near }) => near.distance <= km));
      const inReach = observing.filter(({ near }) => near.distance <= reach!);
      const rated = await Promise.all(
        inReach.map(async ({ near, covered }) => {
          const chosen = await choose(near);
          return { chosen, rating: chosen.weight * covered };
        }),
      );
      const best = rated.sort((a, b) => b.rating - a.rating).slice(0, MOST_COMBINED);
      return best.map(({ chosen }) => chosen).sort((a, b) => b.weight - a.weight);
    },
  };
}

/** Share of the days between the first and the last observation of an element, 0..1. */
function coverageOf({ sources }: Station, element: StationElement, [first, last]: readonly [number, number]): number {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { elements, firstDay, lastDay } of sources) {
    if (!elements.includes(element)) continue;
    from = Math.min(from, firstDay);
    to = Math.max(to, lastDay);
  }
  return Math.max(0, Math.min(last, to) - Math.max(first, from) + 1) / (last - first + 1);
}

async function chosenOf(
  { station, distance }: NearStation,
  place: Place,
  elevationAt: ElevationLookup | undefined,
): Promise<ChosenStation> {
  const elevation = station.elevation ?? (await elevationAt?.(station.latitude, station.longitude)) ?? null;
  const { dz: rise, clamped } = elevationStep(place.elevation ?? Number.NaN, elevation ?? Number.NaN);
  const difference = place.elevation === null || elevation === null ? null : place.elevation - elevation;
  return { station, distance, elevation, difference, rise, clamped, weight: stationWeight(distance, rise) };
}
