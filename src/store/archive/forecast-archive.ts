/**
 * The archive of forecasts: hours and days at stations, as they were issued. One slot an hour.
 * Normative description: docs/formats/forecast-archive.md.
 */

import {
  type ForecastIssue,
  ISSUE_DAYS,
  ISSUE_HOURS,
  type UncorrectedIssue,
  type ZonedStation,
} from '../../model/forecast-issue.js';
import { MISSING_PACKED, type Packing, pack, unpackAll } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { bytesOf } from '../zarr/chunk-codec.js';
import { EPOCH_SECONDS } from '../zarr/zarr-arrays.js';
import {
  type Archive,
  type ArchiveArray,
  type ArchiveFormat,
  type EncodedIssue,
  flags,
  type GroupFrame,
  lengthFault,
  lengthsOf,
  type Refuse,
} from './archive-format.js';
import { MOST_STATIONS, stationAxes, stationAxisValues, stationFault, stationsFrom } from './station-axes.js';

/** Far finer than a response prints: 0.1 K. */
const TEMPERATURE: Packing = { step: 0.01, base: 273.15 };
/** As fine as a response prints, from 0 to 655 mm: the record of an hour is 305 mm (Holt, 1947). */
const HOUR_TOTAL: Packing = { step: 0.01, base: 327.67 };
/** From 0 to 1310 mm: no model forecasts more for a day. */
const DAY_TOTAL: Packing = { step: 0.02, base: 655.34 };
const PROBABILITY: Packing = { step: 0.0001, base: 0 };

interface PackedArray {
  readonly name: string;
  readonly section: 'hours' | 'days';
  readonly field: string;
  readonly packing: Packing;
  readonly attributes: object;
  /** Values before learned corrections, missing where there were none. Earlier releases did not store them. */
  readonly isUncorrected?: boolean;
}

/** Packed arrays, each with the field of an issue that it holds. */
const ANSWERED = [
  {
    ...{ name: 'hour_temperature', section: 'hours', field: 'temperature', packing: TEMPERATURE },
    attributes: { long_name: 'temperature at the hour', standard_name: 'air_temperature', units: 'K' },
  },
  {
    ...{ name: 'hour_precipitation', section: 'hours', field: 'precipitation', packing: HOUR_TOTAL },
    attributes: { long_name: 'precipitation of the hour', standard_name: 'lwe_thickness_of_precipitation_amount' },
  },
  {
    ...{ name: 'hour_probability', section: 'hours', field: 'probability', packing: PROBABILITY },
    attributes: { long_name: 'probability of at least 0.1 mm in the hour', units: '1' },
  },
  {
    ...{ name: 'day_temperature_max', section: 'days', field: 'temperatureMax', packing: TEMPERATURE },
    attributes: { long_name: 'highest temperature of the local day', standard_name: 'air_temperature', units: 'K' },
  },
  {
    ...{ name: 'day_temperature_min', section: 'days', field: 'temperatureMin', packing: TEMPERATURE },
    attributes: { long_name: 'lowest temperature of the local day', standard_name: 'air_temperature', units: 'K' },
  },
  {
    ...{ name: 'day_precipitation', section: 'days', field: 'precipitation', packing: DAY_TOTAL },
    attributes: { long_name: 'precipitation of the local day', standard_name: 'lwe_thickness_of_precipitation_amount' },
  },
  {
    ...{ name: 'day_probability', section: 'days', field: 'probability', packing: PROBABILITY },
    attributes: { long_name: 'probability of at least 1.0 mm in the local day', units: '1' },
  },
] as const satisfies readonly PackedArray[];

/** Fields that are learned about. */
const LEARNED_FIELDS: readonly string[] = ['temperature', 'temperatureMax', 'temperatureMin', 'probability'];

const PACKED: readonly PackedArray[] = [
  ...ANSWERED,
  ...ANSWERED.filter(({ field }) => LEARNED_FIELDS.includes(field)).map((array) => ({
    ...array,
    name: `${array.name}_uncorrected`,
    isUncorrected: true,
    attributes: { ...array.attributes, comment: 'before learned corrections and radar; missing: neither was applied' },
  })),
];

/** Values of `state`. */
const STATES = ['no_forecast', 'forecast', 'forecast_from_late_data'] as const;
const [NO_FORECAST, FORECAST, LATE_FORECAST] = [0, 1, 2] as const;

