/**
 * Where the record of issued nowcasts lies, and what it is made of. Normative description: docs/formats/nowcast-archive.md.
 *
 *   nowcast-archive/<day>/zarr.json               Zarr v3 group of a UTC day, "2026-11-20", with all array metadata
 *   nowcast-archive/<day>/complete.json           the group and its axes are there: issues can be written
 *   nowcast-archive/<day>/<axis>/c/0              issue, station, latitude, longitude, lead
 *   nowcast-archive/<day>/rate/c.<minute>.0.0     one issue, and so the other quantities
 *   nowcast-archive/<day>/status/c.<minute>       the issue is whole: written last
 *
 * A day whose stations or leads change goes on in a group of another name: "2026-11-20-2".
 *
 * A group of a day that is long over is closed: "2026-11-20-closed" has the same chunks, all of an array in one shard.
 *
 *   nowcast-archive/<day>-closed/rate/c.0.0.0     all issues, and so the other quantities
 *   nowcast-archive/<day>-closed/status/c.0       which minutes have one
 */

import { NOWCAST_SOURCES, type NowcastSource } from '../../model/nowcast.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
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

export type { IssueStation, NowcastIssue } from '../../model/nowcast-issue.js';

export const ARCHIVE_DATASET = 'nowcast-archive';
export const ARCHIVE_FORMAT: FormatIdentity = { name: 'weatherglass-nowcast-archive', version: 1 };
export const MINUTES_OF_DAY = 1440;
/** Twice all stations that report to the WMO every hour; a chunk of float32 stays below 16 MB. */
const MOST_STATIONS = 40_000;
const MOST_LEADS = 100;

/** Codes of `source` in the order of `NOWCAST_SOURCES` from 1, of `network` in that of `RADAR_NETWORKS`; 0: none. */
export const SOURCE_CODES: readonly NowcastSource[] = NOWCAST_SOURCES;
export const NETWORK_CODES: readonly RadarNetworkId[] = RADAR_NETWORKS.map(({ id }) => id);

/** Values of `status`. */
export const ISSUED = 1;
export const ISSUED_SIMULATED = 2;

export function statusKey(name: string, minute: number): string {
  return `${versionPrefix(ARCHIVE_DATASET, name)}/status/c.${minute}`;
}

