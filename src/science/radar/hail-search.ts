/**
 * The hail of a neighbourhood: its severest pixel, and what the other grids of hail have there.
 *
 * Severest is the largest chance (POSH) and, where several pixels have it (it saturates), the largest index of them.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { expectedHailSize } from './hail.js';
import type { DiskShape } from './pixel-mask.js';
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

/**
 * Chance and size of hail in a disk around a pixel, as seen: nothing has faded yet.
 *
 * @param row, column  whole
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function hailWithin(fields: HailFields, shape: DiskShape, row: number, column: number, around: number): Hail {
  const { posh, shi, mesh } = fields;
  if (isWithoutHail(posh, shape, row, column)) return NO_HAIL;
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
      if (packed < best || packed === UNOBSERVED) continue;
      if (packed === 0) {
        best = 0; // hail without a chance has no size, whatever its index
        continue;
      }
      const index = indexAt(shi, y, x);
      if (packed === best && index <= bestIndex) continue;
      [best, bestIndex, bestRow, bestColumn] = [packed, index, y, x];
    }
  }
  if (best < 0) return UNKNOWN;
  const chance = best * posh.step;
  const at = (field: TiledField | null) => (field === null ? Number.NaN : valueAt(field, bestRow, bestColumn));
  return { chance, size: expectedHailSize(chance, at(shi), at(mesh)) };
}

function indexAt(shi: TiledField | null, row: number, column: number): number {
  const packed = shi === null ? UNOBSERVED : packedAt(shi, row, column);
  return packed === UNOBSERVED ? 0 : packed;
}

/** True when the disk lies in tiles that are an observed nothing: almost everywhere, almost always. */
function isWithoutHail(posh: TiledField, shape: DiskShape, row: number, column: number): boolean {
  const [high, wide] = [shape.reach, shape.halves[0]!];
  if (!(row >= high && column >= wide && row + high < posh.rows && column + wide < posh.columns)) return false;
  const across = tilesAlong(posh.columns);
  const [top, bottom] = [Math.floor((row - high) / RADAR_TILE), Math.floor((row + high) / RADAR_TILE)];
  const [left, right] = [Math.floor((column - wide) / RADAR_TILE), Math.floor((column + wide) / RADAR_TILE)];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) if (posh.tiles[y * across + x] !== 0) return false;
  return true;
}
