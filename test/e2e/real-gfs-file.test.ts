/**
 * A real GFS file from the file to the HTTP answer: the run of 2011-01-10 12 UTC, forecast hour 120, ingested by the
 * command line with the clock at its valid time.
 *
 * `CORNERS` are ecCodes' values (`grib_get -l`) at the four grid points around each city, order NW NE SW SE. The expected
 * answers are interpolated from them here, by hand. The file holds one step: instants at 12 UTC and sums and means over
 * 06..12 UTC, relative humidity but no dew point, no visibility.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { type RunningService, run, serve } from './service.js';

type Corners = readonly [number, number, number, number];

/** What the test reads of an answer. */
interface Answer {
  readonly location: { readonly timezone: string; readonly forecast_elevation_m: number };
  readonly current: {
    readonly time: string;
    readonly condition: string;
    readonly temperature: number;
    readonly humidity: number;
    readonly wind_speed: number;
    readonly wind_direction: number;
    readonly pressure: number;
    readonly cloud_cover: number;
  };
  readonly hourly: readonly { readonly time: string; readonly precipitation: number }[];
  readonly warnings: readonly { readonly code: string }[];
  readonly stale: boolean;
}

interface City {
  readonly latitude: number;
  readonly longitude: number;
  readonly temperature: Corners;
  readonly humidity: Corners;
  readonly u: Corners;
  readonly v: Corners;
  readonly pressure: Corners;
  readonly cloud: Corners;
  readonly precipitation: Corners;
  readonly elevation: Corners;
  readonly timezone: string;
  /** By the decision table, from the interpolated rate, cloud and the local sun; see the comment of each row. */
  readonly condition: string;
}

const CITIES: Record<string, City> = {
  // 87% cloud = 7 eighths at 13 h local time, rate far below 0.1 mm/h
  Berlin: {
    latitude: 52.52,
    longitude: 13.41,
    temperature: [275.93, 275.62, 281.12, 280.4],
    humidity: [95.6, 94.9, 91.8, 92.8],
    u: [9.63, 13.03, 5.27, 5.54],
    v: [4.3, 2.11, 3.75, 2.61],
    pressure: [101053.96, 100957.8, 101695.79, 101689.2],
    cloud: [66, 53, 91, 81],
    precipitation: [0, 0, 0.1, 0.1],
    elevation: [2.15, 1.04, 33.65, 63.06],
    timezone: 'Europe/Berlin',
    condition: 'cloudy',
  },
  // mean rate 0.22 mm/h: wet, below 0.5 mm/h; CAPE 625 J/kg gives no thunder at that rate
  Singapore: {
    latitude: 1.35,
    longitude: 103.82,
    temperature: [297.27, 299.42, 298.49, 299.92],
    humidity: [97.3, 77.8, 84.9, 78.5],
    u: [-1.08, -0.7, -0.64, 1.24],
    v: [-0.83, -8.17, -1.35, -7.78],
    pressure: [100874.29, 100924.15, 100820.3, 100841.73],
    cloud: [100, 99, 99, 99],
    precipitation: [4, 0.5, 0.8, 0],
    elevation: [69.59, -0.8, 11.97, -1.15],
    timezone: 'Asia/Singapore',
    condition: 'drizzle',
  },
  // 40% cloud = 3 eighths, 07 h local time, a quarter of an hour before sunrise
  'New York': {
    latitude: 40.71,
    longitude: -74.01,
    temperature: [256.96, 257.85, 260.06, 271.03],
    humidity: [99.6, 94.8, 96.3, 78.1],
    u: [1.67, 2.51, 2.38, 5.54],
    v: [0.87, -1.76, -1.02, -5.22],
    pressure: [102526.9, 102369.77, 102666.48, 102412.3],
    cloud: [79, 18, 0, 85],
    precipitation: [0.1, 0, 0, 0.1],
    elevation: [502.13, 191.05, 28.65, 0.21],
    timezone: 'America/New_York',
    condition: 'cloudy-night',
  },
};

const STEP = 2.5;

/** Bilinear mean of the four corners of the 2.5° cell that holds the city. */
function mean({ latitude, longitude }: City, [nw, ne, sw, se]: Corners): number {
  const north = latitude / STEP - Math.floor(latitude / STEP);
  const east = longitude / STEP - Math.floor(longitude / STEP);
  return north * ((1 - east) * nw + east * ne) + (1 - north) * ((1 - east) * sw + east * se);
}

