import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WrittenProduct, writeNexrad } from '../../../simulator/radar/nexrad-writer.js';
import { isTagged } from '../../base/errors.js';
import { decodeNexrad } from './nexrad.js';

const VOLUME = Date.UTC(2026, 10, 20, 6, 10, 0) / 1000;
const GATES = 5;
const LEVELS = [
  [0, 1, 2, 3, 255],
  [66, 67, 2, 0, 0],
];

/** −32 dBZ in steps of 0.5, as all digital reflectivity; elevation 0.5°; 71 s after the volume scan began, in SAILS. */
const SUPER_RESOLUTION: WrittenProduct = {
  heading: ['SDUS53 KOUN 200611', 'N0BTLX'],
  code: 153,
  latitude: 35.333,
  longitude: -97.278,
  heightFeet: 1277,
  volumeTime: VOLUME,
  generationTime: VOLUME + 79,
  halfwords: { 18: 212, 30: 5, 31: -320, 32: 5, 33: 254, 50: (71 << 5) | 2 },
  packet: 'digital',
  packed: true,
  gates: GATES,
  radials: LEVELS.map((levels, n) => ({ start: 3595 + 5 * n, width: 5, levels })),
};
/** Halfwords of a real product 20: a word, then 5, 10 … dBZ. */
const TABLE = Object.fromEntries(
  [0x8002, ...Array.from({ length: 15 }, (_, n) => 5 + 5 * n)].map((v, n) => [31 + n, v]),
);
const RUNS: WrittenProduct = {
  ...SUPER_RESOLUTION,
  code: 20,
  halfwords: { ...TABLE, 30: 5 },
  packet: 'runs',
  packed: false,
  gates: 40,
  radials: [{ start: 0, width: 10, levels: [...Array(33).fill(0), 1, 1, 2, 15, 15, 0, 0] }],
};

const decoded = (change: Partial<WrittenProduct>) => decodeNexrad(writeNexrad({ ...SUPER_RESOLUTION, ...change }));

test('super resolution: gates of 250 m in radials of half a degree, half a dBZ apart from -32', async () => {
  const product = await decoded({});
  expect(product).toMatchObject({
    site: 'TLX',
    office: 'KOUN',
    code: 153,
    quantity: 'reflectivity',
    latitude: 35.333,
    longitude: -97.278,
    elevationAngle: 0.5,
    firstGate: 0,
    gateSpacing: 250,
    gates: GATES,
    volumeCoveragePattern: 212,
    rangeFolded: 1,
  });
  expect(product.height).toBeCloseTo(389.23, 2);
  expect([...product.starts, ...product.widths]).toEqual([359.5, 0, 0.5, 0.5]);
  expect([...product.levels]).toEqual(LEVELS.flat());
  const values = Array.from(product.levels, (level) => product.levelValues[level]);
  expect(values).toEqual([Number.NaN, Number.NaN, -32, -31.5, 94.5, 0, 0.5, -32, Number.NaN, Number.NaN]);
});

test('the time is that of the sweep where it is told, and of the product where it is not', async () => {
  expect((await decoded({})).validTime).toBe(VOLUME + 71);
  expect((await decoded({ halfwords: { ...SUPER_RESOLUTION.halfwords, 50: 0 } })).validTime).toBe(VOLUME + 79);
  const long = await decoded({ halfwords: { ...SUPER_RESOLUTION.halfwords, 50: 0xfc00 } }); // 2016 s: no sign
  expect(long.validTime).toBe(VOLUME + 2016);
});

test('runs of 16 levels, whose values are in a table', async () => {
  const product = await decodeNexrad(writeNexrad(RUNS));
  expect([product.gateSpacing, product.rangeFolded]).toEqual([2000, null]);
  expect([...product.levels]).toEqual(RUNS.radials[0]!.levels);
  const values = Array.from({ length: 17 }, (_, level) => product.levelValues[level]);
  expect(values).toEqual([Number.NaN, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, Number.NaN]);
});

