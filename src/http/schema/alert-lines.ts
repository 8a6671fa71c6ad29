/** Alerts as the lines of the administration socket: `model/alert-text.ts`, checked before anything is stored. */

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  ALERT_SCOPES,
  ALERT_STATUSES,
  type AlertMessage,
  type AlertZone,
  CERTAINTIES,
  GEOCODE_SCHEMES,
  type GeocodeScheme,
  MESSAGE_TYPES,
  SEVERITIES,
  URGENCIES,
} from '../../model/alert.js';
import { messageOf, type Plain, zoneOf } from '../../model/alert-text.js';
import type { BrokenAlert } from '../../model/records.js';
import { refusal } from '../json-lines.js';
import { CLOSED, nullable, oneOf } from './component.js';

const Polygons = Type.Array(Type.Array(Type.String()));

const Area = Type.Object(
  {
    description: Type.String(),
    polygons: Polygons,
    circles: Type.Array(
      Type.Object({ latitude: Type.Number(), longitude: Type.Number(), radius: Type.Number() }, CLOSED),
    ),
    geocodes: Type.Array(Type.Object({ scheme: oneOf(GEOCODE_SCHEMES), value: Type.String() }, CLOSED)),
  },
  CLOSED,
);

const Info = Type.Object(
  {
    language: Type.String(),
    event: nullable('string'),
    categories: Type.Array(Type.String()),
    responseTypes: Type.Array(Type.String()),
    urgency: oneOf(URGENCIES),
    severity: oneOf(SEVERITIES),
    certainty: oneOf(CERTAINTIES),
    effective: nullable('number'),
    onset: nullable('number'),
    expires: nullable('number'),
    ends: nullable('number'),
    senderName: nullable('string'),
    headline: nullable('string'),
    description: nullable('string'),
    instruction: nullable('string'),
    areas: Type.Array(Area),
  },
  CLOSED,
);

const Reference = Type.Object({ sender: Type.String(), identifier: Type.String(), sent: nullable('number') }, CLOSED);

const Message = Compile(
  Type.Object(
    {
      identifier: Type.String({ minLength: 1 }),
      sender: Type.String(),
      sent: Type.Number(),
      status: oneOf(ALERT_STATUSES),
      messageType: oneOf(MESSAGE_TYPES),
      scope: oneOf(ALERT_SCOPES),
      references: Type.Array(Reference),
      infos: Type.Array(Info),
    },
    CLOSED,
  ),
);

const zoneSchema = (scheme: GeocodeScheme) =>
  Compile(
    Type.Object(
      { scheme: oneOf([scheme]), value: Type.String(), name: nullable('string'), polygons: Polygons },
      CLOSED,
    ),
  );

const Broken = Compile(
  Type.Object({ id: nullable('string'), reason: Type.String(), excerpt: nullable('string') }, CLOSED),
);

interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
}

interface Checked {
  Check(value: unknown): boolean;
  Errors(value: unknown): readonly Fault[];
}

/** @throws RecordsError  with status 400, for a line that is no message */
export function messageOfLine(line: unknown): AlertMessage {
  return parse(Message, 'message', line, (plain) => messageOf(plain as Plain<AlertMessage>));
}

/** Reads lines that are zones of one scheme; throws RecordsError with status 400 for others. */
export function zoneOfLine(scheme: GeocodeScheme): (line: unknown) => AlertZone {
  const schema = zoneSchema(scheme);
  return (line) => parse(schema, `${scheme} zone`, line, (plain) => zoneOf(plain as Plain<AlertZone>));
}

/** @throws RecordsError  with status 400, for a line that says of no broken message what is wrong with it */
export function brokenOf(line: unknown): BrokenAlert {
  return parse(Broken, 'broken message', line, (plain) => plain as BrokenAlert);
}

function parse<Value>(schema: Checked, what: string, line: unknown, made: (line: unknown) => Value): Value {
  if (!schema.Check(line)) {
    const [fault] = schema.Errors(line);
    // of a field too many the library says that its schema is false
    const rule = fault?.keyword === 'boolean' ? 'is not a field of it' : fault?.message;
    throw refusal(400, `a line is no ${what}: "${fault?.instancePath}" ${rule}`);
  }
  try {
    return made(line);
  } catch (error) {
    throw refusal(400, `a line is no ${what}: ${(error as Error).message}`, error);
  }
}
