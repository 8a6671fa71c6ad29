/** Alert messages of every shape, for property tests. */

import fc from 'fast-check';
import {
  ALERT_SCOPES,
  ALERT_STATUSES,
  type AlertMessage,
  CERTAINTIES,
  GEOCODE_SCHEMES,
  MESSAGE_TYPES,
  SEVERITIES,
  URGENCIES,
} from '../src/model/alert.js';

/** Any text that XML or JSON can bring, half surrogate pairs and NUL among it. */
const text = fc.string({ unit: 'binary', maxLength: 30 });
const nullableText = fc.option(text);
/** JSON has no −0. */
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const instant = fc.oneof(fc.integer({ min: -1e9, max: 4e9 }), finite);
const nullableInstant = fc.option(instant);

const issued = (decimals: number) =>
  fc.integer({ min: -180 * 10 ** decimals, max: 180 * 10 ** decimals }).map((value) => value / 10 ** decimals);
/** As issuers send them, and whatever else a double can be. */
const coordinates = [0, 1, 2, 4, 6, 7].map(issued).concat(fc.double());

export const randomRing = fc
  .oneof(...coordinates.map((value) => fc.array(fc.tuple(value, value), { maxLength: 12 })))
  .map((pairs) => Float64Array.from(pairs.flat()));

const area = fc.record({
  description: text,
  polygons: fc.array(fc.array(randomRing, { maxLength: 3 }), { maxLength: 3 }),
  circles: fc.array(fc.record({ latitude: finite, longitude: finite, radius: finite }), { maxLength: 2 }),
  geocodes: fc.array(fc.record({ scheme: fc.constantFrom(...GEOCODE_SCHEMES), value: text }), { maxLength: 3 }),
});

const info = fc.record({
  language: text,
  event: nullableText,
  categories: fc.array(text, { maxLength: 2 }),
  responseTypes: fc.array(text, { maxLength: 2 }),
  urgency: fc.constantFrom(...URGENCIES),
  severity: fc.constantFrom(...SEVERITIES),
  certainty: fc.constantFrom(...CERTAINTIES),
  effective: nullableInstant,
  onset: nullableInstant,
  expires: nullableInstant,
  ends: nullableInstant,
  senderName: nullableText,
  headline: nullableText,
  description: nullableText,
  instruction: nullableText,
  areas: fc.array(area, { maxLength: 3 }),
});

export const randomMessage: fc.Arbitrary<AlertMessage> = fc.record({
  identifier: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  sender: text,
  sent: instant,
  status: fc.constantFrom(...ALERT_STATUSES),
  messageType: fc.constantFrom(...MESSAGE_TYPES),
  scope: fc.constantFrom(...ALERT_SCOPES),
  references: fc.array(fc.record({ sender: text, identifier: text, sent: nullableInstant }), { maxLength: 3 }),
  infos: fc.array(info, { maxLength: 3 }),
});
