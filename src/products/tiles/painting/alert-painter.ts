/**
 * Tiles of alerts: the areas of each severity as 16 samples a pixel (`polygon-fill.ts`).
 *
 * A pixel has the colour of the most severe area that has a sample of it, and is as opaque as the part of its samples that
 * areas of any severity have: where two severities meet there is no seam, and a small severe area within a larger one
 * never drowns. An area too thin to be sure of a sample is traced along its edge too, so that wherever it is a pixel has
 * at least four of its samples, a quarter of its colour.
 */

import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import { SEVERITIES, type Severity } from '../../../model/alert.js';
import type { TileAddress } from '../../../model/tile.js';
import { alertIndex } from '../styles/alert-style.js';
import type { AlertScene } from './alert-scene.js';
import { traceRing } from './edge-tracing.js';
import { createPolygonFill, SIXTEEN_SAMPLES } from './polygon-fill.js';
import { fillTile } from './projected-area.js';

const SAMPLES = 16;
/** Rows of samples in a row of pixels, and pixels in a word of samples. */
const [ROWS, PIXELS] = [4, 8];

/** [severity][samples 0..16] */
const INDEXES = SEVERITIES.map((severity) =>
  Uint8Array.from({ length: SAMPLES + 1 }, (_, count) => alertIndex(severity, count / SAMPLES)),
);
/** Of four bits, how many are set. */
const BITS_SET = Uint8Array.from({ length: 16 }, (_, four) => [1, 2, 4, 8].filter((bit) => four & bit).length);

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

/** @param sheets  most severe first, at least one */
function compose(sheets: readonly Sheet[], words: number, pixels: Uint8Array): boolean {
  let any = false;
  for (let row = 0; row < TILE_PIXELS; row++)
    for (let word = 0; word < words; word++) {
      const at = row * ROWS * words + word;
      const first = row * TILE_PIXELS + word * PIXELS;
      const top = sheets.findIndex(
        ({ bits }) => (bits[at]! | bits[at + words]! | bits[at + 2 * words]! | bits[at + 3 * words]!) !== 0,
      );
      if (top < 0) continue;
      any = true;
      const { bits, indexes } = sheets[top]!;
      if ((bits[at]! & bits[at + words]! & bits[at + 2 * words]! & bits[at + 3 * words]!) === -1)
        pixels.fill(indexes[SAMPLES]!, first, first + PIXELS);
      else composePixels(sheets, top, at, words, pixels, first);
    }
  return any;
}

/** The eight pixels of a word, one by one. */
function composePixels(
  sheets: readonly Sheet[],
  top: number,
  at: number,
  words: number,
  pixels: Uint8Array,
  first: number,
): void {
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    let indexes: Uint8Array | null = null;
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let i = top; i < sheets.length; i++) {
      const { bits } = sheets[i]!;
      one |= (bits[at]! >>> (4 * pixel)) & 15;
      two |= (bits[at + words]! >>> (4 * pixel)) & 15;
      three |= (bits[at + 2 * words]! >>> (4 * pixel)) & 15;
      four |= (bits[at + 3 * words]! >>> (4 * pixel)) & 15;
      if (indexes === null && (one | two | three | four) !== 0) indexes = sheets[i]!.indexes;
    }
    if (indexes === null) continue;
    const samples = BITS_SET[one]! + BITS_SET[two]! + BITS_SET[three]! + BITS_SET[four]!;
    pixels[first + pixel] = indexes[samples]!;
  }
}