/** By the ICD: a sign in bit 8; units of 0.1, 0.05 and 0.01 in bits 12 to 14. */
test.each([
  [0x0140, -64],
  [0x0014, 20],
  [0x1005, 0.5],
  [0x2005, 0.25],
  [0x4005, 0.05],
])('threshold %i of a table is %f', async (threshold, value) => {
  const product = await decodeNexrad(writeNexrad({ ...RUNS, halfwords: { ...RUNS.halfwords, 32: threshold } }));
  expect(product.levelValues[1]).toBeCloseTo(value, 6);
});

test('velocities in a table are knots there and m/s here; range folding is a level of its own', async () => {
  const halfwords = { ...RUNS.halfwords, 31: 0x8002, 32: 0x0140, 46: 0x8003 };
  const product = await decodeNexrad(writeNexrad({ ...RUNS, code: 27, halfwords }));
  expect(product).toMatchObject({ quantity: 'radial-velocity', rangeFolded: 15 });
  expect(product.levelValues[1]).toBeCloseTo(-32.9244, 4);
  expect(product.levelValues[15]).toBeNaN();
});

test('a hybrid scan has no elevation: its distances are along the ground', async () => {
  expect(await decoded({ code: 32 })).toMatchObject({ elevationAngle: null, gateSpacing: 1000, rangeFolded: null });
});

test('headings: with a running number before it, with an amendment, and none', async () => {
  const bytes = writeNexrad(SUPER_RESOLUTION);
  const running = Buffer.concat([Buffer.from('\x01\r\r\n123 \r\r\n'), bytes]);
  expect((await decodeNexrad(running)).site).toBe('TLX');
  expect((await decoded({ heading: ['SDUS53 KOUN 200611 RRA', 'N0BTLX'] })).site).toBe('TLX');
  expect(await decoded({ heading: null })).toMatchObject({ site: null, office: null, code: 153 });
});

test('octets behind the message are ignored', async () => {
  const bytes = Buffer.concat([writeNexrad(RUNS), Buffer.from('\r\r\n\x03')]);
  expect((await decodeNexrad(bytes)).gates).toBe(40);
});

/** What is wrong, a halfword of the message from 1, its value, and the rule that is named. */
test.each([
  ['another product', 1, 99, /halfword 16 is the code/],
  ['a length beyond the file', 6, 9999, /as long as halfwords 5-6 say/],
  ['no divider', 10, 0, /halfword 10 divides/],
  ['a latitude of 4000 degrees', 11, 61, /degrees of latitude/],
  ['an angle of 200 degrees', 30, 2000, /angle of elevation/],
  ['a symbology beyond the message', 56, 5000, /symbology begins within/],
  ['a symbology before the description', 56, 3, /symbology begins within/],
  ['no block', 61, 5, /begins with -1 and 1/],
  ['a block longer than the message', 63, 1, /as long as it says/],
  ['no layer', 65, 0, /1 to 18 layers/],
  ['a layer without a divider', 66, 1, /layer of the symbology begins with -1/],
  ['a layer longer than the block', 67, 1, /lies within the block/],
  ['a packet of text', 69, 8, /begins with radials, packet 16 or 0xAF1F; got "8/],
  ['no gates', 71, 0, /1 to 4096 gates/],
  ['more gates than there are', 71, 4000, /runs of radial 0 have 4000 gates/],
  ['fewer gates than there are', 71, 20, /runs of radial 0 have 20 gates; got "more"/],
  ['no radials', 75, 0, /1 to 1000 radials/],
  ['more radials than there are', 75, 900, /has all radials; got "1 of 900"/],
  ['a radial longer than the packet', 76, 9000, /radial 0 lies within/],
  ['an azimuth of -1 degrees', 77, 0xfff6, /begins at 0..720/],
  ['a radial of 90 degrees', 78, 900, /0..45 degrees wide/],
])('%s is refused', async (_, halfword, value, rule) => {
  const bytes = Buffer.from(writeNexrad({ ...RUNS, heading: null }));
  bytes.writeUInt16BE(value, 2 * (halfword - 1));
  await expect(decodeNexrad(bytes)).rejects.toThrow(rule);
});

test.each([
  ['nothing', new Uint8Array(), /120 octets/],
  ['a page of HTML', Buffer.from('<Error>NoSuchKey</Error>'.repeat(9)), /malformed NEXRAD/],
  ['more than a radar makes', new Uint8Array((4 << 20) + 1), /at most 4194304/],
])('%s is refused', async (_, bytes, rule) => {
  await expect(decodeNexrad(bytes)).rejects.toThrow(rule);
});

test.each([
  [176, 'product 176, Digital Instantaneous Precipitation Rate'],
  [58, 'product 58, Storm Tracking Information'],
  [300, 'product 300, unknown'],
])('product %i, no sweep of reflectivity or velocity, is unsupported by number and name', async (code, kind) => {
  const refused = await decoded({ code }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ tag: 'unsupported', kind });
  expect((refused as Error).message).toMatch(/^unsupported NEXRAD Level 3: product .*; supported: products 19, 20, /);
});

