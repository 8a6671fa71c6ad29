/**
 * Unpacking of real GRIB2 messages, each packing in turn, against ecCodes on the same messages in the same minute.
 *
 * Needs the real upstream files (WEATHERGLASS_SHARED_DATA). ecCodes is a small C program beside this file, compiled here
 * when there is a C compiler and libeccodes with its headers; otherwise only our own figures are printed. Both sides read
 * headers and unpack from memory, into float32 here and into double there. The figure is the least CPU time of many
 * repetitions, taken in turns, so that neither a busy machine nor its order favours a side; ours includes what the
 * compiler and the garbage collector of the runtime take.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readAllFields } from '../src/decode/grib2/field.js';
import { frameMessages, type GribMessageFrame } from '../src/decode/grib2/message.js';
import { readSections } from '../src/decode/grib2/sections.js';
import { unpackValues } from '../src/decode/grib2/values.js';

const DATA = resolve(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data', 'grib2');
const ROUNDS = 4;
const REPEATS = 12;
/** After which no new round of a message begins. */
const LONGEST_MS = 6000;

const ICON_CLOUD = 'icon/icon-d2_germany_regular-lat-lon_single-level_2022041700_000_2d_clct_mod.grib2';
const ICON_WIND = 'icon/icon-d2_germany_regular-lat-lon_single-level_2022042600_000_2d_u_10m.grib2';
const MRMS_RAIN = 'cumulus/multisensor-qpe-01h-pass1_MRMS_MultiSensor_QPE_01H_Pass1_00.00_20220809-150000.grib2.gz';
const MRMS_REFLECTIVITY = 'grib-rs/MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz';
const CMC = 'grib-rs/CMC_glb_TMP_ISBL_1_latlon.24x.24_2021051800_P000.grib2';

/** What it is, file, which message of the file, and how ecCodes is to pack it anew (for packings of no large sample). */
const MESSAGES: readonly (readonly [what: string, file: string, message: number, repacked?: string])[] = [
  ['5.3 order 2, GFS 0.25° height', 'grib2io/gfs.complex.grib2', 0],
  ['5.3 order 2, HRRR temperature', 'gribberish/hrrr.t06z.wrfsfcf01-TMP.grib2', 0],
  ['5.3 order 2, HRRR smoke', 'gribberish/hrrr.t00z.wrfprsf00-atmo-chem.grib2', 0],
  ['5.3 missing values, NBM', 'gribberish/nbm-multilevel-tcdc.grib2', 0],
  ['5.3 order 2, NBM temperature', 'gribberish/nbm-multilevel-tcdc.grib2', 1],
  ['5.3 order 2, NBM cloud', 'gribberish/nbm-multilevel-tcdc.grib2', 2],
  ['5.3 with bitmap, GEFS soil', 'kerchunk/gec00_20250101_00_soilw.grib', 0],
  ['5.2, GFS 0.25° height *', 'grib2io/gfs.complex.grib2', 0, 'grid_complex'],
  ['5.0, 16 bits, ICON-D2 cloud', ICON_CLOUD, 0],
  ['5.0, GFS 1° temperature', 'wgrib2/ref_simple_packing.grib2', 0],
  ['5.4 single precision, GFS 0.25° height *', 'grib2io/gfs.complex.grib2', 0, 'grid_ieee'],
  ['5.40, GFS 0.25° height', 'grib2io/gfs.jpeg.grib2', 0],
  ['5.40, CMC temperature', CMC, 0],
  ['5.41, MRMS precipitation', MRMS_RAIN, 0],
  ['5.41, MRMS reflectivity', MRMS_REFLECTIVITY, 0],
  ['5.42, AIFS 500 hPa temperature', 'gribberish/aifs-single-t500.grib2', 0],
  ['5.42 with bitmap, AROME cloud', 'gribberish/meteofrance.arome-TCDC.grib2', 0],
  ['5.42, 16 bits, ICON-D2 wind *', ICON_WIND, 0, 'grid_ccsds'],
];

/** The C program, compiled to a temporary directory; null when that is not possible here. */
function compileReference(directory: string): string | null {
  const program = join(directory, 'decode-eccodes');
  const flags = spawnSync('pkg-config', ['--cflags', '--libs', 'eccodes'], { encoding: 'utf8' });
  const libraries = flags.status === 0 ? flags.stdout.trim().split(/\s+/) : ['-leccodes'];
  const compiled = spawnSync('cc', ['-O2', 'bench/decode-eccodes.c', '-o', program, ...libraries], {
    encoding: 'utf8',
  });
  return compiled.status === 0 ? program : null;
}

/** Least CPU time of one message in ms: sections and values. */
function ourTime(message: Uint8Array): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const start = process.cpuUsage();
    for (const sections of readSections(message)) unpackValues(sections);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function referenceTime(program: string, file: string, { offset, bytes }: GribMessageFrame): number {
  const { stdout } = spawnSync(program, [file, `${offset}`, `${bytes.length}`, `${REPEATS}`], { encoding: 'utf8' });
  return Number.parseFloat(stdout);
}

/** The file itself, or a plain copy of it in `directory` where it is compressed or to be packed anew; null without ecCodes. */
function prepare(directory: string, file: string, repacked: string | undefined): string | null {
  const path = join(DATA, file);
  const copy = join(directory, 'message.grib2');
  if (repacked)
    return spawnSync('grib_set', ['-r', '-s', `packingType=${repacked}`, path, copy]).status === 0 ? copy : null;
  if (!file.endsWith('.gz')) return path;
  writeFileSync(copy, gunzipSync(readFileSync(path)));
  return copy;
}

function measure(program: string | null, directory: string, message: (typeof MESSAGES)[number]): string {
  const [what, file, index, repacked] = message;
  const path = prepare(directory, file, repacked);
  if (!path) return `| ${what} | not measured: grib_set of ecCodes is absent |`;
  const frame = [...frameMessages(readFileSync(path))][index]!;
  const points = [...readAllFields(frame.bytes)].reduce((sum, field) => sum + field.points, 0);
  let [ours, reference] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const start = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - start < LONGEST_MS; round++) {
    ours = Math.min(ours, ourTime(frame.bytes));
    if (program) reference = Math.min(reference, referenceTime(program, path, frame));
  }
  const rate = (ms: number) => (points / ms / 1000).toFixed(0);
  const compared = program ? [rate(reference), `${(reference / ours).toFixed(2)}×`] : ['–', '–'];
  return `| ${[what, points.toLocaleString('en'), ours.toFixed(2), rate(ours), ...compared].join(' | ')} |`;
}

function main(): void {
  if (!existsSync(DATA)) {
    console.log('decode: the real upstream files are absent (set WEATHERGLASS_SHARED_DATA)');
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
  try {
    const program = compileReference(directory);
    if (!program) console.log('no C compiler or no libeccodes with headers: our own figures only');
    console.log('| message | points | ms | Mpoints/s | ecCodes C, Mpoints/s | ratio |\n|---|---|---|---|---|---|');
    for (const message of MESSAGES) console.log(measure(program, directory, message));
    console.log('\n* packed by ecCodes for this run');
    console.log(`\npeak memory of this process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

main();
