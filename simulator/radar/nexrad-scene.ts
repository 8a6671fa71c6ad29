/**
 * What a radar of NEXRAD would see of this world in its lowest turn: the rain of MRMS as an echo, Z = 300 R^1.4, in gates of
 * 250 m and radials of half a degree. Below 0.05 mm/h there is none, nor where the beam is above the rain, 10 km; no clear
 * air, clutter, attenuation or folded range.
 *
 * Rain is asked for on a grid of 4.4 km around the radar, on which the cells of this world are smooth, and taken from it
 * bilinearly. Where the gates are on that grid is worked out for every 5 km of every second degree, and is straight between
 * (70 m off at the far end).
 */

import { sweepLocator } from '../../src/grid/polar-sweep.js';
import type { RadarSite } from '../../src/model/radar-sites-table.js';
import { reflectivityOfRate } from '../../src/science/radar/reflectivity.js';
import { createBoundedCache } from '../bounded-cache.js';
import { type Places, placesAt } from '../places.js';
import type { World } from '../world.js';

export const GATES = 1840;
export const RADIALS = 720;
export const ELEVATION = 0.5;
/** Levels: 2 is −32 dBZ, each one more half a dBZ. */
export const LOWEST_DBZ = -32;
export const STEP_DBZ = 0.5;
const LOWEST_LEVEL = 2;
const HIGHEST_LEVEL = 255;
const GATE = 250; // m
/** Gates of which the beam's middle is below 10 km, in a standard atmosphere. */
const SEEN_GATES = 1340;
const WEAKEST = 0.05; // mm/h
/** Of the grid, degrees of latitude, and how far it reaches from the radar. */
const GRID_STEP = 0.04;
const GRID_REACH = 3.2;
/** Nodes of the geometry. */
const NODE_METRES = 5000;
const NODE_DEGREES = 2;
const GATES_PER_NODE = NODE_METRES / GATE;
const RANGE_NODES = Math.ceil(SEEN_GATES / GATES_PER_NODE) + 2;
const AZIMUTH_NODES = 360 / NODE_DEGREES;
/** Two radars or three: neighbours are looked at in turn. */
const KEPT_BYTES = 3e6;

export interface NexradScene {
  /** Levels of an instant in epoch seconds, [radial from north][gate]. */
  levels(site: RadarSite, validTime: number): Uint8Array;
}

/** The grid around a radar, and where the nodes are on it, [azimuth][range]. */
interface Surroundings {
  readonly places: Places;
  readonly rows: Float32Array;
  readonly columns: Float32Array;
}

export function createNexradScene(world: World): NexradScene {
  const sites = createBoundedCache<string, Surroundings>(KEPT_BYTES, bytesOf);
  return {
    levels(site, validTime) {
      const surroundings = sites.get(site.icao, () => surroundingsOf(site));
      const { latitudes, longitudes } = surroundings.places;
      const rates = new Float32Array(latitudes.length * longitudes.length);
      world.fillPrecipitation(rates, surroundings.places, validTime, null);
      return echoesOf(rates, surroundings);
    },
  };
}

function bytesOf({ places, rows }: Surroundings): number {
  return 8 * places.elevation.length + 8 * rows.length;
}

function surroundingsOf(site: RadarSite): Surroundings {
  const side = Math.round((2 * GRID_REACH) / GRID_STEP) + 1;
  const stretch = 1 / Math.cos(((Math.abs(site.latitude) + GRID_REACH) * Math.PI) / 180);
  const [north, west] = [site.latitude + GRID_REACH, site.longitude - GRID_REACH * stretch];
  const places = placesAt(
    Float64Array.from({ length: side }, (_, y) => north - y * GRID_STEP),
    Float64Array.from({ length: side }, (_, x) => west + x * GRID_STEP * stretch),
  );
  const locator = sweepLocator(nodesOf(site));
  const rows = new Float32Array(AZIMUTH_NODES * RANGE_NODES);
  const columns = new Float32Array(AZIMUTH_NODES * RANGE_NODES);
  for (let azimuth = 0, n = 0; azimuth < AZIMUTH_NODES; azimuth++)
    for (let range = 0; range < RANGE_NODES; range++, n++) {
      const { latitude, longitude } = locator.placeOf(azimuth, range);
      rows[n] = (north - latitude) / GRID_STEP;
      columns[n] = (longitude - west) / (GRID_STEP * stretch);
    }
  return { places, rows, columns };
}

/** A sweep whose gates have the nodes in their middles. */
function nodesOf({ latitude, longitude }: RadarSite) {
  return {
    latitude,
    longitude,
    elevationAngle: ELEVATION,
    firstGate: -NODE_METRES / 2,
    gateSpacing: NODE_METRES,
    gates: RANGE_NODES,
    starts: Float64Array.from({ length: AZIMUTH_NODES }, (_, n) => (n - 0.5) * NODE_DEGREES),
    widths: new Float64Array(AZIMUTH_NODES).fill(NODE_DEGREES),
  };
}

function echoesOf(rates: Float32Array, { places, rows, columns }: Surroundings): Uint8Array {
  const levels = new Uint8Array(RADIALS * GATES);
  const width = places.longitudes.length;
  const rowOf = new Float32Array(RANGE_NODES);
  const columnOf = new Float32Array(RANGE_NODES);
  for (let radial = 0; radial < RADIALS; radial++) {
    const azimuth = ((radial + 0.5) * 360) / RADIALS / NODE_DEGREES;
    between(rows, azimuth, rowOf);
    between(columns, azimuth, columnOf);
    for (let gate = 0; gate < SEEN_GATES; gate++) {
      const at = (gate + 0.5) / GATES_PER_NODE;
      const node = Math.floor(at);
      const part = at - node;
      const row = rowOf[node]! + part * (rowOf[node + 1]! - rowOf[node]!);
      const column = columnOf[node]! + part * (columnOf[node + 1]! - columnOf[node]!);
      const rate = bilinear(rates, width, row, column);
      if (rate >= WEAKEST) levels[radial * GATES + gate] = levelOf(rate);
    }
  }
  return levels;
}

/** The nodes of an azimuth, which is counted in nodes. */
function between(nodes: Float32Array, azimuth: number, out: Float32Array): void {
  const before = Math.floor(azimuth);
  const part = azimuth - before;
  const [a, b] = [before % AZIMUTH_NODES, (before + 1) % AZIMUTH_NODES];
  for (let n = 0; n < RANGE_NODES; n++) {
    const value = nodes[a * RANGE_NODES + n]!;
    out[n] = value + part * (nodes[b * RANGE_NODES + n]! - value);
  }
}

function bilinear(rates: Float32Array, width: number, row: number, column: number): number {
  const [y, x] = [Math.floor(row), Math.floor(column)];
  const [down, right] = [row - y, column - x];
  const n = y * width + x;
  const above = rates[n]! + right * (rates[n + 1]! - rates[n]!);
  const below = rates[n + width]! + right * (rates[n + width + 1]! - rates[n + width]!);
  return above + down * (below - above);
}

function levelOf(rate: number): number {
  const steps = Math.round((reflectivityOfRate(rate, 'convective') - LOWEST_DBZ) / STEP_DBZ);
  return Math.min(HIGHEST_LEVEL, Math.max(LOWEST_LEVEL, LOWEST_LEVEL + steps));
}
