import { expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { memoryStations } from '../../../test/memory-stations.js';
import { dayOf } from '../../../test/station-files.js';
import type { StationSeries } from '../../model/station-series.js';
import { DayGaps } from './day-gaps.js';
import { nearStations } from './station-choice.js';

const PLACE = { latitude: 40, longitude: -74, elevation: 100 };
const stationAt = (id: string, latitude: number, first = '2000-01-01'): StationSeries =>
  generatedStation({ id, latitude, longitude: -74, first, last: '2009-12-31' });
const YEARS = [dayOf('2000-01-01'), dayOf('2009-12-31')] as const;

async function groupsOf(stations: readonly StationSeries[], days: readonly [number, number] = YEARS, least?: number) {
  const found: string[][] = [];
  const near = nearStations(memoryStations(stations), PLACE, undefined);
  for await (const group of near.groups('temperature_max', new DayGaps(days), least))
    found.push(group.map(({ station }) => station.id));
  return found;
}

test('groups have at most eight stations, and those beyond 50 km come last', async () => {
  const near = Array.from({ length: 9 }, (_, n) => stationAt(`N${n}`, 40.01 + n / 100));
  expect(await groupsOf([stationAt('FAR', 40.6), ...near])).toEqual([
    near.slice(0, 8).map(({ station }) => station.id),
    ['N8'],
    ['FAR'],
  ]);
});

test('stations that cover less than the least share of the days are in no group', async () => {
  const stations = [stationAt('SHORT', 40.01, '2008-01-01'), stationAt('LONG', 40.6)];
  expect(await groupsOf(stations, YEARS, 0.26)).toEqual([['LONG']]);
  expect(await groupsOf(stations)).toEqual([['SHORT'], ['LONG']]);
});

test('years between the spans of two origins are not covered', async () => {
  const { station, ...series } = stationAt('BREAK', 40.01);
  const spanOf = (flag: string, first: string, last: string) => ({
    ...{ flag, elements: ['temperature_max'] as const },
    ...{ firstDay: dayOf(first), lastDay: dayOf(last) },
  });
  const sources = [spanOf('0', '2008-01-01', '2009-12-31'), spanOf('6', '2000-01-01', '2001-12-31')];
  const stations = [{ ...series, station: { ...station, sources } }];
  expect(await groupsOf(stations, [dayOf('2004-01-01'), dayOf('2004-12-31')])).toEqual([]);
  expect(await groupsOf(stations, YEARS, 0.41)).toEqual([]);
  expect(await groupsOf(stations, YEARS, 0.39)).toEqual([['BREAK']]);
});
