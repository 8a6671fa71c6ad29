/**
 * Stored form of the record of accuracy, as Zarr v3 documents. Normative description: docs/formats/accuracy-record.md.
 *
 *   accuracy/<month>-<revision>/zarr.json                  Zarr v3 group, with all array metadata consolidated
 *   accuracy/<month>-<revision>/stations_<i>/c/0/0/0       shard; an inner chunk is a station with all sums and dates
 *   accuracy/<month>-<revision>/groups_<i>/c/0/0/0         the same for the network and each region
 *   accuracy/<month>-<revision>/headlines/c/0/0/0          sums of a few leads of every station
 *   accuracy/<month>-<revision>/<axis>/c/0                 an axis, whole
 *   accuracy/<month>-<revision>/complete.json              every object is there
 *
 * A month is written anew, as another revision, when its dates are verified. The highest complete revision is what readers get:
 * no pointer is needed.
 */

import { crc32c } from '../../base/crc32c.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyGroup } from '../../model/accuracy-record.js';
import { REGIONS } from '../../model/region.js';
import { formatDate, parseDate } from '../../model/time.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  type FormatIdentity,
  shardingCodec,
  zarrGroup,
} from '../zarr/zarr-arrays.js';

export const ACCURACY_DATASET = 'accuracy';
export const ACCURACY_FORMAT: FormatIdentity = { name: 'weatherglass-accuracy-record', version: 1 };

export const INTERVALS = ['1d', '1h', '1m'] as const satisfies readonly AccuracyInterval[];

/** Groups that have rows of their own beside the stations, in the order of the arrays. */
export const POOLED_GROUPS: readonly AccuracyGroup[] = [
  'network',
  ...REGIONS.map(({ id }): AccuracyGroup => `region/${id}`),
];

/** The numbers of a row, by which writer and readers understand each other. */
export interface RowForm {
  /** Name of every number: "1 temperature_max samples". */
  readonly names: readonly string[];
  /** Numbers that rows of stations have: the first ones. */
  readonly ofStations: number;
}

/** The numbers of all rows. A record of another form is not read. */
export interface AccuracyForm {
  readonly rows: Readonly<Record<AccuracyInterval, RowForm>>;
  /** The numbers of a row of headlines: where each stands in a row of its interval. */
  readonly headlines: readonly { readonly interval: AccuracyInterval; readonly column: number }[];
}

/** Eight hexadecimal digits that change with the meaning of any number. */
export function fingerprint(form: AccuracyForm): string {
  const text = JSON.stringify([INTERVALS.map((interval) => form.rows[interval]), form.headlines, POOLED_GROUPS]);
  return crc32c(new TextEncoder().encode(text)).toString(16).padStart(8, '0');
}

