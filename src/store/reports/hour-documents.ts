/**
 * Where the record of hourly observations lies, and what it is made of. Normative description:
 * docs/formats/station-reports.md.
 *
 *   station-hours/<day>-<revision>/zarr.json         Zarr v3 group of a day of UTC: "2026-11-20-7"
 *   station-hours/<day>-<revision>/complete.json     every object of the revision is there
 *   station-hours/<day>-<revision>/<array>/c/0/0     one array, whole
 *
 * A revision never changes. The complete one with the highest number is the day; there is no pointer.
 */

import { HOURS_OF_DAY, OCCURRENCES, type StationHours } from '../../model/station-report.js';
import { DAY, formatDate, parseDate } from '../../model/time.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
} from '../zarr/zarr-arrays.js';
import { MOST_STATIONS, placesFault, stationDocuments } from './report-documents.js';

export const HOURS_DATASET = 'station-hours';
export const HOURS_FORMAT: FormatIdentity = { name: 'weatherglass-station-hours', version: 1 };

export const TEMPERATURE_PACKING = { step: 0.1, base: 273.15 };
/** Up to 327 mm in an hour; the record of the world is 305 mm in 42 minutes. */
export const AMOUNT_PACKING = { step: 0.01, base: 0 };

/** "2026-11-20" of a day that begins at `start`, epoch seconds. */
export function dayName(start: number): string {
  return formatDate(Math.floor(start / DAY));
}

export function revisionName(day: string, revision: number): string {
  return `${day}-${revision}`;
}

/** Day and number of a revision by its name; null: it is no such name. */
export function revisionOf(name: string): { readonly day: string; readonly revision: number } | null {
  const parts = /^(\d{4}-\d\d-\d\d)-([1-9]\d{0,8})$/.exec(name);
  if (parts === null || parseDate(parts[1]!) === null) return null;
  return { day: parts[1]!, revision: Number(parts[2]) };
}

/** The rule that a day breaks; null: it can be stored. */
export function hoursFault(hours: StationHours): string | null {
  const { start, stations, temperatures, offsets, amounts, occurrences } = hours;
  if (!Number.isSafeInteger(start) || start % DAY !== 0) return `a day of UTC begins at ${start}`;
  if (stations.length < 1 || stations.length > MOST_STATIONS)
    return `${stations.length} stations are 1 to ${MOST_STATIONS}`;
  const cells = stations.length * HOURS_OF_DAY;
  if ([temperatures, offsets, amounts, occurrences].some(({ length }) => length !== cells))
    return `arrays have ${cells} values`;
  if (!occurrences.every((code) => code < OCCURRENCES.length)) return `occurrences are below ${OCCURRENCES.length}`;
  return placesFault(stations);
}

const ARRAYS = [
  {
    name: 'temperature',
    type: 'int16',
    fill: -32768,
    attributes: {
      standard_name: 'air_temperature',
      units: 'K',
      scale_factor: TEMPERATURE_PACKING.step,
      add_offset: TEMPERATURE_PACKING.base,
      _FillValue: -32768,
    },
  },
  {
    name: 'temperature_offset',
    type: 'int8',
    fill: 0,
    attributes: { long_name: 'minutes from the hour to the report of the temperature', units: 'min' },
  },
  {
    name: 'precipitation',
    type: 'int16',
    fill: -32768,
    attributes: {
      long_name: 'precipitation of the hour that ends',
      units: 'mm',
      scale_factor: AMOUNT_PACKING.step,
      _FillValue: -32768,
    },
  },
  {
    name: 'occurrence',
    type: 'uint8',
    fill: 0,
    attributes: {
      long_name: 'precipitation by present weather in the hour that ends',
      flag_values: OCCURRENCES.map((_, code) => code),
      flag_meanings: OCCURRENCES.join(' '),
    },
  },
] as const;

/** The document of every array of a day, by its name. */
export function hourDocuments(stations: number): Record<string, ArrayDocument> {
  const documents = stationDocuments(stations);
  documents.hour = axisDocument('hour', HOURS_OF_DAY, 'int64', { standard_name: 'time', ...EPOCH_SECONDS });
  for (const { name, type, fill, attributes } of ARRAYS)
    documents[name] = arrayDocument({
      shape: [stations, HOURS_OF_DAY],
      data_type: type,
      fill_value: fill,
      codecs: COMPRESSED,
      dimension_names: ['station', 'hour'],
      attributes: { ...attributes, coordinates: 'latitude longitude elevation' },
    });
  return documents;
}
