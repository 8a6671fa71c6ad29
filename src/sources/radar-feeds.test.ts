import { expect, test } from 'vitest';
import { RADAR_DATASETS, RADAR_NETWORKS } from '../model/radar.js';
import { DWD_RV_FEED } from './dwd-rv/dwd-rv-feed.js';
import { feedsOf } from './feeds.js';
import { MRMS_FEED } from './mrms/mrms-feed.js';
import { framesBetween, nextListing } from './radar-feed.js';
import { RRQPE_FEED } from './rrqpe/rrqpe-feed.js';

const FEEDS = feedsOf('radar');
const at = (text: string) => Date.parse(text) / 1000;
const BUCKET = 'https://noaa-mrms-pds.s3.amazonaws.com';
const DWD = 'https://opendata.dwd.de/weather/radar';
const ENTERPRISE = 'https://noaa-enterprise-rainrate-pds.s3.amazonaws.com';

test('every network has its feed and every dataset its product, the rate first', () => {
  expect(FEEDS.map(({ id }) => id)).toEqual(RADAR_NETWORKS.map(({ id }) => id));
  expect(FEEDS.flatMap(({ products }) => products.map(({ dataset }) => dataset))).toEqual(
    RADAR_DATASETS.map(({ id }) => id),
  );
  expect(FEEDS.map(({ products }) => products[0]!.dataset)).toEqual(RADAR_NETWORKS.map(({ rate }) => rate));
  for (const { products } of FEEDS) expect(products.map(({ isOptional }) => isOptional).indexOf(true)).not.toBe(0);
});

test("a day of MRMS is listed from the first wanted second on, and so is the day before at a day's beginning", () => {
  const [rate] = MRMS_FEED.products;
  expect(rate!.listings(BUCKET, at('2026-11-20T05:50:00Z'), at('2026-11-20T06:14:00Z'))).toEqual([
    `${BUCKET}/?list-type=2&prefix=CONUS/PrecipRate_00.00/20261120/&start-after=CONUS/PrecipRate_00.00/20261120/MRMS_PrecipRate_00.00_20261120-055000`,
  ]);
  expect(
    rate!.listings(BUCKET, at('2026-11-19T23:58:30Z'), at('2026-11-20T00:02:00Z')).map((url) => url.slice(-40)),
  ).toEqual(['19/MRMS_PrecipRate_00.00_20261119-235830', '20/MRMS_PrecipRate_00.00_20261120-000000']);
});

test('a frame of exactly the first wanted second is behind the key that the listing starts after', () => {
  const from = at('2026-11-20T05:50:00Z');
  const startAfter = new URL(MRMS_FEED.products[0]!.listings(BUCKET, from, from)[0]!).searchParams.get('start-after')!;
  const key = 'CONUS/PrecipRate_00.00/20261120/MRMS_PrecipRate_00.00_20261120-055000.grib2.gz';
  expect(key > startAfter).toBe(true);
});

test('frames of MRMS are found by their names, whatever their seconds', () => {
  const mesh = MRMS_FEED.products.find(({ dataset }) => dataset === 'mrms-mesh')!;
  const lightning = MRMS_FEED.products.find(({ dataset }) => dataset === 'mrms-lightning-30')!;
  const folder = 'CONUS/MESH_00.50/20261120/';
  const ahead = 'CONUS/LightningProbabilityNext30minGrid_scale_1/20261120/';
  const keys = [
    folder,
    `${folder}MRMS_MESH_00.50_20261120-061402.grib2.gz`,
    `${folder}MRMS_MESH_00.50_20261120-061641.grib2.gz`,
    `${folder}MRMS_MESH_00.50_20261120-066402.grib2.gz`,
    `${folder}MRMS_MESH_00x50_20261120-061402.grib2.gz`,
    `${folder}MRMS_MESH_00.50_20261120-061402.grib2.gz.md5`,
    `../${folder}MRMS_MESH_00.50_20261120-061402.grib2.gz`,
    `${ahead}MRMS_LightningProbabilityNext30minGrid_scale_1_20261120-061400.grib2.gz`,
  ];
  expect(mesh.framesIn(keys, '', BUCKET)).toEqual([
    { url: `${BUCKET}/${keys[1]}`, validTime: at('2026-11-20T06:14:02Z'), rank: 0 },
    { url: `${BUCKET}/${keys[2]}`, validTime: at('2026-11-20T06:16:41Z'), rank: 0 },
  ]);
  expect(lightning.framesIn(keys, '', BUCKET)).toHaveLength(1);
});

