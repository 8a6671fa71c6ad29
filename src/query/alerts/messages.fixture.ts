/** Alert messages for tests: whole ones of which a test names only what it is about. */

import type { AlertArea, AlertInfo, AlertMessage, AlertReference, Geocode } from '../../model/alert.js';
import type { StoredMessage } from '../../model/records.js';
import { parseInstant } from '../../model/time.js';

export const SENDER = 'forecast@example.org';

/** "14:00" of 1 July 2024, or a whole instant, as epoch seconds. */
export function at(time: string): number {
  return parseInstant(time.length === 5 ? `2024-07-01T${time}:00Z` : time)!;
}

export function info(more: Partial<AlertInfo> = {}): AlertInfo {
  return {
    language: 'en-US',
    event: 'Flood Warning',
    categories: ['met'],
    responseTypes: [],
    urgency: 'expected',
    severity: 'severe',
    certainty: 'likely',
    effective: null,
    onset: null,
    expires: null,
    ends: null,
    senderName: null,
    headline: null,
    description: null,
    instruction: null,
    areas: [],
    ...more,
  };
}

export function area(more: Partial<AlertArea> = {}): AlertArea {
  return { description: 'somewhere', polygons: [], circles: [], geocodes: [], ...more };
}

/** A square of `side` degrees whose south-west corner is (south, west). */
export function square(south: number, west: number, side = 1): readonly Float64Array[] {
  const [north, east] = [south + side, west + side];
  return [Float64Array.of(west, south, east, south, east, north, west, north, west, south)];
}

export const codes = (scheme: Geocode['scheme'], ...values: string[]): Geocode[] =>
  values.map((value) => ({ scheme, value }));

export interface MessageChoice extends Partial<Omit<AlertMessage, 'sent' | 'references'>> {
  readonly sent?: number;
  /** Identifiers from the same sender, or whole references. */
  readonly references?: readonly (string | AlertReference)[];
  /** Of the only info, where `infos` are not given. */
  readonly expires?: number | null;
}

export function message(
  identifier: string,
  { references = [], expires = null, ...more }: MessageChoice = {},
): AlertMessage {
  return {
    identifier,
    sender: SENDER,
    sent: at('10:00'),
    status: 'actual',
    messageType: references.length === 0 ? 'alert' : 'update',
    scope: 'public',
    infos: [info({ expires })],
    ...more,
    references: references.map((reference) =>
      typeof reference === 'string' ? { sender: more.sender ?? SENDER, identifier: reference, sent: null } : reference,
    ),
  };
}

export function store(message: AlertMessage, receivedAt = message.sent, feed = 'test-alerts'): StoredMessage {
  return { message, feed, receivedAt };
}
