/** Writes GeoTIFF files of every kind that the reader knows, for tests of it; real ones are few and large. */

import { deflateSync } from 'node:zlib';

export interface TiffWish {
  readonly columns: number;
  readonly rows: number;
  /** m, row by row. */
  readonly heights: ArrayLike<number>;
  readonly big?: boolean;
  readonly littleEndian?: boolean;
  readonly sample?: 'float32' | 'int16';
  /** Side of a tile; without it rows of a strip. */
  readonly tile?: number;
  readonly rowsPerStrip?: number;
  readonly compression?: 1 | 8;
  readonly predictor?: 1 | 2 | 3;
  readonly pixelScale?: readonly number[];
  readonly tiePoint?: readonly number[];
  /** GeoKeys as pairs of key and value. */
  readonly keys?: readonly (readonly [number, number])[];
  readonly noData?: string;
}

type Tag = readonly [id: number, type: 2 | 3 | 4 | 12, values: readonly number[]];

const OCTETS = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function encodeBlock(wish: TiffWish, left: number, top: number, width: number, height: number): Uint8Array {
  const { sample = 'float32', littleEndian = true, predictor = 1, compression = 1, columns, rows, heights } = wish;
  const octets = sample === 'float32' ? 4 : 2;
  const raw = new Uint8Array(width * height * octets);
  const view = new DataView(raw.buffer);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = left + x < columns && top + y < rows;
      const value = inside ? heights[(top + y) * columns + left + x]! : 0;
      const at = (y * width + x) * octets;
      if (sample === 'float32') view.setFloat32(at, value, predictor === 3 ? false : littleEndian);
      else view.setInt16(at, value, littleEndian);
    }
  for (let y = 0; y < height; y++) {
    const line = raw.subarray(y * width * octets, (y + 1) * width * octets);
    if (predictor === 3) {
      const planes = Uint8Array.from(line, (_, i) => line[(i % width) * octets + Math.floor(i / width)]!);
      line.set(planes.map((byte, i) => byte - (i === 0 ? 0 : planes[i - 1]!)));
    }
    if (predictor === 2)
      for (let x = width - 1; x > 0; x--) {
        const at = (y * width + x) * octets;
        const [get, set] = octets === 4 ? (['getUint32', 'setUint32'] as const) : (['getUint16', 'setUint16'] as const);
        view[set](at, view[get](at, littleEndian) - view[get](at - octets, littleEndian), littleEndian);
      }
  }
  return compression === 8 ? deflateSync(raw) : raw;
}

function blocksOf(wish: TiffWish): Uint8Array[] {
  const { columns, rows, tile, rowsPerStrip = rows } = wish;
  const [width, height] = tile === undefined ? [columns, rowsPerStrip] : [tile, tile];
  const blocks: Uint8Array[] = [];
  for (let top = 0; top < rows; top += height)
    for (let left = 0; left < columns; left += width)
      blocks.push(encodeBlock(wish, left, top, width, tile === undefined ? Math.min(height, rows - top) : height));
  return blocks;
}

function tagsOf(wish: TiffWish, offsets: number[], lengths: number[]): Tag[] {
  const {
    tile,
    sample = 'float32',
    keys = [
      [1024, 2],
      [1025, 1],
    ],
    noData,
  } = wish;
  const layout: Tag[] =
    tile === undefined
      ? [
          [273, 4, offsets],
          [278, 3, [wish.rowsPerStrip ?? wish.rows]],
          [279, 4, lengths],
        ]
      : [
          [322, 3, [tile]],
          [323, 3, [tile]],
          [324, 4, offsets],
          [325, 4, lengths],
        ];
  const tags: Tag[] = [
    [256, 3, [wish.columns]],
    [257, 3, [wish.rows]],
    [258, 3, [sample === 'float32' ? 32 : 16]],
    [259, 3, [wish.compression ?? 1]],
    [277, 3, [1]],
    [317, 3, [wish.predictor ?? 1]],
    [339, 3, [sample === 'float32' ? 3 : 2]],
    ...layout,
    [33550, 12, wish.pixelScale ?? [1, 1, 0]],
    [33922, 12, wish.tiePoint ?? [0, 0, 0, 0, wish.rows, 0]],
    [34735, 3, [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])]],
  ];
  if (noData !== undefined) tags.push([42113, 2, [...Buffer.from(`${noData}\0`)]]);
  return tags.sort(([a], [b]) => a - b);
}

/** The bytes of the file: header, blocks, values of tags, directory. */
export function writeGeoTiff(wish: TiffWish): Uint8Array {
  const { big = false, littleEndian: little = true } = wish;
  const blocks = blocksOf(wish);
  const lengths = blocks.map((block) => block.length);
  const offsets = lengths.map((_, i) => 16 + lengths.slice(0, i).reduce((sum, length) => sum + length, 0));
  const tags = tagsOf(wish, offsets, lengths);
  const bytes = new Uint8Array(16 + lengths.reduce((sum, length) => sum + length, 0) + tags.length * 600 + 20_000);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, big ? 43 : 42, little);
  for (const [i, block] of blocks.entries()) bytes.set(block, offsets[i]);
  const word = (at: number, value: number): void =>
    big ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little);
  const put = (at: number, [, type, values]: Tag): void => {
    values.forEach((value, i) => {
      if (type === 12) view.setFloat64(at + 8 * i, value, little);
      else if (type === 4) view.setUint32(at + 4 * i, value, little);
      else if (type === 3) view.setUint16(at + 2 * i, value, little);
      else view.setUint8(at + i, value);
    });
  };
  let free = offsets.at(-1)! + lengths.at(-1)!;
  const places = tags.map((tag) => {
    const size = OCTETS[tag[1]] * tag[2].length;
    if (size <= (big ? 8 : 4)) return null;
    put(free, tag);
    free += size;
    return free - size;
  });
  if (big) {
    view.setUint16(4, 8, little);
    view.setBigUint64(8, BigInt(free), little);
    view.setBigUint64(free, BigInt(tags.length), little);
  } else {
    view.setUint32(4, free, little);
    view.setUint16(free, tags.length, little);
  }
  tags.forEach((tag, i) => {
    const at = free + (big ? 8 + 20 * i : 2 + 12 * i);
    view.setUint16(at, tag[0], little);
    view.setUint16(at + 2, tag[1], little);
    word(at + 4, tag[2].length);
    const place = places[i];
    if (place === null || place === undefined) put(at + (big ? 12 : 8), tag);
    else word(at + (big ? 12 : 8), place);
  });
  return bytes.subarray(0, free + (big ? 16 + 20 * tags.length : 6 + 12 * tags.length));
}
