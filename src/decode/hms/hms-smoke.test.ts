import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type WrittenShape, writeShapefile } from '../../../simulator/shapefile-writer.js';
import { isTagged } from '../../base/errors.js';
import { decodeHmsSmoke } from './hms-smoke.js';

const SQUARE = [
  [-120, 40],
  [-120, 41],
  [-119, 41],
  [-119, 40],
  [-120, 40],
] as const;

function plume(density: string, more: Partial<Record<'Satellite' | 'Start' | 'End', string>> = {}): WrittenShape {
  const fields = { Satellite: 'GOES-WEST', Start: '2026324 1840', End: '2026324 2210', Density: density, ...more };
  return { fields, rings: [SQUARE] };
}

function archiveOf(...shapes: WrittenShape[]): Uint8Array {
  const { shp, dbf } = writeShapefile(shapes);
  return zipSync({
    'hms_smoke20261120.shp': shp,
    'hms_smoke20261120.dbf': dbf,
    'hms_smoke20261120.prj': new Uint8Array(9),
  });
}

test('a plume: how dense, from which pictures, where', async () => {
  const { plumes, rejected } = await decodeHmsSmoke(archiveOf(plume('Medium')));
  expect(plumes).toEqual([
    {
      density: 'medium',
      satellite: 'GOES-WEST',
      start: Date.UTC(2026, 10, 20, 18, 40) / 1000, // day 324
      end: Date.UTC(2026, 10, 20, 22, 10) / 1000,
      polygons: [[Float64Array.from(SQUARE.flat())]],
    },
  ]);
  expect(rejected).toBe(0);
});

test('densities are words or the numbers of before, and the densest comes last', async () => {
  const written = ['Heavy', '5.000', '27', 'light', '16.000'].map((density) => plume(density));
  const { plumes } = await decodeHmsSmoke(archiveOf(...written));
  expect(plumes.map(({ density }) => density)).toEqual(['light', 'light', 'medium', 'heavy', 'heavy']);
});

test('a day without smoke has no plumes, nor has a record without a shape', async () => {
  expect(await decodeHmsSmoke(archiveOf())).toEqual({ plumes: [], rejected: 0, defect: null });
  expect((await decodeHmsSmoke(archiveOf({ ...plume('Light'), rings: null }))).plumes).toEqual([]);
});

test.each(['', '1840', '2026000 1840', '2026366 1840', '2026324 2540', '11/20/2026'])(
  'a time written "%s" is not told',
  async (Start) => {
    const { plumes } = await decodeHmsSmoke(archiveOf(plume('Light', { Start })));
    expect(plumes[0]).toMatchObject({ start: null, end: Date.UTC(2026, 10, 20, 22, 10) / 1000 });
  },
);

test('a record of another density is left out; where none is left the file is refused', async () => {
  const { plumes, rejected, defect } = await decodeHmsSmoke(archiveOf(plume('Thick'), plume('Light')));
  expect([plumes.length, rejected]).toEqual([1, 1]);
  expect(defect?.message).toBe(
    'malformed HMS smoke, record 1: density must be light, medium, heavy, 5, 16 or 27; got "Thick"',
  );
  await expect(decodeHmsSmoke(archiveOf(plume('Thick')))).rejects.toThrow('record 1: density');
});

test.each([
  ['nothing', new Uint8Array(), 'ZIP archive: must end in a central directory'],
  ['an archive without shapes', zipSync({ 'a.txt': new Uint8Array(3) }), 'must hold a file .shp; got "a.txt"'],
  ['shapes that are none', zipSync({ 'a.shp': new Uint8Array(3), 'a.dbf': new Uint8Array(3) }), 'must be a .shp file'],
])('%s is refused as smoke', async (_, bytes, rule) => {
  await expect(decodeHmsSmoke(bytes)).rejects.toMatchObject({ tag: 'malformed' });
  await expect(decodeHmsSmoke(bytes)).rejects.toThrow(rule);
});

/** In the archive, which its checksums protect, and in the shapefile before it is packed. */
test.each(['the archive', 'the shapefile'])('damage anywhere in %s ends in plumes or a tagged error', async (which) => {
  const { shp, dbf } = writeShapefile([plume('Light'), plume('Heavy')]);
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(share, fc.nat(255)), { minLength: 1, maxLength: 4 }), async (changes) => {
      const harmed = (bytes: Uint8Array) => {
        const copy = Uint8Array.from(bytes);
        for (const [at, octet] of changes) copy[Math.floor(at * copy.length)] = octet;
        return copy;
      };
      const bytes =
        which === 'the archive'
          ? harmed(zipSync({ 'a.shp': shp, 'a.dbf': dbf }))
          : zipSync({ 'a.shp': harmed(shp), 'a.dbf': harmed(dbf) });
      const outcome = await decodeHmsSmoke(bytes).catch((error: unknown) => error);
      expect(isTagged(outcome, 'malformed') || !(outcome instanceof Error)).toBe(true);
    }),
    { seed: 13, numRuns: 200 },
  );
});
