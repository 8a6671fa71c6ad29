/** Days of a place from stations around it, against days that a station observed itself: real GHCN-Daily files. */

import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import {
  NOT_OBSERVED,
  STATION_PACKING,
  type StationElement,
  type StationSeries,
} from '../../src/model/station-series.js';
import { combineAmounts, combineTemperature } from '../../src/science/stations/combined-days.js';
import { slotsOf } from '../../src/science/stations/day-slots.js';
import { stationLapse } from '../../src/science/stations/station-lapse.js';
import {
  dayWeights,
  MORNING_MINIMA,
  PRESUMED_ZEROS,
  type StationDays,
  stationWeight,
} from '../../src/science/stations/station-weight.js';
import { memoryStations } from '../memory-stations.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { dayOf, readAccessCsv } from '../station-files.js';

const FIRST = dayOf('2008-01-01');
const LAST = dayOf('2018-10-31');
const MIDNIGHT = ['USW00094889', 'USW00004848'];

function michigan(moved: boolean): StationSeries[] {
  const files = readdirSync(sharedData('ghcn', 'michigan'));
  return files.flatMap(
    (file) => readAccessCsv(sharedData('ghcn', 'michigan', file), { since: '2008-01-01', moved }) ?? [],
  );
}

interface Judged {
  readonly mae: number;
  readonly nearestMae: number;
  readonly csi: number;
}

/** Days of `target` as the others tell them, against its own. */
async function leaveOut(
  all: readonly StationSeries[],
  target: StationSeries,
  element: StationElement,
  others: (id: string) => boolean = () => true,
): Promise<Judged> {
  const { station } = target;
  const archive = memoryStations(all.filter(({ station: { id } }) => id !== station.id && others(id)));
  const near = archive.near(station.latitude, station.longitude, { most: 8, within: 100 });
  const series = await archive.read(
    near.map((one) => one.station),
    [element],
    [FIRST, LAST],
  );
  const [own] = await memoryStations([target]).read([station], [element], [FIRST, LAST]);
  const rises = near.map((one) => station.elevation! - one.station.elevation!);
  const days = series.map(
    ({ values, flags }, i): StationDays => ({
      values: values.get(element)!,
      flags,
      weight: stationWeight(near[i]!.distance, rises[i]!),
    }),
  );
  const estimate = element === 'precipitation' ? amounts(days) : temperatures(days, element, rises, station.latitude);
  return judge(estimate, days, own!.values.get(element)!, element);
}

function amounts(days: readonly StationDays[]): Float64Array {
  const weights = dayWeights(days, PRESUMED_ZEROS);
  return combineAmounts(
    days.map(({ values }) => values),
    weights,
    STATION_PACKING.precipitation,
  );
}

function temperatures(
  days: readonly StationDays[],
  element: StationElement,
  rises: readonly number[],
  latitude: number,
): Float64Array {
  const lapse = stationLapse(element as 'temperature_max', latitude);
  const weights = dayWeights(days, element === 'temperature_min' ? MORNING_MINIMA : null);
  const values = days.map((one) => one.values);
  const slots = slotsOf(FIRST, LAST - FIRST + 1);
  return combineTemperature({ values, weights, packing: STATION_PACKING[element], rises, lapse, slots });
}

function judge(estimate: Float64Array, days: readonly StationDays[], own: Int16Array, element: StationElement): Judged {
  const { step, base } = STATION_PACKING[element];
  let [n, error, nearestError, hits, either] = [0, 0, 0, 0, 0];
  for (let i = 0; i < own.length; i++) {
    const nearest = days.find(({ values }) => values[i] !== NOT_OBSERVED)?.values[i];
    if (own[i] === NOT_OBSERVED || nearest === undefined || Number.isNaN(estimate[i])) continue;
    const truth = own[i]! * step + base;
    n += 1;
    error += Math.abs(estimate[i]! - truth);
    nearestError += Math.abs(nearest * step + base - truth);
    hits += estimate[i]! >= 1 && truth >= 1 ? 1 : 0;
    either += estimate[i]! >= 1 || truth >= 1 ? 1 : 0;
  }
  return { mae: error / n, nearestMae: nearestError / n, csi: hits / either };
}

const airport = (all: readonly StationSeries[]) => all.find(({ station }) => station.id === 'USW00094889')!;
const byMorningObservers = (id: string) => !MIDNIGHT.includes(id);

testWithSharedData(
  'maxima of morning observers, moved to their day, agree with a midnight airport to 0.8 K',
  async () => {
    const [filed, moved] = [michigan(false), michigan(true)];
    const asFiled = await leaveOut(filed, airport(filed), 'temperature_max', byMorningObservers);
    const asMoved = await leaveOut(moved, airport(moved), 'temperature_max', byMorningObservers);
    console.log('tmax', asFiled, asMoved);
    expect(asFiled.mae).toBeGreaterThan(2.7);
    expect(asMoved.mae).toBeLessThan(0.85);
    const rainFiled = await leaveOut(filed, airport(filed), 'precipitation', byMorningObservers);
    const rain = await leaveOut(moved, airport(moved), 'precipitation', byMorningObservers);
    console.log('prcp', rainFiled, rain);
    const tmin = await leaveOut(moved, airport(moved), 'temperature_min', byMorningObservers);
    const tminAll = await leaveOut(moved, airport(moved), 'temperature_min');
    console.log('tmin', tmin, tminAll);
  },
);
