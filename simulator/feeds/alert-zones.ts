/**
 * Shapes of the simulated zones, where the real ones are: pages of the NWS that name zipped shapefiles, the list of
 * MeteoAlarm's documents and its GeoJSON, NUTS regions and DWD's warning cells (one each, which no alert names).
 */

import { zipSync } from 'fflate';
import { writeShapefile } from '../shapefile-writer.js';
import { EMMA_ZONES, NWS_ZONES, type SimulatedZone } from '../warned-places.js';
import type { SimulatedFeed } from './simulated-feed.js';

const LONG_AGO = new Date(1990, 0, 1);
const RELEASE = '16ap26';
const EMMA_FILE = 'MeteoAlarm_Geocodes_2026_07_31.json';
const SHAPES = '/source/gis/Shapefiles';

type Fields = (zone: SimulatedZone) => Readonly<Record<string, string>>;

const byZone: Fields = ({ code, name }) => ({ STATE: code.slice(0, 2), ZONE: code.slice(3), NAME: name });
const byCounty: Fields = ({ code, name }) => ({
  STATE: code.slice(0, 2),
  FIPS: `99${code.slice(3)}`,
  COUNTYNAME: name,
});
const byId: Fields = ({ code, name }) => ({ ID: code, NAME: name });

const CELL: SimulatedZone = { code: '803159016', name: 'Square', south: 51, west: 9, north: 52, east: 10 };

const FILES: Readonly<Record<string, () => string | Uint8Array>> = {
  '/gis/PublicZones': () => pageOf(`WSOM/z_${RELEASE}.zip`),
  '/gis/Counties': () => pageOf(`County/c_${RELEASE}.zip`),
  '/gis/MarineZones': () => pageOf(`WSOM/mz${RELEASE}.zip`, `WSOM/oz${RELEASE}.zip`),
  '/gis/FireZones': () => pageOf(`WSOM/fz${RELEASE}.zip`),
  [`${SHAPES}/WSOM/z_${RELEASE}.zip`]: () => shapesOf(`z_${RELEASE}`, NWS_ZONES, byZone),
  [`${SHAPES}/County/c_${RELEASE}.zip`]: () => shapesOf(`c_${RELEASE}`, NWS_ZONES, byCounty),
  [`${SHAPES}/WSOM/mz${RELEASE}.zip`]: () => shapesOf(`mz${RELEASE}`, [], byId),
  [`${SHAPES}/WSOM/oz${RELEASE}.zip`]: () => shapesOf(`oz${RELEASE}`, [], byId),
  [`${SHAPES}/WSOM/fz${RELEASE}.zip`]: () => shapesOf(`fz${RELEASE}`, [], byZone),
  '/api/v4/projects/meteoalarm-pm-group%2Fdocuments/repository/tree': () => JSON.stringify([{ name: EMMA_FILE }]),
  [`/meteoalarm-pm-group/documents/-/raw/master/${EMMA_FILE}`]: () =>
    geoJsonOf(EMMA_ZONES, ({ code, name }) => ({ code, name })),
  '/NUTS_RG_01M_2013_4326_LEVL_3.geojson': () => geoJsonOf([CELL], () => ({ NUTS_ID: 'DE91C', NUTS_NAME: 'Square' })),
  '/NUTS_RG_01M_2013_4326_LEVL_2.geojson': () => geoJsonOf([CELL], () => ({ NUTS_ID: 'DE91', NUTS_NAME: 'Square' })),
  // Layers are told apart by the query, which is not looked at here.
  '/ows': () => geoJsonOf([CELL], ({ code, name }) => ({ WARNCELLID: Number(code), NAME: name })),
};

export function createAlertZonesFeed(): SimulatedFeed {
  return {
    find(path) {
      const make = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
      if (make === undefined) return null;
      return { key: path, availableAt: 0, isIndex: false, make: () => ({ grib: bytesOf(make()), index: null }) };
    },
  };
}

function bytesOf(contents: string | Uint8Array): Uint8Array {
  return typeof contents === 'string' ? Buffer.from(contents) : contents;
}

function pageOf(...paths: readonly string[]): string {
  const links = paths.map((path) => `<li><a href="${SHAPES}/${path}">${path}</a></li>`);
  return `<!doctype html><title>Shapefiles</title><ul>${links.join('')}</ul>\n`;
}

function shapesOf(name: string, zones: readonly SimulatedZone[], fields: Fields): Uint8Array {
  const { shp, dbf } = writeShapefile(zones.map((zone) => ({ fields: fields(zone), rings: [ringOf(zone)] })));
  return zipSync({ [`${name}.shp`]: shp, [`${name}.dbf`]: dbf }, { mtime: LONG_AGO });
}

function geoJsonOf(zones: readonly SimulatedZone[], properties: (zone: SimulatedZone) => object): string {
  const features = zones.map((zone) => ({
    type: 'Feature',
    properties: properties(zone),
    geometry: { type: 'Polygon', coordinates: [ringOf(zone).toReversed()] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Clockwise. */
function ringOf({ south, west, north, east }: SimulatedZone): (readonly [number, number])[] {
  return [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}
