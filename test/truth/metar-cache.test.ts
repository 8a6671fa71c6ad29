/**
 * Two whole caches of the Aviation Weather Center: values decoded from the raw texts against the columns of the same files,
 * which another decoder made. All differences are counted, and named where they are few.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeMetar } from '../../src/decode/metar/metar.js';
import { decodeMetarCache } from '../../src/decode/metar/metar-cache.js';
import { REPORT_FLAGS, type StationReport } from '../../src/model/station-report.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

type Row = Readonly<Record<string, string>>;

const bytesOf = (day: string) => readFileSync(sharedData('metar', `metars.cache.${day}.csv`));

function onceForEach<Value>(make: (day: string) => Value): (day: string) => Value {
  const made = new Map<string, Value>();
  return (day) => {
    const value = made.get(day) ?? make(day);
    made.set(day, value);
    return value;
  };
}

const decoded = onceForEach((day) => decodeMetarCache(bytesOf(day)));

/** Columns of each report, read without the decoder. One line of 9,216 has a quoted field; it is left out. */
const rowsOf = onceForEach((day): Map<string, Row> => {
  const lines = bytesOf(day).toString('latin1').split('\n');
  const head = lines.findIndex((line) => line.startsWith('raw_text'));
  const names = lines[head]!.split(',');
  const rows = lines.slice(head + 1).flatMap((line) => {
    const fields = line.split(',');
    if (fields.length !== names.length) return [];
    const row: Record<string, string> = {};
    for (const [n, name] of names.entries()) row[name] ??= fields[n]!;
    return [row];
  });
  return new Map(rows.map((row) => [keyOf(row.station_id!, Date.parse(row.observation_time!) / 1000), row]));
});

const keyOf = (station: string, time: number) => `${station} ${time}`;

/** Our value in the unit of the column, and half of the last digit to which the column is written. */
const COMPARED: Readonly<
  Record<string, readonly [column: string, ours: (report: StationReport) => number, within: number]>
> = {
  temperature: ['temp_c', (report) => report.temperature - 273.15, 0.051],
  dewPoint: ['dewpoint_c', (report) => report.dew_point - 273.15, 0.051],
  windSpeed: ['wind_speed_kt', (report) => report.wind_speed * (3600 / 1852), 0.51],
  windGust: ['wind_gust_kt', (report) => report.wind_gust * (3600 / 1852), 0.51],
  altimeter: ['altim_in_hg', (report) => report.altimeter / 3386.389, 0.016],
  seaLevel: ['sea_level_pressure_mb', (report) => report.pressure_msl / 100, 0.051],
  visibility: ['visibility_statute_mi', (report) => report.visibility / 1609.344, 0.011],
  precipitation: ['precip_in', (report) => report.precipitation / 25.4, 0.0051],
};

interface Comparison {
  same: number;
  neither: number;
  /** Stations whose values differ, that we alone or they alone have a value for. */
  readonly differ: string[];
  readonly oursAlone: StationReport[];
  readonly theirsAlone: string[];
}

function compare(name: string, reports: readonly StationReport[], rows: ReadonlyMap<string, Row>): Comparison {
  const [column, valueIn, within] = COMPARED[name]!;
  const found: Comparison = { same: 0, neither: 0, differ: [], oursAlone: [], theirsAlone: [] };
  for (const report of reports) {
    const text = rows.get(keyOf(report.station.id, report.time))?.[column];
    if (text === undefined) continue;
    const ours = valueIn(report);
    if (Number.isNaN(ours)) text === '' ? found.neither++ : found.theirsAlone.push(report.station.id);
    else if (text === '') found.oursAlone.push(report);
    else if (Math.abs(ours - Number(text)) <= within) found.same++;
    else found.differ.push(report.station.id);
  }
  return found;
}

const refusals = (day: string) => Object.fromEntries(decoded(day).refused);

