/** What an ingest of the terrain needs, where its heights come from, and what comes of it. */

import type { TileWindow } from '../../grid/web-mercator.js';
import type { HttpTraffic } from '../../sources/http-download.js';
import type { TerrainFacts } from '../../store/terrain/terrain-layout.js';
import type { ModelContext } from '../context.js';

export type TerrainContext = Pick<
  ModelContext,
  | 'objects'
  | 'directory'
  | 'source'
  | 'ledger'
  | 'clock'
  | 'log'
  | 'progress'
  | 'region'
  | 'random'
  | 'signal'
  | 'sleep'
  | 'http'
  | 'isHeld'
>;

export interface TerrainOptions {
  /** Zoom of the stored tiles; null: as fine as the size of the region allows. */
  readonly zoom: number | null;
  /** Highest zoom that null may choose; default 11, in the demo 4. */
  readonly highestZoom?: number;
  /** Files and directories instead of tiles over HTTP. */
  readonly from?: readonly string[];
  /** Make it again although the same is published: after damage on the disk, or a new edition upstream. */
  readonly anew?: boolean;
}

export interface PublishedTerrain {
  readonly kind: 'published';
  readonly version: string;
  readonly window: TileWindow;
  readonly tiles: number;
  /** Of the tiles, how many an earlier attempt had stored. */
  readonly reused: number;
  /** Of the tiles, how many the origin does not have; they are missing. */
  readonly absent: number;
  readonly traffic: HttpTraffic;
  readonly seconds: number;
}

export type TerrainOutcome = PublishedTerrain | { readonly kind: 'nothing-new'; readonly version: string };

/** Where heights come from. */
export interface HeightMaking {
  readonly facts: TerrainFacts;
  /** How many tiles are made at once. */
  readonly parallel: number;
  /** Share of the tiles that may be absent. */
  readonly mostAbsent: number;
  /** Heights of a tile of the world, m, [y, x] of 256 × 256, NaN missing; null when the origin does not have it. */
  tile(x: number, y: number, signal: AbortSignal): Promise<Float32Array | null>;
}

/** Told how many tiles are stored. */
export type Count = (done: number) => void;
