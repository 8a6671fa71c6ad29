import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { ELEMENTS, ENSEMBLE_MEMBERS, STATIC_FIELDS } from '../model/element.js';
import { HOUR } from '../model/time.js';
import { AQM_FEED } from './aqm/aqm-feed.js';
import { ECMWF_IFS_FEED } from './ecmwf/ecmwf-feed.js';
import { parseEcmwfIndex } from './ecmwf-index.js';
import { indexUrl } from './feed-source.js';
import { feedsOf } from './feeds.js';
import { GEFS_AEROSOL_FEED } from './gefs/gefs-aerosol-feed.js';
import { GEFS_EXTENDED_FEED, GEFS_FEED } from './gefs/gefs-feed.js';
import { GFS_FEED } from './gfs/gfs-feed.js';
import { type IndexEntry, parseIndex } from './grib-index.js';
import { HRRR_EXTENDED_FEED, HRRR_FEED, HRRR_SUBHOURLY_FEED } from './hrrr/hrrr-feed.js';
import { ICON_EU_FEED } from './icon/icon-eu-feed.js';
import type { ModelFeed } from './model-feed.js';
import { NBM_FEED } from './nbm/nbm-feed.js';
import { planFile, requestsOf } from './part-plan.js';
import { isRunOf } from './runs.js';
import { isPossible } from './selector.js';

const BASE = 'https://upstream.example';
const at = (text: string): number => Date.parse(text) / 1000;
const NOON = at('2026-08-05T12:00:00Z');
const SIX = at('2026-08-05T06:00:00Z');

const FEEDS = feedsOf('model');

/** "first…last (count)" of the leads, hours, and how many files a part has. */
function shapeOf(feed: ModelFeed, run: number): string {
  const parts = feed.partsOf(BASE, run);
  const leads = parts.flatMap((part) => part.leads).map((lead) => lead / HOUR);
  return `${leads[0]}…${leads.at(-1)} (${leads.length}) in ${parts.length} × ${parts[0]!.files.length}`;
}

test.each<[ModelFeed, number, string, string]>([
  [GFS_FEED, NOON, '0…384 (209) in 209 × 1', 'gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f000'],
  [ECMWF_IFS_FEED, NOON, '0…360 (85) in 85 × 1', '20260805/12z/ifs/0p25/oper/20260805120000-0h-oper-fc.grib2'],
  [ECMWF_IFS_FEED, SIX, '0…144 (49) in 49 × 1', '20260805/06z/ifs/0p25/oper/20260805060000-0h-oper-fc.grib2'],
  [HRRR_FEED, NOON, '0…18 (19) in 19 × 1', 'hrrr.20260805/conus/hrrr.t12z.wrfsfcf00.grib2'],
  [HRRR_EXTENDED_FEED, NOON, '12…48 (37) in 37 × 1', 'hrrr.20260805/conus/hrrr.t12z.wrfsfcf12.grib2'],
  [HRRR_SUBHOURLY_FEED, NOON, '0.25…18 (72) in 18 × 1', 'hrrr.20260805/conus/hrrr.t12z.wrfsubhf01.grib2'],
  [NBM_FEED, NOON, '1…264 (100) in 100 × 1', 'blend.20260805/12/core/blend.t12z.core.f001.co.grib2'],
  [
    ICON_EU_FEED,
    NOON,
    '0…120 (93) in 93 × 10',
    'icon-eu/grib/12/t_2m/icon-eu_europe_regular-lat-lon_single-level_2026080512_000_T_2M.grib2.bz2',
  ],
  [GEFS_FEED, NOON, '3…240 (80) in 80 × 31', 'gefs.20260805/12/atmos/pgrb2sp25/gec00.t12z.pgrb2s.0p25.f003'],
  [GEFS_EXTENDED_FEED, NOON, '246…384 (24) in 24 × 31', 'gefs.20260805/12/atmos/pgrb2ap5/gec00.t12z.pgrb2a.0p50.f246'],
  [AQM_FEED, NOON, '1…72 (72) in 1 × 2', 'AQMv7/CS/20260805/12/aqm.t12z.ave_1hr_pm25_bc.20260805.227.grib2'],
  [
    GEFS_AEROSOL_FEED,
    NOON,
    '0…120 (41) in 41 × 1',
    'gefs.20260805/12/chem/pgrb2ap25/gefs.chem.t12z.a2d_0p25.f000.grib2',
  ],
])('$id: leads and addresses of a run', (feed, run, shape, first) => {
  expect(shapeOf(feed, run)).toBe(shape);
  expect(feed.partsOf(BASE, run)[0]!.files[0]!.url).toBe(`${BASE}/${first}`);
});

