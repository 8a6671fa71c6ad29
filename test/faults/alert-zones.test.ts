/** Shapes of zones: found by their dates, put scheme by scheme, whole or not at all. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeShapefile } from '../../simulator/shapefile-writer.js';
import { silentLog } from '../../src/base/log.js';
import { ingestZones } from '../../src/ingest/alerts/zones/ingest-zones.js';
import type { ZoneContext } from '../../src/ingest/context.js';
import type { AlertRecords } from '../../src/model/records.js';
import { createMemoryAlerts } from '../memory-alerts.js';
import { type AlertUpstream, body, startAlertUpstream, status } from './alert-upstream.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const SHAPES = '/source/gis/Shapefiles';
const EMMA_LIST = '/api/v4/projects/meteoalarm-pm-group%2Fdocuments/repository/tree?per_page=100';
const EMMA = '/meteoalarm-pm-group/documents/-/raw/master/MeteoAlarm_Geocodes_2026_07_31.json';
const CELLS = (layer: string) =>
  `/ows?service=WFS&version=2.0.0&request=GetFeature&typeName=dwd:${layer}&outputFormat=application/json`;

let upstream: AlertUpstream;
let root: string;
let records: AlertRecords;
let texts: string[];

beforeAll(async () => {
  upstream = await startAlertUpstream();
  root = mkdtempSync(join(tmpdir(), 'weatherglass-zones-'));
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  records = createMemoryAlerts();
  texts = [];
  for (const [path, content] of everything()) upstream.replies.set(path, body(content));
});
afterEach(() => {
  upstream.replies.clear();
  upstream.asked();
});

/** 1° wide, clockwise. */
const square = (west: number, south: number) =>
  [
    [west, south],
    [west, south + 1],
    [west + 1, south + 1],
    [west + 1, south],
    [west, south],
  ] as const;

function zip(name: string, rows: readonly (readonly [fields: Record<string, string>, west: number, south: number])[]) {
  const { shp, dbf } = writeShapefile(rows.map(([fields, west, south]) => ({ fields, rings: [square(west, south)] })));
  return zipSync({ [`${name}.shp`]: shp, [`${name}.dbf`]: dbf, [`${name}.prj`]: Buffer.from('GEOGCS[]') });
}