/** Bolton (1980) eq. 10, hPa over water, T in °C; and its inverse. */
const vapourPressure = (celsius: number) => 6.112 * Math.exp((17.67 * celsius) / (celsius + 243.5));
function dewPointCelsius(kelvin: number, humidity: number): number {
  const x = Math.log(humidity / 100) + (17.67 * (kelvin - 273.15)) / (kelvin - 273.15 + 243.5);
  return (243.5 * x) / (17.67 - x);
}

/** The model's points carry dew points; the answer's humidity is that of the interpolated dew point. */
function expectedHumidity(city: City): number {
  const dewPoints = city.temperature.map((kelvin, i) => dewPointCelsius(kelvin, city.humidity[i]!));
  const dewPoint = mean(city, dewPoints as unknown as Corners);
  return (100 * vapourPressure(dewPoint)) / vapourPressure(mean(city, city.temperature) - 273.15);
}

const SETTINGS = { WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_NOW: '2011-01-15T12:00:00Z' };
const FILE = sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2');

describe('the GFS run of 2011-01-10 12 UTC, hour 120', () => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-real-'));
  const settings = { ...SETTINGS, WEATHERGLASS_DATA: directory };
  let service: RunningService | null = null;
  let key = '';

  async function started(): Promise<RunningService> {
    if (service) return service;
    const ingest = await run(settings, 'ingest', 'gfs', '--from', FILE);
    expect(ingest, ingest.stderr).toMatchObject({ code: 0 });
    const created = await run(settings, 'keys', 'create', '--plan', 'pro', '--json');
    expect(created, created.stderr).toMatchObject({ code: 0 });
    key = JSON.parse(created.stdout).key;
    service = await serve(settings, '--no-ingest');
    return service;
  }

  afterAll(async () => {
    expect(await service?.stop()).toSatisfy((code) => code === undefined || code === 0);
    rmSync(directory, { recursive: true, force: true });
  });

  for (const [name, city] of Object.entries(CITIES))
    testWithSharedData(`${name}: the answer over HTTP is what ecCodes reads at the four points around it`, async () => {
      const { url } = await started();
      const response = await fetch(`${url}/v1/forecast`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          location: { latitude: city.latitude, longitude: city.longitude },
          unit_overrides: { temperature: 'K', wind_speed: 'm/s', pressure: 'Pa' },
          current: {
            variables: [
              'temperature',
              'humidity',
              'wind_speed',
              'wind_direction',
              'pressure',
              'cloud_cover',
              'condition',
            ],
          },
          hourly: { hours: 1, past_hours: 6, variables: ['precipitation'] },
        }),
      });
      expect(response.status).toBe(200);
      const answer = (await response.json()) as Answer;
      const [u, v] = [mean(city, city.u), mean(city, city.v)];
      const { current, hourly } = answer;
      expect(current.time).toBe('2011-01-15T12:00:00Z');
      expect(Math.abs(current.temperature - mean(city, city.temperature))).toBeLessThanOrEqual(0.06);
      expect(Math.abs(current.humidity - expectedHumidity(city))).toBeLessThanOrEqual(0.75);
      expect(Math.abs(current.wind_speed - Math.hypot(u, v))).toBeLessThanOrEqual(0.07);
      expect(Math.abs(current.wind_direction - ((270 - (Math.atan2(v, u) * 180) / Math.PI) % 360))).toBeLessThanOrEqual(
        1,
      );
      expect(Math.abs(current.pressure - mean(city, city.pressure))).toBeLessThanOrEqual(1.5);
      expect(Math.abs(current.cloud_cover - mean(city, city.cloud))).toBeLessThanOrEqual(0.6);
      expect(current.condition).toBe(city.condition);
      const past = hourly.filter((record) => record.time < '2011-01-15T12:00:00Z');
      expect(past.map((record) => record.time.slice(11, 13))).toEqual(['06', '07', '08', '09', '10', '11']);
      const total = past.reduce((sum, record) => sum + record.precipitation, 0);
      expect(Math.abs(total - mean(city, city.precipitation))).toBeLessThanOrEqual(0.04);
      expect(answer.location.timezone).toBe(city.timezone);
      expect(Math.abs(answer.location.forecast_elevation_m - mean(city, city.elevation))).toBeLessThanOrEqual(0.6);
    });

  testWithSharedData('a run five days old is told to be stale, and real data is not called simulated', async () => {
    const { url } = await started();
    const response = await fetch(`${url}/v1/forecast`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ location: { latitude: 0, longitude: 0 }, current: { variables: ['temperature'] } }),
    });
    const answer = (await response.json()) as Answer;
    const codes = answer.warnings.map((warning) => warning.code);
    expect(answer.stale).toBe(true);
    expect(codes).toContain('stale_data');
    expect(codes).not.toContain('simulated_data');
    expect(response.headers.get('retry-after')).toBe('60');
  });
});
