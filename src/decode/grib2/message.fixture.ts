/**
 * GRIB2 messages built octet by octet for tests. Only what a test says differs from a plain message: a 3 × 2 grid, an
 * instant of temperature at 2 m, simple packing. Written from the Manual on Codes, apart from the decoder.
 */

/** `count` octets of an unsigned integer. */
export function unsignedOctets(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)) % 256);
}

/** `count` octets of a sign-and-magnitude integer. */
export function signedOctets(value: number, count: number): number[] {
  const magnitude = unsignedOctets(Math.abs(value), count);
  if (value < 0) magnitude[0]! |= 0x80;
  return magnitude;
}

/** IEEE 754 single. */
export function floatOctets(value: number): number[] {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value);
  return [...bytes];
}

/** Bit fields one after the other, filled up with zeros to a whole octet. */
export function bitOctets(fields: readonly (readonly [value: number, width: number])[]): number[] {
  const bits = fields.map(([value, width]) => (width === 0 ? '' : value.toString(2).padStart(width, '0'))).join('');
  const octets = bits.match(/.{1,8}/g) ?? [];
  return octets.map((text) => Number.parseInt(text.padEnd(8, '0'), 2));
}

/** A section with its length and number. */
export function section(number: number, octets: readonly number[]): number[] {
  return [...unsignedOctets(octets.length + 5, 4), number, ...octets];
}

const END = [0x37, 0x37, 0x37, 0x37];

/** "GRIB" … "7777" around sections 1 to 7. */
export function message(sections: readonly (readonly number[])[], discipline = 0): Uint8Array {
  const body = [...sections.flat(), ...END];
  const head = [0x47, 0x52, 0x49, 0x42, 0xff, 0xff, discipline, 2, ...unsignedOctets(body.length + 16, 8)];
  return Uint8Array.from([...head, ...body]);
}

/** Section 1: NCEP, 2011-01-10 12:00:00. */
export function identification({
  centre = 7,
  year = 2011,
  month = 1,
  day = 10,
  hour = 12,
  minute = 0,
  second = 0,
} = {}): number[] {
  return section(1, [
    ...unsignedOctets(centre, 2),
    ...unsignedOctets(0, 2),
    2,
    1,
    1,
    ...unsignedOctets(year, 2),
    month,
    day,
    hour,
    minute,
    second,
    0,
    1,
  ]);
}

/** Section 3, template 3.0, angles in 10⁻⁶ degree. */
export function regularGrid({
  points = 6,
  columns = 3,
  rows = 2,
  template = 0,
  listOctets = 0,
  basicAngle = 0,
  subdivisions = 0,
  la1 = 10e6,
  lo1 = 20e6,
  la2 = 9e6,
  lo2 = 22e6,
  di = 1e6,
  dj = 1e6,
  scan = 0,
} = {}): number[] {
  return section(3, [
    0,
    ...unsignedOctets(points, 4),
    listOctets,
    0,
    ...unsignedOctets(template, 2),
    6,
    ...Array(15).fill(0),
    ...unsignedOctets(columns, 4),
    ...unsignedOctets(rows, 4),
    ...unsignedOctets(basicAngle, 4),
    ...unsignedOctets(subdivisions, 4),
    ...signedOctets(la1, 4),
    ...signedOctets(lo1, 4),
    0x30,
    ...signedOctets(la2, 4),
    ...signedOctets(lo2, 4),
    ...unsignedOctets(di, 4),
    ...unsignedOctets(dj, 4),
    scan,
  ]);
}

/** Section 4, template 4.0 or what `template`, `aerosol`, `member` (or what else it is of) and `interval` make of it. */
export function product({
  template = 0,
  category = 0,
  number = 0,
  processType = 2,
  unit = 1,
  forecastTime = 6,
  level = [103, 0, 2],
  second = [255, 255, 0xffffffff],
  member = [] as number[],
  interval = [] as number[],
  aerosol = [] as number[],
} = {}): number[] {
  const surface = ([type, scale, value]: number[]) => [
    type!,
    ...(scale === 255 ? [255] : signedOctets(scale!, 1)),
    ...(value === 0xffffffff ? [255, 255, 255, 255] : signedOctets(value!, 4)),
  ];
  return section(4, [
    0,
    0,
    ...unsignedOctets(template, 2),
    category,
    number,
    ...aerosol,
    processType,
    0,
    96,
    0,
    0,
    0,
    unit,
    ...signedOctets(forecastTime, 4),
    ...surface(level),
    ...surface(second),
    ...member,
    ...interval,
  ]);
}

