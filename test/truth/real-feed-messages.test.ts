/**
 * Real messages of the feeds, staged by the code that an ingest runs, against ecCodes at chosen points: the value of the
 * nearest cell (`grib_get -l LAT,LON,1`), units converted here by hand and winds along the grid turned here by the
 * formula of the cone, α = sin φ₁ (λ − λ₀).
 *
 * What is nobody's element is listed too, each with its reason, and must stay so for every feed.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { gridPosition } from '../../src/grid/grid.js';
import { openSlice } from '../../src/ingest/staging/slice-file.js';
import { bandRows, slicePackingOf } from '../../src/ingest/staging/slice-format.js';
import { readHeaders, stageStep } from '../../src/ingest/staging/stage-step.js';
import { holdsElements, isWantedMessage } from '../../src/ingest/staging/step-selection.js';
import type { Box } from '../../src/model/box.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { elementOf } from '../../src/model/element.js';
import { unpack } from '../../src/model/packing.js';
import { feedOf, feedsOf } from '../../src/sources/feeds.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, WITHOUT_XZ } from './grib2-upstream.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-messages-'));
afterAll(() => rmSync(scratch, { recursive: true }));

type ElementId = Parameters<typeof elementOf>[0];
type Values = Readonly<Partial<Record<ElementId, number>>>;

interface Sample {
  readonly file: string;
  readonly feed: DatasetId;
  readonly hours: number;
  readonly region?: Box;
  readonly at: readonly (readonly [latitude: number, longitude: number, Values])[];
}

const PLAINS: Box = { south: 30, west: -110, north: 45, east: -80 };
const [OMAHA, DENVER, ATLANTA] = [
  [41.3032, -95.8941],
  [39.74, -104.99],
  [33.75, -84.39],
] as const;

/** Components towards east and north of a wind along NCEP's grid 211 (tangent at 25° N, 95° W) at a cell's longitude. */
function earthWind(u: number, v: number, longitude: number): Values {
  const turn = Math.sin((25 * Math.PI) / 180) * (longitude - 265) * (Math.PI / 180);
  return {
    wind_u: u * Math.cos(turn) + v * Math.sin(turn),
    wind_v: v * Math.cos(turn) - u * Math.sin(turn),
  };
}

/** Bolton (1980), eq. 10 inverted, in K; never above the temperature. */
function dewPointOf(kelvin: number, percent: number): number {
  const T = kelvin - 273.15;
  const x = Math.log(percent / 100) + (17.67 * T) / (T + 243.5);
  return (243.5 * x) / (17.67 - x) + 273.15;
}

