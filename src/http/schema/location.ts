/** Places in requests and responses. */

import { Type } from 'typebox';
import { LONGEST_ZONE_NAME, ZONE_NAME } from '../../model/time.js';
import { CLOSED, documentOnly, nullable } from './component.js';

export const LATITUDE = { minimum: -90, maximum: 90, description: 'Degrees north of the equator.' };
export const LONGITUDE = { minimum: -180, maximum: 180, description: 'Degrees east of Greenwich.' };

export const LocationSchema = Type.Object(
  { latitude: Type.Number(LATITUDE), longitude: Type.Number(LONGITUDE) },
  { $id: 'Location', description: 'A point on Earth, WGS 84.', ...CLOSED },
);

export const ForecastLocationSchema = Type.Object(
  {
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    timezone: Type.String({ description: 'IANA time zone of local dates.' }),
    forecast_elevation_m: nullable('number', {
      description: 'Elevation that temperatures are adjusted to, metres above sea level.',
    }),
  },
  { $id: 'ForecastLocation', description: 'The requested point.' },
);

/** Format of `timezone` in requests, checked by `formats.ts`. */
export const TIME_ZONE_FORMAT = 'time-zone';

export const TimeZoneSchema = Type.String({
  $id: 'TimeZone',
  format: TIME_ZONE_FORMAT,
  description:
    'Name of a time zone of the IANA database, such as `Europe/Berlin`, or `auto` for the zone of the location. Default `auto`. Names that the database does not have are refused.',
  examples: ['auto', 'Europe/Berlin'],
  // A list of all 600 names would be out of date with the next release of the database.
  ...documentOnly({ pattern: ZONE_NAME.source, maxLength: LONGEST_ZONE_NAME }),
});
