/** One published version of a source along a track: where it stands, what its ground is, and what was read of it. */

import type { CubeDescription, OpenCube } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { isStale } from '../layers/freshness.js';
import { touches } from '../rules/order.js';
import { type TimeCuts, timeCutsOf } from '../time/time-cuts.js';
import { fieldAt, type SpotPlaces } from './spot-places.js';
import type { TrackSpots } from './track.js';
import { createWindows, type Windows } from './windows.js';

/** How a version stands at a spot: not (it does not reach there, or gave way), not read yet, or read. */
export const AWAY = 0;
export const STANDING = 1;
export const READ = 2;

export interface TrackVersion {
  readonly dataset: DatasetId;
  readonly cube: OpenCube;
  readonly description: CubeDescription;
  /** Its newest run is older than it should be. */
  readonly late: boolean;
  /** Another version was published, and is defective. */
  readonly isOlder: boolean;
  readonly cuts: TimeCuts;
  readonly places: SpotPlaces;
  /** Height of its ground at each spot, m; null where it has none. */
  readonly elevations: Float64Array | null;
  /** Share of land, 0..1; null where it has none. */
  readonly land: Float64Array | null;
  /** One of the three above for each spot. */
  readonly standing: Uint8Array;
  /** What was read. */
  readonly windows: Windows;
}

/**
 * @param ids  elements that may be read of it
 * @throws ObjectDefectError when its fields are not what was written
 */
export async function createTrackVersion(
  dataset: DatasetId,
  cube: OpenCube,
  isOlder: boolean,
  places: SpotPlaces,
  now: number,
  ids: readonly ElementId[],
): Promise<TrackVersion> {
  const { description } = cube;
  const [elevation, land] = places.coversAny
    ? await Promise.all([cube.staticField('elevation'), cube.staticField('land')])
    : [null, null];
  return {
    dataset,
    cube,
    description,
    late: isStale(dataset, description.referenceTime, now),
    isOlder,
    cuts: timeCutsOf(description),
    places,
    elevations: elevation && fieldAt(elevation, places),
    land: land && fieldAt(land, places),
    standing: new Uint8Array(places.covers.length),
    windows: createWindows(places.covers.length, description, ids),
  };
}

/** Whether a version reaches over any of a spot's time, from `before` seconds ahead of it to `after` behind it. */
export function touchesSpot(
  version: TrackVersion,
  { starts, ends }: TrackSpots,
  i: number,
  before = 0,
  after = 0,
): boolean {
  return touches(version, starts[i]! - before, ends[i]! + after);
}