const byStation = { dimensions: ['station'] };

const ARRAYS: readonly ArchiveArray[] = [
  ...PACKED.map(
    ({ name, section, packing, attributes, isUncorrected = false }): ArchiveArray => ({
      ...{ name, type: 'int16', bytes: 2, fill: MISSING_PACKED, isOptional: isUncorrected },
      dimensions: ['station', section === 'hours' ? 'hour' : 'day'],
      attributes: {
        ...('units' in attributes ? {} : { units: 'mm' }),
        ...attributes,
        ...{ scale_factor: packing.step, add_offset: packing.base, _FillValue: MISSING_PACKED },
      },
    }),
  ),
  {
    ...{ name: 'first_day', type: 'int32', bytes: 4, fill: 0, ...byStation },
    attributes: { long_name: 'local date of day 0, 0: no days', units: 'days since 1970-01-01' },
  },
  {
    ...{ name: 'updated', type: 'int64', bytes: 8, fill: 0, ...byStation },
    attributes: { long_name: 'publication of the newest data, 0: no forecast', ...EPOCH_SECONDS },
  },
  {
    ...{ name: 'state', type: 'uint8', bytes: 1, fill: NO_FORECAST, ...byStation, largest: LATE_FORECAST },
    attributes: { long_name: 'whether there is a forecast', ...flags(STATES) },
  },
  {
    ...{ name: 'issue_time', type: 'int64', bytes: 8, fill: 0, dimensions: [] },
    attributes: { long_name: 'minute of the issue', standard_name: 'forecast_reference_time', ...EPOCH_SECONDS },
  },
];

const FORMAT: ArchiveFormat = {
  dataset: 'forecast-archive',
  identity: { name: 'weatherglass-forecast-archive', version: 1 },
  slots: 24,
  dimensions: [
    { name: 'station', most: MOST_STATIONS },
    { name: 'hour', most: ISSUE_HOURS },
    { name: 'day', most: ISSUE_DAYS },
  ],
  axes: [
    ...stationAxes,
    {
      ...{ name: 'zone', dimension: 'station', type: 'string' },
      attributes: { long_name: 'IANA time zone of the days' },
    },
    {
      ...{ name: 'hour', dimension: 'hour', type: 'float64' },
      attributes: { long_name: 'hours after the beginning of the hour of the issue', units: 'h' },
    },
    {
      ...{ name: 'day', dimension: 'day', type: 'float64' },
      attributes: { long_name: 'days after the local date of the issue', units: 'd' },
    },
  ],
  arrays: ARRAYS,
};

/** Part of an issue that determines its group and hour. */
type ForecastFrame = Pick<ForecastIssue, 'issueTime' | 'stations'>;

export const FORECAST_ARCHIVE: Archive<ForecastFrame, ForecastIssue> = {
  format: FORMAT,
  faultOf: issueFault,
  frameOf: ({ issueTime, stations }) => ({
    slotTime: Math.floor(issueTime / HOUR) * HOUR,
    axes: new Map<string, readonly string[] | readonly number[]>([
      ...stationAxisValues(stations),
      ['zone', stations.map(({ zone }) => zone)],
      ['hour', Array.from({ length: ISSUE_HOURS }, (_, i) => i)],
      ['day', Array.from({ length: ISSUE_DAYS }, (_, i) => i)],
    ]),
  }),
  encode,
  decode,
};

/** Records of a station in a section. */
const recordsIn = (section: 'hours' | 'days') => (section === 'hours' ? ISSUE_HOURS : ISSUE_DAYS);

/** Values of a packed array in an issue; null: the issue has no values before corrections. */
function tableOf(issue: ForecastIssue, { section, field, isUncorrected }: PackedArray): Float32Array | null {
  const sections = isUncorrected ? issue.uncorrected : issue;
  if (sections === null || sections === undefined) return null;
  return (sections[section] as unknown as Readonly<Record<string, Float32Array>>)[field]!;
}

