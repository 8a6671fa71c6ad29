/**
 * wgrib2's decodes of real messages, value by value, and its `.idx` of a real file, line by line.
 *
 * The dumps are in the order of the message, 9.999e20 where a value is missing. wgrib2 scales in float32 where we scale in
 * float64, so values may differ by two roundings of the largest operand, which is the largest value of the field.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAllFields } from '../../src/decode/grib2/field.js';
import { inventoryLine } from '../../src/decode/grib2/inventory.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { readSections } from '../../src/decode/grib2/sections.js';
import { unpackValues } from '../../src/decode/grib2/values.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, statisticsOf, WITHOUT_XZ } from '../truth/grib2-upstream.js';

const MISSING = 9.999e20;

/** Dump, its file, and which field of the file it is, counted from 0 (WGRIB2_DUMPS.md counts message.submessage from 1). */
const DUMPS: readonly (readonly [dump: string, file: string, field: number])[] = [
  ['gdas-12-wgrib2-le.bin.xz', 'gdas.t12z.pgrb2.0p25.f000.12.xz', 0],
  ['ds.critfireo.bin.0.xz', 'ds.critfireo.bin.xz', 0],
  ['ds.critfireo.bin.1.xz', 'ds.critfireo.bin.xz', 1],
  [
    'kousa-wgrib2-le.bin.xz',
    'Z__C_RJTD_20170221120000_MSG_GPV_Gll0p5deg_Pys_B20170221120000_F2017022115-2017022212_grib2.bin.xz',
    3,
  ],
  ['cmc-glb-wgrib2-le.bin.xz', 'CMC_glb_TMP_ISBL_1_latlon.24x.24_2021051800_P000.grib2', 0],
  ['ecmwf-realtime-oper-fc-0-le.bin.xz', '20240101000000-0h-oper-fc.grib2.0-10.xz', 0],
  ['mrms-reflectivity-wgrib2-le.bin.xz', 'MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz', 0],
  ['meps-wgrib2-le.bin.xz', 'Z__C_RJTD_20190605000000_MEPS_GPV_Rjp_L-pall_FH00-15_grib2.bin.0-20.xz', 2],
];

function unpackField(file: string, index: number): Float32Array {
  const fields = [...frameMessages(readUpstreamFile(sharedData('grib2', 'grib-rs', file)))].flatMap(({ bytes }) =>
    readSections(bytes),
  );
  return unpackValues(fields[index]!);
}

function readDump(file: string): Float32Array {
  const bytes = readUpstreamFile(sharedData('grib2', 'grib-rs', 'oracle-wgrib2', file));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float32Array(bytes.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat32(i * 4, true);
  return values;
}

for (const [dump, file, index] of DUMPS) {
  if (WITHOUT_XZ) test.skip(`${dump} (${WITHOUT_XZ})`);
  else
    testWithSharedData(`${dump} is the field that wgrib2 unpacks`, () => {
      const values = unpackField(file, index);
      const expected = readDump(dump);
      expect(values.length).toBe(expected.length);
      const { min, max } = statisticsOf(values);
      const tolerance = Math.max(Math.abs(min), Math.abs(max)) * 2 ** -22;
      const wrong = values.findIndex((value, i) =>
        expected[i]! === Math.fround(MISSING) ? !Number.isNaN(value) : !(Math.abs(value - expected[i]!) <= tolerance),
      );
      expect(wrong < 0 ? 'equal' : `point ${wrong}: ${values[wrong]} instead of ${expected[wrong]}`).toBe('equal');
    });
}

testWithSharedData('inventory lines are those of the .idx that NCEP published beside the file', () => {
  const path = sharedData('grib2', 'gribberish', 'gfswave.t18z.atlocn.0p16.f001.grib2');
  const bytes = readFileSync(path);
  const offsets = [...frameMessages(bytes)].map((frame) => frame.offset);
  const lines = [...readAllFields(bytes)].map((field, i) => `${i + 1}:${offsets[i]}:${inventoryLine(field)}:`);
  expect(lines).toEqual(readFileSync(`${path}.idx`, 'utf8').trimEnd().split('\n'));
});
