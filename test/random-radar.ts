/** Radar frames of arbitrary size from a seed: showers, dry ground, holes that nobody looked into. */

import type { Grid } from '../src/model/field.js';
import {
  type CalibrationCounts,
  type MotionField,
  type NowcastSkill,
  RADAR_DATASETS,
  type RadarDatasetId,
  type RadarFrame,
  UNOBSERVED,
} from '../src/model/radar.js';
import { tiledField } from '../src/science/radar/tiled-field.js';
import { versionOf } from '../src/store/versions/timed-version.js';
import { randomFrom } from './random-cube.js';

export interface RandomFrameSize {
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  readonly validTime: number;
  readonly dataset?: RadarDatasetId;
  /** Value of every pixel outside the boxes: 0, or `UNOBSERVED`. */
  readonly ground?: number;
  /** Boxes of showers and of holes; 0: the frame is all ground. */
  readonly boxes?: number;
  readonly hasMotion?: boolean;
  readonly hasSkill?: boolean;
  /** Replaces the regular grid; `rows` and `columns` are its own. */
  readonly grid?: Grid;
}

function randomPacked({ rows, columns, seed, ground = 0, boxes = 6 }: RandomFrameSize): Uint16Array {
  const random = randomFrom(seed);
  const packed = new Uint16Array(rows * columns).fill(ground);
  for (let box = 0; box < boxes; box++) {
    const [top, left] = [random() % rows, random() % columns];
    const [bottom, right] = [Math.min(rows, top + 1 + (random() % 90)), Math.min(columns, left + 1 + (random() % 90))];
    const kind = random() % 3; // a hole, an even value, a shower
    const even = random() % 500;
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++)
        packed[row * columns + column] = kind === 0 ? UNOBSERVED : kind === 1 ? even : random() % 1000;
  }
  return packed;
}

function randomMotion({ rows, columns, seed }: RandomFrameSize): MotionField {
  const random = randomFrom(seed + 1);
  const [down, across] = [Math.ceil(rows / 40), Math.ceil(columns / 40)];
  const speeds = () => Float32Array.from({ length: down * across }, () => (random() % 4001) / 1000 - 2);
  return { rows: down, columns: across, spacing: 40, origin: 19.5, u: speeds(), v: speeds() };
}

function randomCounts(random: () => number): CalibrationCounts {
  const list = () => Array.from({ length: 10 }, () => (random() % 1e6) / 8);
  return { pairs: list(), forecast: list(), observed: list() };
}

function randomSkill({ rows, columns, seed }: RandomFrameSize): NowcastSkill {
  const random = randomFrom(seed + 2);
  const [down, across] = [Math.ceil(rows / 100), Math.ceil(columns / 100)];
  const minutes = Float32Array.from({ length: down * across }, () =>
    random() % 4 === 0 ? Number.NaN : random() % 300,
  );
  return {
    calibration: [
      { leadMinutes: 15, raw: [0, 0.5, 1], observed: [0.02, 0.4, 0.93], samples: 12_000 },
      { leadMinutes: 45, raw: [0, 1], observed: [0.05, 0.8], samples: 9000, counts: randomCounts(random) },
    ],
    lifetime: { rows: down, columns: across, boxPixels: 100, minutes },
  };
}

export function randomFrame(size: RandomFrameSize): RadarFrame {
  const { rows, columns, validTime, dataset = 'mrms-rate', hasMotion = true, hasSkill = true } = size;
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const regular: Grid = {
    kind: 'regular',
    rows,
    columns,
    firstLatitude: 54.995,
    firstLongitude: -129.995,
    latitudeStep: -0.01,
    longitudeStep: 0.01,
  };
  return {
    description: {
      dataset,
      version: versionOf(validTime),
      validTime,
      createdAt: validTime + 97.5,
      simulated: size.seed % 2 === 0,
      grid: size.grid ?? regular,
      motion: hasMotion ? { source: 'radar', frameTimes: [validTime - 1200, validTime - 600, validTime] } : null,
    },
    field: tiledField(rows, columns, step, randomPacked(size)),
    motion: hasMotion ? randomMotion(size) : null,
    skill: hasSkill ? randomSkill(size) : null,
  };
}
