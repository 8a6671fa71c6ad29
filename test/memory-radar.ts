/** Frames in memory whose pixels come from a function, and a shelf of them: what the tests of nowcasts read. */

import type { RegularGrid } from '../src/model/field.js';
import {
  type MotionField,
  type NowcastSkill,
  RADAR_DATASETS,
  RADAR_NETWORKS,
  type RadarDatasetId,
  type RadarFrame,
  type RadarShelf,
} from '../src/model/radar.js';
import { packRates, tiledField } from '../src/science/radar/tiled-field.js';
import { versionOf } from '../src/store/versions/timed-version.js';

/** 200 × 200 pixels of 0.01°, from 40° N, 90° W to the south and the east. */
export const SMALL_RADAR_GRID: RegularGrid = {
  kind: 'regular',
  columns: 200,
  rows: 200,
  firstLatitude: 40,
  firstLongitude: -90,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};

export interface RadarFrameOptions {
  readonly dataset: RadarDatasetId;
  /** Epoch seconds. */
  readonly validTime: number;
  readonly grid?: RadarFrame['description']['grid'];
  /** In the unit of the dataset, NaN not observed; default nothing anywhere. */
  readonly rate?: (row: number, column: number) => number;
  /** Default null: no motion is known. */
  readonly motion?: MotionField | null;
  readonly skill?: NowcastSkill | null;
  readonly simulated?: boolean;
  /** Default a minute after the valid time. */
  readonly createdAt?: number;
  /** Default radar where there is a motion, else none. */
  readonly motionSource?: NonNullable<RadarFrame['description']['motion']>['source'];
}

/** One motion for all of a grid of `rows` × `columns` pixels; pixels per minute. */
export function uniformMotion(rows: number, columns: number, u: number, v: number, spacing = 40): MotionField {
  const [down, across] = [Math.max(1, Math.ceil(rows / spacing)), Math.max(1, Math.ceil(columns / spacing))];
  const filled = (value: number) => new Float32Array(down * across).fill(value);
  return { rows: down, columns: across, spacing, origin: (spacing - 1) / 2, u: filled(u), v: filled(v) };
}

export function radarFrame(options: RadarFrameOptions): RadarFrame {
  const { dataset, validTime, grid = SMALL_RADAR_GRID, rate = () => 0, motion = null, skill = null } = options;
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const { rows, columns } = grid;
  const values = new Float32Array(rows * columns); // a loop, since tests make frames by the hundred
  for (let row = 0, i = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) values[i++] = rate(row, column);
  const isRate = RADAR_NETWORKS.some((network) => network.rate === dataset);
  const source = options.motionSource ?? (motion === null ? 'none' : 'radar');
  const frameTimes = source === 'radar' ? [validTime - 1200, validTime - 600, validTime] : [];
  return {
    description: {
      dataset,
      version: versionOf(validTime),
      validTime,
      createdAt: options.createdAt ?? validTime + 60,
      simulated: options.simulated ?? false,
      grid,
      motion: isRate ? { source, frameTimes } : null,
    },
    field: tiledField(rows, columns, step, packRates(values, step)),
    motion: isRate ? motion : null,
    skill,
  };
}

export interface MemoryRadarShelf extends RadarShelf {
  /** From now on the frame is there too. */
  publish(frame: RadarFrame): void;
}

/** A shelf of these frames; the newest of a dataset is the one with the latest valid time. */
export function memoryRadarShelf(frames: readonly RadarFrame[]): MemoryRadarShelf {
  const kept = [...frames];
  const rising = (dataset: RadarDatasetId) =>
    kept
      .filter(({ description }) => description.dataset === dataset)
      .sort((a, b) => a.description.validTime - b.description.validTime);
  return {
    newest: async (dataset) => rising(dataset).at(-1) ?? null,
    validTimes: async (dataset) => rising(dataset).map(({ description }) => description.validTime),
    at: async (dataset, validTime) =>
      rising(dataset).find(({ description }) => description.validTime === validTime) ?? null,
    publish(frame) {
      kept.push(frame);
    },
  };
}
