/** Days of a place from stations around it, against days that a station observed itself: real GHCN-Daily files. */

import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import {
  NOT_OBSERVED,
  STATION_PACKING,
  type StationElement,
  type StationSeries,
} from '../../src/model/station-series.js';
import { readHistory } from '../../src/query/history/history.js';
import { memoryStations } from '../memory-stations.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { dayOf, readAccessCsv } from '../station-files.js';

const FIRST = dayOf('2014-01-01');
const LAST = dayOf('2017-12-31');
/** Ann Arbor, with days from midnight to midnight. */
const AIRPORT = 'USW00094889';

function michigan(moved: boolean): StationSeries[] {
  const files = readdirSync(sharedData('ghcn', 'michigan'));
  return files.flatMap(
    (file) => readAccessCsv(sharedData('ghcn', 'michigan', file), { since: '2014-01-01', moved }) ?? [],
  );
}

interface Judged {
  readonly days: number;
  readonly mae: number;
  readonly nearestMae: number;
  readonly csi: number;
}

/** Days of `target` as the history of its place has them from the others, against its own. */
async function leaveOut(
  all: readonly StationSeries[],
  target: StationSeries,
  element: 'temperature_max' | 'temperature_min' | 'precipitation',
  others: (id: string) => boolean = () => true,
): Promise<Judged> {
  const { station } = target;
  const days = [FIRST, LAST] as const;
  const archive = memoryStations(all.filter(({ station: { id } }) => id !== station.id && others(id)));
  const { values, behind } = await readHistory({ archive }, { place: station, days, quantities: [element] });
  const [own] = await memoryStations([target]).read([station], [element], days);
  const byDistance = [...behind[0]!.stations].sort((a, b) => a.distance - b.distance);
  const nearest = await archive.read(
    byDistance.map((chosen) => chosen.station),
    [element],
    days,
  );
  const packed = nearest.map((series) => series.values.get(element)!);
  return judge(values.get(element)!, packed, own!.values.get(element)!, element);
}

function judge(
  estimate: Float64Array,
  nearest: readonly Int16Array[],
  own: Int16Array,
  element: StationElement,
): Judged {
  const { step, base } = STATION_PACKING[element];
  let [n, error, nearestError, hits, either] = [0, 0, 0, 0, 0];
  for (let i = 0; i < own.length; i++) {
    const filed = nearest.find((values) => values[i] !== NOT_OBSERVED)?.[i];
    if (own[i] === NOT_OBSERVED || filed === undefined || Number.isNaN(estimate[i])) continue;
    const truth = own[i]! * step + base;
    n += 1;
    error += Math.abs(estimate[i]! - truth);
    nearestError += Math.abs(filed * step + base - truth);
    hits += estimate[i]! >= 1 && truth >= 1 ? 1 : 0;
    either += estimate[i]! >= 1 || truth >= 1 ? 1 : 0;
  }
  return { days: n, mae: error / n, nearestMae: nearestError / n, csi: hits / either };
}

const airport = (all: readonly StationSeries[]) => all.find(({ station }) => station.id === AIRPORT)!;
const isMorning = (id: string) => id.startsWith('USC');

testWithSharedData(
  'morning observations moved to their day agree with a midnight airport, as filed they do not',
  async () => {
    const [filed, moved] = [michigan(false), michigan(true)];
    const judged = (all: readonly StationSeries[], element: 'temperature_max' | 'precipitation') =>
      leaveOut(all, airport(all), element, isMorning);
    expect((await judged(filed, 'temperature_max')).mae).toBeGreaterThan(2.5);
    expect((await judged(moved, 'temperature_max')).mae).toBeLessThan(0.85);
    expect((await judged(filed, 'precipitation')).csi).toBeLessThan(0.42);
    expect((await judged(moved, 'precipitation')).csi).toBeGreaterThan(0.5);
  },
);

testWithSharedData('each station is told better by all others together than by the nearest one', async () => {
  const all = michigan(true);
  for (const element of ['temperature_max', 'temperature_min', 'precipitation'] as const) {
    const errors = await Promise.all(all.map((target) => leaveOut(all, target, element)));
    const known = errors.filter(({ days }) => days > 500);
    expect(known.length, element).toBeGreaterThan(5);
    const mean = (of: (one: Judged) => number) => known.reduce((sum, one) => sum + of(one), 0) / known.length;
    expect(
      mean(({ mae }) => mae),
      element,
    ).toBeLessThanOrEqual(mean(({ nearestMae }) => nearestMae));
  }
});