/** @param dimensions  of the array, with that of the issue */
export function issueKey(name: string, array: IssueArray, minute: number, dimensions: number): string {
  return `${versionPrefix(ARCHIVE_DATASET, name)}/${array}/c.${minute}${'.0'.repeat(dimensions - 1)}`;
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

/** Name of the closed group that takes the place of a group. */
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

/** The rule that an issue breaks, null when it can be archived. */
export function issueFault(issue: NowcastIssue): string | null {
  const { issueTime, stations, leads, sources, networks, validTimes } = issue;
  if (!Number.isSafeInteger(issueTime) || issueTime % 60 !== 0) return `issue time ${issueTime} is a whole minute`;
  const sizes = sizeFault(stations.length, leads.length);
  if (sizes !== null) return sizes;
  if (!leads.every((lead, i) => lead >= 0 && Number.isFinite(lead) && !(lead <= leads[i - 1]!)))
    return `leads ${leads.join(', ')} rise from 0`;
  const placed = stations.every(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360);
  if (!placed || new Set(stations.map(({ id }) => id)).size !== stations.length)
    return 'stations lie on the globe, each once';
  const values = stations.length * leads.length;
  for (const name of ['rates', 'probabilities', 'sources', 'confidence'] as const)
    if (issue[name].length !== values) return `${issue[name].length} ${name} of ${values}`;
  if (!sources.every((code) => code <= SOURCE_CODES.length)) return `sources are 0 to ${SOURCE_CODES.length}`;
  if (networks.length !== stations.length || validTimes.length !== stations.length)
    return `${networks.length} networks and ${validTimes.length} valid times of ${stations.length} stations`;
  return validTimes.every((time) => time === null || Number.isSafeInteger(time))
    ? null
    : 'valid times are whole seconds';
}

/** The rule that the numbers of stations and leads break. */
export function sizeFault(stations: number, leads: number): string | null {
  const sound = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most;
  return sound(stations, MOST_STATIONS) && sound(leads, MOST_LEADS)
    ? null
    : `${stations} stations and ${leads} leads are 1 to ${MOST_STATIONS} and 1 to ${MOST_LEADS}`;
}

/** Arrays of values, one chunk an issue: by station and lead, or by station. */
export const ISSUE_ARRAYS = [
  { name: 'rate', type: 'float32', fill: 'NaN', byLead: true, bytes: 4 },
  { name: 'probability', type: 'float32', fill: 'NaN', byLead: true, bytes: 4 },
  { name: 'confidence', type: 'float32', fill: 'NaN', byLead: true, bytes: 4 },
  { name: 'source', type: 'uint8', fill: 0, byLead: true, bytes: 1 },
  { name: 'network', type: 'uint8', fill: 0, byLead: false, bytes: 1 },
  { name: 'frame_time', type: 'int64', fill: 0, byLead: false, bytes: 8 },
] as const;

export type IssueArray = (typeof ISSUE_ARRAYS)[number]['name'];

function flags(meanings: readonly string[], from = 0): object {
  return { flag_values: meanings.map((_, i) => from + i), flag_meanings: meanings.join(' ') };
}

const ATTRIBUTES: Readonly<Record<IssueArray | 'status', object>> = {
  rate: { long_name: 'precipitation rate said', standard_name: 'lwe_precipitation_rate', units: 'mm h-1' },
  probability: { long_name: 'chance of at least 0.1 mm/h', units: '1' },
  confidence: { long_name: 'confidence', units: '1' },
  source: { long_name: 'where the rain of the minute is from', ...flags(['none', ...SOURCE_CODES]) },
  network: { long_name: 'whose frame it was made from', ...flags(['none', ...NETWORK_CODES]) },
  frame_time: { long_name: 'valid time of that frame, 0: none', ...EPOCH_SECONDS },
  status: { long_name: 'whether the issue is whole', ...flags(['absent', 'issued', 'issued_from_simulated_data']) },
};

/** The document of every array of a day, by its name. */
export function archiveDocuments(stations: number, leads: number, isClosed = false): Record<string, ArrayDocument> {
  const documents: Record<string, ArrayDocument> = {
    issue: axisDocument('issue', MINUTES_OF_DAY, 'int64', {
      standard_name: 'forecast_reference_time',
      ...EPOCH_SECONDS,
    }),
    station: axisDocument('station', stations, 'string', { long_name: 'id of the station' }),
    latitude: axisDocument('station', stations, 'float64', { standard_name: 'latitude', units: 'degrees_north' }),
    longitude: axisDocument('station', stations, 'float64', { standard_name: 'longitude', units: 'degrees_east' }),
    lead: axisDocument('lead', leads, 'float64', { standard_name: 'forecast_period', units: 'min' }),
    status: arrayDocument({
      shape: [MINUTES_OF_DAY],
      chunk: [isClosed ? MINUTES_OF_DAY : 1],
      separator: '.',
      data_type: 'uint8',
      fill_value: 0,
      codecs: [BYTES, CHECKSUM],
      dimension_names: ['issue'],
      attributes: ATTRIBUTES.status,
    }),
  };
  for (const { name, type, fill, byLead } of ISSUE_ARRAYS) {
    const sizes = byLead ? [stations, leads] : [stations];
    documents[name] = arrayDocument({
      shape: [MINUTES_OF_DAY, ...sizes],
      chunk: [isClosed ? MINUTES_OF_DAY : 1, ...sizes],
      separator: '.',
      data_type: type,
      fill_value: fill,
      codecs: isClosed ? [shardingCodec([1, ...sizes], COMPRESSED)] : COMPRESSED,
      dimension_names: ['issue', 'station', ...(byLead ? ['lead'] : [])],
      attributes: { ...ATTRIBUTES[name], coordinates: 'latitude longitude' },
    });
  }
  return documents;
}