test('where hourly HRRR fades out the long run of two hours later has faded in', () => {
  const [short, long] = [HRRR_FEED, HRRR_EXTENDED_FEED].map((feed) =>
    feed.partsOf(BASE, NOON).flatMap((part) => part.leads),
  );
  const begins = short!.at(-1)! - 3 * HOUR; // FADES of src/query/layer-table.ts: 3 h out, 1 h in
  expect(2 * HOUR + long![0]! + HOUR).toBeLessThanOrEqual(begins);
});

test('members have a file each', () => {
  const names = GEFS_FEED.partsOf(BASE, NOON)[0]!.files.map(({ url }) => url.split('/').at(-1)!.slice(0, 5));
  expect([names[0], names[1], names[30], names.length]).toEqual(['gec00', 'gep01', 'gep30', ENSEMBLE_MEMBERS]);
});

test('ICON has a file for each variable, each once, and those of its ground at the first step', () => {
  const namesAt = (lead: number) =>
    ICON_EU_FEED.partsOf(BASE, NOON)
      .find(({ leads }) => leads.includes(lead * HOUR))!
      .files.map(({ url }) => url.split('/').slice(-2).join('/').replace('icon-eu_europe_regular-lat-lon_', ''));
  const folders = (lead: number) => namesAt(lead).map((name) => name.split('/')[0]);
  const states = ['t_2m', 'td_2m', 'pmsl', 'ps', 'u_10m', 'v_10m', 'clct', 'cape_ml'];
  expect(folders(0).sort()).toEqual([...states, 'hsurf', 'fr_land'].sort());
  expect(folders(81).sort()).toEqual([...states, 'vmax_10m', 'tot_prec', 'ww'].sort());
  expect(namesAt(0)).toContain('hsurf/time-invariant_2026080512_HSURF.grib2.bz2');
  expect(namesAt(81)).toContain('tot_prec/single-level_2026080512_081_TOT_PREC.grib2.bz2');
});

test('AQM runs at 06 and 12 UTC only', () => {
  const hours = [0, 6, 12, 18].filter((hour) => isRunOf(AQM_FEED, at('2026-08-05T00:00:00Z') + hour * HOUR));
  expect(hours).toEqual([6, 12]);
});

test.each(FEEDS.map((feed) => [feed.id, feed] as const))('%s is consistent in itself', (_, feed) => {
  const parts = feed.partsOf(BASE, NOON);
  const leads = parts.flatMap((part) => part.leads);
  expect(leads).toEqual([...new Set(leads)].sort((a, b) => a - b));
  const files = parts.flatMap((part) => part.files);
  const last = feed.lastUrl(BASE, NOON);
  expect(files.some((file) => last === file.url || last === indexUrl(file))).toBe(true);
  expect(parts.every(({ referenceTime }) => referenceTime === NOON)).toBe(true);
  for (const { id, plausible, clamp } of [...feed.elements, ...feed.statics]) {
    expect([...ELEMENTS.map((element) => element.id), ...STATIC_FIELDS]).toContain(id);
    if (clamp !== undefined) expect([plausible[0] <= clamp[0], clamp[1] <= plausible[1]]).toEqual([true, true]);
  }
  for (const lead of leads) {
    const asked = feed.elements.filter((request) => isPossible(request, lead, NOON)).map(({ id }) => id);
    expect(asked).toEqual([...new Set(asked)]);
  }
});

/** The entries of an index that a part of the feed wants, statics too, by "number name". */
function planned(feed: ModelFeed, lead: number, index: IndexEntry[], member?: number, run = NOON) {
  const part = feed.partsOf(BASE, run).find(({ leads }) => leads.includes(lead))!;
  const requests = requestsOf([...feed.elements, ...feed.statics], part, member === undefined ? {} : { member });
  const { entries, absent } = planFile(index, requests);
  return { lines: entries.map(({ number }) => Number(number)), absent };
}

function readIndex(...path: string[]): IndexEntry[] {
  return parseIndex(readFileSync(sharedData('grib2', ...path), 'utf8'), path.at(-1)!);
}

