/**
 * Real messages of the feeds, read through the feeds' own tables: each is taken for the element that it is, and its
 * extremes in the element's unit are those that ecCodes finds in the message.
 */

import { expect, test } from 'vitest';
import { readEachField, readFields } from '../../src/decode/grib2/field.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { gridFault } from '../../src/ingest/staging/known-grid.js';
import { isWantedMessage, selectFields } from '../../src/ingest/staging/step-selection.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { AQM_FEED } from '../../src/sources/aqm/aqm-feed.js';
import { ECMWF_IFS_FEED } from '../../src/sources/ecmwf/ecmwf-feed.js';
import { feedOf } from '../../src/sources/feeds.js';
import { GEFS_FEED } from '../../src/sources/gefs/gefs-feed.js';
import { HRRR_FEED, HRRR_SUBHOURLY_FEED } from '../../src/sources/hrrr/hrrr-feed.js';
import type { ModelFeed } from '../../src/sources/model-feed.js';
import { NBM_FEED } from '../../src/sources/nbm/nbm-feed.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, statisticsOf, WITHOUT_XZ } from './grib2-upstream.js';

function messagesOf(...path: string[]): Uint8Array[] {
  return [...frameMessages(readUpstreamFile(sharedData('grib2', ...path)))].map(({ bytes }) => bytes);
}

/** ecCodes' minimum and maximum in the unit of the message, and what a unit of it is in the element's. */
type Expected = readonly [element: string, min: number, max: number, factor: number];

const CASES: readonly (readonly [ModelFeed, string[], readonly Expected[]])[] = [
  [HRRR_FEED, ['gribberish', 'hrrr.t06z.wrfsfcf01-CFRZR.grib2'], [['freezing_rain_flag', 0, 0, 1]]],
  [HRRR_SUBHOURLY_FEED, ['gribberish', 'hrrr.t06z.wrfsfcf01-CFRZR.grib2'], [['freezing_rain_flag', 0, 0, 1]]],
  [HRRR_FEED, ['gribberish', 'hrrr.t06z.wrfsfcf01-TMP.grib2'], []], // of the ground, not of the air
  [HRRR_FEED, ['gribberish', 'hrrr.t00z.wrfprsf00-atmo-chem.grib2'], [['smoke_pm2_5', 1.0099e-25, 1.76924e-6, 1e9]]],
  // the total of the run stands before that of the last hour
  [HRRR_FEED, ['herbie', 'subset_20201214_hrrr.t00z.wrfsfcf12.grib2'], [['precipitation', 0, 42.122, 1]]],
  [HRRR_SUBHOURLY_FEED, ['herbie', 'subset_20201214_hrrr.t00z.wrfsfcf12.grib2'], []], // no quarter of an hour
  [HRRR_SUBHOURLY_FEED, ['kerchunk', 'hrrr.wrfsubhf.sample.grib2'], []], // reflectivity and radiation
  [NBM_FEED, ['grib2io', 'blend.t00z.core.f001.tmp.co.grib2'], [['temperature', 276.1, 320.1, 1]]],
  [
    NBM_FEED,
    ['gribberish', 'nbm-multilevel-tcdc.grib2'],
    [
      ['temperature', 269.9, 310.7, 1],
      ['cloud_cover', 0, 100, 0.01],
    ],
  ],
  [AQM_FEED, ['gribberish', 'aqm.t12z.ave_1hr_pm25-PMTF.grib2'], [['pm2_5', 0.881303, 356.901, 1]]],
  [GEFS_FEED, ['gefs', 'GFSE_20210416_0000_avg_f006.grb2'], []], // the mean of the members is none of them
  [GEFS_FEED, ['kerchunk', 'gec00_20250101_00_soilw.grib'], []],
];

for (const [feed, path, expected] of CASES)
  testWithSharedData(
    `${feed.id} takes of ${path.at(-1)}: ${expected.map(([id]) => id).join(', ') || 'nothing'}`,
    () => {
      const messages = messagesOf(...path);
      const fields = messages.flatMap((message) => readFields(message));
      const wanted = messages.filter((message) => isWantedMessage(feed, message));
      expect(wanted.length >= expected.length).toBe(true);
      if (expected.length === 0) return expect(wanted).toEqual([]);
      const { referenceTime, validTime } = fields[0]!.time;
      const rules = { times: { referenceTime, validTime }, origin: path.join('/'), strict: false, statics: true };
      const { elements, grid } = selectFields(feed, fields, rules);
      expect(elements.map(({ request }) => request.id)).toEqual(expected.map(([id]) => id));
      expect(gridFault(feed, grid, { strict: false, simulated: false, accepted: null })).toBeNull();
      for (const [i, { field, way, request }] of elements.entries()) {
        const { min, max } = statisticsOf(field.decode().values);
        const [, least, most, factor] = expected[i]!;
        expect(way.factor).toBe(factor);
        expect(min).toBeCloseTo(least, 2);
        expect(max / most || 0).toBeCloseTo(most === 0 ? 0 : 1, 5);
        expect([min * factor >= request.plausible[0], max * factor <= request.plausible[1]]).toEqual([true, true]);
      }
    },
  );

if (WITHOUT_XZ === null)
  testWithSharedData('ecmwf-ifs wants of ten real messages the total of precipitation', () => {
    const messages = messagesOf('grib-rs', '20240101000000-0h-oper-fc.grib2.0-10.xz');
    const wanted = messages.filter((message) => isWantedMessage(ECMWF_IFS_FEED, message));
    expect(messages).toHaveLength(10);
    expect(wanted.map((message) => readFields(message)[0]!.parameter)).toEqual([
      { discipline: 0, category: 1, number: 193, levelType: 1, levelValue: null },
    ]);
  });
else test.skip(`ecmwf-ifs wants of ten real messages the total of precipitation (${WITHOUT_XZ})`);

/** Files as the upstreams publish them: their grids are those that the feeds are known for. */
const WHOLE: readonly (readonly [DatasetId, string[]])[] = [
  ['gfs', ['gribberish', 'gfs.t18z.pgrb2.0p25.f186-RH.grib2']],
  ['gfs', ['grib2io', 'gfs.complex.grib2']],
  ['ecmwf-ifs', ['gribberish', 'aifs-single-t500.grib2']],
  ['hrrr', ['herbie', 'subset_20201214_hrrr.t00z.wrfsfcf12.grib2']],
  ['hrrr-extended', ['gribberish', 'hrrr.t00z.wrfprsf00-hydrology.grib2']],
  ['hrrr-subhourly', ['kerchunk', 'hrrr.wrfsubhf.sample.grib2']],
  ['nbm', ['grib2io', 'blend.t00z.core.f001.tmp.co.grib2']],
  ['nbm', ['gribberish', 'nbm-multilevel-tcdc.grib2']],
  ['gefs-extended', ['kerchunk', 'gec00_20250101_00_soilw.grib']],
  ['aqm', ['gribberish', 'aqm.t12z.ave_1hr_pm25-PMTF.grib2']],
];

for (const [feed, path] of WHOLE)
  testWithSharedData(`${path.at(-1)} stands on the grid that ${feed} is known for`, () => {
    const grids = messagesOf(...path).flatMap((message) =>
      readEachField(message).flatMap(({ field }) => field?.grid ?? []),
    );
    expect(grids.length).toBeGreaterThan(0);
    for (const grid of grids)
      expect(gridFault(feedOf('model', feed), grid, { strict: true, simulated: false, accepted: null })).toBeNull();
  });
