/**
 * Formats of the schemas that are ours: instants as the products read them, and time zones.
 *
 * An instant without an offset is another one in each zone, so it is refused. `date-time` replaces the validator's own,
 * which also takes 23:59:60 and a blank between date and time, and not a time without seconds.
 */

import { parseInstant, zoneOf } from '../model/time.js';
import { TIME_ZONE_FORMAT } from './schema/location.js';
import { DEPARTURE_FORMAT } from './schema/route.js';

const isInstant = (text: string) => parseInstant(text) !== null;

export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isInstant,
  [DEPARTURE_FORMAT]: (text) => text === 'now' || isInstant(text),
  [TIME_ZONE_FORMAT]: (name) => name === 'auto' || zoneOf(name) !== null,
};
