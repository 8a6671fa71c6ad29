/**
 * The layers of map tiles: what each shows, from what, how often that is new, and how deep it can be zoomed into. One row
 * for each layer of the interface, in its order; colours and legends are in `styles/style-table.ts`.
 *
 * Zooms end where a pixel is much finer than the data; beyond, clients enlarge the deepest tiles themselves.
 */

import type { Box } from '../../model/box.js';
import type { DatasetId } from '../../model/dataset.js';
import type { MapFieldId } from '../../model/map-slice.js';
import { TILE_LAYER_IDS, type TileLayerId } from '../../model/tile.js';
import { HOUR } from '../../model/time.js';
import type { TileStyle } from './styles/style.js';
import { TILE_STYLES } from './styles/style-table.js';

/** Which frames a layer has is a matter of what it is made from. */
export type LayerContent =
  | { readonly kind: 'radar' | 'radar-future' | 'radar-site' | 'fires' | 'alerts' }
  | {
      readonly kind: 'slices';
      readonly field: MapFieldId;
      /** The first of them that has something to show answers alone. */
      readonly datasets: readonly DatasetId[];
      /** What satellites see is painted on top. */
      readonly withFires?: true;
    };

export type TileParameter = 'time' | 'site';

export interface TileLayer {
  readonly id: TileLayerId;
  readonly title: string;
  readonly description: string;
  readonly content: LayerContent;
  /** How often there is a new picture, s: as long a tile may be kept. */
  readonly cadence: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: Box;
  readonly parameters: readonly TileParameter[];
  /** ASCII, since it is sent in a header too. */
  readonly attribution: string;
  readonly style: TileStyle;
}

export const WORLD: Box = { south: -85.0511, west: -180, north: 85.0511, east: 180 };
/** HRRR and AQM: the contiguous United States and what the cone of their grids takes in around them. */
export const NORTH_AMERICA: Box = { south: 21.1, west: -134.1, north: 52.7, east: -60.9 };

const NOAA = 'NOAA/NWS (public domain)';
const RADAR = 'NOAA/NWS MRMS and NOAA RRQPE (public domain); Deutscher Wetterdienst (CC BY 4.0)';
const FIRES = 'NASA FIRMS (LANCE)';
const SMOKE_AND_FIRES = `${NOAA}; NOAA/NESDIS HMS; ${FIRES}`;
const ALERTS = 'NOAA/NWS; EUMETNET MeteoAlarm (CC BY 4.0); Deutscher Wetterdienst; ECCC; members of WMO';

type Row = Omit<TileLayer, 'id' | 'style' | 'minZoom' | 'parameters'>;

