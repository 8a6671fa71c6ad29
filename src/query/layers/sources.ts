/**
 * The published cubes that cover a point, each with what it stands on there, in the version that can be read.
 *
 * A published version was checked when it was written, so a defect is the disk's doing: the version before it serves,
 * and the answer says so; where that is defective too, the source is out and the others answer. The shelf logs the
 * object and the offset.
 */

import { isUnreadable } from '../../base/errors.js';
import { bilinearWeights, edgeDistance, type SampleWeight } from '../../grid/grid.js';
import type { CubeDescription, CubeShelf, OpenCube } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import { type TimeCuts, timeCutsOf } from '../time/time-cuts.js';
import { isStale } from './freshness.js';
import { type Ground, type PointSeries, readGround, readPoint } from './point.js';

export interface Place {
  /** −90..90 */
  readonly latitude: number;
  /** −180..180 */
  readonly longitude: number;
}

/** One source at one place. */
export interface Source {
  readonly dataset: DatasetId;
  readonly description: CubeDescription;
  /** Its newest run is older than it should be: it serves where nothing else does. */
  readonly late: boolean;
  /** The published version is defective here, this is the one before. */
  readonly degraded: boolean;
  readonly ground: Ground;
  /** From the place to the edge of its grid, m; infinite round the globe. */
  readonly edgeDistance: number;
  readonly cuts: TimeCuts;
  /** Null until it is read. */
  readonly series: PointSeries | null;
}

export interface SourceShelf {
  /** Those that cover the place and are sound, in the order of the datasets. */
  readonly sources: readonly Source[];
  /** Published, and cannot be read. */
  readonly defective: readonly DatasetId[];
  /** Published, and end before the place. */
  readonly outside: readonly DatasetId[];
  /** Reads the series of these sources, as far as they are sound; a source that is not gives way or goes. */
  read(datasets: ReadonlySet<DatasetId>): Promise<void>;
  release(): void;
}

interface Holding extends Source {
  readonly cube: OpenCube;
  readonly corners: readonly SampleWeight[];
}

type Opened = Holding | 'nothing' | 'outside' | 'defective';

/** Opens `datasets` at a place; those that were never published are passed over. Release it when all is read. */
export async function openSources(
  shelf: CubeShelf,
  now: number,
  place: Place,
  datasets: readonly DatasetId[],
): Promise<SourceShelf> {
  const opened = new Map<DatasetId, Opened>();
  const cubes: OpenCube[] = [];
  const release = () => {
    for (const cube of cubes.splice(0)) cube.release();
  };

  async function openVersion(dataset: DatasetId, degraded: boolean): Promise<Opened> {
    const cube = await (degraded ? shelf.openPrevious(dataset) : shelf.open(dataset));
    if (cube === null) return 'nothing';
    cubes.push(cube);
    const { description } = cube;
    const corners = bilinearWeights(description.grid, place.latitude, place.longitude);
    if (corners.length === 0) return 'outside';
    return {
      dataset,
      description,
      late: isStale(dataset, description.referenceTime, now),
      degraded: degraded || cube.isPrevious === true,
      ground: await readGround(cube, corners),
      edgeDistance: edgeDistance(description.grid, place.latitude, place.longitude),
      cuts: timeCutsOf(description),
      series: null,
      cube,
      corners,
    };
  }

  async function openSound(dataset: DatasetId): Promise<Opened> {
    const published = await sound(() => openVersion(dataset, false));
    return published ?? openOlder(dataset);
  }

  async function openOlder(dataset: DatasetId): Promise<Opened> {
    const older = await sound(() => openVersion(dataset, true));
    return older === null || older === 'nothing' ? 'defective' : older;
  }

  async function readSource(dataset: DatasetId): Promise<void> {
    let source = opened.get(dataset);
    while (typeof source === 'object' && source.series === null) {
      const { cube, corners, degraded } = source;
      const series = await sound(() => readPoint(cube, corners));
      if (series === null) source = degraded ? 'defective' : await openOlder(dataset);
      else source = { ...source, series };
    }
    if (source !== undefined) opened.set(dataset, source);
  }

  const named = (state: 'outside' | 'defective') => datasets.filter((dataset) => opened.get(dataset) === state);
  try {
    await Promise.all(datasets.map(async (dataset) => opened.set(dataset, await openSound(dataset))));
  } catch (error) {
    release();
    throw error;
  }
  return {
    get sources() {
      return datasets.flatMap((dataset) => {
        const source = opened.get(dataset);
        return typeof source === 'object' ? [source] : [];
      });
    },
    get defective() {
      return named('defective');
    },
    get outside() {
      return named('outside');
    },
    read: async (wanted) => void (await Promise.all([...wanted].map(readSource))),
    release,
  };
}

/** Null where the version cannot be read; the one before may lie on another part of the disk. */
async function sound<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
