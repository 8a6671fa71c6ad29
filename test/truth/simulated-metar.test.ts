/** The simulated METAR cache: its text and its columns agree, and both say what the world's weather is. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createMetarCacheFeed } from '../../simulator/feeds/metar-cache.js';
import { createMetarNetwork, type MetarReport } from '../../simulator/observations/metar-reports.js';
import { metarStations, PECULIAR_AIRPORTS } from '../../simulator/observations/metar-stations.js';
import { stationAmount } from '../../simulator/stations.js';
import { groundAt } from '../../simulator/terrain.js';
import { createWorld } from '../../simulator/world.js';
import { fixedClock } from '../../src/base/clock.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const PATH = '/data/cache/metars.cache.csv.gz';
const FREEZING = 273.15;
const KNOT = 1852 / 3600;
const NOON = Date.UTC(2026, 6, 20, 12, 2) / 1000;
const world = createWorld(6);
const network = createMetarNetwork(world);
/** Every 20 minutes for some hours, in summer, when it rains in many places. */
const INSTANTS = Array.from({ length: 12 }, (_, n) => NOON + n * 20 * MINUTE);
const reports = INSTANTS.flatMap((now) => network.newest(now));
const sound = reports.filter(({ flaw }) => flaw === null);

function textAt(now: number): string[] {
  const file = createMetarCacheFeed(world, fixedClock(now)).find(PATH)!;
  expect(file.availableAt).toBe(Math.floor(now / MINUTE) * MINUTE);
  return gunzipSync(file.make().grib).toString().trimEnd().split('\n');
}

function raw({ columns }: MetarReport): string {
  return columns.values.raw_text!;
}

test('the cache has prose, the header of the real one and one row of as many columns for each airport', () => {
  const lines = textAt(NOON);
  const rows = lines.slice(6);
  expect(lines.slice(0, 2)).toEqual(['No errors', 'No warnings']);
  expect(lines[4]).toBe(`${rows.length} results`);
  expect(new Set(lines.slice(5).map((line) => line.split(',').length))).toEqual(new Set([44]));
  const ids = rows.map((row) => row.split(',')[1]!);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0.98 * metarStations().length);
  expect(ids).not.toContain(PECULIAR_AIRPORTS.silent);
  const times = rows.map((row) => Date.parse(row.split(',')[2]!) / 1000);
  expect(times.every((time, n) => n === 0 || time <= times[n - 1]!)).toBe(true);
  expect(Math.min(...times)).toBeGreaterThan(NOON - 75 * MINUTE);
  for (const row of rows) expect(row.startsWith(`${row.split(',')[1]} 20`)).toBe(true);
});

testWithSharedData('the header is that of real caches', () => {
  const real = readFileSync(sharedData('metar', 'metars.cache.20200502.csv'), 'utf8').split('\n');
  expect(textAt(NOON)[5]).toBe(real[5]);
});

test('temperature and dew point are the truth: to a tenth in the United States, to a degree elsewhere', () => {
  for (const { station, columns, truth } of sound) {
    const within = station.isAmerican ? 0.051 : 0.56;
    expect(Math.abs(Number(columns.values.temp_c) + FREEZING - truth.temperature)).toBeLessThan(within);
    expect(Math.abs(Number(columns.values.dewpoint_c) + FREEZING - truth.dewPoint)).toBeLessThan(within);
    const [, air] = /(?: |^)(M?\d\d)\/M?\d\d /.exec(raw({ columns } as MetarReport))!;
    expect(Math.abs(Number(air!.replace('M', '-')) - Number(columns.values.temp_c))).toBeLessThanOrEqual(0.5);
  }
});

test('the truth is the world’s at the height of the airport', () => {
  for (const { station, time, truth } of sound.filter((_, n) => n % 41 === 0)) {
    const state = world.truth(station.latitude, station.longitude, time);
    const lower = groundAt(station.latitude, station.longitude).elevation - station.elevation;
    expect(truth.temperature).toBeCloseTo(state.temperature + 0.0065 * lower, 2);
    expect(truth.precipitationRate).toBeCloseTo(state.precipitationRate, 3);
  }
});

test('wind, visibility and pressure follow from the truth', () => {
  for (const { station, columns, truth } of sound) {
    const speed = Math.hypot(truth.windU, truth.windV) / KNOT;
    expect(Math.abs(Number(columns.values.wind_speed_kt) - speed)).toBeLessThan(station.isWindMetric ? 1.6 : 0.51);
    if (speed > 3) {
      const from = (Math.atan2(-truth.windU, -truth.windV) * 180) / Math.PI;
      const off = Math.abs(((Number(columns.values.wind_dir_degrees) - from + 540) % 360) - 180);
      expect(off).toBeLessThan(5.1);
    }
    const miles = Math.min(10, truth.visibility / 1609.344);
    expect(Number(columns.values.visibility_statute_mi)).toBeLessThan(Math.max(0.26, miles + 0.01));
    // Near the sea the altimeter setting is nearly the pressure at sea level.
    const altimeter = Number(columns.values.altim_in_hg) * 33.8639;
    if (station.elevation < 20) expect(Math.abs(altimeter - truth.pressureMsl / 100)).toBeLessThan(1.8);
  }
});

