/** Places in requests and in answers. */

import { Type } from 'typebox';
import { CLOSED, nullable } from './component.js';

export const LATITUDE = { minimum: -90, maximum: 90, description: 'Degrees north.' };
export const LONGITUDE = { minimum: -180, maximum: 180, description: 'Degrees east.' };

export const LocationSchema = Type.Object(
  { latitude: Type.Number(LATITUDE), longitude: Type.Number(LONGITUDE) },
  { $id: 'Location', description: 'A point on the earth, WGS 84.', ...CLOSED },
);

export const ForecastLocationSchema = Type.Object(
  {
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    timezone: Type.String({ description: 'IANA time zone used for local dates.' }),
    forecast_elevation_m: nullable('number', { description: 'Representative elevation in metres.' }),
  },
  { $id: 'ForecastLocation', description: 'The point that the answer is for.' },
);

/** Format of `timezone` in requests; the name of a check that the validator is given. */
export const TIME_ZONE_FORMAT = 'time-zone';

export const TimeZoneSchema = Type.String({
  $id: 'TimeZone',
  format: TIME_ZONE_FORMAT,
  default: 'auto',
  description: '`auto` for the time zone of the location, or the name of an IANA zone.',
  examples: ['auto', 'Europe/Berlin'],
});