/** The rule that an issue breaks, null when it can be archived. */
function issueFault(issue: ForecastIssue): string | null {
  const { issueTime, stations, firstDays, updatedAt, stale } = issue;
  if (!Number.isSafeInteger(issueTime) || issueTime % 60 !== 0) return `issue time ${issueTime} is a whole minute`;
  const sizes = lengthFault(FORMAT, lengthsOf(FORMAT, FORECAST_ARCHIVE.frameOf(issue).axes));
  if (sizes !== null) return sizes;
  const places = stationFault(stations);
  if (places !== null) return places;
  for (const array of PACKED) {
    const expected = stations.length * recordsIn(array.section);
    const found = tableOf(issue, array)?.length ?? expected;
    if (found !== expected) return `${array.name} has ${found} values of ${expected}`;
  }
  const count = stations.length;
  if ([firstDays, updatedAt, stale].some(({ length }) => length !== count))
    return `first days, updates and states are those of ${count} stations`;
  const isWhole = (value: number | null) => value === null || (Number.isSafeInteger(value) && value !== 0);
  return firstDays.every(isWhole) && updatedAt.every(isWhole)
    ? null
    : 'first days and updates are whole numbers, not 0';
}

function encode(issue: ForecastIssue): EncodedIssue {
  const { issueTime, firstDays, updatedAt, stale, simulated } = issue;
  const values = new Map<string, Uint8Array>();
  for (const array of PACKED) {
    const table = tableOf(issue, array);
    const packed =
      table === null
        ? new Int16Array(issue.stations.length * recordsIn(array.section)).fill(MISSING_PACKED)
        : Int16Array.from(table, (value) => pack(value, array.packing));
    values.set(array.name, bytesOf(packed));
  }
  values.set('first_day', bytesOf(Int32Array.from(firstDays, (day) => day ?? 0)));
  values.set('updated', bytesOf(BigInt64Array.from(updatedAt, (time) => BigInt(time ?? 0))));
  const stateOf = (time: number | null, i: number) =>
    time === null ? NO_FORECAST : stale[i] ? LATE_FORECAST : FORECAST;
  values.set('state', Uint8Array.from(updatedAt.map(stateOf)));
  values.set('issue_time', bytesOf(BigInt64Array.of(BigInt(issueTime))));
  return { values, simulated };
}

function decode({ slotTime, axes }: GroupFrame, { values, simulated }: EncodedIssue, refuse: Refuse): ForecastIssue {
  const numbers = (array: string) => Array.from(new BigInt64Array(values.get(array)!.buffer), Number);
  const [issueTime] = numbers('issue_time') as [number];
  if (issueTime < slotTime || issueTime >= slotTime + HOUR)
    throw refuse('issue_time', `the issue is of the hour from ${slotTime}; its time is ${issueTime}`);
  const zones = axes.get('zone') as readonly string[];
  const answered = tablesIn(values, false);
  const states = values.get('state')!;
  return {
    issueTime,
    stations: stationsFrom(axes).map((station, i): ZonedStation => ({ ...station, zone: zones[i]! })),
    ...(answered as unknown as Pick<ForecastIssue, 'hours' | 'days'>),
    uncorrected: uncorrectedIn(values),
    firstDays: Array.from(new Int32Array(values.get('first_day')!.buffer), (day) => (day === 0 ? null : day)),
    updatedAt: numbers('updated').map((time) => (time === 0 ? null : time)),
    stale: Array.from(states, (state) => state === LATE_FORECAST),
    simulated,
  };
}

type Tables = Record<'hours' | 'days', Record<string, Float32Array>>;

function tablesIn(values: ReadonlyMap<string, Uint8Array>, isUncorrected: boolean): Tables {
  const tables: Tables = { hours: {}, days: {} };
  for (const array of PACKED)
    if ((array.isUncorrected ?? false) === isUncorrected)
      tables[array.section][array.field] = unpackAll(new Int16Array(values.get(array.name)!.buffer), array.packing);
  return tables;
}

/** Null where the group does not have the arrays, or no value is in them. */
function uncorrectedIn(values: ReadonlyMap<string, Uint8Array>): UncorrectedIssue | null {
  if (PACKED.some(({ name }) => !values.has(name))) return null;
  const tables = tablesIn(values, true);
  const all = [tables.hours, tables.days].flatMap((section) => Object.values(section));
  const isEmpty = all.every((table) => table.every(Number.isNaN));
  return isEmpty ? null : (tables as unknown as UncorrectedIssue);
}
