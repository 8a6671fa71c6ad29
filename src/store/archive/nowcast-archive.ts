/** The archive of nowcasts: what was said of the next two hours at stations, from which frame. One slot a minute. */

import { NOWCAST_SOURCES } from '../../model/nowcast.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
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
} from './archive-format.js';
import { MOST_STATIONS, stationAxes, stationAxisValues, stationFault, stationsFrom } from './station-axes.js';

/** Codes of `network` from 1; 0: none. */
const NETWORK_CODES: readonly RadarNetworkId[] = RADAR_NETWORKS.map(({ id }) => id);

const byLead = { dimensions: ['station', 'lead'] };
const byStation = { dimensions: ['station'] };
const FLOAT = { type: 'float32', fill: 'NaN', bytes: 4 } as const;
const CODE = { type: 'uint8', fill: 0, bytes: 1 } as const;

const ARRAYS: readonly ArchiveArray[] = [
  {
    ...{ name: 'rate', ...FLOAT, ...byLead },
    attributes: {
      long_name: 'precipitation rate said',
      standard_name: 'lwe_precipitation_rate',
      units: 'mm h-1',
    },
  },
  {
    ...{ name: 'probability', ...FLOAT, ...byLead },
    attributes: { long_name: 'chance of at least 0.1 mm/h', units: '1' },
  },
  { ...{ name: 'confidence', ...FLOAT, ...byLead }, attributes: { long_name: 'confidence', units: '1' } },
  {
    ...{ name: 'source', ...CODE, ...byLead, largest: NOWCAST_SOURCES.length },
    attributes: { long_name: 'where the rain of the minute is from', ...flags(['none', ...NOWCAST_SOURCES]) },
  },
  {
    ...{ name: 'network', ...CODE, ...byStation, largest: NETWORK_CODES.length },
    attributes: { long_name: 'whose frame it was made from', ...flags(['none', ...NETWORK_CODES]) },
  },
  {
    ...{ name: 'frame_time', type: 'int64', fill: 0, bytes: 8, ...byStation },
    attributes: { long_name: 'valid time of that frame, 0: none', ...EPOCH_SECONDS },
  },
];

const FORMAT: ArchiveFormat = {
  dataset: 'nowcast-archive',
  identity: { name: 'weatherglass-nowcast-archive', version: 1 },
  slots: 1440,
  dimensions: [
    { name: 'station', most: MOST_STATIONS },
    { name: 'lead', most: 100 },
  ],
  axes: [
    ...stationAxes,
    {
      ...{ name: 'lead', dimension: 'lead', type: 'float64' },
      attributes: { standard_name: 'forecast_period', units: 'min' },
    },
  ],
  arrays: ARRAYS,
};

/** Part of an issue that determines its group and minute. */
type NowcastFrame = Pick<NowcastIssue, 'issueTime' | 'stations' | 'leads'>;

export const NOWCAST_ARCHIVE: Archive<NowcastFrame, NowcastIssue> = {
  format: FORMAT,
  faultOf: issueFault,
  frameOf: ({ issueTime, stations, leads }) => ({
    slotTime: issueTime,
    axes: new Map([...stationAxisValues(stations), ['lead', leads]]),
  }),
  encode,
  decode,
};

/** The rule that an issue breaks, null when it can be archived. */
function issueFault(issue: NowcastIssue): string | null {
  const { issueTime, stations, leads, sources, networks, validTimes } = issue;
  if (!Number.isSafeInteger(issueTime) || issueTime % 60 !== 0) return `issue time ${issueTime} is a whole minute`;
  const sizes = lengthFault(FORMAT, lengthsOf(FORMAT, NOWCAST_ARCHIVE.frameOf(issue).axes));
  if (sizes !== null) return sizes;
  if (!leads.every((lead, i) => lead >= 0 && Number.isFinite(lead) && !(lead <= leads[i - 1]!)))
    return `leads ${leads.join(', ')} rise from 0`;
  const places = stationFault(stations);
  if (places !== null) return places;
  const values = stations.length * leads.length;
  for (const name of ['rates', 'probabilities', 'sources', 'confidence'] as const)
    if (issue[name].length !== values) return `${issue[name].length} ${name} of ${values}`;
  if (!sources.every((code) => code <= NOWCAST_SOURCES.length)) return `sources are 0 to ${NOWCAST_SOURCES.length}`;
  if (networks.length !== stations.length || validTimes.length !== stations.length)
    return `${networks.length} networks and ${validTimes.length} valid times of ${stations.length} stations`;
  return validTimes.every((time) => time === null || Number.isSafeInteger(time))
    ? null
    : 'valid times are whole seconds';
}

function encode(issue: NowcastIssue): EncodedIssue {
  const codes = Uint8Array.from(issue.networks, (id) => (id === null ? 0 : NETWORK_CODES.indexOf(id) + 1));
  const times = BigInt64Array.from(issue.validTimes, (time) => BigInt(time ?? 0));
  const values = new Map([
    ['rate', bytesOf(issue.rates)],
    ['probability', bytesOf(issue.probabilities)],
    ['confidence', bytesOf(issue.confidence)],
    ['source', bytesOf(issue.sources)],
    ['network', codes],
    ['frame_time', bytesOf(times)],
  ]);
  return { values, simulated: issue.simulated };
}

function decode({ slotTime, axes }: GroupFrame, { values, simulated }: EncodedIssue): NowcastIssue {
  const floats = (array: string) => new Float32Array(values.get(array)!.buffer);
  const times = new BigInt64Array(values.get('frame_time')!.buffer);
  return {
    issueTime: slotTime,
    stations: stationsFrom(axes),
    leads: axes.get('lead') as readonly number[],
    rates: floats('rate'),
    probabilities: floats('probability'),
    confidence: floats('confidence'),
    sources: values.get('source')!,
    networks: Array.from(values.get('network')!, (code) => NETWORK_CODES[code - 1] ?? null),
    validTimes: Array.from(times, (time) => (time === 0n ? null : Number(time))),
    simulated,
  };
}
