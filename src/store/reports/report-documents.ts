/**
 * Stored form of the newest station reports, as Zarr v3 documents. Normative description: docs/formats/station-reports.md.
 *
 *   reports/latest.json                  the version that is published
 *   reports/<version>/complete.json      every object of the version is there
 *   reports/<version>/zarr.json          Zarr v3 group, with all array metadata consolidated
 *   reports/<version>/<array>/c/0        one array, whole
 *
 * Reports are columns over [report]. `station_reports` says how many belong to each station, as contiguous ragged arrays of
 * CF do (section 9.3.3), so that no index can point anywhere.
 */

import { REPORT_QUANTITIES, type ReportTable } from '../../model/station-report.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
  zarrGroup,
} from '../zarr/zarr-arrays.js';

export const REPORTS_DATASET = 'reports';
export const REPORT_FORMAT: FormatIdentity = { name: 'weatherglass-station-reports', version: 1 };

/** The world has some 9,000 stations; three hours of half-hourly reports are six. */
export const MOST_STATIONS = 30_000;
const MOST_REPORTS = 300_000;

/** One published version of the newest reports. */
export interface ReportVersion {
  /** Unique, in the order of publication. */
  readonly version: string;
  /** Time of the newest report, epoch seconds. */
  readonly validTime: number;
  /** Publication, epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  readonly stations: number;
  readonly reports: number;
}

type Sizes = Pick<ReportVersion, 'stations' | 'reports'>;

/** The rule that sizes break; null: a version can have them. A version without stations is not published. */
export function sizesFault({ stations, reports }: Sizes): string | null {
  const isSound = stations >= 1 && stations <= MOST_STATIONS && reports >= stations && reports <= MOST_REPORTS;
  if (isSound) return null;
  return `1 to ${MOST_STATIONS} stations have at least one report each, at most ${MOST_REPORTS}; got ${stations} and ${reports}`;
}

/** Documents of the axis of stations, which the newest reports and the hourly observations share. */
export function stationDocuments(stations: number): Record<string, ArrayDocument> {
  const numbers = (attributes: object) =>
    arrayDocument({
      shape: [stations],
      data_type: 'float64',
      fill_value: 'NaN',
      codecs: COMPRESSED,
      dimension_names: ['station'],
      attributes,
    });
  return {
    station: axisDocument('station', stations, 'string', { long_name: 'identifier', cf_role: 'timeseries_id' }),
    latitude: numbers({ standard_name: 'latitude', units: 'degrees_north' }),
    longitude: numbers({ standard_name: 'longitude', units: 'degrees_east' }),
    elevation: numbers({ standard_name: 'surface_altitude', units: 'm' }),
  };
}

/** The document of every array of a version, by its name. */
export function reportDocuments({ stations, reports }: Sizes): Record<string, ArrayDocument> {
  const column = (type: string, fill: unknown, attributes: object) =>
    arrayDocument({
      shape: [reports],
      data_type: type,
      fill_value: fill,
      codecs: COMPRESSED,
      dimension_names: ['report'],
      attributes,
    });
  return {
    ...stationDocuments(stations),
    station_reports: arrayDocument({
      shape: [stations],
      data_type: 'int32',
      fill_value: 0,
      codecs: COMPRESSED,
      dimension_names: ['station'],
      attributes: { long_name: 'number of reports', sample_dimension: 'report' },
    }),
    time: column('float64', 'NaN', { standard_name: 'time', ...EPOCH_SECONDS }),
    flags: column('uint16', 0, { long_name: 'flags of the report, bits' }),
    weather: axisDocument('report', reports, 'string', { long_name: 'present weather, WMO table 4678' }),
    quantity: axisDocument('quantity', REPORT_QUANTITIES.length, 'string', { long_name: 'name of the quantity' }),
    value: arrayDocument({
      shape: [REPORT_QUANTITIES.length, reports],
      data_type: 'float32',
      fill_value: 'NaN',
      codecs: COMPRESSED,
      dimension_names: ['quantity', 'report'],
      attributes: { long_name: 'value of the quantity in SI units; NaN: not reported' },
    }),
  };
}

/** The document of the group. */
export function reportGroup(version: ReportVersion, arrays: Record<string, ArrayDocument>): object {
  const { name, version: formatVersion } = REPORT_FORMAT;
  return zarrGroup({ format: name, formatVersion, dataset: REPORTS_DATASET, ...version }, arrays);
}

/** The rule that a table breaks; null: it can be stored. */
export function tableFault({ stations, counts, times, values, flags, weather }: ReportTable): string | null {
  const reports = times.length;
  const sizes = sizesFault({ stations: stations.length, reports });
  if (sizes !== null) return sizes;
  const columns = [flags, weather, ...REPORT_QUANTITIES.map((name) => values[name])];
  if (columns.some(({ length }) => length !== reports)) return `columns have ${reports} reports each`;
  const isWhole = counts.length === stations.length && counts.every((count) => count > 0);
  if (!isWhole || counts.reduce((sum, count) => sum + count, 0) !== reports)
    return `numbers of reports of the stations add up to ${reports}`;
  if (!times.every(Number.isSafeInteger)) return 'times are whole seconds';
  return placesFault(stations);
}

/** The rule that places and identifiers of stations break. */
export function placesFault(stations: ReportTable['stations']): string | null {
  for (const [n, { id, latitude, longitude, elevation }] of stations.entries()) {
    if (n > 0 && !(stations[n - 1]!.id < id)) return `station ${id} comes after ${stations[n - 1]!.id}`;
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (!isPlace || Math.abs(elevation) > 10_000) return `station ${id} lies on the globe`;
  }
  return null;
}
