/**
 * `GET /v1/map-tiles` and `GET /v1/map-tiles/{layer}.json`: which layers there are, what each shows now, how its colours
 * read, and where its tiles are.
 */

import type { Clock } from '../../base/clock.js';
import type { DatasetId } from '../../model/dataset.js';
import { RADAR_SITES } from '../../model/radar-sites-table.js';
import type { TileLayerId } from '../../model/tile.js';
import { formatInstant } from '../../model/time.js';
import { chosenFrame, refuseBeyondRadar } from './frames/chosen-frame.js';
import { isNone, type LayerFrames, type NoFrames } from './frames/frame.js';
import type { LayerFrameKeeper } from './frames/layer-frames.js';
import { framesOf, type LayerState, layerStates } from './layer-states.js';
import { TILE_LAYERS, type TileLayer, type TileParameter, WORLD } from './layer-table.js';
import type { LegendEntry } from './styles/style.js';
import { unavailable } from './tile-location.js';
import type { FrameRequest } from './tile-request.js';

export interface ListedFrame {
  /** ISO 8601; what `time` takes. */
  readonly time: string;
  /** Whether it is what is shown when no time is asked for. */
  readonly is_default: boolean;
}

/** Degrees, in the order of TileJSON. */
type TileJsonBounds = readonly [west: number, south: number, east: number, north: number];

export interface ListedLayer {
  readonly id: TileLayerId;
  readonly title: string;
  readonly description: string;
  readonly state: LayerState['state'];
  readonly reason: LayerState['reason'];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly tile_size: 256;
  readonly bounds: TileJsonBounds;
  readonly cadence_seconds: number;
  readonly parameters: readonly TileParameter[];
  readonly unit: string | null;
  readonly legend: readonly LegendEntry[];
  readonly attribution: string;
  /** In the order of time; of radar-site none, since each radar has its own. */
  readonly frames: readonly ListedFrame[];
  /** What `site` takes, with the antenna's place; of radar-site only. */
  readonly sites?: readonly { readonly id: string; readonly latitude: number; readonly longitude: number }[];
  /** With {z}, {x}, {y} in it. */
  readonly tiles: string;
  readonly tilejson: string;
}

export interface TileListAnswer {
  readonly layers: readonly ListedLayer[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** TileJSON 3.0.0, with our legend beside its own fields. */
export interface TileJson {
  readonly tilejson: '3.0.0';
  readonly name: string;
  readonly description: string;
  readonly attribution: string;
  readonly scheme: 'xyz';
  readonly tiles: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: TileJsonBounds;
  readonly legend: readonly LegendEntry[];
  readonly unit: string | null;
  /** When its picture holds; null where it always is the newest. */
  readonly time: string | null;
}

export interface TileList {
  /** @param baseUrl  public address of the service, without a slash at its end */
  list(baseUrl: string): Promise<TileListAnswer>;
  /** @throws InvalidRequestError, ProductUnavailableError */
  tileJson(request: FrameRequest, baseUrl: string): Promise<TileJson>;
}

export interface TileListDependencies {
  readonly frames: LayerFrameKeeper;
  readonly clock: Clock;
  readonly simulated: boolean;
  attributionOf(layer: TileLayerId, isSimulated: boolean): string;
}

const SIMULATED = {
  code: 'simulated_data',
  message: 'These maps are simulated: they come from the built-in upstream, not from the world.',
};

/** As when a data directory of the demo goes on as one of the world. */
const SIMULATED_IN_PART = {
  code: SIMULATED.code,
  message: 'Some of these maps are simulated, as their attribution says: they come from the built-in upstream.',
};

const WORLD_MODELS: readonly DatasetId[] = ['gfs', 'gefs-aerosol'];

export function createTileList({ frames, clock, simulated, attributionOf }: TileListDependencies): TileList {
  function listed({ layer, found, state, reason }: LayerState, baseUrl: string): ListedLayer {
    const attribution = attributionOf(layer.id, isMadeUp(found));
    const bounds = boundsOf(layer, found);
    return { state, reason, ...factsOf(layer, baseUrl), bounds, attribution, frames: listedFrames(found) };
  }

  return {
    async list(baseUrl) {
      const states = await layerStates(frames);
      const isPartlyMadeUp = states.some(({ found }) => isMadeUp(found));
      return {
        layers: states.map((state) => listed(state, baseUrl)),
        warnings: simulated ? [SIMULATED] : isPartlyMadeUp ? [SIMULATED_IN_PART] : [],
      };
    },
    async tileJson(request, baseUrl) {
      refuseBeyondRadar(request, clock.now());
      const layer = TILE_LAYERS[request.layer];
      const found = await framesOf(frames, layer);
      const time = layer.parameters.includes('time') && found !== null ? timeOf(request, found) : null;
      const asked = request.time === null ? null : time;
      return {
        tilejson: '3.0.0',
        name: layer.title,
        description: layer.description,
        attribution: attributionOf(layer.id, isMadeUp(found)),
        scheme: 'xyz',
        // Programs read this once: with a time that nobody asked for, their maps would stand still and in the end be gone.
        tiles: [tileAddress(layer.id, baseUrl) + query({ time: asked, site: request.site })],
        minzoom: layer.minZoom,
        maxzoom: layer.maxZoom,
        bounds: boundsOf(layer, found),
        legend: layer.style.legend,
        unit: layer.style.unit,
        time,
      };
    },
  };

  function timeOf(request: FrameRequest, found: LayerFrames | NoFrames): string {
    if (isNone(found)) throw unavailable(request.layer, found.reason, found.retryAfterSeconds);
    return formatInstant(chosenFrame(request, found, clock.now()).validTime);
  }
}

/** The world, where a model of the world stands in for one of a continent. @param found  null where it is not looked at */
function boundsOf({ bounds }: TileLayer, found: LayerFrames | NoFrames | null): TileJsonBounds {
  const sources = found === null || isNone(found) ? [] : found.current.sources;
  const isOfWorld = sources.some((source) => source.kind === 'slice' && WORLD_MODELS.includes(source.dataset));
  const { west, south, east, north } = isOfWorld ? WORLD : bounds;
  return [west, south, east, north];
}

function isMadeUp(found: LayerFrames | NoFrames | null): boolean {
  return found !== null && !isNone(found) && found.current.isSimulated === true;
}

/** @param found  null where each site has its own */
function listedFrames(found: LayerFrames | NoFrames | null): ListedFrame[] {
  if (found === null || isNone(found)) return [];
  return found.frames.map((frame) => ({ time: formatInstant(frame.validTime), is_default: frame === found.current }));
}

function factsOf(layer: TileLayer, baseUrl: string) {
  const { id, title, description, minZoom: minzoom, maxZoom: maxzoom, parameters, style } = layer;
  const ofSites = parameters.includes('site');
  return {
    ...{ id, title, description, minzoom, maxzoom, tile_size: 256 as const, parameters },
    cadence_seconds: layer.cadence,
    unit: style.unit,
    legend: style.legend,
    ...(ofSites && {
      sites: RADAR_SITES.map(({ icao, latitude, longitude }) => ({ id: icao, latitude, longitude })),
    }),
    tiles: tileAddress(id, baseUrl),
    tilejson: `${baseUrl}/v1/map-tiles/${id}.json`,
  };
}

function tileAddress(layer: TileLayerId, baseUrl: string): string {
  return `${baseUrl}/v1/map-tiles/${layer}/{z}/{x}/{y}`;
}

function query(parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