/** An octet of scale and four of value, or five octets of ones. */
export function scaledOctets(scaled: readonly [scale: number, value: number] | null): number[] {
  return scaled === null ? Array(5).fill(255) : [...signedOctets(scaled[0], 1), ...signedOctets(scaled[1], 4)];
}

/** The end of an interval and its time ranges, each [process, unit, length]. */
export function intervalOctets(end: readonly number[], ranges: readonly (readonly number[])[]): number[] {
  const [year = 0, ...rest] = end;
  const range = ([process, unit, length]: readonly number[]) => [
    process!,
    2,
    unit!,
    ...unsignedOctets(length!, 4),
    255,
    ...unsignedOctets(0, 4),
  ];
  return [...unsignedOctets(year, 2), ...rest, ranges.length, ...unsignedOctets(0, 4), ...ranges.flatMap(range)];
}

interface Scale {
  reference?: number;
  binary?: number;
  decimal?: number;
}

/** Sections 5 and 7 of packing 5.0. */
export function simplePacking(
  values: readonly number[],
  bits: number,
  { reference = 0, binary = 0, decimal = 0 }: Scale = {},
  count = values.length,
) {
  return {
    packing: section(5, [
      ...unsignedOctets(count, 4),
      0,
      0,
      ...floatOctets(reference),
      ...signedOctets(binary, 2),
      ...signedOctets(decimal, 2),
      bits,
      0,
    ]),
    data: section(7, bitOctets(values.map((value) => [value, bits] as const))),
  };
}

export interface Group {
  readonly reference: number;
  readonly width: number;
  /** Fields of the group, references already taken off. */
  readonly fields: readonly number[];
}

interface ComplexDraft extends Scale {
  readonly groups: readonly Group[];
  /** Order 0 is packing 5.2. */
  readonly order?: number;
  readonly first?: readonly number[];
  readonly minimum?: number;
  readonly extraOctets?: number;
  readonly missing?: number;
  readonly referenceBits?: number;
  readonly count?: number;
  readonly splitting?: number;
}

/** Sections 5 and 7 of packings 5.2 and 5.3. */
export function complexPacking(draft: ComplexDraft) {
  const {
    groups,
    order = 0,
    first = [],
    minimum = 0,
    extraOctets = 2,
    missing = 0,
    referenceBits = 12,
    splitting = 1,
  } = draft;
  const { reference = 0, binary = 0, decimal = 0 } = draft;
  const lengths = groups.map((group) => group.fields.length);
  const count = draft.count ?? lengths.reduce((sum, length) => sum + length, 0);
  const smallest = Math.min(...lengths);
  const differencing = order > 0 ? [order, extraOctets] : [];
  const extras = order > 0 ? [...first, minimum].flatMap((value) => signedOctets(value, extraOctets)) : [];
  return {
    packing: section(5, [
      ...unsignedOctets(count, 4),
      0,
      order > 0 ? 3 : 2,
      ...floatOctets(reference),
      ...signedOctets(binary, 2),
      ...signedOctets(decimal, 2),
      referenceBits,
      0,
      splitting,
      missing,
      ...floatOctets(9999),
      ...floatOctets(9998),
      ...unsignedOctets(groups.length, 4),
      0,
      6,
      ...unsignedOctets(smallest, 4),
      1,
      ...unsignedOctets(lengths.at(-1)!, 4),
      8,
      ...differencing,
    ]),
    data: section(7, [
      ...extras,
      ...bitOctets(groups.map((group) => [group.reference, referenceBits] as const)),
      ...bitOctets(groups.map((group) => [group.width, 6] as const)),
      ...bitOctets(lengths.map((length) => [length - smallest, 8] as const)),
      ...bitOctets(groups.flatMap((group) => group.fields.map((field) => [field, group.width] as const))),
    ]),
  };
}

/** Section 6 with a bitmap of its own, or with one of the other indicators and no bits. */
export function bitmap(bits: readonly number[] | null, indicator = bits ? 0 : 255): number[] {
  return section(6, [indicator, ...bitOctets((bits ?? []).map((bit) => [bit, 1] as const))]);
}

/** One field: sections 3 to 7. */
export function fieldSections({
  grid = regularGrid(),
  product: definition = product(),
  packed = simplePacking([0, 1, 2, 3, 4, 5], 4),
  mask = bitmap(null),
} = {}): number[][] {
  return [grid, definition, packed.packing, mask, packed.data];
}

/** A whole message of one field. */
export function oneField(parts: Parameters<typeof fieldSections>[0] = {}): Uint8Array {
  return message([identification(), ...fieldSections(parts)]);
}