const SAMPLES: readonly Sample[] = [
  {
    file: 'gribberish/hrrr.t00z.wrfprsf00-atmo-chem.grib2', // kg/m³
    feed: 'hrrr',
    hours: 0,
    region: PLAINS,
    at: [
      [34.905, 266.928 - 360, { smoke_pm2_5: 2.7392e-7 * 1e9 }],
      [36.119, 267.569 - 360, { smoke_pm2_5: 1.25e-7 * 1e9 }],
      [...ATLANTA, { smoke_pm2_5: 1.2e-10 * 1e9 }],
    ],
  },
  {
    file: 'herbie/subset_20201214_hrrr.t00z.wrfsfcf12.grib2', // 14.21 mm since the run began, 1.677 mm in the last hour
    feed: 'hrrr',
    hours: 12,
    region: PLAINS,
    at: [
      [...OMAHA, { precipitation: 0 }],
      [...ATLANTA, { precipitation: 1.677 }],
    ],
  },
  {
    file: 'gribberish/hrrr.t06z.wrfsfcf01-CFRZR.grib2',
    feed: 'hrrr-extended',
    hours: 1,
    region: PLAINS,
    at: [[...OMAHA, { freezing_rain_flag: 0 }]],
  },
  {
    file: 'gribberish/nbm-multilevel-tcdc.grib2',
    feed: 'nbm',
    hours: 1,
    region: PLAINS,
    at: [
      [...OMAHA, { temperature: 290.3, cloud_cover: 0 }],
      [...DENVER, { temperature: 289.1, cloud_cover: 0 }],
      [...ATLANTA, { temperature: 293.9, cloud_cover: 0 }],
    ],
  },
  {
    file: 'grib2io/blend.t00z.core.f001.tmp.co.grib2',
    feed: 'nbm',
    hours: 1,
    at: [
      [...OMAHA, { temperature: 292.1 }],
      [...DENVER, { temperature: 298.1 }],
      [...ATLANTA, { temperature: 296.1 }],
    ],
  },
  {
    file: 'gribberish/aqm.t12z.ave_1hr_pm25-PMTF.grib2',
    feed: 'aqm',
    hours: 1,
    region: PLAINS,
    at: [
      [...OMAHA, { pm2_5: 14.2713 }],
      [...DENVER, { pm2_5: 9.6913 }],
      [...ATLANTA, { pm2_5: 8.7913 }],
    ],
  },
  {
    file: 'cfgrib/alternate-scanning.grib', // ECMWF, every second row from east to west
    feed: 'ecmwf-ifs',
    hours: 3,
    at: [
      [48.2, 16.4, { temperature: 290.783 }],
      [40.4, -3.7, { temperature: 299.783 }],
    ],
  },
  {
    file: 'icon/icon-d2_germany_regular-lat-lon_single-level_2022042600_000_2d_u_10m.grib2', // of the finer model, in the same words
    feed: 'icon-eu',
    hours: 0,
    at: [
      [52.5, 13.4, { wind_u: -0.635308 }],
      [48.1, 11.6, { wind_u: -0.241265 }],
      [50.1, 8.7, { wind_u: -0.318902 }],
    ],
  },
  {
    file: 'pygrib/gfs.t12z.pgrbf120.2p5deg.grib2', // flags and rates as means, humidity for the dew point
    feed: 'gfs',
    hours: 120,
    at: [
      [
        55,
        12.5,
        {
          temperature: 275.93,
          dew_point: dewPointOf(275.93, 95.6),
          wind_u: 9.63,
          wind_v: 4.3,
          pressure_msl: 101_054,
          pressure_surface: 100_989,
          wind_gust: 17.1,
          precipitation: 0,
          rain_flag: 1,
          cape: 0,
        },
      ],
      [
        2.5,
        102.5,
        {
          temperature: 297.27,
          dew_point: dewPointOf(297.27, 97.3),
          wind_u: -1.08,
          wind_v: -0.83,
          precipitation: 4,
          cape: 1365,
        },
      ],
    ],
  },
  {
    file: 'pygrib/eta.grb', // NAM of 2004 on grid 211, winds along the grid; no feed: GFS's keys fit
    feed: 'gfs',
    hours: 24,
    at: [
      [
        ...DENVER,
        {
          temperature: 270,
          dew_point: dewPointOf(270, 61),
          pressure_msl: 101_037,
          pressure_surface: 81_747,
          ...earthWind(6, 0, 254.9),
          wind_gust: 16,
          precipitation: 0,
          snow_flag: 0,
          cape: 0,
        },
      ],
      [
        ...ATLANTA,
        {
          temperature: 286,
          dew_point: dewPointOf(286, 97),
          pressure_msl: 101_488,
          pressure_surface: 98_195,
          ...earthWind(-1, 3, 275.45),
          wind_gust: 13,
          precipitation: 9,
          rain_flag: 1,
          snow_flag: 0,
          freezing_rain_flag: 0,
          ice_pellets_flag: 0,
          cape: 160,
        },
      ],
    ],
  },
  {
    file: 'cfgrib/nam.t00z.awp21100.tm00.grib2', // NAM of 2018
    feed: 'hrrr',
    hours: 0,
    region: PLAINS,
    at: [
      [...OMAHA, { temperature: 300.977, ...earthWind(-0.484812, 2.5122, 264.07) }],
      [...DENVER, { temperature: 302.877, ...earthWind(-2.07481, 0.402205, 254.9) }],
      [...ATLANTA, { temperature: 297.667, ...earthWind(2.61519, -1.2078, 275.45) }],
    ],
  },
];

function messagesOf(file: string): Uint8Array[] {
  return [...frameMessages(readUpstreamFile(sharedData('grib2', ...file.split('/'))))].map(({ bytes }) => bytes);
}

/** The staged value of each element in the cell nearest to the point. */
async function stagedValues(path: string, latitude: number, longitude: number): Promise<Values> {
  const slice = (await openSlice(path))!;
  const { grid, layers } = slice.header;
  const { x, y } = gridPosition(grid, latitude, longitude)!;
  const [row, column] = [Math.round(y), Math.round(x)];
  const band = Math.floor(row / bandRows(grid, 0));
  const bytes = await slice.readPart(band);
  const values = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  await slice.close();
  const rows = bandRows(grid, band);
  const at = (layer: number): number => (layer * rows + (row - band * bandRows(grid, 0))) * grid.columns + column;
  return Object.fromEntries(
    layers.map(({ element }, layer) => [element, unpack(values[at(layer)]!, slicePackingOf(element))]),
  );
}

