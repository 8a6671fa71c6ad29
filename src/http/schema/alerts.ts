/** `POST /v1/alerts`: request and response. */

import { Type } from 'typebox';
import { ALERT_STATUSES, CERTAINTIES, MESSAGE_TYPES, SEVERITIES, URGENCIES } from '../../model/alert.js';
import { ALERTS_ANSWER_EXAMPLE, ALERTS_REQUEST_EXAMPLES } from './alert-examples.js';
import { CLOSED, nullable, nullableInstant, oneOf, refTo } from './component.js';
import { WARNINGS } from './forecast.js';
import { LATITUDE, LONGITUDE, LocationSchema } from './location.js';

export const AlertsRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    include: Type.Optional(
      Type.Unsafe<'geometry'[]>({
        type: 'array',
        items: oneOf(['geometry']),
        uniqueItems: true,
        description: 'Optional parts of each alert to return. Default: none.',
      }),
    ),
  },
  {
    $id: 'AlertsRequest',
    description: 'A location and the optional parts of its alerts.',
    examples: ALERTS_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

const text = (description: string) => nullable('string', { description });
const texts = (description: string) => Type.Array(Type.String(), { description });

const Position = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: 'Longitude and latitude, degrees.',
});
const LinearRing = Type.Array(Position, {
  minItems: 4,
  description:
    'Positions of a closed ring: the last equals the first. Exterior rings run counterclockwise, holes clockwise.',
});
// Not a component: openapi-generator warns of named arrays.
const PolygonCoordinates = Type.Array(LinearRing, { minItems: 1, description: 'The exterior ring, then any holes.' });

const PolygonSchema = Type.Object(
  { type: oneOf(['Polygon'], { description: 'GeoJSON type.' }), coordinates: PolygonCoordinates },
  { $id: 'Polygon', description: 'GeoJSON polygon (RFC 7946). Circles become polygons with 64 corners.' },
);
const MultiPolygonSchema = Type.Object(
  {
    type: oneOf(['MultiPolygon'], { description: 'GeoJSON type.' }),
    coordinates: Type.Array(PolygonCoordinates, { minItems: 1, description: 'One item for each polygon.' }),
  },
  { $id: 'MultiPolygon', description: 'GeoJSON multipolygon (RFC 7946). Areas are cut at the antimeridian.' },
);

const IssuerSchema = Type.Object(
  { name: text('Name of the issuer, as given by the issuer.') },
  { $id: 'AlertIssuer', description: 'The authority that issued the alert.' },
);

const AffectedAreaSchema = Type.Object(
  { description: Type.String({ description: 'Name of the area, as given by the issuer.' }) },
  { $id: 'AffectedArea', description: 'An area of the alert that contains the location.' },
);

const AlertSchema = Type.Object(
  {
    id: Type.String({
      description: 'Stable identifier of the message. Further hazards of one message end in `#2`, `#3` and so on.',
    }),
    status: oneOf(ALERT_STATUSES, { description: 'Always `actual`: exercises and tests are not returned.' }),
    message_type: oneOf(MESSAGE_TYPES, { description: '`alert`, or `update` if it replaces earlier messages.' }),
    sent_at: nullableInstant('When the message was sent.'),
    effective_at: nullableInstant('When the alert takes effect. Null: when it was sent.'),
    onset_at: nullableInstant('When the hazard is expected to begin.'),
    expires_at: nullableInstant('When the message expires, unless it is updated.'),
    ends_at: nullableInstant('When the hazard is expected to end. Can be later than `expires_at`.'),
    event: text('Kind of alert, for example "Tornado Warning".'),
    headline: text('Summary in one line.'),
    description: text('Description of the hazard.'),
    instruction: text('Recommended action.'),
    categories: texts('CAP categories in lower case, such as `met`, `fire` or `geo`.'),
    response_types: texts('CAP response types in lower case, such as `shelter` or `evacuate`.'),
    references: texts('Identifiers of the messages that this one replaces.'),
    urgency: oneOf(URGENCIES, { description: 'How soon to act, as in CAP.' }),
    severity: oneOf(SEVERITIES, { description: 'Severity of the hazard, as in CAP.' }),
    certainty: oneOf(CERTAINTIES, { description: 'How certain the hazard is, as in CAP.' }),
    language: Type.String({
      description:
        'Language of the texts: English if the issuer offers it, otherwise the first language of the message.',
    }),
    issuer: refTo(IssuerSchema),
    affected_areas: Type.Array(refTo(AffectedAreaSchema), {
      description: 'Areas of the alert that contain the location.',
    }),
    geometry: Type.Optional(
      Type.Unsafe<object | null>({
        description: 'The whole area of the alert. Present if `include` has `geometry`. Null if its shape is unknown.',
        oneOf: [refTo(PolygonSchema), refTo(MultiPolygonSchema), { type: 'null' }],
      }),
    ),
  },
  { $id: 'Alert', description: 'A public alert, aligned with CAP 1.2.' },
);

const AlertsLocationSchema = Type.Object(
  { latitude: Type.Number(LATITUDE), longitude: Type.Number(LONGITUDE) },
  { $id: 'AlertsLocation', description: 'The requested point.' },
);

export const AlertsResponseSchema = Type.Object(
  {
    location: refTo(AlertsLocationSchema),
    alerts: Type.Array(refTo(AlertSchema), { description: 'Active alerts, most severe first, then newest first.' }),
    updated_at: Type.String({
      format: 'date-time',
      description: 'When the alert feeds for this location were last read.',
    }),
    stale: Type.Boolean({ description: 'True if an alert feed for this location is delayed.' }),
    warnings: WARNINGS,
  },
  {
    $id: 'AlertsResponse',
    description: 'Active public alerts at a location.',
    examples: [ALERTS_ANSWER_EXAMPLE],
  },
);

export const ALERTS_COMPONENTS = [
  AlertsRequestSchema,
  PolygonSchema,
  MultiPolygonSchema,
  IssuerSchema,
  AffectedAreaSchema,
  AlertSchema,
  AlertsLocationSchema,
  AlertsResponseSchema,
];