/** Line numbers in these indexes were found by reading them. */
testWithSharedData('a real f05 of HRRR: each element is found and nothing else', () => {
  const index = readIndex('kerchunk', '20221014.hrrr.t09z.wrfsfcf05.grib2.idx');
  expect(planned(HRRR_FEED, 5 * HOUR, index)).toEqual({
    lines: [5, 9, 26, 41, 62, 63, 71, 74, 76, 77, 78, 83, 84, 90, 93, 94, 95, 96, 108, 119, 168],
    absent: [],
  });
});

testWithSharedData('a real f00 of HRRR: the total of no time at all is left', () => {
  for (const path of [
    ['kerchunk', '20221014.hrrr.t01z.wrfsfcf00.grib2.idx'],
    ['herbie', 'hrrr.t00z.wrfsfcf00.grib2.idx'],
  ]) {
    const index = readIndex(...path);
    const { lines, absent } = planned(HRRR_FEED, 0, index);
    const names = index.filter(({ number }) => lines.includes(Number(number))).map(({ name }) => name);
    expect(absent).toEqual([]);
    expect(names).not.toContain('APCP');
    expect(names.sort().join(' ')).toBe(
      'CAPE CFRZR CICEP CRAIN CSNOW DPT GUST HGT LAND MASSDEN MSLMA PRATE PRES TCDC TMP TMP UGRD VGRD VIS',
    );
  }
});

testWithSharedData('a real sub-hourly f09 of HRRR: the same thirteen fields of each quarter', () => {
  const index = readIndex('kerchunk', '20221014.hrrr.t03z.wrfsubhf09.grib2.idx');
  const ofOneQuarter = [5, 8, 13, 14, 16, 17, 18, 25, 26, 29, 30, 31, 32];
  expect(planned(HRRR_SUBHOURLY_FEED, 9 * HOUR, index)).toEqual({
    lines: [0, 49, 98, 147].flatMap((before) => ofOneQuarter.map((line) => line + before)),
    absent: [],
  });
});

/** An index of these lines behind the date, 10 MB apart. */
const indexOf = (lines: readonly string[]): IndexEntry[] =>
  parseIndex(lines.map((line, i) => `${i + 1}:${i * 10_000_000}:d=2026080512:${line}`).join('\n'), 'idx');

const NBM_HEAD = [
  'TMP:2 m above ground:42 hour fcst:',
  'TMP:2 m above ground:42 hour fcst:ens std dev',
  'TMP:surface:42 hour fcst:',
  'DPT:2 m above ground:42 hour fcst:',
  'WIND:10 m above ground:42 hour fcst:',
  'WIND:80 m above ground:42 hour fcst:',
  'WDIR:10 m above ground:42 hour fcst:',
  'GUST:10 m above ground:42 hour fcst:',
  'TCDC:surface:42 hour fcst:',
  'TCDC:surface:42 hour fcst:ens std dev',
  'VIS:surface:42 hour fcst:prob <1609.34:probability forecast',
  'VIS:surface:42 hour fcst:',
];

test('NBM at 42 h: bare lines, the chance of a measurable amount, no spread and no percentiles', () => {
  const index = indexOf([
    ...NBM_HEAD,
    'APCP:surface:36-42 hour acc fcst:prob >0.254:prob fcst 255/255',
    'APCP:surface:30-42 hour acc fcst:prob >0.254:prob fcst 255/255',
    'APCP:surface:36-42 hour acc fcst:prob >2.54:prob fcst 255/255',
    'APCP:surface:36-42 hour acc fcst:',
    'APCP:surface:36-42 hour acc@(fcst,dt=6 hour),missing=0:50% level',
    'TMAX:2 m above ground:30-42 hour max fcst:',
    'TMAX:2 m above ground:30-42 hour max fcst:ens std dev',
    'PTYPE:surface:42 hour fcst:prob >=1 <2:prob fcst 1/1',
  ]);
  const expected = { lines: [1, 4, 5, 7, 8, 9, 12, 13, 14, 16, 18], absent: [] };
  expect(planned(NBM_FEED, 42 * HOUR, index, undefined, NOON - 6 * HOUR)).toEqual(expected);
});

