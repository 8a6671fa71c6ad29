/**
 * GPX, versions 1.0 and 1.1 (topografix.com/GPX/1/1): tracks, routes and waypoints of a file.
 *
 * Strict and tolerant as all XML is read here (../xml/walk.ts), the number of points is bounded, and every file ends in
 * a value or a `MalformedError`. Heights and times that are none are read as null. Only a place must be right: a line
 * through a wrong one is none.
 */

import { MalformedError } from '../../base/errors.js';
import { parseInstant } from '../../model/time.js';
import { decimalOf } from '../xml/decimal.js';
import { onOneLine } from '../xml/one-line.js';
import type { Refuse } from '../xml/refusal.js';
import { type RefuseHere, walkXml, type XmlForm } from '../xml/walk.js';

export interface GpxPoint {
  /** Degrees north, −90..90. */
  readonly latitude: number;
  /** Degrees east, −180..180. */
  readonly longitude: number;
  /** As recorded, m; null where there is none. */
  readonly elevation: number | null;
  /** Epoch seconds; null where there is none. */
  readonly time: number | null;
  readonly name: string | null;
}

/** A track, its segments joined, or a route. */
export interface GpxLine {
  readonly name: string | null;
  /** May be empty: devices write tracks that never began. */
  readonly points: readonly GpxPoint[];
}

export interface GpxFile {
  readonly tracks: readonly GpxLine[];
  readonly routes: readonly GpxLine[];
  readonly waypoints: readonly GpxPoint[];
}

/** A day's ride with heart rate, one point a second, is 30 MB. */
export const MOST_GPX_BYTES = 100_000_000;
export const MOST_GPX_POINTS = 500_000;
const LONGEST_NAME = 200;
/** Below every ground and sea bed that is walked or driven on; −32768 stands for "no data" in rasters of heights. */
const LOWEST_M = -1000;

type Element = 'gpx' | 'trk' | 'trkseg' | 'trkpt' | 'rte' | 'rtept' | 'wpt' | 'name' | 'ele' | 'time';

const OF_POINT: readonly Element[] = ['ele', 'time', 'name'];
const INSIDE: XmlForm<Element>['inside'] = {
  gpx: ['trk', 'rte', 'wpt'],
  trk: ['name', 'trkseg'],
  trkseg: ['trkpt'],
  trkpt: OF_POINT,
  rte: ['name', 'rtept'],
  rtept: OF_POINT,
  wpt: OF_POINT,
};

const FORM: XmlForm<Element> = {
  roots: ['gpx'],
  inside: INSIDE,
  mostBytes: MOST_GPX_BYTES,
  longest: () => LONGEST_NAME,
};

type Editable<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenPoint = Editable<GpxPoint>;
interface OpenLine {
  name: string | null;
  readonly points: OpenPoint[];
}

/**
 * The whole file.
 *
 * @throws MalformedError  naming the rule and, where there is one, the line
 */
export function readGpx(bytes: Uint8Array): GpxFile {
  return walkXml(bytes, FORM, refuse, (refuseHere) => new Reading(refuseHere)).file;
}

const refuse: Refuse = (rule, line, value) => {
  throw new MalformedError(line === null ? 'GPX' : `GPX, line ${line}`, rule, value);
};

/** One pass over a file: the line and the point that are open, and what was found. */
class Reading {
  readonly file = { tracks: [] as OpenLine[], routes: [] as OpenLine[], waypoints: [] as OpenPoint[] };
  #points = 0;
  #line: OpenLine = { name: null, points: [] };
  #point: OpenPoint | null = null;

  constructor(readonly refuse: RefuseHere) {}

  opened(element: Element, attributes: Readonly<Record<string, string>>): void {
    if (element === 'trk') this.file.tracks.push(this.#newLine());
    else if (element === 'rte') this.file.routes.push(this.#newLine());
    else if (element === 'wpt') this.file.waypoints.push(this.#newPoint(attributes));
    else if (element === 'trkpt' || element === 'rtept') this.#line.points.push(this.#newPoint(attributes));
  }

  #newLine(): OpenLine {
    this.#line = { name: null, points: [] };
    return this.#line;
  }

  #newPoint(attributes: Readonly<Record<string, string>>): OpenPoint {
    if (++this.#points > MOST_GPX_POINTS) this.refuse(`a file must have at most ${MOST_GPX_POINTS} points`);
    const latitude = this.#degrees('lat', attributes.lat, 90);
    const longitude = this.#degrees('lon', attributes.lon, 180);
    this.#point = { latitude, longitude, elevation: null, time: null, name: null };
    return this.#point;
  }

  #degrees(name: string, text: string | undefined, most: number): number {
    const value = decimalOf(text ?? '');
    if (value === null || Math.abs(value) > most)
      this.refuse(`${name} must be a number from -${most} to ${most}`, text ?? 'nothing');
    return value;
  }

  closed(element: Element, text: string): void {
    if (element === 'name') (this.#point ?? this.#line).name = nameOf(text);
    else if (element === 'ele' && this.#point) this.#point.elevation = heightOf(text);
    else if (element === 'time' && this.#point) this.#point.time = timeOf(text);
    else if (element === 'wpt' || element === 'rtept' || element === 'trkpt') this.#point = null;
  }
}

function heightOf(text: string): number | null {
  const value = decimalOf(text);
  return value === null || value < LOWEST_M ? null : value;
}

/** GPX counts in UTC: a time without an offset is UTC too. */
function timeOf(text: string): number | null {
  const trimmed = text.trim();
  return parseInstant(trimmed) ?? parseInstant(`${trimmed}Z`);
}

function nameOf(text: string): string | null {
  const name = onOneLine(text).slice(0, LONGEST_NAME);
  return name === '' ? null : name;
}
