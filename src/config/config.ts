/**
 * Configuration: environment and one optional JSON file, read once into a typed object.
 *
 * `SETTINGS` is the whole list; the README's table is checked against it. The environment wins over the file, the file
 * over the default. An empty value counts as not set. Unknown keys of the file and unknown WEATHERGLASS_ variables are
 * refused, because a misspelt setting that is silently ignored costs an evening.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Clock, fixedClock, systemClock } from '../base/clock.js';
import { ConfigError } from '../base/errors.js';
import type { Box } from '../model/box.js';
import type { AddressSetting } from '../sources/feed.js';
import { type AlertChoice, alertChoice, chooseFeeds, type FeedChoice, terrainZoom } from './config-feeds.js';
import { ADDRESS_SETTINGS, SETTINGS, type SettingName } from './config-table.js';

export type { Box } from '../model/box.js';
export type { SettingName } from './config-table.js';

export interface Config {
  readonly profile: 'demo' | 'live';
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Epoch seconds of a fixed clock, null when the clock runs. */
  readonly now: number | null;
  readonly region: Box | null;
  readonly feeds: FeedChoice;
  readonly alerts: AlertChoice;
  /** Queues of model feeds that are ingested at the same time; null: by profile and memory. */
  readonly ingestQueues: 1 | 2 | null;
  /** Of the terrain tiles; null: chosen by the size of the region. */
  readonly terrainZoom: number | null;
  /** Base addresses of the feeds' files, without a slash at their end; empty: they are not to be asked for. */
  readonly addresses: Readonly<Record<AddressSetting, string>>;
  /** No slash at the end; null: made from host and port when the server listens. */
  readonly baseUrl: string | null;
  /** Time budget of one request for weather, s. */
  readonly requestSeconds: number;
  /** Time between the signal to stop and the end of listening, s. */
  readonly drainSeconds: number;
  /** Null: metrics are served on `port`. */
  readonly metricsPort: number | null;
  /** Days that issued nowcasts and forecasts are kept; 0: none is archived. */
  readonly archiveDays: number;
  readonly tiles: TileSettings;
  readonly logLevel: string;
  readonly logPretty: boolean;
  readonly pepper: string | null;
  readonly tokens: { readonly jwks: string; readonly issuer: string; readonly audience: string } | null;
  readonly demo: { readonly gridStepDegrees: number; readonly seed: number; readonly biasKelvin: number };
}

