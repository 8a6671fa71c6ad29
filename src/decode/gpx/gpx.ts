/**
 * GPX, versions 1.0 and 1.1 (topografix.com/GPX/1/1): tracks, routes and waypoints of a file.
 *
 * Strict about what is hostile: a document type is refused (with it all entities but XML's own five), depth, bytes and
 * number of points are bounded, and every file ends in a value or a `GpxMalformedError`. Tolerant about what real files
 * do: with or without a namespace or a prefix, elements in any order, whatever is no GPX (extensions, speeds) passed
 * over, heights and times that are none read as null. Only a place must be right: a line through a wrong one is none.
 */

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { GpxMalformedError } from '../../base/errors.js';
import { parseInstant } from '../../model/time.js';
import { piecesOfText } from './text-encoding.js';

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
const DEEPEST = 64;
const LONGEST_NAME = 200;
/** Below every ground and sea bed that is walked or driven on; −32768 stands for "no data" in rasters of heights. */
const LOWEST_M = -1000;

type Element = 'gpx' | 'trk' | 'trkseg' | 'trkpt' | 'rte' | 'rtept' | 'wpt' | 'name' | 'ele' | 'time';

const OF_POINT: readonly Element[] = ['ele', 'time', 'name'];
/** What is read inside what; everything else is passed over with all that is in it. */
const INSIDE: Readonly<Record<Element | 'file', readonly Element[]>> = {
  file: ['gpx'],
  gpx: ['trk', 'rte', 'wpt'],
  trk: ['name', 'trkseg'],
  trkseg: ['trkpt'],
  trkpt: OF_POINT,
  rte: ['name', 'rtept'],
  rtept: OF_POINT,
  wpt: OF_POINT,
  name: [],
  ele: [],
  time: [],
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
 * @throws GpxMalformedError  naming the rule and, where there is one, the line
 */
export function readGpx(bytes: Uint8Array): GpxFile {
  if (bytes.length > MOST_GPX_BYTES)
    throw new GpxMalformedError(`a file must have at most ${MOST_GPX_BYTES} bytes`, null, bytes.length);
  const reading = new Reading();
  for (const text of piecesOfText(bytes)) reading.parser.write(text);
  reading.parser.close();
  return reading.file;
}

/** One pass over a file: what is open, and what was found. */
class Reading {
  readonly file = { tracks: [] as OpenLine[], routes: [] as OpenLine[], waypoints: [] as OpenPoint[] };
  readonly parser = new SaxesParser();
  readonly #open: Element[] = [];
  /** Depth inside an element that is passed over; 0 outside of any. */
  #passedOver = 0;
  /** Of the root: "gpx:" where names have one. */
  #prefix = '';
  #namespace: string | undefined;
  #points = 0;
  #line: OpenLine = { name: null, points: [] };
  #point: OpenPoint | null = null;
  #text = '';

  constructor() {
    this.parser.on('error', (error) => this.#refuse(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
    this.parser.on('doctype', () => this.#refuse('a document type is not accepted'));
    this.parser.on('opentag', (tag) => this.#opened(tag));
    this.parser.on('closetag', () => this.#closed());
    this.parser.on('text', (text) => this.#said(text));
    this.parser.on('cdata', (text) => this.#said(text));
  }

  #refuse(rule: string, value?: string | number): never {
    const said = typeof value === 'string' ? onOneLine(value).slice(0, 40) : value;
    throw new GpxMalformedError(rule, this.parser.line, said);
  }

  #opened(tag: SaxesTagPlain): void {
    if (this.#open.length + this.#passedOver >= DEEPEST) this.#refuse(`elements nest at most ${DEEPEST} deep`);
    const inside = this.#open.at(-1) ?? 'file';
    if (inside === 'file') this.#recognize(tag);
    const element = this.#passedOver > 0 ? undefined : INSIDE[inside].find((name) => this.#prefix + name === tag.name);
    if (element === undefined || this.#isForeign(tag)) {
      this.#passedOver++;
      return;
    }
    this.#open.push(element);
    this.#text = '';
    if (element === 'trk') this.file.tracks.push(this.#newLine());
    else if (element === 'rte') this.file.routes.push(this.#newLine());
    else if (element === 'wpt') this.file.waypoints.push(this.#newPoint(tag));
    else if (element === 'trkpt' || element === 'rtept') this.#line.points.push(this.#newPoint(tag));
  }

  #recognize({ name, attributes }: SaxesTagPlain): void {
    const prefix = /^(?:([^:]+:))?gpx$/.exec(name);
    if (prefix === null) this.#refuse('the root element must be gpx', name);
    this.#prefix = prefix[1] ?? '';
    this.#namespace = attributes.xmlns;
  }

  /** Of another namespace than the file, by its own declaration. */
  #isForeign({ attributes }: SaxesTagPlain): boolean {
    return attributes.xmlns !== undefined && attributes.xmlns !== this.#namespace;
  }

  #newLine(): OpenLine {
    this.#line = { name: null, points: [] };
    return this.#line;
  }

  #newPoint({ attributes }: SaxesTagPlain): OpenPoint {
    if (++this.#points > MOST_GPX_POINTS) this.#refuse(`a file must have at most ${MOST_GPX_POINTS} points`);
    const latitude = this.#degrees('lat', attributes.lat, 90);
    const longitude = this.#degrees('lon', attributes.lon, 180);
    this.#point = { latitude, longitude, elevation: null, time: null, name: null };
    return this.#point;
  }

  #degrees(name: string, text: string | undefined, most: number): number {
    const value = numberOf(text ?? '');
    if (value === null || Math.abs(value) > most)
      this.#refuse(`${name} must be a number from -${most} to ${most}`, text ?? 'nothing');
    return value;
  }

  #said(text: string): void {
    if (this.#passedOver === 0 && this.#text.length < LONGEST_NAME) this.#text += text.slice(0, LONGEST_NAME);
  }

  #closed(): void {
    if (this.#passedOver > 0) {
      this.#passedOver--;
      return;
    }
    const element = this.#open.pop();
    if (element === 'name') (this.#point ?? this.#line).name = nameOf(this.#text);
    else if (element === 'ele' && this.#point) this.#point.elevation = heightOf(this.#text);
    else if (element === 'time' && this.#point) this.#point.time = timeOf(this.#text);
    else if (element === 'wpt' || element === 'rtept' || element === 'trkpt') this.#point = null;
  }
}

/** A decimal number as XML Schema writes it; null for all else, also for what only JavaScript takes for one (0x10, ''). */
function numberOf(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

function heightOf(text: string): number | null {
  const value = numberOf(text);
  return value === null || value < LOWEST_M ? null : value;
}

/** GPX counts in UTC: a time without an offset is UTC too. */
function timeOf(text: string): number | null {
  const trimmed = text.trim();
  return parseInstant(trimmed) ?? parseInstant(`${trimmed}Z`);
}

/** Without control characters: what a file says is printed on terminals, in tables and in errors. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function nameOf(text: string): string | null {
  const name = onOneLine(text).slice(0, LONGEST_NAME);
  return name === '' ? null : name;
}
