/**
 * Which pictures every layer has now. The first request of each period looks for them, of each layer and of each site of
 * `radar-site`; all others of that period cost a look-up. The period is that of the pointers, so no age is added.
 */

import type { Clock } from '../../../base/clock.js';
import { type Period, shareInPeriod } from '../../../base/shared-value.js';
import type { CubeShelf } from '../../../model/cube.js';
import type { DatasetId } from '../../../model/dataset.js';
import type { MapFieldId } from '../../../model/map-slice.js';
import type { RadarDatasetId, RadarNetworkId } from '../../../model/radar.js';
import type { TileLayerId, TileOrder } from '../../../model/tile.js';
import type { FireShelf, ScanRequests, ScanShelf } from '../../../model/timed-version.js';
import { TILE_LAYERS } from '../layer-table.js';
import type { AlertSet } from './drawn-alerts.js';
import type { LayerFrames, NoFrames } from './frame.js';
import { futureFrames, type KeptFrame, networkFrames, RAIN_MODELS, radarFrames } from './radar-frames.js';
import { alertFrames, fireFrames, scanFrames, withFires } from './single-frames.js';
import { type NoSlices, type SliceTimes, sliceFrames, sliceTimes } from './slice-frames.js';
import {
  createUnreadableVersions,
  type IsUnreadable,
  type UnreadableDependencies,
  type UnreadableObject,
} from './unreadable-versions.js';

/** Frames of radar that are kept, in the order of their valid times. */
export interface RadarVersions {
  kept(dataset: RadarDatasetId): Promise<readonly KeptFrame[]>;
}

export interface FrameSources {
  readonly shelf: CubeShelf;
  readonly radar: RadarVersions;
  /** Those that are taken in. */
  readonly networks: readonly RadarNetworkId[];
  readonly scans: ScanShelf;
  /** Null: sweeps are not fetched. */
  readonly requests: ScanRequests | null;
  readonly fires: FireShelf;
  readonly alerts: AlertSet;
  /** Of the weather. */
  readonly clock: Clock;
}

export interface FrameDependencies extends FrameSources, UnreadableDependencies {
  /** While it is the same, so is what is published. */
  readonly period: Period;
}

export interface LayerFrameKeeper {
  of(layer: TileLayerId, site: string | null): Promise<LayerFrames | NoFrames>;
  /** An order could not be drawn because of a stored object: until that can be read again, the version before is shown. */
  setAside(object: UnreadableObject, order: TileOrder): void;
}

/** Sites are as many as there are radars; anything more is somebody playing. */
const MOST_KEPT = 512;

export function createLayerFrames(deps: FrameDependencies): LayerFrameKeeper {
  const kept = new Map<string, () => Promise<LayerFrames | NoFrames>>();
  const unreadable = createUnreadableVersions(deps, () => kept.clear());

  return {
    of(layer, site) {
      const key = site === null ? layer : `${layer}/${site}`;
      const known = kept.get(key);
      if (known !== undefined) return known();
      const find = shareInPeriod(deps.period, () => findFrames(deps, unreadable.has, layer, site));
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, find);
      return find();
    },
    setAside: unreadable.add,
  };
}

async function findFrames(
  deps: FrameSources,
  isUnreadable: IsUnreadable,
  layer: TileLayerId,
  site: string | null,
): Promise<LayerFrames | NoFrames> {
  const { content } = TILE_LAYERS[layer];
  const now = deps.clock.now();
  const { networks, radar, fires } = deps;
  switch (content.kind) {
    case 'radar':
      return radarFrames(await networkFrames(networks, radar.kept, isUnreadable, now), now);
    case 'radar-future':
      return futureFrames(
        await networkFrames(networks, radar.kept, isUnreadable, now),
        await candidates(deps, RAIN_MODELS, 'precipitation_rate', isUnreadable, now),
        now,
      );
    case 'radar-site':
      return scanFrames({ ...deps, isUnreadable }, site!, now);
    case 'fires':
      return fireFrames(fires, isUnreadable, now);
    case 'alerts':
      return alertsNow(deps.alerts);
    case 'slices': {
      const slices = sliceFrames(await candidates(deps, content.datasets, content.field, isUnreadable, now), now);
      return content.withFires ? withFires(slices, fires, isUnreadable, now) : slices;
    }
  }
}

async function candidates(
  { shelf }: FrameSources,
  datasets: readonly DatasetId[],
  field: MapFieldId,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<(SliceTimes | NoSlices)[]> {
  return Promise.all(datasets.map((dataset) => sliceTimes(shelf, dataset, field, isUnreadable, now)));
}

async function alertsNow(alerts: AlertSet): Promise<LayerFrames | NoFrames> {
  const found = await alerts.now();
  return 'reason' in found ? found : alertFrames(found.version, found.since, found.isLate);
}
