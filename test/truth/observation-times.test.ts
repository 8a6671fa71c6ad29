/**
 * Morning observers around Ann Arbor, Michigan, against the airport there, whose days end at midnight. The bounds are
 * figures of a prototype on the same files, with room: maxima of stations as filed differ from the airport by 2.9 K, moved by 0.8 K
 * when interpolated; single stations of up to 60 km are a little farther.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createFiledDays } from '../../src/ingest/stations/filed-days.js';
import { localPieces, readValues } from '../../src/ingest/stations/ghcn-files.js';
import { NOT_OBSERVED, STATION_ELEMENTS } from '../../src/model/station-series.js';
import { parseDate } from '../../src/model/time.js';
import { HOUR_MASK, MIDNIGHT, MORNING } from '../../src/science/stations/observation.js';
import { findUntimedMornings, yearSpans } from '../../src/science/stations/observation-shift.js';
import { type FiledSeries, type ResolvedSeries, resolveSeries } from '../../src/science/stations/resolve-series.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const AIRPORT = 'USW00094889';
const [MAXIMUM, MINIMUM, PRECIPITATION] = [0, 1, 2];
const [FIRST, LAST] = [parseDate('2012-01-01')!, parseDate('2016-12-31')!];
const DAYS = LAST - FIRST + 1;
const YEARS = yearSpans(FIRST, DAYS);

const series = new Map<string, FiledSeries>();

async function readSeries(id: string): Promise<FiledSeries> {
  const path = join(sharedData('ghcn', 'michigan'), `${id}.csv.gz`);
  const filed = createFiledDays(new Map([[id, 0]]), FIRST, DAYS);
  await readValues(path, localPieces(path), { sink: filed.add, lastDay: Number.POSITIVE_INFINITY });
  const elements = STATION_ELEMENTS.map((_, element) => filed.element(0, element));
  return {
    values: elements.map((one) => one?.values ?? new Int16Array(DAYS).fill(NOT_OBSERVED)),
    attributes: elements.map((one) => one?.attributes ?? new Uint8Array(DAYS)),
  };
}

const IDS = ['USC00205451', 'USC00205822', 'USC00207312', 'USC00208080', 'USC00208972'];
const AIRPORTS = [AIRPORT, 'USW00004848'];

beforeAll(async () => {
  if (!existsSync(sharedData('ghcn', 'michigan'))) return; // the tests below skip
  for (const id of [...IDS, ...AIRPORTS]) series.set(id, await readSeries(id));
});

const observedDays = ({ values }: FiledSeries, element: number) =>
  [...values[element]!.keys()].filter((day) => values[element]![day] !== NOT_OBSERVED);

/** Cooperative stations with maxima that observe in the morning; their files state times for precipitation alone. */
function morningStations(): FiledSeries[] {
  return [...series.values()].filter((one) => {
    const days = observedDays(one, PRECIPITATION);
    const mornings = days.filter((day) => (one.attributes[PRECIPITATION]![day]! & HOUR_MASK) === MORNING);
    return observedDays(one, MAXIMUM).length > 700 && mornings.length > 0.8 * days.length;
  });
}

/** Mean absolute difference from the airport, K, over all days that both have. */
function differenceOf(all: readonly Pick<FiledSeries, 'values'>[], element: number): number {
  const airport = series.get(AIRPORT)!.values[element]!;
  let [sum, count] = [0, 0];
  for (const { values } of all)
    for (const [day, value] of values[element]!.entries())
      if (value !== NOT_OBSERVED && airport[day] !== NOT_OBSERVED) {
        sum += Math.abs(value - airport[day]!);
        count++;
      }
  return sum / count / 10;
}

/** Critical success index of days with 1 mm and more. */
function successOf(all: readonly Pick<FiledSeries, 'values'>[]): number {
  const airport = series.get(AIRPORT)!.values[PRECIPITATION]!;
  let [both, either] = [0, 0];
  for (const { values } of all)
    for (const [day, value] of values[PRECIPITATION]!.entries()) {
      if (value === NOT_OBSERVED || airport[day] === NOT_OBSERVED) continue;
      const [here, there] = [value >= 10, airport[day]! >= 10];
      if (here && there) both++;
      if (here || there) either++;
    }
  return both / either;
}

/** By stated times alone, and by agreement with airports. */
const resolvedOf = (all: readonly FiledSeries[], neighbours: readonly FiledSeries[] = []): ResolvedSeries[] =>
  all.map((one) => resolveSeries(one, findUntimedMornings(one, neighbours, YEARS)));

testWithSharedData('maxima of morning observers fit the airport when they are moved', () => {
  const filed = morningStations();
  expect(filed).toHaveLength(IDS.length);
  expect(differenceOf(filed, MAXIMUM)).toBeGreaterThan(2.5);
  expect(differenceOf(resolvedOf(filed), MAXIMUM)).toBeLessThan(1.4);
});

testWithSharedData('minima of morning observers fit the airport better by the mean of two mornings', () => {
  const filed = morningStations();
  expect(differenceOf(resolvedOf(filed), MINIMUM)).toBeLessThan(0.95 * differenceOf(filed, MINIMUM));
});

testWithSharedData('rainy days of morning observers are those of the airport when they are moved', () => {
  const filed = morningStations();
  expect(successOf(filed)).toBeLessThan(0.4);
  expect(successOf(resolvedOf(filed))).toBeGreaterThan(0.45);
});

/** The series as a .dly file has it: without observation times. */
function withoutTimes({ values, attributes }: FiledSeries): FiledSeries {
  return { values, attributes: attributes.map((row) => row.map((bits) => bits & ~HOUR_MASK)) };
}

testWithSharedData('without observation times, agreement with airports finds the same years', () => {
  const midnights = AIRPORTS.map((id) => series.get(id)!);
  for (const { attributes, values } of midnights) {
    const day = values[MAXIMUM]!.findIndex((value) => value !== NOT_OBSERVED);
    expect(attributes[MAXIMUM]![day]! & HOUR_MASK).toBe(MIDNIGHT);
  }
  const filed = morningStations();
  const byAgreement = resolvedOf(filed.map(withoutTimes), midnights);
  const [stated, agreed] = [resolvedOf(filed), byAgreement].map((all) => differenceOf(all, MAXIMUM));
  expect(agreed!).toBeLessThan(1.1 * stated!);
  expect(successOf(byAgreement)).toBeGreaterThan(0.95 * successOf(resolvedOf(filed)));
});

testWithSharedData('an airport is never moved, even without its times', () => {
  const untimed = withoutTimes(series.get('USW00004848')!);
  const found = findUntimedMornings(untimed, [series.get(AIRPORT)!], YEARS);
  expect([...found.temperature, ...found.precipitation].every((one) => one === 0)).toBe(true);
});

test('a station without neighbours and times stays as it is filed', () => {
  const rows = () => STATION_ELEMENTS.map(() => Int16Array.from({ length: 400 }, (_, n) => n % 90));
  const lonely = { values: rows(), attributes: STATION_ELEMENTS.map(() => new Uint8Array(400)) };
  const { temperature, precipitation } = findUntimedMornings(lonely, [], yearSpans(0, 400));
  expect([...temperature, ...precipitation].every((one) => one === 0)).toBe(true);
});
