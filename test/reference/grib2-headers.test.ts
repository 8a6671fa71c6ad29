/**
 * What the messages of the real upstream files say of themselves, against ecCodes: parameter, level, times, and what the
 * field is of (member, statistic of the members, chance).
 *
 * Names and times of all messages are held against the figures beside the files; all other keys of all messages against
 * `grib_get` where that program is installed, and of the messages that differ most against what it printed.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTagged } from '../../src/base/errors.js';
import { type GribField, readFields } from '../../src/decode/grib2/field.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { parameterName } from '../../src/decode/grib2/parameter-tables.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, WITHOUT_XZ } from '../truth/grib2-upstream.js';

type Row = Readonly<Record<string, string>>;

/** Rows, parallels and number of points of this one exclude each other; grib2-eccodes.test.ts has it. */
const CONTRADICTS_ITSELF = 'grib2/cfgrib/regular_gg_wrong_increment.grib';

function readRows(): Row[] {
  const [head, ...lines] = readFileSync(sharedData('grib2', 'ECCODES_STATS.tsv'), 'utf8').trimEnd().split('\n');
  const names = head!.split('\t');
  const rows = lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, i) => [name, cells[i]!]));
  });
  return rows.filter(({ file }) => file !== CONTRADICTS_ITSELF && !(WITHOUT_XZ && file!.endsWith('.xz')));
}

const HEADERS = new Map<string, (GribField | string)[]>();

/** Each field of the file, or the name of what is not read of its message. */
function headersOf(file: string): readonly (GribField | string)[] {
  const known = HEADERS.get(file);
  if (known !== undefined) return known;
  const frames = [...frameMessages(readUpstreamFile(sharedData(file)))];
  const headers = frames.flatMap(({ bytes }): (GribField | string)[] => {
    try {
      return readFields(bytes);
    } catch (error) {
      if (isTagged(error, 'grib-unsupported')) return [`${error.table}: ${error.value}`];
      throw error;
    }
  });
  HEADERS.set(file, headers);
  return headers;
}

/** ecCodes' short names and those of wgrib2, of the parameters that both have. */
const SAME: Readonly<Record<string, string>> = {
  '10u': 'UGRD',
  '10v': 'VGRD',
  '2r': 'RH',
  '2t': 'TMP',
  '4lftx': '4LFTX',
  VRATE: 'VRATE',
  absv: 'ABSV',
  acpcp: 'ACPCP',
  cape: 'CAPE',
  cfrzr: 'CFRZR',
  cicep: 'CICEP',
  cin: 'CIN',
  clwmr: 'CLWMR',
  cprat: 'CPRAT',
  crain: 'CRAIN',
  csnow: 'CSNOW',
  dirpw: 'DIRPW',
  dswrf: 'DSWRF',
  gh: 'HGT',
  grle: 'GRLE',
  gust: 'GUST',
  hlcy: 'HLCY',
  icmr: 'ICMR',
  mdens: 'MASSDEN',
  mpww: 'WVPER',
  mslet: 'MSLET',
  o3mr: 'O3MR',
  orog: 'HGT',
  perpw: 'PERPW',
  pli: 'PLI',
  pmtf: 'PMTF',
  prmsl: 'PRMSL',
  pwat: 'PWAT',
  q: 'SPFH',
  r: 'RH',
  refc: 'REFC',
  rwmr: 'RWMR',
  shww: 'WVHGT',
  snmr: 'SNMR',
  soilw: 'SOILW',
  sp: 'PRES',
  ssrun: 'SSRUN',
  st: 'TSOIL',
  swdir: 'SWDIR',
  swell: 'SWELL',
  swh: 'HTSGW',
  swper: 'SWPER',
  t: 'TMP',
  tcc: 'TCDC',
  tmax: 'TMAX',
  u: 'UGRD',
  v: 'VGRD',
  vbdsf: 'VBDSF',
  w: 'VVEL',
  wdir: 'WDIR',
  ws: 'WIND',
  wvdir: 'WVDIR',
  wz: 'DZDT',
};

/** tp is APCP, but for ECMWF's own of metres of water. */
function expectedName({ shortName, centre }: Row): string | undefined {
  if (shortName === 'tp') return centre === 'ecmf' ? 'tp' : 'APCP';
  return SAME[shortName!];
}

/** Local parameters of JMA, DWD and the fire weather of NDFD, which no feed has; Stage IV's neighbours are named. */
const WITHOUT_NAME: Readonly<Record<string, number>> = {
  '0-13-192 of rjtd': 8,
  '0-13-193 of rjtd': 8,
  '0-192-192 of 8': 4,
  '0-6-199 of edzw': 1,
};

/** ecCodes gives a wrong forecast time for this kind of message (MANIFEST.md of the files). */
const isForecastTimeUnknown = ({ file }: Row) => file!.includes('PDMAX1');

