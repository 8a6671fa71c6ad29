/**
 * What a client asks for, from the texts of its address to numbers; each broken rule is told with its field and value.
 *
 *   z, x, y   ^(0|[1-9][0-9]*)$, z up to the layer's deepest zoom, x and y below 2^z
 *   time      ISO 8601 with Z or an offset, or epoch seconds; empty is as good as none
 *   site      ICAO identifier of a NEXRAD radar; radar-site needs it, other layers do not use it
 *
 * Other parameters are passed over, so that one that breaks a browser's cache on purpose does no harm.
 */

import { InvalidRequestError } from '../../base/errors.js';
import { isRadarSite } from '../../model/radar-sites-table.js';
import type { TileAddress, TileLayerId } from '../../model/tile.js';
import { parseInstant } from '../../model/time.js';
import { TILE_LAYERS } from './layer-table.js';

/** Which picture of a layer. */
export interface FrameRequest {
  readonly layer: TileLayerId;
  /** Epoch seconds; null: the one that holds now, of radar-future the one in half an hour. */
  readonly time: number | null;
  /** ICAO identifier; null for all layers but radar-site. */
  readonly site: string | null;
}

export interface TileRequest extends FrameRequest, TileAddress {}

/** As they stand in the address. */
export interface FrameTexts {
  readonly time?: unknown;
  readonly site?: unknown;
}

export interface TileTexts extends FrameTexts {
  readonly z: string;
  readonly x: string;
  readonly y: string;
}

/** @throws InvalidRequestError */
export function readTileRequest(layer: TileLayerId, texts: TileTexts): TileRequest {
  const { maxZoom } = TILE_LAYERS[layer];
  const z = coordinate('z', texts.z, maxZoom, `the deepest zoom of ${layer}`);
  const last = 2 ** z - 1;
  const x = coordinate('x', texts.x, last, `the last of zoom ${z}`);
  const y = coordinate('y', texts.y, last, `the last of zoom ${z}`);
  return { ...readFrameRequest(layer, texts), z, x, y };
}

/** @throws InvalidRequestError */
export function readFrameRequest(layer: TileLayerId, { time, site }: FrameTexts): FrameRequest {
  const isOfSite = layer === 'radar-site';
  const radar = readSite(site, isOfSite);
  return { layer, time: readTime(time), site: isOfSite ? radar : null };
}

const WHOLE = /^(?:0|[1-9][0-9]*)$/;

function coordinate(name: 'z' | 'x' | 'y', text: string, last: number, what: string): number {
  if (!WHOLE.test(text)) throw fault(name, 'invalid_coordinate', `${name} must be a whole number from 0`, text);
  const value = Number(text);
  if (value > last) throw fault(name, 'coordinate_out_of_range', `${name} must be at most ${last}, ${what}`, text);
  return value;
}

export const EPOCH = /^\d{1,11}(?:\.\d+)?$/;

function readTime(text: unknown): number | null {
  if (text === undefined || text === '') return null;
  if (typeof text === 'string') {
    if (EPOCH.test(text)) return Number(text);
    // A plus that was not encoded arrives as a space.
    const instant = parseInstant(text.replace(' ', '+'));
    if (instant !== null) return instant;
  }
  throw fault('time', 'invalid_time', 'time must be ISO 8601 with Z or an offset, or epoch seconds', text);
}

function readSite(text: unknown, isRequired: boolean): string | null {
  const rule = 'site must be the ICAO identifier of a NEXRAD radar, e.g. KTLX';
  if (text === undefined || text === '') {
    if (isRequired) throw fault('site', 'required', `radar-site needs site: ${rule}`, undefined);
    return null;
  }
  const site = typeof text === 'string' ? text.toUpperCase() : '';
  if (!isRadarSite(site)) throw fault('site', 'invalid_site', rule, text);
  return site;
}

const LONGEST_ECHO = 40;

export function fault(field: string, code: string, rule: string, value: unknown): InvalidRequestError {
  const got = value === undefined ? '' : `; got ${JSON.stringify(value).slice(0, LONGEST_ECHO)}`;
  return new InvalidRequestError([{ pointer: `/${field}`, code, message: `${rule}${got}` }]);
}