function geoJson(...rows: readonly (readonly [properties: object, west: number, south: number])[]) {
  const features = rows.map(([properties, west, south]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [square(west, south)] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const link = (path: string) => `<a href="${SHAPES}/${path}">zip</a>`;

function everything(): [string, string | Uint8Array][] {
  const texas = (zone: string, name: string) => ({ STATE: 'TX', ZONE: zone, NAME: name });
  return [
    ['/gis/PublicZones', `${link('WSOM/z_18mr25.zip')} ${link('WSOM/z_16ap26.zip')} ${link('WSOM/z_01de26.zip')}`],
    [
      `${SHAPES}/WSOM/z_16ap26.zip`,
      zip('z_16ap26', [
        [texas('001', 'Dallam'), -103, 36],
        [texas('002', 'Sherman'), -102, 36],
      ]),
    ],
    ['/gis/Counties', link('County/c_18mr25.zip')],
    [
      `${SHAPES}/County/c_18mr25.zip`,
      zip('c_18mr25', [
        [{ STATE: 'TX', FIPS: '48111', COUNTYNAME: 'Dallam' }, -103, 36],
        [{ STATE: 'TX', FIPS: '48111', COUNTYNAME: 'Dallam' }, -103, 35],
      ]),
    ],
    ['/gis/MarineZones', `${link('WSOM/mz16ap26.zip')} ${link('WSOM/oz16ap26.zip')}`],
    [`${SHAPES}/WSOM/mz16ap26.zip`, zip('mz', [[{ ID: 'GMZ335', NAME: 'Galveston Bay' }, -95, 29]])],
    [`${SHAPES}/WSOM/oz16ap26.zip`, zip('oz', [[{ ID: 'GMZ040', NAME: 'NW Gulf' }, -95, 27]])],
    ['/gis/FireZones', link('WSOM/fz16ap26.zip')],
    [
      `${SHAPES}/WSOM/fz16ap26.zip`,
      zip('fz', [
        [texas('001', 'Fire'), -90, 30],
        [texas('901', 'Forest'), -100, 30],
      ]),
    ],
    [
      EMMA_LIST,
      JSON.stringify([
        { name: 'MeteoAlarm_Geocodes_2025_10_06.json' },
        { name: 'MeteoAlarm_Geocodes_2026_07_31.json' },
      ]),
    ],
    [EMMA, geoJson([{ code: 'AT001', name: 'Wien' }, 16, 48], [{ code: 'NO001', name: 'Oslo' }, 10, 59])],
    ['/NUTS_RG_01M_2013_4326_LEVL_3.geojson', geoJson([{ NUTS_ID: 'FR712', NUTS_NAME: 'Ain' }, 5, 46])],
    ['/NUTS_RG_01M_2013_4326_LEVL_2.geojson', geoJson([{ NUTS_ID: 'HU21', NUTS_NAME: 'Közép-Dunántúl' }, 18, 47])],
    [CELLS('Warngebiete_Gemeinden'), geoJson([{ WARNCELLID: 803159016, NAME: 'Göttingen' }, 9, 51])],
    [CELLS('Warngebiete_Kreise'), geoJson([{ WARNCELLID: 103159000, NAME: 'Kreis Göttingen' }, 9, 51])],
  ];
}

function deps(more: Partial<ZoneContext> = {}): ZoneContext {
  return {
    alerts: records,
    directory: root,
    addressOf: () => upstream.url,
    contact: null,
    region: null,
    clock: { now: () => NOW },
    log: silentLog,
    progress: ({ text }) => void texts.push(text),
    random: () => 0.5,
    sleep: async () => undefined,
    ...more,
  };
}

const codes = async () => (await records.zones()).zones.map(({ scheme, value }) => `${scheme} ${value}`).sort();

test('the files in force are found by their dates; parts of a zone are one; fire zones yield to public ones', async () => {
  const { replaced } = await ingestZones(deps());
  expect(replaced).toEqual([
    { scheme: 'ugc', zones: 6 },
    { scheme: 'emma_id', zones: 2 },
    { scheme: 'nuts', zones: 2 },
    { scheme: 'warncellid', zones: 2 },
  ]);
  const { zones, versions } = await records.zones();
  expect(versions.warncellid).toBe('Warngebiete_Gemeinden 2026-11 Warngebiete_Kreise 2026-11');
  expect(versions.nuts).toBe('NUTS 2013 level 3 2026-11 NUTS 2013 level 2 2026-11');
  expect(versions.ugc).toBe('z_16ap26.zip c_18mr25.zip mz16ap26.zip oz16ap26.zip fz16ap26.zip');
  const ugc = new Map(zones.filter(({ scheme }) => scheme === 'ugc').map((zone) => [zone.value, zone]));
  expect([...ugc.keys()].sort()).toEqual(['GMZ040', 'GMZ335', 'TXC111', 'TXZ001', 'TXZ002', 'TXZ901']);
  expect(ugc.get('TXC111')!.polygons).toHaveLength(2);
  expect(ugc.get('TXZ001')).toMatchObject({
    name: 'Dallam',
    polygons: [[Float64Array.of(-103, 36, -103, 37, -102, 37, -102, 36, -103, 36)]],
  });
  expect(zones.find(({ scheme }) => scheme === 'warncellid')!.value).toBe('803159016');
});

test('what is stored already is not fetched again', async () => {
  await ingestZones(deps());
  upstream.asked();
  expect(await ingestZones(deps())).toEqual({ replaced: [], kept: ['ugc', 'emma_id', 'nuts', 'warncellid'] });
  expect(
    upstream
      .asked()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(
    ['/gis/PublicZones', '/gis/Counties', '/gis/MarineZones', '/gis/MarineZones', '/gis/FireZones', EMMA_LIST].sort(),
  );
  expect(texts.at(-1)).toBe('Shapes of alert zones: ugc, emma_id, nuts, warncellid unchanged');
});

test('files whose address nobody set are not asked for, and what is stored of their scheme stays', async () => {
  const aMonthAgo = NOW - 31 * 86_400; // files without a date are asked for anew each month
  await ingestZones(deps({ clock: { now: () => aMonthAgo } }));
  upstream.asked();
  const addressOf = (setting: string) => (setting === 'WEATHERGLASS_NUTS_ZONES_URL' ? '' : upstream.url);
  const { replaced } = await ingestZones(deps({ addressOf }));
  expect(replaced).toEqual([{ scheme: 'warncellid', zones: 2 }]);
  expect(upstream.asked().some(({ path }) => path.includes('NUTS'))).toBe(false);
  expect(await codes()).toContain('nuts HU21');
});

test('with a region, shapes that lie elsewhere are left out, and issuers of elsewhere are not asked', async () => {
  await ingestZones(deps({ region: { south: 47, west: 9, north: 49, east: 17 } }));
  expect(await codes()).toEqual(['emma_id AT001', 'nuts HU21']);
  expect(upstream.asked().some(({ path }) => path.startsWith('/gis/'))).toBe(false);
});

test.each([
  ['its page is gone', '/gis/Counties', status(404)],
  ['its page names no file', '/gis/Counties', body('<a href="c_latest.zip">')],
  ['its file is gone', `${SHAPES}/County/c_18mr25.zip`, status(404)],
  ['its file is no archive', `${SHAPES}/County/c_18mr25.zip`, body('<html>')],
  ['its archive holds no shapes', `${SHAPES}/County/c_18mr25.zip`, body(zipSync({ 'a.txt': Buffer.from('x') }))],
] as const)('a scheme keeps what it had when %s, and the others go on', async (_, path, reply) => {
  await ingestZones(deps());
  const before = await codes();
  upstream.replies.set('/gis/PublicZones', body(link('WSOM/z_20ap26.zip')));
  upstream.replies.set(
    `${SHAPES}/WSOM/z_20ap26.zip`,
    body(zip('z', [[{ STATE: 'TX', ZONE: '009', NAME: 'New' }, -103, 36]])),
  );
  upstream.replies.set(path, reply);
  if (path.includes('County/')) upstream.replies.set('/gis/Counties', body(link('County/c_18mr25.zip')));
  upstream.replies.set(EMMA_LIST, body('[{"name":"MeteoAlarm_Geocodes_2026_09_01.json"}]'));
  upstream.replies.set(EMMA.replace('07_31', '09_01'), body(geoJson([{ code: 'AT002' }, 16, 48])));
  await expect(ingestZones(deps())).rejects.toThrow();
  const after = await codes();
  expect(after.filter((code) => code.startsWith('ugc'))).toEqual(before.filter((code) => code.startsWith('ugc')));
  expect(after).toContain('emma_id AT002');
  expect(await records.pollState('alert-zones')).toMatchObject({ lastFailure: NOW });
});
