/**
 * The hail of a neighbourhood: its severest pixel, and what the other grids of hail have there.
 *
 * Severest is the largest chance (POSH) and, where several pixels have it (it saturates), the largest index of them.
 */

import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { expectedHailSize } from './hail.js';
import { countInDisk, type DiskShape, type PixelMask, pixelMask } from './pixel-mask.js';
import { packedAt, valueAt } from './tiled-field.js';

/** Fields on one grid: POSH, ratio; SHI; Witt's MESH, mm; null where there is none. */
export interface HailFields {
  readonly posh: TiledField;
  readonly shi: TiledField | null;
  readonly mesh: TiledField | null;
}

/** @property chance  ratio, NaN where nothing was observed; @property size  mm, NaN where no grid tells it */
export interface Hail {
  readonly chance: number;
  readonly size: number;
}

const NO_HAIL: Hail = { chance: 0, size: 0 };
const UNKNOWN: Hail = { chance: Number.NaN, size: Number.NaN };

/** Where there is a chance of hail, and where one was looked for. */
interface HailMask {
  readonly some: PixelMask;
  readonly observed: PixelMask;
}

const known = new WeakMap<TiledField, HailMask>();

function hailMaskOf(posh: TiledField): HailMask {
  const kept = known.get(posh);
  if (kept) return kept;
  const made = { some: pixelMask(posh, 1), observed: pixelMask(posh, 0) };
  known.set(posh, made);
  return made;
}

/**
 * Chance and size of hail in a disk around a pixel, as seen: nothing has faded yet.
 *
 * @param row, column  whole
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function hailWithin(fields: HailFields, shape: DiskShape, row: number, column: number, around: number): Hail {
  const { posh, shi, mesh } = fields;
  const mask = hailMaskOf(posh);
  // Almost everywhere there is none, and a disk of bits is counted in a fifth of the time that its pixels take.
  if (countInDisk(mask.some, shape, row, column, around) === 0)
    return countInDisk(mask.observed, shape, row, column, around) > 0 ? NO_HAIL : UNKNOWN;
  let best = -1;
  let bestIndex = -1;
  let bestRow = -1;
  let bestColumn = -1;
  const { reach } = shape;
  for (let y = row - reach; y <= row + reach; y++) {
    const half = shape.halves[Math.abs(y - row)]!;
    for (let east = column - half; east <= column + half; east++) {
      const x = around > 0 ? ((east % around) + around) % around : east;
      const packed = packedAt(posh, y, x);
      if (packed === 0 || packed < best || packed === UNOBSERVED) continue;
      const index = indexAt(shi, y, x);
      if (packed === best && index <= bestIndex) continue;
      [best, bestIndex, bestRow, bestColumn] = [packed, index, y, x];
    }
  }
  const chance = best * posh.step;
  const at = (field: TiledField | null) => (field === null ? Number.NaN : valueAt(field, bestRow, bestColumn));
  return { chance, size: expectedHailSize(chance, at(shi), at(mesh)) };
}

function indexAt(shi: TiledField | null, row: number, column: number): number {
  const packed = shi === null ? UNOBSERVED : packedAt(shi, row, column);
  return packed === UNOBSERVED ? 0 : packed;
}
