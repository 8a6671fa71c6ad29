/**
 * Stored form of station series, as Zarr v3 documents. Normative description: docs/formats/station-series.md.
 *
 *   <dataset>/latest.json                        which version is published
 *   <dataset>/<version>/complete.json            every object of the version is there
 *   <dataset>/<version>/zarr.json                Zarr v3 group, with all array metadata consolidated
 *   <dataset>/<version>/values/c/<shard>/0/0     128 stations; one inner chunk for each station and element
 *   <dataset>/<version>/flags/c/<shard>/0        128 stations; one inner chunk for each station
 *   <dataset>/<version>/<array>/c/0              one array of the list of stations, whole
 *
 * Two datasets have this form: the base, all years up to its making, and the recent days, which replace those of the base.
 * Each has the list of its stations, so any version of one can be read with any version of the other.
 */

import { DAY_FLAGS, NOT_OBSERVED, STATION_ELEMENTS, STATION_PACKING } from '../../model/station-series.js';
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

export const STATION_FORMAT: FormatIdentity = { name: 'weatherglass-station-series', version: 1 };

/** All years, made anew every month; the newest days, made anew every day. */
export const STATION_DATASETS = ['stations-base', 'stations-recent'] as const;
export type StationDataset = (typeof STATION_DATASETS)[number];

export const SHARD_STATIONS = 128;
export const ELEMENTS = STATION_ELEMENTS.length;

/** Bounds of a version: the network has 130,000 stations, and began in 1750. */
export const MOST_STATIONS = 400_000;
export const MOST_DAYS = 110_000;
const MOST_SOURCES = 8_000_000;

export interface StationFacts {
  readonly dataset: StationDataset;
  readonly version: string;
  /** Epoch seconds when the version was made. */
  readonly createdAt: number;
  readonly simulated: boolean;
  /** First day and number of days of every series, days since 1970-01-01. */
  readonly firstDay: number;
  readonly days: number;
  /** Last day with an observation of any station, days since 1970-01-01. */
  readonly lastDay: number;
  readonly stations: number;
  /** Rows of the table of sources. */
  readonly sources: number;
}

/** The rule that facts break; null: none. Shared by writer and reader. */
export function factsFault({ firstDay, days, lastDay, stations, sources }: StationFacts): string | null {
  if (!(stations >= 1 && stations <= MOST_STATIONS)) return `stations are 1 to ${MOST_STATIONS}`;
  if (!(days >= 1 && days <= MOST_DAYS)) return `days are 1 to ${MOST_DAYS}`;
  if (!(sources >= 0 && sources <= MOST_SOURCES)) return `sources are 0 to ${MOST_SOURCES}`;
  if (!Number.isSafeInteger(firstDay) || Math.abs(firstDay) > MOST_DAYS) return 'firstDay is a day since 1970-01-01';
  return lastDay >= firstDay && lastDay < firstDay + days ? null : 'lastDay is one of the days';
}

export function shardsOf(stations: number): number {
  return Math.ceil(stations / SHARD_STATIONS);
}

const PLACE_ATTRIBUTES = {
  latitude: { standard_name: 'latitude', units: 'degrees_north' },
  longitude: { standard_name: 'longitude', units: 'degrees_east' },
  elevation: { standard_name: 'surface_altitude', units: 'm' },
} as const;

/** Columns of the table of sources: a row for each station, element and source flag. */
export const SOURCE_COLUMNS = {
  source_station: 'number of the station',
  source_element: 'number of the element',
  source_flag: 'ASCII code of the source flag',
  source_first_day: 'first day with such a value, days since 1970-01-01',
  source_last_day: 'last day with such a value, days since 1970-01-01',
} as const;
export type SourceColumn = keyof typeof SOURCE_COLUMNS;

const UNITS = ['K', 'K', 'mm', 'mm', 'mm'];

/** The document of every array of a version, by its name. */
export function stationDocuments({ stations, days, sources, firstDay }: StationFacts): Record<string, ArrayDocument> {
  const places = Object.entries(PLACE_ATTRIBUTES).map(([name, attributes]) => [
    name,
    axisDocument('station', stations, 'float64', attributes),
  ]);
  const columns = Object.entries(SOURCE_COLUMNS).map(([name, long_name]) => [
    name,
    arrayDocument({
      shape: [sources],
      chunk: [Math.max(1, sources)],
      data_type: 'int32',
      fill_value: 0,
      codecs: COMPRESSED,
      dimension_names: ['source'],
      attributes: { long_name },
    }),
  ]);
  return {
    values: valuesDocument(stations, days),
    flags: flagsDocument(stations, days),
    station: axisDocument('station', stations, 'string', { cf_role: 'timeseries_id' }),
    name: axisDocument('station', stations, 'string', { long_name: 'name of the station' }),
    element: axisDocument('element', ELEMENTS, 'string', {}),
    scale: axisDocument('element', ELEMENTS, 'float64', { long_name: 'unit of one step of a value' }),
    offset: axisDocument('element', ELEMENTS, 'float64', { long_name: 'value of packed zero, in the same unit' }),
    day: axisDocument('day', days, 'float64', {
      standard_name: 'time',
      units: 'days since 1970-01-01',
      long_name: `local days of the station from ${firstDay}`,
    }),
    ...Object.fromEntries([...places, ...columns]),
  };
}

function valuesDocument(stations: number, days: number): ArrayDocument {
  return arrayDocument({
    shape: [stations, ELEMENTS, days],
    chunk: [SHARD_STATIONS, ELEMENTS, days],
    data_type: 'int16',
    fill_value: NOT_OBSERVED,
    codecs: [shardingCodec([1, 1, days], COMPRESSED)],
    dimension_names: ['station', 'element', 'day'],
    attributes: { units_by_element: UNITS.join(' ') },
  });
}

function flagsDocument(stations: number, days: number): ArrayDocument {
  return arrayDocument({
    shape: [stations, days],
    chunk: [SHARD_STATIONS, days],
    data_type: 'uint8',
    fill_value: 0,
    codecs: [shardingCodec([1, days], COMPRESSED)],
    dimension_names: ['station', 'day'],
    attributes: { flag_masks: Object.values(DAY_FLAGS), flag_meanings: Object.keys(DAY_FLAGS).join(' ') },
  });
}

export function stationGroup(facts: StationFacts, arrays: Record<string, ArrayDocument>): object {
  const packings = STATION_ELEMENTS.map((element) => STATION_PACKING[element]);
  return zarrGroup(
    {
      format: STATION_FORMAT.name,
      formatVersion: STATION_FORMAT.version,
      ...facts,
      elements: STATION_ELEMENTS,
      steps: packings.map(({ step }) => step),
      bases: packings.map(({ base }) => base),
    },
    arrays,
  );
}

type Version = Pick<StationFacts, 'dataset' | 'version'>;

export function arrayKey({ dataset, version }: Version, array: string): string {
  return `${versionPrefix(dataset, version)}/${array}/c/0`;
}

export function documentKey({ dataset, version }: Version, array: string): string {
  return `${versionPrefix(dataset, version)}/${array}/${METADATA_NAME}`;
}

/** Key of the shard that has the series of stations 128 n to 128 n + 127. */
export function shardKey({ dataset, version }: Version, array: 'values' | 'flags', n: number): string {
  return `${versionPrefix(dataset, version)}/${array}/c/${n}/${array === 'values' ? '0/0' : '0'}`;
}
