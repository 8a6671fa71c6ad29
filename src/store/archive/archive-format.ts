/**
 * Keys and documents that all archives of issues share. An archive keeps what was issued for stations, so that it can be
 * verified later. Normative descriptions: docs/formats/nowcast-archive.md and docs/formats/forecast-archive.md.
 *
 *   <archive>/<day>/zarr.json               Zarr v3 group of a UTC day, "2026-11-20", with all array metadata
 *   <archive>/<day>/complete.json           the group and its axes are there: issues can be written
 *   <archive>/<day>/<axis>/c/0              issue, station, latitude, longitude and the leads
 *   <archive>/<day>/<array>/c.<slot>.0.0    one issue of one array
 *   <archive>/<day>/status/c.<slot>         the issue is whole: written last
 *
 * A day has a fixed number of slots, each for one issue. Where the stations or leads change, the day continues in a
 * group with another name: "2026-11-20-2".
 *
 * The group of a day that ended long ago is closed: "2026-11-20-closed" has the same chunks, one shard for each array.
 *
 *   <archive>/<day>-closed/<array>/c.0.0.0  all issues of one array
 *   <archive>/<day>-closed/status/c.0       which slots have an issue
 */

import { DAY } from '../../model/time.js';
import { versionPrefix } from '../versions/version-keys.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  BYTES,
  CHECKSUM,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
  shardingCodec,
} from '../zarr/zarr-arrays.js';

/** Coordinates that hold for a whole group, one chunk each. */
interface ArchiveAxis {
  readonly name: string;
  /** One of the dimensions of the format. */
  readonly dimension: string;
  readonly type: 'string' | 'float64';
  readonly attributes: object;
}

/** Values of issues, one chunk for each issue. */
export interface ArchiveArray {
  readonly name: string;
  readonly type: 'float32' | 'uint8' | 'int16' | 'int32' | 'int64';
  /** Bytes of one value. */
  readonly bytes: 1 | 2 | 4 | 8;
  readonly fill: number | 'NaN';
  /** Dimensions after that of the issues. */
  readonly dimensions: readonly string[];
  /** Largest code of a uint8 array; without it any byte is valid. */
  readonly largest?: number;
  /** Groups of earlier releases do not have the array. */
  readonly isOptional?: boolean;
  readonly attributes: object;
}

export interface ArchiveFormat {
  /** First part of all keys. */
  readonly dataset: string;
  readonly identity: FormatIdentity;
  /** Issues that a day can have, at equal distances. */
  readonly slots: number;
  /** Names of the dimensions and their largest lengths. The group has an attribute for each length: "stations". */
  readonly dimensions: readonly { readonly name: string; readonly most: number }[];
  readonly axes: readonly ArchiveAxis[];
  readonly arrays: readonly ArchiveArray[];
}

/** Values of the axes by their names. */
export type AxisValues = ReadonlyMap<string, readonly string[] | readonly number[]>;
/** Lengths of the dimensions by their names. */
export type Lengths = ReadonlyMap<string, number>;

/** Determines the group of an issue and its place in it. */
export interface GroupFrame {
  /** First second of the issue's slot, epoch seconds. */
  readonly slotTime: number;
  readonly axes: AxisValues;
}

/** An issue as its chunks have it. */
export interface EncodedIssue {
  /** Little-endian bytes by array. */
  readonly values: ReadonlyMap<string, Uint8Array>;
  readonly simulated: boolean;
}

/** Refuses a stored issue: the array is damaged, because the rule does not hold. */
export type Refuse = (array: string, rule: string) => Error;

/**
 * One archive: its format, and how its issues become stored values.
 *
 * @typeParam Frame  part of an issue that determines its group and slot
 */
export interface Archive<Frame, Issue extends Frame> {
  readonly format: ArchiveFormat;
  /** Rule that an issue breaks; null: it can be archived. */
  faultOf(issue: Issue): string | null;
  frameOf(frame: Frame): GroupFrame;
  encode(issue: Issue): EncodedIssue;
  /** @throws the error that `refuse` returns  the values contradict each other */
  decode(frame: GroupFrame, stored: EncodedIssue, refuse: Refuse): Issue;
}

/** Values of `status`. */
export const ISSUED = 1;
export const ISSUED_SIMULATED = 2;

const STATUS_ATTRIBUTES = {
  long_name: 'whether the issue is whole',
  ...flags(['absent', 'issued', 'issued_from_simulated_data']),
};

