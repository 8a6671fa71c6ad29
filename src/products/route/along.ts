/**
 * The weather that is met along a route, in canonical units, one entry per sample; NaN (null for conditions) unknown,
 * empty where it is not wanted. States are those of the instant of arrival; totals, chances, gusts and conditions are
 * those of the record, 15 minutes or an hour, in which it lies.
 */

import type { Weather } from '../../query/weather/weather.js';

export type AlongWeather = Omit<Weather, 'isNight'>;