/** A month of the calendar, days since 1970-01-01. */
export interface Month {
  /** "202611" */
  readonly name: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The month that a day belongs to. */
export function monthOf(day: number): Month {
  const date = formatDate(day);
  const firstDay = parseDate(`${date.slice(0, 8)}01`)!;
  const next = formatDate(firstDay + 31);
  return { name: date.slice(0, 7).replace('-', ''), firstDay, lastDay: parseDate(`${next.slice(0, 8)}01`)! - 1 };
}

export function datesIn({ firstDay, lastDay }: Pick<Month, 'firstDay' | 'lastDay'>): number {
  return lastDay - firstDay + 1;
}

/** One revision of a month. */
export interface MonthFacts {
  /** "202611-7" */
  readonly version: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** Forecasts or observations come from the simulated upstream. */
  readonly simulated: boolean;
  readonly month: Month;
  /** Ascending, not empty. */
  readonly stations: readonly string[];
  /** Dates that were verified, and those whose minutes were; ascending, days since 1970-01-01. */
  readonly verified: readonly number[];
  readonly minutes: readonly number[];
}

export function revisionName({ name }: Month, revision: number): string {
  return `${name}-${revision}`;
}

export interface Revision {
  readonly version: string;
  readonly month: Month;
  readonly revision: number;
}

/** Null: no name of a revision. */
export function parseRevision(version: string): Revision | null {
  const match = /^(\d{4})(\d\d)-([1-9]\d{0,8})$/.exec(version);
  const firstDay = match === null ? null : parseDate(`${match[1]}-${match[2]}-01`);
  if (match === null || firstDay === null) return null;
  return { version, month: monthOf(firstDay), revision: Number(match[3]) };
}

/** The rule that facts break; null: none. Shared by writer and reader. */
export function factsFault({ version, month, stations, verified, minutes }: MonthFacts): string | null {
  if (parseRevision(version)?.month.name !== month.name) return 'a revision is named by its month';
  if (stations.length === 0 || stations.some((id, n) => n > 0 && id <= stations[n - 1]!)) return 'station ids rise';
  const isInMonth = (day: number, n: number, days: readonly number[]) =>
    Number.isInteger(day) && day >= month.firstDay && day <= month.lastDay && (n === 0 || day > days[n - 1]!);
  if (verified.length === 0) return 'a month has dates that were verified';
  return [verified, minutes].every((days) => days.every(isInMonth)) ? null : 'dates rise, and are of the month';
}

/** Name of the array of stations, or of regions and the network. */
export function rowsName(kind: RowsKind, interval: AccuracyInterval): string {
  return `${kind}_${interval}`;
}

export type RowsKind = 'stations' | 'groups';

/** Numbers of a row in an array. */
export function widthOf(form: AccuracyForm, kind: RowsKind, interval: AccuracyInterval): number {
  const { names, ofStations } = form.rows[interval];
  return kind === 'stations' ? ofStations : names.length;
}

/** Bytes of one number: rows of stations are float32, those of groups float64. */
export const NUMBER_BYTES = { stations: 4, groups: 8 } as const;

/** Rows of an array: a station or a group each. */
export function countOf({ stations }: Pick<MonthFacts, 'stations'>, kind: RowsKind): number {
  return kind === 'stations' ? stations.length : POOLED_GROUPS.length;
}

/** The document of every array of a month, by its name. */
export function monthDocuments(
  facts: Pick<MonthFacts, 'month' | 'stations'>,
  form: AccuracyForm,
): Record<string, ArrayDocument> {
  const dates = datesIn(facts.month);
  const documents: Record<string, ArrayDocument> = {
    station: axisDocument('station', facts.stations.length, 'string', { long_name: 'station id' }),
    group: axisDocument('group', POOLED_GROUPS.length, 'string', { long_name: 'network or region' }),
    date: axisDocument('date', dates, 'float64', {
      ...{ standard_name: 'time', units: 'days since 1970-01-01' },
      long_name: 'local date of the valid time',
    }),
    headlines: headlinesDocument(facts, form),
  };
  for (const interval of INTERVALS) {
    const names = form.rows[interval].names.length;
    documents[`sum_${interval}`] = axisDocument(`sum_${interval}`, names, 'string', {
      long_name: 'lead, block and sum',
    });
    for (const kind of ['stations', 'groups'] as const)
      documents[rowsName(kind, interval)] = rowsDocument(facts, form, kind, interval);
  }
  return documents;
}

function rowsDocument(
  facts: Pick<MonthFacts, 'month' | 'stations'>,
  form: AccuracyForm,
  kind: RowsKind,
  interval: AccuracyInterval,
): ArrayDocument {
  const [count, width, dates] = [countOf(facts, kind), widthOf(form, kind, interval), datesIn(facts.month)];
  const isStations = kind === 'stations';
  return arrayDocument({
    shape: [count, width, dates],
    data_type: isStations ? 'float32' : 'float64',
    fill_value: 0,
    codecs: [shardingCodec([1, width, dates], COMPRESSED)],
    dimension_names: isStations ? ['station', `station_sum_${interval}`, 'date'] : ['group', `sum_${interval}`, 'date'],
    attributes: { long_name: 'sums of verified pairs; 0 without pairs' },
  });
}

function headlinesDocument(facts: Pick<MonthFacts, 'month' | 'stations'>, { headlines }: AccuracyForm): ArrayDocument {
  return arrayDocument({
    shape: [datesIn(facts.month), facts.stations.length, headlines.length],
    data_type: 'float32',
    fill_value: 0,
    codecs: COMPRESSED,
    dimension_names: ['date', 'station', 'headline'],
    attributes: {
      long_name: 'sums of one lead of each interval',
      columns: headlines.map(({ interval, column }) => `${interval} ${column}`),
    },
  });
}

export function monthGroup(facts: MonthFacts, form: AccuracyForm, arrays: Record<string, ArrayDocument>): object {
  const { month, ...others } = facts;
  const { name: format, version: formatVersion } = ACCURACY_FORMAT;
  const head = { format, formatVersion, dataset: ACCURACY_DATASET, layout: fingerprint(form) };
  return zarrGroup({ ...head, ...others, firstDay: month.firstDay, lastDay: month.lastDay }, arrays);
}

export function rowsKey(version: string, kind: RowsKind, interval: AccuracyInterval): string {
  return `${versionPrefix(ACCURACY_DATASET, version)}/${rowsName(kind, interval)}/c/0/0/0`;
}

export function headlinesKey(version: string): string {
  return `${versionPrefix(ACCURACY_DATASET, version)}/headlines/c/0/0/0`;
}

export function axisKey(version: string, axis: string): string {
  return `${versionPrefix(ACCURACY_DATASET, version)}/${axis}/c/0`;
}

export function documentKey(version: string, array: string): string {
  return `${versionPrefix(ACCURACY_DATASET, version)}/${array}/${METADATA_NAME}`;
}