testWithSharedData('2014-12-18: 4,480 of 4,538 lines are reports', () => {
  expect(decoded('20141218').reports).toHaveLength(4480);
  const rows = [...rowsOf('20141218').values()];
  // The others are at latitude 100.65, which is how the file writes a place that it does not know.
  expect(rows.filter(({ latitude, longitude }) => latitude === '' || longitude === '')).toHaveLength(15);
  // One line is of another code of automatic stations, one of a supplementary network.
  expect(refusals('20141218')).toEqual({ place: 55, head: 2, nil: 1 });
});

testWithSharedData('2020-05-02: 4,618 of 4,678 lines are reports', () => {
  expect(decoded('20200502').reports).toHaveLength(4618);
  // PTSA's raw text says the 2nd, its column the 1st.
  expect(refusals('20200502')).toEqual({ place: 52, head: 1, nil: 6, time: 1 });
});

testWithSharedData('2014-12-18: values of the raw texts are those of the columns', () => {
  const { reports } = decoded('20141218');
  const rows = rowsOf('20141218');
  const of = (name: string) => compare(name, reports, rows);
  // The other decoder reads no whole degree before "///", nor the temperature of LIRQ behind a broken visual range.
  expect(of('temperature')).toMatchObject({ same: 4452, differ: ['LIRQ'], theirsAlone: [] });
  expect(of('temperature').oursAlone.map(({ station }) => station.id)).toEqual(['FAOB', 'FNUB']);
  expect(of('dewPoint')).toMatchObject({ same: 4406, differ: [], theirsAlone: [] });
  expect(of('windSpeed')).toMatchObject({ same: 4417, differ: [], theirsAlone: [] });
  expect(of('windGust')).toMatchObject({ same: 249, differ: [], oursAlone: [], theirsAlone: [] });
  expect(of('altimeter')).toMatchObject({ same: 4156, differ: [], oursAlone: [], theirsAlone: ['WALL'] }); // "30/26Q1007"
  expect(of('seaLevel')).toMatchObject({ same: 1469, differ: [], oursAlone: [], theirsAlone: [] });
  expect(of('visibility')).toMatchObject({ same: 4050, differ: [], theirsAlone: ['ULOO'] }); // "P6000"
  expect(of('precipitation')).toMatchObject({ same: 232, differ: [] });
  // An amount of a station without discriminator (AO1) is not used; the column takes ULOO's visibility "P6000" for one.
  const texts = of('precipitation').theirsAlone.map((id) => [...rows.values()].find((row) => row.station_id === id)!);
  const isAo1 = ({ raw_text }: Row) => / A[O0]1A? /.test(raw_text!);
  expect(texts.filter((row) => !isAo1(row)).map(({ station_id }) => station_id)).toEqual(['ULOO']);
  expect(texts.filter(isAo1)).toHaveLength(64);
  // No P group of a station with a gauge is an amount of 0; the column is empty.
  const zeros = of('precipitation').oursAlone;
  expect(zeros.every(({ precipitation }) => precipitation === 0)).toBe(true);
  expect(zeros.length).toBeGreaterThan(700);
});

testWithSharedData('2020-05-02: values of the raw texts are those of the columns', () => {
  const { reports } = decoded('20200502');
  const rows = rowsOf('20200502');
  const of = (name: string) => compare(name, reports, rows);
  expect(of('temperature')).toMatchObject({ same: 4585, differ: [], theirsAlone: [] });
  expect(of('dewPoint')).toMatchObject({ same: 4567, differ: [], oursAlone: [], theirsAlone: [] });
  // "4.62500005KT", and a wind without a unit
  expect(of('windSpeed')).toMatchObject({ same: 4577, differ: [], theirsAlone: ['KTKX', 'KASE'] });
  expect(of('windGust')).toMatchObject({ same: 644, differ: [], oursAlone: [], theirsAlone: ['KASE'] });
  expect(of('altimeter')).toMatchObject({ same: 4322, differ: ['MZBZ'], theirsAlone: [] }); // has "A2996 Q1014"
  expect(of('seaLevel')).toMatchObject({ same: 1675, differ: ['K1M4'] }); // SLP645 is 1064.5 or 964.5, both are wrong
  expect(of('visibility')).toMatchObject({ same: 4192, differ: [], theirsAlone: [] });
});