/** Attributes of codes, as CF has them. */
export function flags(meanings: readonly string[]): object {
  return { flag_values: meanings.map((_, i) => i), flag_meanings: meanings.join(' ') };
}

export function statusKey({ dataset }: ArchiveFormat, name: string, slot: number): string {
  return `${versionPrefix(dataset, name)}/status/c.${slot}`;
}

export function issueKey({ dataset }: ArchiveFormat, name: string, array: ArchiveArray, slot: number): string {
  return `${versionPrefix(dataset, name)}/${array.name}/c.${slot}${'.0'.repeat(array.dimensions.length)}`;
}

/** Slot of the day that an instant lies in. */
export function slotOf({ slots }: ArchiveFormat, time: number): number {
  return Math.floor(((time % DAY) * slots) / DAY);
}

/** "2026-11-20" of an instant, epoch seconds. */
export function dayOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** First second of a day, epoch seconds; null: no such day. */
export function startOfDay(day: string): number | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN;
  return Number.isNaN(start) || dayOf(start) !== day ? null : start;
}

/** Name of the `number`-th group of a day, from 1. */
export function groupName(day: string, number: number): string {
  return number === 1 ? day : `${day}-${number}`;
}

const CLOSED = '-closed';

/** Name of the closed group that replaces a group. */
export function closedName(name: string): string {
  return `${name}${CLOSED}`;
}

export function isClosedName(name: string): boolean {
  return name.endsWith(CLOSED);
}

/** Day of a group by its name, null when it is no group's. */
export function dayOfGroup(name: string): string | null {
  const day = /^(\d{4}-\d\d-\d\d)(-[1-9]\d*)?(-closed)?$/.exec(name)?.[1];
  return day === undefined || startOfDay(day) === null ? null : day;
}

/** The lengths that the axes of a group have. */
export function lengthsOf({ dimensions, axes }: ArchiveFormat, values: AxisValues): Lengths {
  const lengthOf = (dimension: string): number => {
    const own = axes.find((axis) => axis.dimension === dimension);
    return (own && values.get(own.name)?.length) ?? 0;
  };
  return new Map(dimensions.map(({ name }) => [name, lengthOf(name)]));
}

/** The rule that lengths break; null: none. */
export function lengthFault({ dimensions }: ArchiveFormat, lengths: Lengths): string | null {
  const isSound = dimensions.every(({ name, most }) => {
    const length = lengths.get(name)!;
    return Number.isInteger(length) && length >= 1 && length <= most;
  });
  if (isSound) return null;
  const given = dimensions.map(({ name }) => `${lengths.get(name)} ${name}s`).join(' and ');
  return `${given} are ${dimensions.map(({ most }) => `1 to ${most}`).join(' and ')}`;
}

/** Number of bytes of the values of an issue in an array. */
export function valueBytes({ bytes, dimensions }: ArchiveArray, lengths: Lengths): number {
  return dimensions.reduce<number>((product, name) => product * lengths.get(name)!, bytes);
}

/** Documents of all arrays of a group by their names. */
export function archiveDocuments(
  format: ArchiveFormat,
  lengths: Lengths,
  isClosed = false,
): Record<string, ArrayDocument> {
  const { slots, axes, arrays } = format;
  const documents: Record<string, ArrayDocument> = {
    issue: axisDocument('issue', slots, 'int64', { standard_name: 'forecast_reference_time', ...EPOCH_SECONDS }),
  };
  for (const { name, dimension, type, attributes } of axes)
    documents[name] = axisDocument(dimension, lengths.get(dimension)!, type, attributes);
  documents.status = arrayDocument({
    shape: [slots],
    chunk: [isClosed ? slots : 1],
    separator: '.',
    data_type: 'uint8',
    fill_value: 0,
    codecs: [BYTES, CHECKSUM],
    dimension_names: ['issue'],
    attributes: STATUS_ATTRIBUTES,
  });
  for (const { name, type, fill, dimensions, attributes } of arrays) {
    const sizes = dimensions.map((dimension) => lengths.get(dimension)!);
    documents[name] = arrayDocument({
      shape: [slots, ...sizes],
      chunk: [isClosed ? slots : 1, ...sizes],
      separator: '.',
      data_type: type,
      fill_value: fill,
      codecs: isClosed ? [shardingCodec([1, ...sizes], COMPRESSED)] : COMPRESSED,
      dimension_names: ['issue', ...dimensions],
      attributes: dimensions.includes('station') ? { ...attributes, coordinates: 'latitude longitude' } : attributes,
    });
  }
  return documents;
}