test('an alert message has no product and is unsupported by number and name', async () => {
  const bytes = Buffer.from(writeNexrad({ ...RUNS, heading: null }));
  bytes.writeUInt16BE(9, 0);
  await expect(decodeNexrad(bytes)).rejects.toMatchObject({ tag: 'unsupported', kind: 'message 9, Alert Message' });
});

/** Header of a volume of 2014-01-01 00:06:24 and a message of the type, not packed. */
function level2Volume(type: number): Uint8Array {
  const bytes = Buffer.alloc(60);
  bytes.write('AR2V0006.615', 'latin1');
  bytes.writeUInt32BE(16072, 12);
  bytes.writeUInt32BE(387_000, 16);
  bytes.write('KTLX', 20, 'latin1');
  bytes.writeUInt8(type, 24 + 15);
  return bytes;
}

test.each([
  ['with clutter', level2Volume(15), 'first message of type 15, Clutter Filter Map'],
  ['with an unknown message', level2Volume(77), 'first message of type 77, unknown'],
  ['cut off behind its header', level2Volume(15).subarray(0, 24), 'without a message'],
])('a Level 2 volume %s is unsupported by what it is', async (_, bytes, message) => {
  const kind = `volume AR2V0006 of KTLX, 2014-01-01T00:06:27Z, not packed, ${message}`;
  await expect(decodeNexrad(bytes)).rejects.toMatchObject({ tag: 'unsupported', format: 'NEXRAD Level 2', kind });
});

test('a Level 2 record that is cut off is malformed', async () => {
  const cut = Buffer.concat([Buffer.from([0, 0, 9, 9]), Buffer.from('BZh9short')]);
  await expect(decodeNexrad(cut)).rejects.toThrow('malformed NEXRAD Level 2: the first record lies within');
});

test('levels that cannot be are refused', async () => {
  const halfwords = SUPER_RESOLUTION.halfwords;
  await expect(decoded({ halfwords: { ...halfwords, 32: 0 } })).rejects.toThrow('positive increment; got 0');
  await expect(decoded({ halfwords: { ...halfwords, 33: 999 } })).rejects.toThrow('1..256; got 999');
});

test('damage anywhere ends in a product or a tagged error', async () => {
  const files = [writeNexrad(SUPER_RESOLUTION), writeNexrad(RUNS), writeNexrad({ ...SUPER_RESOLUTION, packed: false })];
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, share),
      fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 4 }),
      async (file, kept, writes) => {
        const bytes = Uint8Array.from(file.subarray(0, Math.ceil(kept * file.length)));
        for (const [at, octet] of writes) if (bytes.length > 0) bytes[Math.floor(at * bytes.length)] = octet;
        try {
          const { levels, gates, starts } = await decodeNexrad(bytes);
          expect(levels).toHaveLength(gates * starts.length);
          seen.add('value');
        } catch (error) {
          if (!isTagged(error, 'malformed') && !isTagged(error, 'unsupported')) throw error;
          seen.add(error.tag);
        }
      },
    ),
    { seed: 7, numRuns: 600 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['malformed', 'value']));
});
