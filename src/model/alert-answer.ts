/** `POST /v1/alerts`: what is answered; field names are those of the interface. */

import type { AlertStatus, Certainty, MessageType, Severity, Urgency } from './alert.js';
import type { Warning } from './warning.js';

/** Longitude, latitude, degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** RFC 7946: rings are closed, outer ones counterclockwise, nothing crosses the date line. */
export type AlertGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };

/** One alert: an info of a message, in one language. Instants are ISO 8601. */
export interface AnsweredAlert {
  /** Identifier of the message; from the second info of its language on with "#2", "#3" …. */
  readonly id: string;
  readonly status: AlertStatus;
  readonly message_type: MessageType;
  readonly sent_at: string;
  readonly effective_at: string | null;
  readonly onset_at: string | null;
  readonly expires_at: string | null;
  readonly ends_at: string | null;
  readonly event: string | null;
  readonly headline: string | null;
  readonly description: string | null;
  readonly instruction: string | null;
  readonly categories: readonly string[];
  readonly response_types: readonly string[];
  /** Identifiers of the messages that it updates. */
  readonly references: readonly string[];
  readonly urgency: Urgency;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly language: string;
  readonly issuer: { readonly name: string | null };
  /** Those that hold the point. */
  readonly affected_areas: readonly { readonly description: string }[];
  /** Of the whole alert; only where it was asked for. */
  readonly geometry?: AlertGeometry | null;
}

export interface AlertsAnswer {
  readonly location: { readonly latitude: number; readonly longitude: number };
  /** Most severe first, then those sent last. */
  readonly alerts: readonly AnsweredAlert[];
  readonly updated_at: string;
  readonly stale: boolean;
  readonly warnings: readonly Warning[];
}
