/**
 * Public alerts: messages as their issuers sent them (CAP 1.2, OASIS 2010), decoded. Enumerations are CAP's, in lower
 * case; times are epoch seconds, null where the message has none.
 */

export const ALERT_STATUSES = ['actual', 'exercise', 'system', 'test', 'draft'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const MESSAGE_TYPES = ['alert', 'update', 'cancel', 'ack', 'error'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const ALERT_SCOPES = ['public', 'restricted', 'private'] as const;
export type AlertScope = (typeof ALERT_SCOPES)[number];

export const URGENCIES = ['immediate', 'expected', 'future', 'past', 'unknown'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Most severe first, as answers are ordered. */
export const SEVERITIES = ['extreme', 'severe', 'moderate', 'minor', 'unknown'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CERTAINTIES = ['observed', 'likely', 'possible', 'unlikely', 'unknown'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** A message that another one updates or cancels. */
export interface AlertReference {
  readonly sender: string;
  readonly identifier: string;
  /** Null where it cannot be read: sender and identifier name the message. */
  readonly sent: number | null;
}

export interface AlertMessage {
  /** Unique together with the sender. */
  readonly identifier: string;
  readonly sender: string;
  readonly sent: number;
  readonly status: AlertStatus;
  readonly messageType: MessageType;
  readonly scope: AlertScope;
  readonly references: readonly AlertReference[];
  /** None in many a Cancel. */
  readonly infos: readonly AlertInfo[];
}

/** One hazard in one language. */
export interface AlertInfo {
  /** RFC 3066 as sent; "en-US" where the message has none (CAP's default). */
  readonly language: string;
  readonly event: string | null;
  /** Lower case: "met", "fire". */
  readonly categories: readonly string[];
  readonly responseTypes: readonly string[];
  readonly urgency: Urgency;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly effective: number | null;
  readonly onset: number | null;
  readonly expires: number | null;
  /** When the hazard ends; CAP itself has no such time, the NWS does. */
  readonly ends: number | null;
  readonly senderName: string | null;
  readonly headline: string | null;
  readonly description: string | null;
  readonly instruction: string | null;
  readonly areas: readonly AlertArea[];
}

export interface AlertArea {
  readonly description: string;
  readonly polygons: readonly AlertPolygon[];
  readonly circles: readonly AlertCircle[];
  readonly geocodes: readonly Geocode[];
}

/** Outer ring first, then holes (CAP has none, GeoJSON does). */
export type AlertPolygon = readonly Ring[];

/** Longitude, latitude, longitude, latitude …, degrees; closed: the last pair is the first. */
export type Ring = Float64Array;

export interface AlertCircle {
  readonly latitude: number;
  readonly longitude: number;
  /** m */
  readonly radius: number;
}

export const GEOCODE_SCHEMES = ['ugc', 'same', 'emma_id', 'nuts', 'warncellid', 'clc'] as const;
export type GeocodeScheme = (typeof GEOCODE_SCHEMES)[number];

/** An area by its code in a list that issuer and receiver share; other schemes than those above are not kept. */
export interface Geocode {
  readonly scheme: GeocodeScheme;
  readonly value: string;
}

/** Shape of a coded area. */
export interface AlertZone extends Geocode {
  readonly name: string | null;
  readonly polygons: readonly AlertPolygon[];
}
