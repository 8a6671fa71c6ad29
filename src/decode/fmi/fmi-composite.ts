/**
 * Composites of the Finnish Meteorological Institute as pictures (PGM, binary, gzip): what the hindcasts of showers are
 * measured with.
 *
 *   P5
 *   # obstime 201705091045          UTC
 *   # param CorrectedReflectivity
 *   # metersperpixel_x 999.674053   along a row; metersperpixel_y along a column
 *   # projection radar {            type stereographic, central longitude and latitude, true latitude,
 *   # bottomleft 18.6 57.93         outer corners, degrees east and north; topright
 *   760 1226 255                    columns, rows, largest value; then a byte for each pixel, north first
 *
 *   dBZ = (byte − 64) / 2           255: not observed
 *   R = (10^(dBZ/10) / 223)^(1/1.53)   mm/h, the relation of FMI for rain (Leinonen et al. 2012, JAMC 51, 392)
 *
 * Rates are packed in steps of 0.001 mm/h, so 65.5 mm/h is the largest: 51 dBZ. The files do not state the earth; a
 * sphere of 6371.288 km is the one whose corners meet their pixel sizes.
 */

import { constants, gunzipSync } from 'node:zlib';
import { MalformedError } from '../../base/errors.js';
import type { Grid } from '../../model/field.js';
import { parseInstant } from '../../model/time.js';
import { packRates, tiledField } from '../../science/radar/tiled-field.js';
import type { RadarRaster } from '../radar/raster.js';
import { gridBelowCorner, planePoint, type StereographicPlane } from '../radar/stereographic-plane.js';

const FORMAT = 'FMI composite';
/** A real file has 0.9 MB. */
const MOST_BYTES = 16 << 20;
/** Octets; a real head has 686. */
const LONGEST_HEAD = 16_384;
/** Gzipped octets that hold the first two of a picture. */
const FIRST_PACKED_BYTES = 512;
const LARGEST_SIDE = 4000;
/** Characters of a text that an error quotes. */
const LONGEST_QUOTE = 80;
const EARTH = { semiMajor: 6_371_288, semiMinor: 6_371_288 };
/** Share of the picture's side by which the corners may miss the pixel sizes. */
const CORNER_TOLERANCE = 0.005;

const STEP = 0.001;
const NOT_OBSERVED = 255;

/** Packed rate of each byte. */
const RATES = packRates(
  Float32Array.from({ length: 256 }, (_, byte) =>
    byte === NOT_OBSERVED ? Number.NaN : (10 ** ((byte - 64) / 20) / 223) ** (1 / 1.53),
  ),
  STEP,
);

/** Words after each name of the head, and what follows the head. */
interface Picture {
  readonly terms: ReadonlyMap<string, readonly string[]>;
  readonly rows: number;
  readonly columns: number;
  readonly pixels: Uint8Array;
}

/** Tells by its first bytes whether a file is a PGM, gzipped or not; false for a gzip that is broken there. */
export function isPgm(bytes: Uint8Array): boolean {
  const first = isGzip(bytes) ? firstUnpacked(bytes) : bytes;
  return first[0] === 0x50 && first[1] === 0x35;
}

/** Reads what a file says of its picture. Throws as `decodeFmiComposite`. */
export function readFmiHeader(bytes: Uint8Array): Omit<RadarRaster, 'field'> {
  const picture = readPicture(unpacked(bytes));
  return { grid: gridOf(picture), validTime: timeOf(picture) };
}

/**
 * Decodes a composite into rates, mm/h.
 *
 * @param bytes  a whole file, gzipped or not
 * @throws MalformedError  gzip that is broken or too large; no PGM, or one that is cut; another quantity, size or projection
 */
export function decodeFmiComposite(bytes: Uint8Array): RadarRaster {
  const picture = readPicture(unpacked(bytes));
  const packed = Uint16Array.from(picture.pixels, (byte) => RATES[byte]!);
  const field = tiledField(picture.rows, picture.columns, STEP, packed);
  return { grid: gridOf(picture), validTime: timeOf(picture), field };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The beginning of a gzip. Whoever reads the file whole reports what is broken in it. */
function firstUnpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes.subarray(0, FIRST_PACKED_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MOST_BYTES,
    });
  } catch {
    return new Uint8Array(0);
  }
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const rule = `gzip is whole and unpacks to at most ${MOST_BYTES} bytes`;
    throw new MalformedError(FORMAT, rule, code ?? String(cause), { cause });
  }
}

