/** `POST /v1/alerts`: request and answer. */

import { Type } from 'typebox';
import { ALERT_STATUSES, CERTAINTIES, MESSAGE_TYPES, SEVERITIES, URGENCIES } from '../../model/alert.js';
import { ALERTS_ANSWER_EXAMPLE, ALERTS_REQUEST_EXAMPLES } from './alert-examples.js';
import { CLOSED, nullable, nullableInstant, oneOf, refTo } from './component.js';
import { WarningSchema } from './forecast.js';
import { LATITUDE, LONGITUDE, LocationSchema } from './location.js';

export const AlertsRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    include: Type.Optional(
      Type.Unsafe<'geometry'[]>({
        type: 'array',
        items: oneOf(['geometry']),
        uniqueItems: true,
        default: [],
        description: 'Parts of an alert that only come when named: `geometry`.',
      }),
    ),
  },
  { $id: 'AlertsRequest', description: 'A point.', examples: ALERTS_REQUEST_EXAMPLES, ...CLOSED },
);

const text = (description: string) => nullable('string', { description });
const texts = (description: string) => Type.Array(Type.String(), { description });

const PositionSchema = Type.Array(Type.Number(), {
  $id: 'Position',
  minItems: 2,
  maxItems: 2,
  description: 'Longitude, latitude, degrees.',
});
const LinearRingSchema = Type.Array(refTo(PositionSchema), {
  $id: 'LinearRing',
  minItems: 4,
  description: 'Closed: the last position is the first. Outer rings run counterclockwise, holes clockwise.',
});
const PolygonCoordinatesSchema = Type.Array(refTo(LinearRingSchema), {
  $id: 'PolygonCoordinates',
  minItems: 1,
  description: 'The outer ring, then its holes.',
});

const PolygonSchema = Type.Object(
  { type: oneOf(['Polygon']), coordinates: refTo(PolygonCoordinatesSchema) },
  { $id: 'Polygon', description: 'GeoJSON (RFC 7946); circles are polygons of 64 corners.' },
);
const MultiPolygonSchema = Type.Object(
  { type: oneOf(['MultiPolygon']), coordinates: Type.Array(refTo(PolygonCoordinatesSchema), { minItems: 1 }) },
  { $id: 'MultiPolygon', description: 'GeoJSON (RFC 7946); what crosses the date line is cut there.' },
);

const IssuerSchema = Type.Object(
  { name: text('As the issuer names itself.') },
  { $id: 'AlertIssuer', description: 'Who warns.' },
);

const AffectedAreaSchema = Type.Object(
  { description: Type.String({ description: 'Name of the area in words of the issuer.' }) },
  { $id: 'AffectedArea', description: 'An area of the alert that holds the point.' },
);

const AlertSchema = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the message, stable; `#2`, `#3` … for further hazards of one message.',
    }),
    status: oneOf(ALERT_STATUSES, { description: 'Only `actual` alerts are answered.' }),
    message_type: oneOf(MESSAGE_TYPES, { description: '`alert`, or `update` where it replaces others.' }),
    sent_at: nullableInstant('When the message was sent.'),
    effective_at: nullableInstant('From when on it holds; null: since it was sent.'),
    onset_at: nullableInstant('When the hazard is expected to begin.'),
    expires_at: nullableInstant('Until when the message holds, unless it is updated.'),
    ends_at: nullableInstant('When the hazard is expected to end; may be later than `expires_at`.'),
    event: text('Kind of the hazard: "Tornado Warning".'),
    headline: text('One line.'),
    description: text('The hazard in full.'),
    instruction: text('What to do.'),
    categories: texts('CAP categories in lower case: `met`, `fire`, `geo` …'),
    response_types: texts('CAP response types in lower case: `shelter`, `evacuate` …'),
    references: texts('Identifiers of the messages that it replaces.'),
    urgency: oneOf(URGENCIES),
    severity: oneOf(SEVERITIES),
    certainty: oneOf(CERTAINTIES),
    language: Type.String({ description: 'Of the texts: English where the issuer has it, else its first language.' }),
    issuer: refTo(IssuerSchema),
    affected_areas: Type.Array(refTo(AffectedAreaSchema), { description: 'Those that hold the point.' }),
    geometry: Type.Optional(
      Type.Unsafe<object | null>({
        description: 'The whole area of the alert. Only when included; null where it has no shape that is known.',
        oneOf: [{ $ref: 'Polygon#' }, { $ref: 'MultiPolygon#' }, { type: 'null' }],
      }),
    ),
  },
  { $id: 'Alert', description: 'A public alert, aligned with CAP 1.2.' },
);

const AlertsLocationSchema = Type.Object(
  { latitude: Type.Number(LATITUDE), longitude: Type.Number(LONGITUDE) },
  { $id: 'AlertsLocation', description: 'The point that the answer is for.' },
);

export const AlertsResponseSchema = Type.Object(
  {
    location: refTo(AlertsLocationSchema),
    alerts: Type.Array(refTo(AlertSchema), { description: 'Most severe first, then those sent last.' }),
    updated_at: Type.String({
      format: 'date-time',
      description: 'When the feeds that watch over this place were last read.',
    }),
    stale: Type.Boolean({ description: 'True when a feed that watches over this place is late.' }),
    warnings: Type.Array(refTo(WarningSchema)),
  },
  {
    $id: 'AlertsResponse',
    description: 'Active public alerts at a point.',
    examples: [ALERTS_ANSWER_EXAMPLE],
  },
);

export const ALERTS_COMPONENTS = [
  AlertsRequestSchema,
  PositionSchema,
  LinearRingSchema,
  PolygonCoordinatesSchema,
  PolygonSchema,
  MultiPolygonSchema,
  IssuerSchema,
  AffectedAreaSchema,
  AlertSchema,
  AlertsLocationSchema,
  AlertsResponseSchema,
];
