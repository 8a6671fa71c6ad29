/**
 * Map tiles: their layers, what a tile is drawn from, and what the one who draws needs to know.
 *
 * Whoever answers requests decides which version of which data a tile shows, and writes it into the order; whoever draws
 * follows the order to the letter, so that the same order always gives the same picture and an entity tag can be made of it.
 */

import type { AlertCircle, AlertPolygon, Severity } from './alert.js';
import type { DatasetId } from './dataset.js';
import type { FireTable, SmokePlume } from './fire.js';
import type { MapFieldId, MapSlice } from './map-slice.js';
import type { RadarDatasetId, RadarFrame } from './radar.js';
import type { RadialProduct } from './radial-product.js';

/** In the order of the interface. */
export const TILE_LAYER_IDS = [
  'radar',
  'precipitation-global',
  'radar-future',
  'radar-site',
  'temperature',
  'temperature-global',
  'air-quality',
  'air-quality-global',
  'smoke',
  'fire-smoke',
  'smoke-global',
  'fire-global',
  'alerts',
] as const;

export type TileLayerId = (typeof TILE_LAYER_IDS)[number];

/** A tile of the Web Mercator square: column x eastward from 180 W, row y southward, at zoom z. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A field of a cube at one of its times. */
export interface SliceSource {
  readonly kind: 'slice';
  readonly dataset: DatasetId;
  readonly version: string;
  readonly field: MapFieldId;
  /** Epoch seconds, one of the times that the cube keeps the field for. */
  readonly time: number;
}

/** A frame of a radar network's rate. */
export interface RadarSource {
  readonly kind: 'radar';
  readonly dataset: RadarDatasetId;
  readonly version: string;
}

/** A sweep of one radar. */
export interface ScanSource {
  readonly kind: 'scan';
  /** ICAO: "KTLX". */
  readonly site: string;
  readonly version: string;
}

/** Fires of the last 24 hours, or plumes of smoke of a day. */
export interface FireSource {
  readonly kind: 'fires' | 'plumes';
  readonly version: string;
  /** Of fires: those seen before it are left out, epoch seconds; without it all of the version are shown. */
  readonly since?: number;
}

/** The alerts that are active, as whoever draws was told of them under this name. */
export interface AlertSource {
  readonly kind: 'alerts';
  readonly version: string;
}

export type TileSource = SliceSource | RadarSource | ScanSource | FireSource | AlertSource;

/** All that decides what a tile looks like. */
export interface TileOrder extends TileAddress {
  readonly layer: TileLayerId;
  /** Best first, where several show the same; what each layer takes is in its painter. */
  readonly sources: readonly TileSource[];
  /** When the picture holds, epoch seconds. */
  readonly validTime: number;
}

/** An alert's area, as it is drawn: the same id always means the same shape and severity. */
export interface AlertShape {
  readonly id: string;
  readonly severity: Severity;
  readonly polygons: readonly AlertPolygon[];
  readonly circles: readonly AlertCircle[];
}

/** What changed in the set of alerts that are drawn. */
export interface AlertChange {
  /** Name of the set after the change. */
  readonly version: string;
  /** All that are in it, in no order. */
  readonly ids: readonly string[];
  /** Those of them that were not told of before. */
  readonly added: readonly AlertShape[];
}

/**
 * What a tile is drawn from, by its source; each answers from memory where it can.
 *
 * @throws ObjectMissingError, ObjectDefectError  the version is gone or damaged
 */
export interface TileReaders {
  slice(source: SliceSource): Promise<MapSlice>;
  radarFrame(source: RadarSource): Promise<RadarFrame>;
  scan(source: ScanSource): Promise<RadialProduct>;
  fires(source: FireSource): Promise<FireTable>;
  plumes(source: FireSource): Promise<readonly SmokePlume[]>;
}

/** Draws tiles, here or in other threads. */
export interface TileDrawing {
  /**
   * A PNG of 256 × 256 pixels.
   *
   * @throws ObjectMissingError, ObjectDefectError  a source of it cannot be read
   */
  draw(order: TileOrder): Promise<Uint8Array>;
  /** Tells of the alerts of later orders. What was told of before stays for orders under way. */
  showAlerts(change: AlertChange): void;
  close(): Promise<void>;
}