function faultsOf(row: Row, field: GribField, unnamed: Map<string, number>): string[] {
  const { discipline, category, number } = field.parameter;
  const code = `${discipline}-${category}-${number}`;
  const name = parameterName(field.parameter, field.centre)?.shortName;
  if (name === undefined) {
    const kind = `${code} of ${row.centre}`;
    unnamed.set(kind, (unnamed.get(kind) ?? 0) + 1);
  }
  const wanted = expectedName(row);
  const faults: string[] = [];
  if (code !== `${row.discipline}-${row.cat}-${row.num}`) faults.push(`parameter ${code}`);
  if (wanted !== undefined && name !== wanted) faults.push(`name ${name} instead of ${wanted}`);
  if (wanted === undefined && row.shortName !== 'unknown' && name !== undefined)
    faults.push(`name ${name} for ecCodes' ${row.shortName}`);
  if (String(field.productTemplate) !== row.pdt) faults.push(`template 4.${field.productTemplate}`);
  if (String(field.timeUnit) !== row.unit) faults.push(`unit of time ${field.timeUnit}`);
  if (!isForecastTimeUnknown(row) && String(field.forecastTime) !== row.forecastTime)
    faults.push(`forecast time ${field.forecastTime}`);
  return faults.map((fault) => `${row.file} ${row.msg}: ${fault}`);
}