test('NBM asks for totals, chances and extremes only where their windows end', () => {
  const asked = (hours: number): string[] =>
    requestsOf(NBM_FEED.elements, { leads: [hours * HOUR], referenceTime: NOON }, {})
      .map(({ id }) => id)
      .filter((id) => /^prec|^prob|_m[ai][xn]$/.test(id));
  expect(asked(5)).toEqual(['precipitation', 'probability_1h']);
  expect(asked(36)).toEqual(['temperature_max', 'precipitation', 'probability_1h', 'probability_6h']); // 00 UTC
  expect(asked(39)).toEqual([]);
  expect(asked(42)).toEqual(['precipitation', 'probability_6h']);
  expect(asked(48)).toEqual(['temperature_min', 'precipitation', 'probability_6h']); // 12 UTC
});

test.each([
  [0, 'ENS=low-res ctl'],
  [7, 'ENS=+7'],
])('GEFS: of the file of member %i its total', (member, words) => {
  const index = indexOf([
    `TMP:2 m above ground:6 hour fcst:${words}`,
    `APCP:surface:0-6 hour acc fcst:${words}`,
    `CRAIN:surface:0-6 hour ave fcst:${words}`,
  ]);
  expect(planned(GEFS_FEED, 6 * HOUR, index, member)).toEqual({ lines: [2], absent: [] });
});

/** Surface and column lines of the bucket on 19 September 2026, and of a mirror that spells as wgrib2 did before. */
const AEROSOL_LINES = [
  'AOTK:entire atmosphere:3 hour fcst:aerosol=Total aerosol:aerosol_size <2e-05:aerosol_wavelength >=5.45e-07,<=5.65e-07',
  'PMTF:surface:3 hour fcst:aerosol=Dust dry:aerosol_size <2.5e-06:',
  'PMTC:surface:3 hour fcst:aerosol=Dust dry:aerosol_size <1e-05:',
  'PMTF:surface:3 hour fcst:aerosol=Sea salt dry:aerosol_size <2.5e-06:',
  'PMTC:surface:3 hour fcst:aerosol=Total aerosol:aerosol_size <1e-05:',
  'PMTF:surface:3 hour fcst:aerosol=Total aerosol:aerosol_size <2.5e-06:',
  'COLMD:entire atmosphere:3 hour fcst:aerosol=Black carbon dry:aerosol_size <2.36e-08:',
  'COLMD:entire atmosphere:3 hour fcst:aerosol=Particulate organic matter dry:aerosol_size <4.24e-08:',
];
const CARBON_LINES = [
  'PMTF:surface:3 hour fcst:aerosol=Particulate organic matter dry:aerosol_size <2.5e-06:',
  'PMTF:surface:3 hour fcst:aerosol=Black carbon dry:aerosol_size <2.5e-06:',
];
test.each<[string, string[], number[], string[]]>([
  ['as they are', AEROSOL_LINES, [3, 5, 6], ['smoke_pm2_5']],
  [
    'in the older spelling',
    AEROSOL_LINES.map((line) => line.replace('Total aerosol', 'Total Aerosol').replace('Dust dry', 'Dust Dry')),
    [3, 5, 6],
    ['smoke_pm2_5'],
  ],
  ['with carbon at the ground', [...AEROSOL_LINES, ...CARBON_LINES], [3, 5, 6, 9, 10], []],
  ['with half of the smoke', [...AEROSOL_LINES, CARBON_LINES[0]!], [3, 5, 6], ['smoke_pm2_5']],
])('GEFS-Aerosol: lines %s', (_, lines, expected, absent) => {
  expect(planned(GEFS_AEROSOL_FEED, 3 * HOUR, indexOf(lines))).toEqual({ lines: expected, absent });
});

test('ECMWF: by short name, of the surface, the deterministic run only', () => {
  const names = ['2t', '2d', 'msl', 'sp', '10u', '10v', '10fg', 'tp', 'tcc', 'ptype', 'mx2t3', 'mn2t3'];
  const others = [
    { param: 't', levtype: 'pl', levelist: '1000' },
    { param: '2t', levtype: 'sfc', type: 'pf', number: '7' },
    { param: '100u', levtype: 'sfc' },
    { param: 'tprate', levtype: 'sfc' },
  ];
  const lines = [...names.map((param) => ({ param, levtype: 'sfc' })), ...others].map((fields, i) =>
    JSON.stringify({ type: 'fc', step: '6', ...fields, _offset: (99 - i) * 1_000_000, _length: 600_000 }),
  );
  const { lines: found, absent } = planned(ECMWF_IFS_FEED, 6 * HOUR, parseEcmwfIndex(lines.join('\n'), 'index'));
  expect(found.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(absent).toEqual(['elevation', 'land']);
});