test('rain is reported where it falls, by specials too', () => {
  const words = /(^| )[-+]?(TS)?(RA|SN|PL|FZRA)( |$)/;
  for (const { station, columns, truth } of sound) {
    if (station.id === PECULIAR_AIRPORTS.withoutDiscriminator) expect(columns.values.wx_string).toBe('');
    else expect(words.test(columns.values.wx_string!)).toBe(truth.precipitationRate >= 0.1);
  }
  const specials = sound.filter(({ isSpecial }) => isSpecial);
  expect(specials.length).toBeGreaterThan(10);
  for (const { columns, time, station } of specials) {
    expect(columns.values.metar_type).toBe('SPECI');
    expect(station.isAmerican ? [53] : [20, 50]).not.toContain((time % HOUR) / MINUTE);
  }
});

test('P-groups have what fell since the last report of a full hour, in hundredths of an inch', () => {
  const american = sound.filter(({ station }) => station.isAmerican);
  const withGroup = american.filter((report) => / P\d{4}( |$)/.test(raw(report)));
  expect(withGroup.length).toBeGreaterThan(30);
  for (const report of american) {
    const { station, time, truth, columns } = report;
    const group = / P(\d{4})( |$)/.exec(raw(report))?.[1];
    if (truth.amount === null) {
      const { withoutGauge, withoutDiscriminator } = PECULIAR_AIRPORTS;
      expect([withoutGauge, withoutDiscriminator]).toContain(station.id);
      expect(group).toBeUndefined();
      continue;
    }
    expect(group !== undefined).toBe(truth.amount > 0);
    if (group === undefined) continue;
    expect(Math.abs(Number(group) * 0.254 - truth.amount)).toBeLessThan(0.128);
    expect(columns.values.precip_in).toBe(group === '0000' ? '0.005' : String(Number(group) / 100));
    const since = time - ((time / MINUTE + 7) % 60 || 60) * MINUTE;
    const { latitude, longitude } = station;
    const amount = stationAmount(world, { name: '', setting: 'plain', latitude, longitude }, since, time);
    expect(truth.amount).toBeCloseTo(amount, 2);
  }
  expect(american.some((report) => / P0000( |$)/.test(raw(report)))).toBe(true);
  const abroad = sound.filter(({ station }) => !station.isAmerican);
  expect(abroad.some((report) => / (P|6)\d{4}( |$)/.test(raw(report)))).toBe(false);
});

test('six hours’ amounts are at 5:53, 11:53, 17:53 and 23:53', () => {
  const withGroup = sound.filter(({ columns }) => columns.values.pcp6hr_in !== undefined);
  expect(withGroup.length).toBeGreaterThan(20);
  for (const report of withGroup) {
    expect(new Date(report.time * 1000).toISOString().slice(11, 16)).toMatch(/^(05|11|17|23):53$/);
    expect(raw(report)).toMatch(/ 6\d{4} T/);
  }
});

test('an airport with a broken gauge says PNO, and one without a discriminator AO1', () => {
  const of = (id: string) => sound.filter(({ station }) => station.id === id).map(raw);
  expect(of(PECULIAR_AIRPORTS.withoutGauge).every((text) => text.includes(' PNO'))).toBe(true);
  expect(of(PECULIAR_AIRPORTS.withoutDiscriminator).every((text) => text.includes('RMK AO1 '))).toBe(true);
  expect(of(PECULIAR_AIRPORTS.withoutGauge).length).toBeGreaterThan(5);
});

test('one airport reports values that cannot be', () => {
  const absurd = reports.filter(({ flaw }) => flaw === 'absurd');
  expect(new Set(absurd.map(({ station }) => station.id))).toEqual(new Set([PECULIAR_AIRPORTS.absurd]));
  expect(absurd.every((report) => raw(report).includes(' 57/M40 '))).toBe(true);
});

test('a report that is wrong by 5 K is followed by its correction', () => {
  const wrong = reports.filter(({ flaw }) => flaw === 'uncorrected');
  expect(wrong.length).toBeGreaterThan(3);
  for (const { station, time, arrives, truth, columns } of wrong) {
    expect(Math.abs(Number(columns.values.temp_c) + FREEZING - truth.temperature - 5)).toBeLessThan(0.56);
    const later = network.newest(arrives + 9 * MINUTE).find((one) => one.station.id === station.id)!;
    if (later.time !== time) continue; // a special came between
    expect(raw(later)).toMatch(/^\w{4} \d{6}Z COR /);
    expect(later.columns.values.corrected).toBe('TRUE');
    expect(later.flaw).toBeNull();
  }
});

test('no report is there before it arrives, and some are late', () => {
  const delays = reports.map(({ time, arrives }) => (arrives - time) / MINUTE);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1);
  expect(delays.filter((delay) => delay > 15).length).toBeGreaterThan(5);
  for (const [n, now] of INSTANTS.entries()) {
    const there = network.newest(now);
    expect(there.every(({ arrives }) => arrives <= now)).toBe(true);
    if (n > 1) break;
  }
});
