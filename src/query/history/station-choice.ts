/** Stations around a place that can tell of its days. */

import type { NearStation, Station, StationArchive, StationElement } from '../../model/station-series.js';
import { elevationStep } from '../../science/downscale.js';
import { stationWeight } from '../../science/stations/station-weight.js';
import type { ElevationLookup } from '../place/elevation.js';

/** Distances within which stations are looked for, km: the next where the one before has none that tells. */
export const STATION_REACHES = [50, 100] as const;
/** Stations that are combined at most. */
const MOST_COMBINED = 8;
/** Stations of a reach that are tried at most before the next reach: each is a series to read. */
const MOST_TRIED = 64;
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
  /**
   * Stations for an element in a span of days, in groups to be tried one after the other until one has what is needed:
   * the nearer reach first, in it the best group first, in a group the heaviest station first. None: nobody near observed
   * the element then.
   *
   * @param least  share of the days that a station's spans must cover, 0..1; default: any
   */
  groups(
    element: StationElement,
    days: readonly [first: number, last: number],
    least?: number,
  ): AsyncGenerator<ChosenStation[], void>;
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
    async *groups(element, days, least = 0) {
      const observing = all.flatMap((near) => {
        const covered = coverageOf(near.station, element, days);
        return covered > 0 && covered >= least ? [{ near, covered }] : [];
      });
      let from = 0;
      for (const reach of STATION_REACHES) {
        const inReach = observing.slice(from).filter(({ near }) => near.distance <= reach);
        from += inReach.length;
        const rated = await Promise.all(
          inReach.map(async ({ near, covered }) => {
            const chosen = await choose(near);
            return { chosen, rating: chosen.weight * covered };
          }),
        );
        const best = rated.sort((a, b) => b.rating - a.rating).slice(0, MOST_TRIED);
        for (let at = 0; at < best.length; at += MOST_COMBINED) {
          const group = best.slice(at, at + MOST_COMBINED).map(({ chosen }) => chosen);
          yield group.sort((a, b) => b.weight - a.weight);
        }
      }
    },
  };
}

/** Share of the days within the spans of an element, 0..1. Spans of several origins may overlap, or leave years between. */
function coverageOf({ sources }: Station, element: StationElement, [first, last]: readonly [number, number]): number {
  const spans = sources.filter(({ elements }) => elements.includes(element)).sort((a, b) => a.firstDay - b.firstDay);
  let [covered, next] = [0, first];
  for (const { firstDay, lastDay } of spans) {
    const from = Math.max(next, firstDay);
    const to = Math.min(last, lastDay) + 1;
    if (to <= from) continue;
    covered += to - from;
    next = to;
  }
  return covered / (last - first + 1);
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
