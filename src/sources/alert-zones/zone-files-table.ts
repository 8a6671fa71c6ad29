/**
 * Where issuers publish the shapes of their coded areas. Every few months a file is replaced by one with another date in
 * its name, so names are looked up on a page of the issuer; where they are not, the name stands here.
 *
 *   NWS        zipped shapefiles under {base}/source/gis/Shapefiles/, named by pages under {base}/gis/: public zones,
 *              counties, coastal and offshore waters, fire zones. A code is state, Z or C, three digits: TXZ001, TXC111
 *   MeteoAlarm one GeoJSON of all areas, property `code`, in a repository whose list of files names it
 *   NUTS       GeoJSON of GISCO, property NUTS_ID; MeteoAlarm's members use the list of 2013 (FR712 is another place since).
 *              Its terms exclude commercial use: asked for only where a setting names the address
 *   DWD        GeoJSON of a WFS, property WARNCELLID: municipalities and districts
 *
 * Fire zones have the codes of public zones with other shapes. A message does not say which is meant but by its event; the
 * public zone stands, and a fire zone only where there is none of its code.
 *
 * Not confirmed against the real pages: how they spell the links, and that offshore zones (oz) are named by the page of
 * coastal waters.
 */

import type { GeocodeScheme } from '../../model/alert.js';
import type { Box } from '../../model/box.js';
import type { AddressSetting } from '../feed.js';

type Properties = Readonly<Record<string, unknown>>;

export interface ZoneFile {
  readonly scheme: GeocodeScheme;
  /** For people. */
  readonly name: string;
  readonly addressSetting: AddressSetting;
  readonly format: 'shapefile-zip' | 'geojson';
  /** Below the base address: the page that names the file, and how the name is found there; null: the name is fixed. */
  readonly page: { readonly path: string; readonly name: RegExp; dateOf(name: string): number | null } | null;
  /** Below the base address; `name` is what was found on the page. */
  pathOf(name: string): string;
  codeOf(properties: Properties): string | null;
  nameOf(properties: Properties): string | null;
  readonly ceilingBytes: number;
  /** Its codes count only where no file before it has them. */
  readonly yields?: boolean;
  readonly covers: readonly Box[];
}

const MONTHS = ['ja', 'fe', 'mr', 'ap', 'my', 'jn', 'jl', 'au', 'se', 'oc', 'nv', 'de'];

/** Epoch seconds of "z_16ap26.zip": 16 April 2026. */
export function nwsDate(name: string): number | null {
  const [, day, month, year] = /(\d\d)([a-z]{2})(\d\d)\.zip$/.exec(name) ?? [];
  const at = MONTHS.indexOf(month ?? '');
  return at === -1 ? null : Date.UTC(2000 + Number(year), at, Number(day)) / 1000;
}

const STATES: readonly Box[] = [
  { south: 15, west: -180, north: 75, east: -60 },
  { south: -20, west: 130, north: 30, east: -150 },
];
const EUROPE: readonly Box[] = [{ south: 27, west: -32, north: 81, east: 41 }];
const GERMANY: readonly Box[] = [{ south: 47, west: 3, north: 56, east: 15.5 }];
const HUGE = 250 << 20;

function textAt(properties: Properties, key: string): string | null {
  const value = properties[key];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}

const CODE = /^[A-Z]{2}[CZ]\d{3}$/;

function ugc(parts: readonly (string | null)[]): string | null {
  const code = parts.join('');
  return CODE.test(code) ? code : null;
}

/** @param prefix  how the names of its files begin: "z_", "c_", "mz" */
function nwsFile(page: string, folder: string, prefix: string, codeOf: ZoneFile['codeOf'], nameKey: string): ZoneFile {
  return {
    scheme: 'ugc',
    name: page,
    addressSetting: 'WEATHERGLASS_NWS_ZONES_URL',
    format: 'shapefile-zip',
    page: { path: `gis/${page}`, name: new RegExp(`\\b${prefix}\\d\\d[a-z]{2}\\d\\d\\.zip\\b`, 'g'), dateOf: nwsDate },
    pathOf: (name) => `source/gis/Shapefiles/${folder}/${name}`,
    codeOf,
    nameOf: (properties) => textAt(properties, nameKey),
    ceilingBytes: HUGE,
    covers: STATES,
  };
}

const byZone: ZoneFile['codeOf'] = (said) => ugc([textAt(said, 'STATE'), 'Z', textAt(said, 'ZONE')]);
const byCounty: ZoneFile['codeOf'] = (said) =>
  ugc([textAt(said, 'STATE'), 'C', textAt(said, 'FIPS')?.padStart(5, '0').slice(-3) ?? null]);
const byId: ZoneFile['codeOf'] = (said) => ugc([textAt(said, 'ID')]);

function geoJsonFile(
  scheme: GeocodeScheme,
  name: string,
  addressSetting: AddressSetting,
  path: string,
  keys: { readonly code: string; readonly name: string },
  covers: readonly Box[],
): ZoneFile {
  return {
    scheme,
    name,
    addressSetting,
    format: 'geojson',
    page: null,
    pathOf: () => path,
    codeOf: (properties) => textAt(properties, keys.code),
    nameOf: (properties) => textAt(properties, keys.name),
    ceilingBytes: HUGE,
    covers,
  };
}

const warnCells = (layer: string): ZoneFile =>
  geoJsonFile(
    'warncellid',
    layer,
    'WEATHERGLASS_DWD_ZONES_URL',
    `ows?service=WFS&version=2.0.0&request=GetFeature&typeName=dwd:${layer}&outputFormat=application/json`,
    { code: 'WARNCELLID', name: 'NAME' },
    GERMANY,
  );

const nuts = (level: number): ZoneFile =>
  geoJsonFile(
    'nuts',
    `NUTS 2013 level ${level}`,
    'WEATHERGLASS_NUTS_ZONES_URL',
    `NUTS_RG_01M_2013_4326_LEVL_${level}.geojson`,
    { code: 'NUTS_ID', name: 'NUTS_NAME' },
    EUROPE,
  );

const EMMA_FILES = 'meteoalarm-pm-group/documents';

export const ZONE_FILES: readonly ZoneFile[] = [
  nwsFile('PublicZones', 'WSOM', 'z_', byZone, 'NAME'),
  nwsFile('Counties', 'County', 'c_', byCounty, 'COUNTYNAME'),
  nwsFile('MarineZones', 'WSOM', 'mz', byId, 'NAME'),
  nwsFile('MarineZones', 'WSOM', 'oz', byId, 'NAME'),
  { ...nwsFile('FireZones', 'WSOM', 'fz', byZone, 'NAME'), yields: true },
  {
    ...geoJsonFile(
      'emma_id',
      'MeteoAlarm geocodes',
      'WEATHERGLASS_EMMA_ZONES_URL',
      '',
      { code: 'code', name: 'name' },
      EUROPE,
    ),
    page: {
      path: `api/v4/projects/${encodeURIComponent(EMMA_FILES)}/repository/tree?per_page=100`,
      name: /\bMeteoAlarm_Geocodes_\d{4}_\d\d_\d\d\.json\b/g,
      dateOf: (name) => Date.parse(/\d{4}_\d\d_\d\d/.exec(name)?.[0].replaceAll('_', '-') ?? '') / 1000,
    },
    pathOf: (name) => `${EMMA_FILES}/-/raw/master/${name}`,
  },
  nuts(3),
  nuts(2),
  warnCells('Warngebiete_Gemeinden'),
  warnCells('Warngebiete_Kreise'),
];