testWithSharedData(
  'every message of edition 2 has its parameter, name, template and times, or is refused by name',
  () => {
    const [read, refused, unnamed] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
    const count = (counts: Map<string, number>, kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const faults: string[] = [];
    const rows = readRows();
    for (const row of rows) {
      const header = headersOf(row.file!)[Number(row.msg) - 1]!;
      if (typeof header === 'string') count(refused, header);
      else {
        count(read, `4.${row.pdt}`);
        faults.push(...faultsOf(row, header, unnamed));
      }
    }
    expect(faults).toEqual([]);
    expect(Object.fromEntries(refused)).toEqual({ 'edition: 1': 255 + 6, 'product definition template: 4.107': 2 });
    if (WITHOUT_XZ) return;
    expect(Object.fromEntries(read)).toEqual({ '4.0': 393, '4.1': 23, '4.2': 1, '4.8': 19, '4.9': 4, '4.12': 2 });
    expect(Object.fromEntries(unnamed)).toEqual(WITHOUT_NAME);
    expect(rows).toHaveLength(705);
  },
);

/** What `grib_get` of ecCodes 2.28 prints of messages that differ most, in our terms. */
interface Printed {
  readonly level: readonly [type: number, value: number | null];
  readonly second?: readonly [type: number, value: number | null];
  readonly valid: string;
  /** Start of the interval and process. */
  readonly interval?: readonly [start: string, process: string];
  readonly of?: Partial<Pick<GribField, 'ensemble' | 'derived' | 'probability' | 'percentile' | 'aerosol'>>;
}

const PRINTED: readonly (readonly [file: string, message: number, Printed])[] = [
  ['gefs/GFSE_20210416_0000_avg_f006.grb2', 1, { level: [103, 2], valid: '2021-04-16T06:00', of: { derived: 0 } }],
  [
    'kerchunk/gec00_20250101_00_soilw.grib',
    1,
    {
      level: [106, 0],
      second: [106, 0.1],
      valid: '2025-01-01T03:00',
      of: { ensemble: { type: 1, member: 0, members: 30 } },
    },
  ],
  [
    'wgrib2/ref_simple_packing.grib2',
    1,
    { level: [100, 50_000], valid: '2009-06-12T12:00', of: { ensemble: { type: 3, member: 19, members: 10 } } },
  ],
  [
    'grib-rs/Z__C_RJTD_20190605000000_MEPS_GPV_Rjp_L-pall_FH00-15_grib2.bin.0-20.xz',
    1,
    { level: [100, 97_500], valid: '2019-06-05T00:00', of: { ensemble: { type: 0, member: 0, members: 21 } } },
  ],
  [
    'gribberish/s2s-pdt12-pdt107-anomaly.grib2',
    1,
    { level: [103, 2], valid: '2026-03-04T00:00', interval: ['2026-03-03T00:00', 'maximum'], of: { derived: 0 } },
  ],
  [
    'gribberish/s2s-pdt12-pdt107-anomaly.grib2',
    2,
    { level: [103, 2], valid: '2026-03-04T00:00', interval: ['2026-03-03T00:00', 'average'], of: { derived: 0 } },
  ],
  [
    // ecCodes: probabilityType 1, lower limit missing, scaleFactorOfUpperLimit 0, scaledValueOfUpperLimit 0, 255 of 255
    'grib-rs/ds.critfireo.bin.xz',
    2,
    {
      level: [1, null],
      valid: '2023-11-03T12:00',
      interval: ['2023-11-02T12:00', 'average'],
      of: { probability: { type: 1, lower: null, upper: 0, number: 255, total: 255 } },
    },
  ],
  [
    'herbie/subset_20201214_hrrr.t00z.wrfsfcf12.grib2',
    2,
    { level: [1, null], valid: '2020-12-14T12:00', interval: ['2020-12-14T11:00', 'accumulation'] },
  ],
  [
    'kerchunk/hrrr.wrfsubhf.sample.grib2',
    2,
    { level: [1, null], valid: '2022-10-14T01:15', interval: ['2022-10-14T01:00', 'average'] },
  ],
  [
    'gribberish/aqm.t12z.ave_1hr_pm25-PMTF.grib2',
    1,
    { level: [104, 1], valid: '2024-05-16T13:00', interval: ['2024-05-16T12:00', 'average'] },
  ],
  ['gribberish/hrrr.t00z.wrfprsf00-atmo-chem.grib2', 1, { level: [103, 8], valid: '2026-03-01T00:00' }],
  ['gribberish/nbm-multilevel-tcdc.grib2', 3, { level: [195, 0], valid: '2026-06-16T13:00' }],
];

const PLAIN = { ensemble: undefined, derived: null, probability: null, percentile: null, aerosol: null };
const secondsOf = (text: string): number => Date.parse(`${text}:00Z`) / 1000;

for (const [file, message, { level, second, valid, interval, of }] of PRINTED) {
  if (WITHOUT_XZ && file.endsWith('.xz')) test.skip(`${file} (${WITHOUT_XZ})`);
  else
    testWithSharedData(`${file}, message ${message}: level, times and what the field is of`, () => {
      const field = headersOf(join('grib2', file))[message - 1] as GribField;
      const { parameter, secondLevel, time, ensemble, derived, probability, percentile, aerosol } = field;
      expect([parameter.levelType, parameter.levelValue]).toEqual(level);
      expect(secondLevel && [secondLevel.type, secondLevel.value]).toEqual(second ?? null);
      expect(time.validTime).toBe(secondsOf(valid));
      expect(time.interval).toEqual(
        interval && { start: secondsOf(interval[0]), end: secondsOf(valid), process: interval[1] },
      );
      expect({ ensemble, derived, probability, percentile, aerosol }).toEqual({ ...PLAIN, ...of });
    });
}

/** Keys of ecCodes and how our fields say the same; "not_found" and "MISSING" are null. */
const KEYS: Readonly<Record<string, (field: GribField) => number | null | undefined>> = {
  'typeOfFirstFixedSurface:i': ({ parameter }) => parameter.levelType,
  'typeOfSecondFixedSurface:i': ({ secondLevel }) => secondLevel?.type ?? 255,
  'typeOfEnsembleForecast:i': ({ ensemble }) => ensemble?.type ?? null,
  'perturbationNumber:i': ({ ensemble }) => ensemble?.member ?? null,
  'derivedForecast:i': ({ derived }) => derived,
  'percentileValue:i': ({ percentile }) => percentile,
  'probabilityType:i': ({ probability }) => probability?.type ?? null,
  'scaledValueOfUpperLimit:i': ({ probability }) => probability?.upper ?? null, // scale 0 in all files
  'numberOfTimeRange:i': ({ timeRanges }) => (timeRanges.length === 0 ? null : timeRanges.length),
  'typeOfStatisticalProcessing:i': ({ timeRanges }) => timeRanges[0]?.process ?? null,
  'lengthOfTimeRange:i': ({ timeRanges }) => timeRanges[0]?.length ?? null,
  'uvRelativeToGrid:i': ({ windsAlongGrid }) => Number(windsAlongGrid),
};

/** ecCodes has this key for some templates of grids only. */
const UNKNOWN_TO_ECCODES = 'uvRelativeToGrid:i';

const WITHOUT_ECCODES = spawnSync('grib_get', ['-V']).status === 0 ? null : 'the grib_get program is absent';

/** One row of texts for each message. */
function gribGet(path: string): string[][] {
  const { stdout } = spawnSync('grib_get', ['-f', '-p', Object.keys(KEYS).join(','), path], { encoding: 'utf8' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

if (WITHOUT_ECCODES) test.skip(`all keys of all messages as grib_get prints them (${WITHOUT_ECCODES})`);
else
  testWithSharedData('all keys of all messages are those that grib_get prints', () => {
    const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-headers-'));
    const faults: string[] = [];
    let compared = 0;
    for (const file of new Set(readRows().map((row) => row.file!))) {
      const path = join(scratch, 'plain.grib');
      writeFileSync(path, readUpstreamFile(sharedData(file)));
      const printed = gribGet(path);
      for (const [i, field] of headersOf(file).entries()) {
        if (typeof field === 'string') continue;
        compared++;
        Object.entries(KEYS).forEach(([key, read], column) => {
          const text = printed[i]![column]!;
          if (text === 'not_found' && key === UNKNOWN_TO_ECCODES) return;
          const want = text === 'not_found' || text === 'MISSING' ? null : Number(text);
          if (read(field) !== want) faults.push(`${file} ${i + 1}: ${key} ${read(field)} instead of ${text}`);
        });
      }
    }
    rmSync(scratch, { recursive: true });
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(443);
  });