/** How map tiles are drawn and kept. */
export interface TileSettings {
  /** Null: by the number of cores. */
  readonly threads: number | null;
  /** Of tiles in memory, and on disk. */
  readonly cacheBytes: number;
  readonly diskBytes: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Values = Record<SettingName, string> & Readonly<Record<AddressSetting, string>>;

/**
 * @param overrides  what a command's own options say; they win over the environment
 * @throws ConfigError  naming the setting, the rule and the value
 */
export function loadConfig(environment: Environment, overrides: Partial<Values> = {}): Config {
  const values = settle(environment, overrides);
  const profile = oneOf('WEATHERGLASS_PROFILE', values.WEATHERGLASS_PROFILE, ['demo', 'live'] as const);
  const now = values.WEATHERGLASS_NOW === '' ? null : instant('WEATHERGLASS_NOW', values.WEATHERGLASS_NOW);
  const region = values.WEATHERGLASS_REGION === '' ? null : parseRegion(values.WEATHERGLASS_REGION);
  return {
    profile,
    host: values.HOST,
    port: number('PORT', values.PORT, 0, 65535, true),
    dataDirectory: resolve(values.WEATHERGLASS_DATA.replace('<profile>', profile)),
    clock: now === null ? systemClock : fixedClock(now),
    now,
    region,
    feeds: chooseFeeds(values.WEATHERGLASS_FEEDS),
    alerts: alertChoice(
      values.WEATHERGLASS_CONTACT,
      values.WEATHERGLASS_METEOALARM_COUNTRIES,
      values.WEATHERGLASS_WMO_SOURCES,
    ),
    ingestQueues: { auto: null, 1: 1, 2: 2 }[
      oneOf('WEATHERGLASS_INGEST_QUEUES', values.WEATHERGLASS_INGEST_QUEUES, ['auto', '1', '2'] as const)
    ] as 1 | 2 | null,
    terrainZoom: terrainZoom(values.WEATHERGLASS_TERRAIN_ZOOM),
    addresses: addressesOf(values),
    baseUrl:
      values.WEATHERGLASS_BASE_URL === '' ? null : webAddress('WEATHERGLASS_BASE_URL', values.WEATHERGLASS_BASE_URL),
    requestSeconds: number('WEATHERGLASS_REQUEST_SECONDS', values.WEATHERGLASS_REQUEST_SECONDS, 0.1, 60, false),
    drainSeconds: number('WEATHERGLASS_DRAIN_SECONDS', values.WEATHERGLASS_DRAIN_SECONDS, 0, 300, false),
    metricsPort: metricsPort(values),
    archiveDays: number('WEATHERGLASS_NOWCAST_ARCHIVE_DAYS', values.WEATHERGLASS_NOWCAST_ARCHIVE_DAYS, 0, 36_500, true),
    tiles: tileSettings(values),
    logLevel: oneOf('WEATHERGLASS_LOG_LEVEL', values.WEATHERGLASS_LOG_LEVEL, [
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    logPretty: logPretty(values.WEATHERGLASS_LOG_FORMAT),
    pepper: values.WEATHERGLASS_PEPPER || null,
    tokens: tokenSettings(values),
    demo: {
      gridStepDegrees: demoGrid(values.WEATHERGLASS_DEMO_GRID),
      seed: number('WEATHERGLASS_DEMO_SEED', values.WEATHERGLASS_DEMO_SEED, 0, 2 ** 31 - 1, true),
      biasKelvin: number('WEATHERGLASS_DEMO_BIAS', values.WEATHERGLASS_DEMO_BIAS, -20, 20, false),
    },
  };
}

function settle(environment: Environment, overrides: Environment): Values {
  const known = new Set<string>(SETTINGS.map(({ name }) => name));
  for (const name of Object.keys(environment))
    if (name.startsWith('WEATHERGLASS_') && !known.has(name) && !NOT_OURS.test(name))
      throw new ConfigError(name, 'is not a setting; see the table in the README', lengthOf(environment[name]));
  const path = environment.WEATHERGLASS_CONFIG || '';
  const file = path === '' ? {} : readConfigFile(path, known);
  const entries = SETTINGS.map(({ name, fallback }) => [
    name,
    overrides[name] || environment[name] || file[name] || fallback,
  ]);
  return Object.fromEntries(entries) as Values;
}

/**
 * What others put into our environment: the key of the README's request, the test suite's own variables, and the
 * addresses that Kubernetes gives to every container beside a service named weatherglass.
 */
const NOT_OURS = /^WEATHERGLASS_(KEY|SHARED_DATA|REQUIRE_ALL|SERVICE_.*|PORT(_.*)?)$/;

/** What a misspelt name holds may be a secret, and the message goes to a log. */
function lengthOf(value: unknown): string {
  return `${String(value ?? '').length} characters`;
}

function readConfigFile(path: string, known: ReadonlySet<string>): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError('WEATHERGLASS_CONFIG', `must be a readable JSON file (${(error as Error).message})`, path);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConfigError('WEATHERGLASS_CONFIG', 'must hold one JSON object', path);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed)) {
    if (!known.has(name)) throw new ConfigError(name, `is not a setting (in ${path})`, lengthOf(value));
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new ConfigError(name, `must be a string or a number (in ${path})`, JSON.stringify(value));
    values[name] = String(value);
  }
  return values;
}

