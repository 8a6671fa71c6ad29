/** Stations around a place that can tell of its days. */

import type { NearStation, Station, StationArchive, StationElement } from '../../model/station-series.js';
import { elevationStep } from '../../science/downscale.js';
import { stationWeight } from '../../science/stations/station-weight.js';
import type { ElevationLookup } from '../place/elevation.js';
import type { DayGaps } from './day-gaps.js';

/** Distances within which stations are looked for, km: the next for days of which none within the one before tells. */
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
   * Stations for an element, in groups to be tried one after the other until no day is open: the nearer reach first, in it
   * the best group first, in a group the heaviest station first. None: nobody near observed the element then.
   *
   * @param gaps  days that are wanted; those that the caller closes between two groups count no more
   * @param least  share of the open days that a station's spans must cover, 0..1; default: any
   */
  groups(element: StationElement, gaps: DayGaps, least?: number): AsyncGenerator<ChosenStation[], void>;
}

/** Stations around a place; heights that the network does not know come from the terrain, never from a default. */
export function nearStations(
  archive: Pick<StationArchive, 'near'>,
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
    async *groups(element, gaps, least = 0) {
      let nearer = -1;
      for (const reach of STATION_REACHES) {
        const untried = new Set(all.filter(({ distance }) => distance > nearer && distance <= reach));
        for (let tried = 0; tried < MOST_TRIED; tried += MOST_COMBINED) {
          const covering = [...untried].flatMap((near) => {
            const covered = coverageOf(near.station, element, gaps);
            return covered > 0 && covered >= least ? [{ near, covered }] : [];
          });
          const rated = await Promise.all(
            covering.map(async ({ near, covered }) => {
              const chosen = await choose(near);
              return { near, chosen, rating: chosen.weight * covered };
            }),
          );
          const best = rated.sort((a, b) => b.rating - a.rating).slice(0, MOST_COMBINED);
          if (best.length === 0) break;
          for (const { near } of best) untried.delete(near);
          yield best.map(({ chosen }) => chosen).sort((a, b) => b.weight - a.weight);
        }
        nearer = reach;
      }
    },
  };
}

/** Share of the open days within the spans of an element, 0..1. Spans of several origins may overlap, or leave years between. */
function coverageOf({ sources }: Station, element: StationElement, gaps: DayGaps): number {
  if (gaps.open === 0) return 0;
  const spans = sources.filter(({ elements }) => elements.includes(element)).sort((a, b) => a.firstDay - b.firstDay);
  let [covered, next] = [0, Number.NEGATIVE_INFINITY];
  for (const { firstDay, lastDay } of spans) {
    covered += gaps.openWithin(Math.max(next, firstDay), lastDay);
    next = Math.max(next, lastDay + 1);
  }
  return covered / gaps.open;
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