/** Files of other models, in the words of a feed: their grids have to be accepted. */
const OTHER_MODELS = new Set([
  'cfgrib/alternate-scanning.grib',
  'icon/icon-d2_germany_regular-lat-lon_single-level_2022042600_000_2d_u_10m.grib2',
  'pygrib/eta.grb',
  'cfgrib/nam.t00z.awp21100.tm00.grib2',
]);

for (const { file, feed, hours, region, at } of SAMPLES)
  testWithSharedData(`${file} through ${feed}: ecCodes' values at ${at.length} points`, async () => {
    const messages = messagesOf(file);
    const { referenceTime } = readHeaders(messages, file)[0]!.time;
    const times = { referenceTime, validTime: referenceTime + hours * 3600 };
    const path = join(scratch, `${file.replaceAll('/', '-')}.slice`);
    const wanted = messages.filter((message) => isWantedMessage(feedOf('model', feed), message));
    const origin = { origin: file, strict: false, simulated: false, statics: false };
    const task = { feed, messages: wanted, times, region: region ?? null, path, ...origin };
    const isOther = OTHER_MODELS.has(file);
    if (isOther) await expect(stageStep({ ...task, accepted: null })).rejects.toMatchObject({ fault: 'grid' });
    await stageStep({ ...task, accepted: isOther ? 'any' : null });
    for (const [latitude, longitude, expected] of at) {
      const values = await stagedValues(path, latitude, longitude);
      for (const [id, value] of Object.entries(expected) as [ElementId, number][])
        expect(Math.abs(values[id]! - value), `${id} ${values[id]} instead of ${value}`).toBeLessThanOrEqual(
          tolerance(id, value),
        );
    }
  });

/** Half a packing step, and the sixth digit that ecCodes prints. */
function tolerance(id: ElementId, value: number): number {
  return elementOf(id).step * 0.501 + Math.abs(value) * 1e-5;
}

/** Files of feeds and of their neighbours with nothing to stage, and why. */
const NOBODYS: readonly (readonly [file: string, why: string])[] = [
  ['gribberish/hrrr.t06z.wrfsfcf01-TMP.grib2', 'the temperature is that of the ground'],
  ['gribberish/hrrr.t00z.wrfprsf00-hydrology.grib2', 'surface runoff'],
  ['kerchunk/hrrr.wrfsubhf.sample.grib2', 'of the sub-hourly file only reflectivity and radiation'],
  ['pyiem/hrrr_srad.grib2', 'radiation'],
  ['kerchunk/gec00_20250101_00_soilw.grib', 'of a member of GEFS only soil moisture'],
  ['gefs/GFSE_20210416_0000_avg_f006.grb2', 'the mean of the members of GEFS is not a forecast'],
  ['gribberish/s2s-pdt12-pdt107-anomaly.grib2', 'means of members and anomalies'],
  ['grib-rs/20240101000000-0h-oper-fc.grib2.0-10.xz', 'of ECMWF step 0 upper air, and a total of no time'],
  ['gribberish/aifs-single-t500.grib2', 'a temperature at 500 hPa'],
  ['gribberish/gfs.t18z.pgrb2.0p25.f186-RH.grib2', 'humidity aloft'],
  ['icon/icon-d2_germany_regular-lat-lon_single-level_2022041700_000_2d_clct_mod.grib2', 'a local parameter of DWD'],
  ['cumulus/multisensor-qpe-01h-pass1_MRMS_MultiSensor_QPE_01H_Pass1_00.00_20220809-150000.grib2.gz', 'radar'],
  ['cumulus/msqpe01h-p1-carib_MRMS_MultiSensor_QPE_01H_Pass1_00.00_20220809-150000.grib2.gz', 'radar'],
  ['grib-rs/MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz', 'radar'],
];

for (const [file, why] of NOBODYS) {
  if (WITHOUT_XZ && file.endsWith('.xz')) test.skip(`${file} (${WITHOUT_XZ})`);
  else
    testWithSharedData(`${file} makes no element of any feed: ${why}`, () => {
      const fields = readHeaders(messagesOf(file), file);
      expect(fields.length).toBeGreaterThan(0);
      const takers = feedsOf('model').filter((feed) => fields.some(({ time }) => holdsElements(feed, fields, time)));
      expect(takers.map(({ id }) => id)).toEqual([]);
    });
}
