/**
 * Alerts as text: JSON in which each ring is a string. Rows of the records and lines of the administration socket are
 * made of it. Normative: docs/formats/alert-text.md.
 *
 *   ring = digit p | differences of longitude and latitude · 10^p in turn, each a base64 VLQ (ECMA-426 section 4.2)
 *        | "f" | base64 of the numbers, float64 little endian
 *
 * p is the least of 0 … 6 that gives every number back bit for bit; issuers send two to five decimals, so that a vertex
 * takes 4 to 6 characters instead of the 15 to 40 of JSON numbers. What has more decimals takes the second form, unless
 * it may be rounded, as the shapes of zones are.
 */

import { Buffer } from 'node:buffer';
import type { AlertMessage, AlertPolygon, AlertZone, Ring } from './alert.js';

/** What JSON holds of a value: rings are strings. */
export type Plain<T> = T extends Float64Array
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

const FINEST = 6; // decimals: 0.1 m
const SCALES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6] as const;
/** Differences of numbers up to this and their sign fit into 32 bits; 360 degrees at six decimals do. */
const LARGEST = 2 ** 29;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By character code; 255: no digit. */
const VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;
const CONTINUED = 32;

/** The message as JSON; numbers come back as they were, except that −0 outside rings becomes 0. */
export function messageText(message: AlertMessage): string {
  return JSON.stringify(plainMessage(message));
}

/** The message with its rings as strings. */
export function plainMessage(message: AlertMessage): Plain<AlertMessage> {
  const infos = message.infos.map((info) => ({
    ...info,
    areas: info.areas.map((area) => ({ ...area, polygons: area.polygons.map((rings) => rings.map(ringText)) })),
  }));
  return { ...message, infos };
}

/** @throws RangeError  when a ring is none */
export function messageOf(plain: Plain<AlertMessage>): AlertMessage {
  const infos = plain.infos.map((info) => ({
    ...info,
    areas: info.areas.map((area) => ({ ...area, polygons: polygonsOf(area.polygons) })),
  }));
  return { ...plain, infos };
}

/** The zone with its rings as strings, rounded to 10⁻⁶ degrees. */
export function plainZone(zone: AlertZone): Plain<AlertZone> {
  return { ...zone, polygons: zone.polygons.map((rings) => rings.map((ring) => ringText(rounded(ring)))) };
}

/** @throws RangeError  when a ring is none */
export function zoneOf(plain: Plain<AlertZone>): AlertZone {
  return { ...plain, polygons: polygonsOf(plain.polygons) };
}

/** @throws RangeError  when a ring is none */
export function polygonsOf(plain: readonly Plain<AlertPolygon>[]): AlertPolygon[] {
  return plain.map((rings) => rings.map(ringOf));
}

export function ringText(ring: Ring): string {
  const decimals = decimalsOf(ring);
  if (decimals === null) return `f${base64(ring)}`;
  const scale = SCALES[decimals]!;
  let text = String(decimals);
  const last = [0, 0];
  for (let k = 0; k < ring.length; k++) {
    const value = Math.round(ring[k]! * scale);
    text += vlq(value - last[k & 1]!);
    last[k & 1] = value;
  }
  return text;
}

/** @throws RangeError  when the text is no ring */
export function ringOf(text: string): Ring {
  const ring = text.startsWith('f') ? fromBase64(text) : fromDifferences(text);
  if (ring.length % 2 !== 0) throw new RangeError(`a ring has pairs of numbers; got ${ring.length} numbers`);
  return ring;
}

/** The fewest decimals that hold every number exactly; null where six do not. */
function decimalsOf(ring: Ring): number | null {
  let decimals = 0;
  for (const value of ring) {
    if (!(Math.abs(value) * 1e6 < LARGEST) || Object.is(value, -0)) return null;
    while (Math.round(value * SCALES[decimals]!) / SCALES[decimals]! !== value) if (++decimals > FINEST) return null;
  }
  return decimals;
}

function vlq(value: number): string {
  let rest = value < 0 ? ((-value << 1) | 1) >>> 0 : (value << 1) >>> 0;
  let text = '';
  for (; rest >= CONTINUED; rest >>>= 5) text += DIGITS[(rest & 31) | CONTINUED];
  return text + DIGITS[rest];
}

function fromDifferences(text: string): Ring {
  const scale = SCALES[text.charCodeAt(0) - 48];
  if (scale === undefined) throw new RangeError(`a ring begins with a digit from 0 to 6 or f; got "${text[0] ?? ''}"`);
  const numbers = new Float64Array(text.length - 1);
  const last = [0, 0];
  let count = 0;
  for (let at = 1; at < text.length; count++) {
    let unsigned = 0;
    let shift = 0;
    let digit: number;
    do {
      digit = VALUES[text.charCodeAt(at)] ?? 255;
      if (digit === 255 || shift > 30) throw new RangeError(`character ${at} of a ring is no digit of a base64 VLQ`);
      unsigned |= (digit & 31) << shift;
      shift += 5;
      at++;
    } while (digit & CONTINUED);
    const value = last[count & 1]! + (unsigned & 1 ? -(unsigned >>> 1) : unsigned >>> 1);
    last[count & 1] = value;
    numbers[count] = value / scale;
  }
  return numbers.slice(0, count);
}

function base64(ring: Ring): string {
  const bytes = Buffer.alloc(ring.length * 8);
  for (const [k, value] of ring.entries()) bytes.writeDoubleLE(value, k * 8);
  return bytes.toString('base64');
}

function fromBase64(text: string): Ring {
  const bytes = Buffer.from(text.slice(1), 'base64');
  if (bytes.length % 8 !== 0) throw new RangeError(`a ring of float64 has 8 bytes each; got ${bytes.length} bytes`);
  return Float64Array.from({ length: bytes.length / 8 }, (_, k) => bytes.readDoubleLE(k * 8));
}

function rounded(ring: Ring): Ring {
  return ring.map((value) => Math.round(value * 1e6) / 1e6 + 0); // + 0: −0 would take the long form
}
