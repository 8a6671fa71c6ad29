/**
 * Tiles of alerts: the areas of each severity as 16 samples a pixel (`polygon-fill.ts`).
 *
 * A pixel has the colour of the most severe area that has a sample of it, and is as opaque as the part of its samples that
 * areas of any severity have: where two severities meet there is no seam, and a small severe area within a larger one
 * never drowns. An area too thin to be sure of a sample is traced along its edge too, so that wherever it is a pixel has
 * at least four of its samples, a quarter of its colour.
 */

import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import { SEVERITIES, type Severity } from '../../../../model/alert.js';
import type { TileAddress } from '../../../../model/tile.js';
import { alertIndex } from '../../styles/alert-style.js';
import { createPolygonFill, SIXTEEN_SAMPLES } from '../areas/polygon-fill.js';
import { fillTile } from '../areas/projected-area.js';
import type { AlertScene } from './alert-scene.js';
import { traceRing } from './edge-tracing.js';

const SAMPLES = 16;
/** Rows of samples in a row of pixels, and pixels in a word of samples. */
const [ROWS, PIXELS] = [4, 8];

/** [severity][samples 0..16] */
const INDEXES = SEVERITIES.map((severity) =>
  Uint8Array.from({ length: SAMPLES + 1 }, (_, count) => alertIndex(severity, count / SAMPLES)),
);
/** The lowest of each four bits, and the lower four of each eight. */
const [EACH_PIXEL, BYTES] = [0x11111111, 0x0f0f0f0f];

/** Samples of the areas of one severity. */
interface Sheet {
  readonly indexes: Uint8Array;
  readonly bits: Int32Array;
}

interface Room {
  readonly fill: ReturnType<typeof createPolygonFill>;
  readonly sheets: Readonly<Record<Severity, Sheet>>;
}

/** Taken when the first tile is painted, and used for each; painting is never interrupted. */
let room: Room | null = null;

function createRoom(): Room {
  const fill = createPolygonFill(SIXTEEN_SAMPLES);
  const sheets = SEVERITIES.map((severity, i) => [
    severity,
    { indexes: INDEXES[i]!, bits: new Int32Array(fill.rows * fill.words) },
  ]);
  return { fill, sheets: Object.fromEntries(sheets) };
}

/**
 * @param pixels  `TILE_AREA` indexes, all 0 beforehand
 * @returns whether any pixel is not 0
 */
export function paintAlerts(order: TileAddress, scene: AlertScene, pixels: Uint8Array): boolean {
  const near = scene.near(order);
  if (near.length === 0) return false;
  room ??= createRoom();
  const { fill, sheets } = room;
  const tile = fillTile(order);
  const used = new Set<Severity>();
  for (const { severity, polygon } of near) {
    const { bits } = sheets[severity];
    if (!used.has(severity)) bits.fill(0);
    used.add(severity);
    const { rings, isThin } = polygon.at(order.z);
    fill.fill(rings, tile, bits);
    if (isThin) for (const ring of rings[0]!) traceRing(ring, tile, bits);
  }
  return compose(
    SEVERITIES.filter((severity) => used.has(severity)).map((severity) => sheets[severity]),
    fill.words,
    pixels,
  );
}

/** @param sheets  most severe first */
function compose(sheets: readonly Sheet[], words: number, pixels: Uint8Array): boolean {
  let any = false;
  for (let row = 0; row < TILE_PIXELS; row++)
    for (let word = 0; word < words; word++)
      if (composeWord(sheets, row * ROWS * words + word, words, pixels, row * TILE_PIXELS + word * PIXELS)) any = true;
  return any;
}

/**
 * The eight pixels of a word, each four bits of it in four rows of samples.
 *
 * @param at  the word in the first of these rows
 * @param first  the first of the pixels
 */
function composeWord(sheets: readonly Sheet[], at: number, words: number, pixels: Uint8Array, first: number): boolean {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  for (let i = 0; i < sheets.length; i++) {
    const { bits, indexes } = sheets[i]!;
    const isTop = (one | two | three | four) === 0;
    one |= bits[at]!;
    two |= bits[at + words]!;
    three |= bits[at + 2 * words]!;
    four |= bits[at + 3 * words]!;
    if (!isTop || (one & two & three & four) !== -1) continue;
    pixels.fill(indexes[SAMPLES]!, first, first + PIXELS);
    return true;
  }
  if ((one | two | three | four) === 0) return false;
  const ones = countFours(one);
  const twos = countFours(two);
  const threes = countFours(three);
  const fours = countFours(four);
  const even = (ones & BYTES) + (twos & BYTES) + (threes & BYTES) + (fours & BYTES);
  const odd = ((ones >>> 4) & BYTES) + ((twos >>> 4) & BYTES) + ((threes >>> 4) & BYTES) + ((fours >>> 4) & BYTES);
  let open = EACH_PIXEL;
  for (let i = 0; i < sheets.length; i++) {
    const { bits, indexes } = sheets[i]!;
    let own = bits[at]! | bits[at + words]! | bits[at + 2 * words]! | bits[at + 3 * words]!;
    own |= own >>> 2;
    own = (own | (own >>> 1)) & open;
    open &= ~own;
    for (; own !== 0; own &= own - 1) {
      const pixel = (31 - Math.clz32(own & -own)) >> 2;
      const samples = ((pixel % 2 === 0 ? even : odd) >>> (4 * (pixel & ~1))) & 31;
      pixels[first + pixel] = indexes[samples]!;
    }
  }
  return true;
}

/** How many bits of each four are set, in their place. */
function countFours(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  return (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
}