test("archives of DWD are found in the directory's links, the copy without a time is not", () => {
  const [product] = DWD_RV_FEED.products;
  const [listing] = product!.listings(DWD, 0, 1e9);
  expect(listing).toBe(`${DWD}/composite/rv/`);
  const links = [
    '../',
    'composite_rv_20261119_2355.tar',
    '/weather/radar/composite/rv/composite_rv_20261120_0000.tar',
    'composite_rv_LATEST.tar',
    'composite_rv_20261320_0000.tar',
    'composite_rv_20261120_0000.tar.bz2',
    'https://elsewhere.example/composite_rv_20261120_0005.tar',
  ];
  expect(product!.framesIn(links, listing!, DWD)).toEqual([
    { url: `${DWD}/composite/rv/composite_rv_20261119_2355.tar`, validTime: at('2026-11-19T23:55:00Z'), rank: 0 },
    { url: `${DWD}/composite/rv/composite_rv_20261120_0000.tar`, validTime: at('2026-11-20T00:00:00Z'), rank: 0 },
    { url: `${DWD}/composite/rv/composite_rv_20261120_0005.tar`, validTime: at('2026-11-20T00:05:00Z'), rank: 0 },
  ]);
});

test('of satellite frames the one with the most satellites is taken, each hour from its own directory', () => {
  const [product] = RRQPE_FEED.products;
  const [from, to] = [at('2026-08-13T23:50:00Z'), at('2026-08-14T00:20:00Z')];
  expect(product!.listings(ENTERPRISE, from, to)).toEqual([
    `${ENTERPRISE}/?list-type=2&prefix=BLEND/RainRate-Blend-INST/2026/08/13/23/`,
    `${ENTERPRISE}/?list-type=2&prefix=BLEND/RainRate-Blend-INST/2026/08/14/00/`,
  ]);
  const key = (n: number, start: string, made = '202608140023173') =>
    `BLEND/RainRate-Blend-INST/2026/08/14/00/RRQPE-INST-GLB-${n}_v1r1_blend_s${start}0_e202608140009599_c${made}.nc`;
  const keys = [
    key(2, '20260814000000'),
    key(5, '20260814000000'),
    key(5, '20260814000000', '202608140031000'),
    key(4, '20260814001000'),
    key(3, '20260814003000'),
    'BLEND/RainRate-Blend-INST/2026/08/14/00/RRQPE-INST-GLB_v1r1_blend_s202201010000000.nc',
  ];
  const frames = product!.framesIn(keys, '', ENTERPRISE);
  expect(framesBetween(frames, from, to)).toEqual([
    { url: `${ENTERPRISE}/${keys[2]}`, validTime: at('2026-08-14T00:00:00Z'), rank: 5 },
    { url: `${ENTERPRISE}/${keys[3]}`, validTime: at('2026-08-14T00:10:00Z'), rank: 4 },
  ]);
});

test('the next page of a listing keeps its question', () => {
  const [listing] = MRMS_FEED.products[0]!.listings(BUCKET, at('2026-11-20T05:50:00Z'), at('2026-11-20T06:14:00Z'));
  const next = new URL(nextListing(listing!, '1ue/x+y='));
  expect(next.searchParams.get('continuation-token')).toBe('1ue/x+y=');
  expect(next.searchParams.get('prefix')).toBe('CONUS/PrecipRate_00.00/20261120/');
});