testWithSharedData('types, AUTO, visibility without direction and trace are those of the columns', () => {
  for (const day of ['20141218', '20200502']) {
    const { reports } = decoded(day);
    const rows = rowsOf(day);
    const wrong = reports.filter(({ station, time, flags }) => {
      const row = rows.get(keyOf(station.id, time));
      if (row === undefined) return false;
      const isRoutine = (flags & REPORT_FLAGS.routine) !== 0;
      const isAutomatic = (flags & REPORT_FLAGS.automatic) !== 0;
      return isRoutine !== (row.metar_type === 'METAR') || isAutomatic !== (row.auto === 'TRUE');
    });
    expect(wrong).toEqual([]);
    const { oursAlone } = compare('visibility', reports, rows);
    expect(
      oursAlone.every(({ station, time }) => /\d{4}NDV|\d{4}M|KM/.test(rows.get(keyOf(station.id, time))!.raw_text!)),
    ).toBe(true);
  }
});

testWithSharedData(
  '2020-05-02: traces are those that the column writes as 0.005 inch, but of a station without gauge',
  () => {
    const { reports } = decoded('20200502');
    const rows = rowsOf('20200502');
    const ours = reports.filter(({ flags }) => (flags & REPORT_FLAGS.trace) !== 0).map(({ station }) => station.id);
    const theirs = [...rows.values()].filter((row) => row.precip_in === '0.005').map((row) => row.station_id!);
    expect(theirs.filter((id) => !ours.includes(id))).toEqual(['CXDK']); // AO1
    expect(ours).toHaveLength(64);
  },
);

testWithSharedData('2014-12-18: weather groups are those of the column, in the order of the report', () => {
  const { reports } = decoded('20141218');
  const rows = rowsOf('20141218');
  // The column splits "-RADZ" into "-RA -DZ" and sorts.
  const letters = (text: string) => [...new Set(text.replaceAll(/[-+ ]|VC/g, '').match(/../g) ?? [])].sort().join(' ');
  const wrong = reports.flatMap(({ station, time, weather }) => {
    const row = rows.get(keyOf(station.id, time));
    return row === undefined || letters(weather) === letters(row.wx_string!) ? [] : [station.id];
  });
  expect(wrong).toEqual(['VGHS', 'OISS']); // "1800HZ", and a "VA" in a text that broke off
});

testWithSharedData(
  'reports of a collective, as the NWS sends them: tornado, gusts, traces and times of thunder',
  () => {
    const text = readFileSync(sharedData('ghcn', 'nws-text', 'METAR_collective.txt'), 'latin1');
    const texts = text.split('=').map((part) =>
      part
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^.*METAR (?=K)/, ''),
    );
    const at = (beginning: string) => {
      const found = texts.find((one) => one.startsWith(beginning))!;
      return decodeMetar(found, {
        station: { id: found.slice(0, 4), latitude: 0, longitude: 1, elevation: 0 },
        time: 0,
      });
    };
    const miami = at('KMIA 081403Z');
    expect(miami.weather).toBe('+FC +TSRA BR');
    expect(miami.wind_gust * (3600 / 1852)).toBeCloseTo(45, 6);
    expect(miami.visibility).toBeCloseTo(804.672, 3);
    expect(miami.precipitation).toBeCloseTo(0.46 * 25.4, 6);
    const wichitaFalls = at('KSPS 081352Z');
    expect(wichitaFalls).toMatchObject({ weather: 'TSGRRA', precipitation: 0 });
    expect(wichitaFalls.flags & REPORT_FLAGS.trace).not.toBe(0);
    expect(wichitaFalls.pressure_msl).toBeCloseTo(100_360, 6);
    const waterloo = at('KALO 081354Z AUTO 17027G37KT');
    expect(waterloo.flags & REPORT_FLAGS.wet).not.toBe(0); // RAE48
    expect(waterloo.precipitation).toBeCloseTo(1.27, 6);
  },
);