function oneOf<T extends string>(setting: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(setting, `must be one of ${allowed.join(', ')}`, value);
  return found;
}

function number(setting: string, value: string, min: number, max: number, whole: boolean): number {
  const parsed = Number(value);
  if (value.trim() === '' || !(parsed >= min && parsed <= max) || (whole && !Number.isInteger(parsed)))
    throw new ConfigError(setting, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`, value);
  return parsed;
}

function instant(setting: string, value: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value);
  const milliseconds = Date.parse(value);
  if (!zoned || Number.isNaN(milliseconds))
    throw new ConfigError(setting, 'must be an ISO 8601 instant with Z or an offset', value);
  return milliseconds / 1000;
}

function webAddress(setting: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(setting, 'must be an http or https address', value);
  return value.replace(/\/+$/, '');
}

/** Empty where nothing is asked unless an operator says where. */
function addressesOf(values: Values): Config['addresses'] {
  const addresses = ADDRESS_SETTINGS.map((name) => [name, values[name] === '' ? '' : webAddress(name, values[name]!)]);
  return Object.fromEntries(addresses) as Record<AddressSetting, string>;
}

function logPretty(format: string): boolean {
  if (format === '') return process.stderr.isTTY === true;
  return oneOf('WEATHERGLASS_LOG_FORMAT', format, ['pretty', 'json']) === 'pretty';
}

function tokenSettings(values: Values): Config['tokens'] {
  const [jwks, issuer, audience] = [
    values.WEATHERGLASS_TOKEN_JWKS,
    values.WEATHERGLASS_TOKEN_ISSUER,
    values.WEATHERGLASS_TOKEN_AUDIENCE,
  ];
  if (jwks === '' && issuer === '' && audience === '') return null;
  for (const name of ['WEATHERGLASS_TOKEN_JWKS', 'WEATHERGLASS_TOKEN_ISSUER', 'WEATHERGLASS_TOKEN_AUDIENCE'] as const)
    if (values[name] === '')
      throw new ConfigError(name, 'is needed when another WEATHERGLASS_TOKEN_ setting is set', '');
  return { jwks, issuer, audience };
}

function metricsPort(values: Values): number | null {
  const text = values.WEATHERGLASS_METRICS_PORT;
  if (text === '') return null;
  const port = number('WEATHERGLASS_METRICS_PORT', text, 1, 65535, true);
  if (text === values.PORT) throw new ConfigError('WEATHERGLASS_METRICS_PORT', 'must differ from PORT', text);
  return port;
}

const MB = 2 ** 20;

function tileSettings(values: Values): TileSettings {
  const threads = values.WEATHERGLASS_TILE_THREADS;
  return {
    threads: threads === 'auto' ? null : number('WEATHERGLASS_TILE_THREADS', threads, 1, 64, true),
    cacheBytes: number('WEATHERGLASS_TILE_CACHE_MB', values.WEATHERGLASS_TILE_CACHE_MB, 1, 65_536, true) * MB,
    diskBytes: number('WEATHERGLASS_TILE_DISK_MB', values.WEATHERGLASS_TILE_DISK_MB, 0, 16_777_216, true) * MB,
  };
}

function demoGrid(value: string): number {
  const step = number('WEATHERGLASS_DEMO_GRID', value, 0.25, 30, false);
  if (!Number.isInteger(90 / step)) throw new ConfigError('WEATHERGLASS_DEMO_GRID', 'must divide 90', value);
  return step;
}

/**
 * "south,west,north,east" in degrees; longitudes −180..180.
 *
 * @throws ConfigError  when it is not four numbers in order and range
 */
export function parseRegion(text: string): Box {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south, west, north, east] = parts as [number, number, number, number];
  const inRange = south >= -90 && north <= 90 && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  if (parts.length !== 4 || !inRange || west === east)
    throw new ConfigError('WEATHERGLASS_REGION', 'must be south,west,north,east in degrees with south < north', text);
  return { south, west, north, east };
}