const ROWS: Readonly<Record<TileLayerId, Row>> = {
  radar: {
    title: 'Radar',
    description:
      'Rain and snow as radar and satellites see it, reflectivity; the newest picture and those of two hours.',
    content: { kind: 'radar' },
    cadence: 120,
    maxZoom: 12,
    bounds: WORLD,
    attribution: RADAR,
  },
  'precipitation-global': {
    title: 'Precipitation, world',
    description: 'Rate of precipitation that GFS expects.',
    content: { kind: 'slices', field: 'precipitation_rate', datasets: ['gfs'] },
    cadence: HOUR,
    maxZoom: 8,
    bounds: WORLD,
    attribution: NOAA,
  },
  'radar-future': {
    title: 'Radar of the next two hours',
    description: 'Where the rain that radar sees goes to, in steps of ten minutes, with the models beyond its reach.',
    content: { kind: 'radar-future' },
    cadence: 120,
    maxZoom: 12,
    bounds: WORLD,
    attribution: RADAR,
  },
  'radar-site': {
    title: 'One radar',
    description: 'The newest sweep of one NEXRAD radar at its own resolution; site names it.',
    content: { kind: 'radar-site' },
    cadence: 240,
    maxZoom: 12,
    bounds: WORLD,
    attribution: 'NOAA/NWS NEXRAD (public domain)',
  },
  temperature: {
    title: 'Temperature',
    description: 'Air temperature 2 m above the ground; HRRR, or GFS where there is none.',
    content: { kind: 'slices', field: 'temperature', datasets: ['hrrr', 'gfs'] },
    cadence: HOUR,
    maxZoom: 10,
    bounds: NORTH_AMERICA,
    attribution: NOAA,
  },
  'temperature-global': {
    title: 'Temperature, world',
    description: 'Air temperature 2 m above the ground that GFS expects.',
    content: { kind: 'slices', field: 'temperature', datasets: ['gfs'] },
    cadence: HOUR,
    maxZoom: 8,
    bounds: WORLD,
    attribution: NOAA,
  },
  'air-quality': {
    title: 'Air quality',
    description: 'US air quality index; NOAA Air Quality Model, or GEFS-Aerosol where there is none.',
    content: { kind: 'slices', field: 'air_quality_index', datasets: ['aqm', 'gefs-aerosol'] },
    cadence: HOUR,
    maxZoom: 10,
    bounds: NORTH_AMERICA,
    attribution: NOAA,
  },
  'air-quality-global': {
    title: 'Air quality, world',
    description: 'US air quality index of the particles that GEFS-Aerosol expects.',
    content: { kind: 'slices', field: 'air_quality_index', datasets: ['gefs-aerosol'] },
    cadence: HOUR,
    maxZoom: 8,
    bounds: WORLD,
    attribution: NOAA,
  },
  smoke: {
    title: 'Smoke',
    description: 'Fine particles of smoke near the ground; HRRR, or GEFS-Aerosol where there is none.',
    content: { kind: 'slices', field: 'smoke_pm2_5', datasets: ['hrrr', 'gefs-aerosol'] },
    cadence: HOUR,
    maxZoom: 10,
    bounds: NORTH_AMERICA,
    attribution: NOAA,
  },
  'fire-smoke': {
    title: 'Smoke and fires',
    description:
      'Smoke near the ground, plumes that analysts drew, and fires of the last 24 hours as satellites see them.',
    content: { kind: 'slices', field: 'smoke_pm2_5', datasets: ['hrrr', 'gefs-aerosol'], withFires: true },
    cadence: HOUR / 2,
    maxZoom: 10,
    bounds: WORLD,
    attribution: SMOKE_AND_FIRES,
  },
  'smoke-global': {
    title: 'Smoke, world',
    description: 'Fine particles of smoke near the ground that GEFS-Aerosol expects.',
    content: { kind: 'slices', field: 'smoke_pm2_5', datasets: ['gefs-aerosol'] },
    cadence: HOUR,
    maxZoom: 8,
    bounds: WORLD,
    attribution: NOAA,
  },
  'fire-global': {
    title: 'Fires, world',
    description: 'Fires of the last 24 hours as satellites see them.',
    content: { kind: 'fires' },
    cadence: HOUR / 2,
    maxZoom: 8,
    bounds: WORLD,
    attribution: FIRES,
  },
  alerts: {
    title: 'Alerts',
    description: 'Areas of the public alerts that are active, by severity.',
    content: { kind: 'alerts' },
    cadence: 60,
    maxZoom: 12,
    bounds: WORLD,
    attribution: ALERTS,
  },
};

/** Layers with one picture only, the newest, have nothing to choose by time. */
function parametersOf({ kind }: LayerContent): readonly TileParameter[] {
  if (kind === 'radar-site') return ['site'];
  return kind === 'fires' || kind === 'alerts' ? [] : ['time'];
}

export const TILE_LAYERS = Object.fromEntries(
  TILE_LAYER_IDS.map((id) => {
    const row = ROWS[id];
    return [id, { id, ...row, minZoom: 0, parameters: parametersOf(row.content), style: TILE_STYLES[id] }];
  }),
) as unknown as Readonly<Record<TileLayerId, TileLayer>>;

export function isTileLayer(text: string): text is TileLayerId {
  return Object.hasOwn(TILE_LAYERS, text);
}
