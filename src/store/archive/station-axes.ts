/** The axes of stations that all archives have: their ids and positions. */

import type { IssueStation } from '../../model/nowcast-issue.js';
import type { ArchiveFormat, AxisValues } from './archive-format.js';

/** Twice all stations that report to the WMO every hour; a chunk of float32 stays below 16 MB. */
export const MOST_STATIONS = 40_000;

export const stationAxes: ArchiveFormat['axes'] = [
  {
    ...{ name: 'station', dimension: 'station', type: 'string' },
    attributes: { long_name: 'id of the station' },
  },
  {
    ...{ name: 'latitude', dimension: 'station', type: 'float64' },
    attributes: { standard_name: 'latitude', units: 'degrees_north' },
  },
  {
    ...{ name: 'longitude', dimension: 'station', type: 'float64' },
    attributes: { standard_name: 'longitude', units: 'degrees_east' },
  },
];

type Entries = [axis: string, values: readonly string[] | readonly number[]][];

export function stationAxisValues(stations: readonly IssueStation[]): Entries {
  return [
    ['station', stations.map(({ id }) => id)],
    ['latitude', stations.map(({ latitude }) => latitude)],
    ['longitude', stations.map(({ longitude }) => longitude)],
  ];
}

export function stationsFrom(axes: AxisValues): IssueStation[] {
  const latitudes = axes.get('latitude') as readonly number[];
  const longitudes = axes.get('longitude') as readonly number[];
  const ids = axes.get('station') as readonly string[];
  return ids.map((id, i) => ({ id, latitude: latitudes[i]!, longitude: longitudes[i]! }));
}

/** The rule that stations break; null: none. */
export function stationFault(stations: readonly IssueStation[]): string | null {
  const placed = stations.every(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360);
  return placed && new Set(stations.map(({ id }) => id)).size === stations.length
    ? null
    : 'stations lie on the globe, each once';
}
