/** Names by the published tables: WMO's, NCEP's local numbers, NSSL's discipline 209, ECMWF's local table. */

import { expect, test } from 'vitest';
import { aerosolName, levelName, parameterName } from './parameter-tables.js';

const NCEP = 7;
const ECMWF = 98;
const MRMS = 161;

function nameOf(code: string, centre: number): string | undefined {
  const [discipline, category, number] = code.split('-').map(Number) as [number, number, number];
  return parameterName({ discipline, category, number }, centre)?.shortName;
}

test.each([
  ['0-0-0 TMP 0-0-4 TMAX 0-0-5 TMIN 0-0-6 DPT 0-0-21 APTMP', NCEP],
  ['0-1-1 RH 0-1-7 PRATE 0-1-8 APCP 0-1-11 SNOD 0-1-13 WEASD 0-1-19 PTYPE 0-1-29 ASNOW 0-1-39 CPOFP', NCEP],
  ['0-1-192 CRAIN 0-1-193 CFRZR 0-1-194 CICEP 0-1-195 CSNOW', NCEP],
  ['0-1-33 CRAIN 0-1-34 CFRZR 0-1-35 CICEP 0-1-36 CSNOW', NCEP],
  ['0-1-196 CPRAT 0-1-37 CPRAT 0-1-226 PWTHER 0-1-233 SNOWLR 0-19-236 SNOWLVL', NCEP],
  ['0-2-0 WDIR 0-2-1 WIND 0-2-2 UGRD 0-2-3 VGRD 0-2-22 GUST', NCEP],
  ['0-3-0 PRES 0-3-1 PRMSL 0-3-5 HGT 0-3-192 MSLET 0-3-198 MSLMA 0-3-196 HPBL', NCEP],
  ['0-4-192 DSWRF 0-4-193 USWRF 0-4-194 DUVB 0-4-195 CDUVB 0-4-201 VDDSF 0-5-192 DLWRF', NCEP],
  ['0-6-1 TCDC 0-7-6 CAPE 0-7-196 UVI 0-7-192 LFTX', NCEP],
  ['0-13-192 PMTC 0-13-193 PMTF 0-14-0 TOZNE 0-14-192 O3MR 0-14-193 OZCON', NCEP],
  ['0-14-200 OZMAX1 0-14-201 OZMAX8 0-14-202 PDMAX1 0-14-203 PDMAX24', NCEP],
  ['0-16-195 REFD 0-16-196 REFC 0-16-197 RETOP 0-17-192 LTNG', NCEP],
  ['0-19-0 VIS 0-19-2 TSTM 0-20-0 MASSDEN 0-20-102 AOTK 2-0-0 LAND', NCEP],
  ['0-0-0 TMP 0-1-193 tp 0-6-192 tcc', ECMWF],
  ['209-6-1 PrecipRate 209-6-0 PrecipFlag 209-3-28 MESH 209-3-26 SHI 209-3-27 POSH', MRMS],
  ['209-2-5 LightningProbabilityNext30minGrid 209-2-6 LightningProbabilityNext60minGrid', MRMS],
  ['209-10-0 MergedReflectivityQCComposite 209-6-45 RadarOnlyQPE15M 209-6-2 RadarOnlyQPE01H', MRMS],
])('parameters have the names of the feeds: %s', (text, centre) => {
  const cells = text.split(' ');
  for (let i = 0; i < cells.length; i += 2)
    expect([cells[i], nameOf(cells[i]!, centre)]).toEqual(cells.slice(i, i + 2));
});

test('a local number means nothing at another centre', () => {
  expect(nameOf('0-1-193', MRMS)).toBeUndefined();
  expect(nameOf('209-6-1', NCEP)).toBeUndefined();
  expect(nameOf('0-0-0', MRMS)).toBe('TMP');
});

test('aerosols and levels that are not in the tables go by their numbers', () => {
  expect([aerosolName(62010), aerosolName(5)]).toEqual(['Particulate organic matter dry', 'type 5']);
  expect(levelName(195, 0, null, NCEP)).toBe('level type 195 0');
});
