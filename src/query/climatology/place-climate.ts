/**
 * Climate of a place by day of the year, from the coefficients of the stations around it (docs/methods/outlook.md).
 *
 * Coefficients are combined by the weights of the history; each group of them over the stations that have it. Temperatures
 * are moved to the height of the place.
 */

import type { StationArchive, StationElement } from '../../model/station-series.js';
import {
  type ClimateDay,
  climatologyAt,
  type PercentileOffsets,
  percentileOffsetsAt,
  type RecordOfDay,
  recordAt,
  type SnowClimate,
  snowClimateAt,
} from '../../science/climatology/climatology-at.js';
import {
  COEFFICIENT_COUNT,
  type CoefficientGroup,
  GROUPS,
  RECORD_YEARS,
} from '../../science/climatology/climatology-layout.js';
import { NORMAL_YEARS } from '../../science/climatology/fit-climatology.js';
import { type LapsedElement, stationLapse } from '../../science/stations/station-lapse.js';
import { DayGaps } from '../history/day-gaps.js';
import { type ChosenStation, nearStations, type Place } from '../history/station-choice.js';
import type { ElevationLookup } from '../place/elevation.js';
import type { StationClimatologies } from './station-climatologies.js';

export interface PlaceClimate {
  /** Canonical units, at the height of the place; NaN where no station tells. @param slot  by `day-slots.ts` */
  on(slot: number, year: number): ClimateDay & SnowClimate;
  percentileOffsets(element: LapsedElement, slot: number): PercentileOffsets;
  /** Record of the heaviest station with 30 years, at the height of the place; null: none has them. */
  record(kind: 'high' | 'low', slot: number): RecordOfDay | null;
  /** Stations behind the maxima, the minima and the precipitation, the heaviest first. */
  readonly maxima: readonly ChosenStation[];
  readonly minima: readonly ChosenStation[];
  readonly gauges: readonly ChosenStation[];
}

export interface ClimateDependencies {
  readonly archive: StationArchive;
  readonly climatologies: StationClimatologies;
  readonly elevationAt?: ElevationLookup | undefined;
}

interface Source {
  readonly chosen: ChosenStation;
  readonly climatology: Float32Array;
}

/** Days of the normals. */
const NORMALS = new DayGaps([
  Date.UTC(NORMAL_YEARS[0], 0, 1) / 86_400_000,
  Date.UTC(NORMAL_YEARS[1], 11, 31) / 86_400_000,
]);

/** Ten years with 80% of their days, below which no station has a climatology, are 0.27 of the normals. */
const LEAST_COVERAGE = 0.26;

/** @throws ObjectDefect, ObjectMissing, StoreUnavailable  stored series cannot be read */
export async function readPlaceClimate(
  { archive, climatologies, elevationAt }: ClimateDependencies,
  place: Place,
): Promise<PlaceClimate> {
  const near = nearStations(archive, place, elevationAt);
  const sourcesOf = async (element: StationElement, group: CoefficientGroup): Promise<Source[]> => {
    for await (const chosen of near.groups(element, NORMALS, LEAST_COVERAGE)) {
      const found = await climatologies.of(
        archive,
        chosen.map(({ station }) => station),
      );
      const sources = chosen.flatMap((one, i) => (found[i] == null ? [] : [{ chosen: one, climatology: found[i] }]));
      if (sources.some((source) => isKnown(source, group))) return sources;
    }
    return [];
  };
  const maxima = await sourcesOf('temperature_max', GROUPS.temperatureMax);
  const minima = await sourcesOf('temperature_min', GROUPS.temperatureMin);
  const gauges = await sourcesOf('precipitation', GROUPS.wetDays);
  return climateOf(place, maxima, minima, gauges);
}

function climateOf(place: Place, maxima: Source[], minima: Source[], gauges: Source[]): PlaceClimate {
  const coefficients = new Float64Array(COEFFICIENT_COUNT).fill(Number.NaN);
  const high = blend(coefficients, GROUPS.temperatureMax, maxima);
  const low = blend(coefficients, GROUPS.temperatureMin, minima);
  blend(coefficients, GROUPS.percentilesMax, maxima);
  blend(coefficients, GROUPS.percentilesMin, minima);
  const wet = blend(coefficients, GROUPS.wetDays, gauges);
  blend(coefficients, GROUPS.wetDayAmount, gauges);
  blend(coefficients, GROUPS.snowShare, gauges);
  const lapse = {
    temperature_max: stationLapse('temperature_max', place.latitude),
    temperature_min: stationLapse('temperature_min', place.latitude),
  };
  return {
    on(slot, year) {
      const day = climatologyAt(coefficients, slot, year);
      const temperatureMax = day.temperatureMax - lapse.temperature_max[slot]! * high.rise;
      const coldest = day.temperatureMin - lapse.temperature_min[slot]! * low.rise;
      const temperatureMin = coldest > temperatureMax ? temperatureMax : coldest;
      const temperatures = { temperatureMax, temperatureMin };
      return { ...day, ...temperatures, ...snowClimateAt(coefficients, slot, temperatures) };
    },
    percentileOffsets: (element, slot) => percentileOffsetsAt(coefficients, element, slot),
    record(kind, slot) {
      const source = (kind === 'high' ? maxima : minima).find(
        ({ climatology }) => !Number.isNaN(climatology[RECORD_YEARS]!),
      );
      const record = source === undefined ? null : recordAt(source.climatology, kind, slot);
      if (record === null) return null;
      const fall = lapse[kind === 'high' ? 'temperature_max' : 'temperature_min'][slot]!;
      return { ...record, value: record.value - fall * source!.chosen.rise };
    },
    maxima: high.stations,
    minima: low.stations,
    gauges: wet.stations,
  };
}

interface Blend {
  readonly stations: readonly ChosenStation[];
  /** Weighted mean of what the place lies above the stations, m. */
  readonly rise: number;
}

function isKnown({ climatology }: Source, { from }: CoefficientGroup): boolean {
  return !Number.isNaN(climatology[from]!);
}

/** Writes the weighted mean of a group over the stations that have it. */
function blend(coefficients: Float64Array, group: CoefficientGroup, sources: readonly Source[]): Blend {
  const { from, count } = group;
  const known = sources.filter((source) => isKnown(source, group));
  const total = known.reduce((sum, { chosen }) => sum + chosen.weight, 0);
  if (known.length === 0) return { stations: [], rise: 0 };
  coefficients.fill(0, from, from + count);
  let rise = 0;
  for (const { chosen, climatology } of known) {
    const share = chosen.weight / total;
    rise += share * chosen.rise;
    for (let k = from; k < from + count; k++) coefficients[k]! += share * climatology[k]!;
  }
  return { stations: known.map(({ chosen }) => chosen), rise };
}
