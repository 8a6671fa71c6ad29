/**
 * Small shapefiles of polygons, by ESRI's white paper J-7855 of July 1998: `.shp` with shapes, `.dbf` (dBASE III) with
 * what is said of each.
 */

export interface WrittenShape {
  readonly fields: Readonly<Record<string, string>>;
  /** Closed rings of [longitude, latitude], outer ones clockwise; null: no shape. */
  readonly rings: readonly (readonly (readonly [number, number])[])[] | null;
}

const POLYGON = 5;
const FIELD_LENGTH = 40;

export function writeShapefile(shapes: readonly WrittenShape[]): { shp: Uint8Array; dbf: Uint8Array } {
  return { shp: writeShp(shapes), dbf: writeDbf(shapes) };
}

function writeShp(shapes: readonly WrittenShape[]): Uint8Array {
  const records = Buffer.concat(shapes.map(({ rings }, n) => shpRecord(rings, n + 1)));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(POLYGON, 32);
  return Buffer.concat([header, records]);
}

function shpRecord(rings: WrittenShape['rings'], number: number): Buffer {
  const content = rings === null ? Buffer.alloc(4) : polygonOf(rings);
  const head = Buffer.alloc(8);
  head.writeInt32BE(number, 0);
  head.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([head, content]);
}

function polygonOf(rings: NonNullable<WrittenShape['rings']>): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(POLYGON, 0);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let first = 0;
  for (const [n, ring] of rings.entries()) {
    content.writeInt32LE(first, 44 + 4 * n);
    first += ring.length;
  }
  for (const [n, [longitude, latitude]] of points.entries()) {
    content.writeDoubleLE(longitude, 44 + 4 * rings.length + 16 * n);
    content.writeDoubleLE(latitude, 52 + 4 * rings.length + 16 * n);
  }
  return content;
}

function writeDbf(shapes: readonly WrittenShape[]): Uint8Array {
  const names = Object.keys(shapes[0]?.fields ?? { NOTHING: '' });
  const header = Buffer.alloc(33 + 32 * names.length);
  header[0] = 3;
  header.writeUInt32LE(shapes.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + FIELD_LENGTH * names.length, 10);
  for (const [n, name] of names.entries()) {
    header.write(name, 32 + 32 * n, 'latin1');
    header.write('C', 43 + 32 * n, 'latin1');
    header[48 + 32 * n] = FIELD_LENGTH;
  }
  header[header.length - 1] = 0x0d;
  const rows = shapes.map(({ fields }) => ` ${names.map((name) => fields[name]!.padEnd(FIELD_LENGTH)).join('')}`);
  return Buffer.concat([header, Buffer.from(rows.join(''), 'latin1'), Buffer.of(0x1a)]);
}