function readPicture(bytes: Uint8Array): Picture {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST_HEAD)).toString('latin1');
  const parts = /^P5\s((?:#[^\n]*\n|\s)*)(\d{1,5})\s+(\d{1,5})\s+255\s/.exec(head);
  if (!parts) throw malformed('it begins with P5, comments, columns, rows and 255', JSON.stringify(head.slice(0, 40)));
  const [columns, rows] = [Number(parts[2]), Number(parts[3])];
  for (const side of [columns, rows])
    if (!(side > 0 && side <= LARGEST_SIDE)) throw malformed(`columns and rows are 1 to ${LARGEST_SIDE}`, side);
  const pixels = bytes.subarray(parts[0].length);
  if (pixels.length !== rows * columns) throw malformed(`it has ${rows} × ${columns} pixels`, pixels.length);
  const comments = parts[1]!.split('\n').map((line) => line.replace(/^#/, '').trim().split(/\s+/));
  return { rows, columns, pixels, terms: new Map(comments.map(([name, ...words]) => [name!, words])) };
}

function gridOf(picture: Picture): Grid {
  const { rows, columns } = picture;
  for (const [name, word] of [
    ['param', 'CorrectedReflectivity'],
    ['type', 'stereographic'],
    ['centrallatitude', '90'],
  ] as const)
    if (wordOf(picture, name) !== word) throw malformed(`${name} is ${word}`, wordOf(picture, name));
  const [centralMeridian, trueLatitude] = [numberOf(picture, 'centrallongitude'), numberOf(picture, 'truelatitude')];
  if (!(Math.abs(centralMeridian) <= 180 && trueLatitude > 0 && trueLatitude <= 90))
    throw malformed('longitude is -180 to 180, true latitude 0 to 90', `${centralMeridian}, ${trueLatitude}`);
  const plane: StereographicPlane = { earth: EARTH, pole: 'north', centralMeridian, trueLatitude };
  const lowerLeft = cornerOf(picture, 'bottomleft');
  const upperRight = cornerOf(picture, 'topright');
  const [from, to] = [planePoint(plane, lowerLeft), planePoint(plane, upperRight)];
  const [xSize, ySize] = [numberOf(picture, 'metersperpixel_x'), numberOf(picture, 'metersperpixel_y')];
  if (!(xSize > 0 && ySize > 0)) throw malformed('pixels are wider and higher than 0 m', `${xSize}, ${ySize}`);
  const sides = [(to.x - from.x) / (columns * xSize), (to.y - from.y) / (rows * ySize)];
  if (!sides.every((side) => Math.abs(side - 1) <= CORNER_TOLERANCE))
    throw malformed('corners are as far apart as the pixels reach', sides.join(', '));
  return {
    ...gridBelowCorner(plane, lowerLeft, { rows, columns, xSize, ySize }),
    firstY: from.y + (rows - 0.5) * ySize,
  };
}

function cornerOf(picture: Picture, name: string): { latitude: number; longitude: number } {
  const [longitude, latitude] = [numberOf(picture, name), numberOf(picture, name, 1)];
  if (!(latitude > 0 && latitude < 90 && Math.abs(longitude) <= 180))
    throw malformed(`${name} is a longitude and a northern latitude`, `${longitude} ${latitude}`);
  return { latitude, longitude };
}

function timeOf(picture: Picture): number {
  const text = wordOf(picture, 'obstime');
  const instant = parseInstant(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:00Z'));
  if (instant === null) throw malformed('obstime is a time like 201705091045', text);
  return instant;
}

function numberOf(picture: Picture, name: string, at = 0): number {
  const text = wordOf(picture, name, at);
  const value = Number(text);
  if (!Number.isFinite(value)) throw malformed(`${name} is a number`, text);
  return value;
}

function wordOf({ terms }: Picture, name: string, at = 0): string {
  const word = terms.get(name)?.[at];
  if (word === undefined) throw malformed(`a comment states ${name}`, 'none');
  return word;
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError(FORMAT, rule, typeof value === 'string' ? value.slice(0, LONGEST_QUOTE) : value);
}
