/**
 * Where everything of a stored radar frame lies. Normative description: docs/formats/radar-frame.md.
 *
 *   <dataset>/latest.json                      which frame is published
 *   <dataset>/<version>/complete.json          every object of the frame is there
 *   <dataset>/<version>/zarr.json              Zarr v3 group, with all array metadata consolidated
 *   <dataset>/<version>/value/c/0/0            the one shard: the field in tiles of 128 × 128 pixels
 *   <dataset>/<version>/motion/c/0/0/0         where the pattern goes, if that is known
 *   <dataset>/<version>/lifetime/c/0/0         how long patterns last, if that is known
 *   <dataset>/<version>/{y,x,lat,lon …}/c/0    coordinates, for other readers
 *
 * A frame is read whole or not at all, so it is one shard: 9 to 14 objects are written and 3 to 5 fetched, however large
 * the grid. A bucket charges and waits by the request.
 */

import type { Grid } from '../../model/field.js';
import type { CalibrationCounts, MotionField, NowcastSkill, RadarFrame } from '../../model/radar.js';
import { TILE_VALUES, tilesAlong } from '../../model/radar-tiles.js';
import { validTimeOf, versionOf } from '../versions/timed-version.js';
import { versionPrefix } from '../versions/version-keys.js';
import { gridFault } from '../zarr/grid-document.js';

/** 400 MB of packed values before compression: 0.01° of a third of the globe, 8 times MRMS. */
const MOST_PIXELS = 2e8;
/** Nodes of a motion, boxes of a lifetime: one of every 50 pixels of the largest grid. */
const MOST_NODES = 4e6;

export function valueKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/value/c/0/0`;
}

export function motionKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/motion/c/0/0/0`;
}

export function lifetimeKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/lifetime/c/0/0`;
}

/** Tiles of a frame, eastward, then downward: the inner chunks of its shard. */
export function tileCount({ rows, columns }: Grid): number {
  return tilesAlong(rows) * tilesAlong(columns);
}

/** The rule that a grid breaks, null when a frame can have it. Shared by the writer's door and the reader's. */
export function frameGridFault(grid: Grid): string | null {
  const fault = gridFault(grid);
  if (fault !== null || grid.rows * grid.columns <= MOST_PIXELS) return fault;
  return `a frame of ${grid.rows} × ${grid.columns} pixels is of ${MOST_PIXELS} at most`;
}

type Nodes = Pick<MotionField, 'rows' | 'columns' | 'spacing' | 'origin'>;

/** The rule that the nodes of a motion break. */
export function nodesFault({ rows, columns, spacing, origin }: Nodes): string | null {
  if (!isSize(rows, columns)) return `a motion of ${rows} × ${columns} nodes has 1 to ${MOST_NODES}`;
  return spacing > 0 && Number.isFinite(spacing) && Number.isFinite(origin)
    ? null
    : `nodes every ${spacing} pixels from ${origin}`;
}

type Boxes = Pick<NonNullable<NowcastSkill['lifetime']>, 'rows' | 'columns' | 'boxPixels'>;

/** The rule that the boxes of a lifetime break. */
export function boxesFault({ rows, columns, boxPixels }: Boxes): string | null {
  if (!isSize(rows, columns)) return `lifetimes of ${rows} × ${columns} boxes are 1 to ${MOST_NODES}`;
  return boxPixels > 0 && Number.isFinite(boxPixels) ? null : `boxes of ${boxPixels} pixels`;
}

function isSize(rows: number, columns: number): boolean {
  return [rows, columns].every((side) => Number.isInteger(side) && side >= 1) && rows * columns <= MOST_NODES;
}

/** Tenths of a chance. */
const COUNTED_BINS = 10;

/** The rule that a calibration breaks: curves of equal length, rising, between 0 and 1; counts that such pairs can have. */
export function calibrationFault(calibration: NowcastSkill['calibration']): string | null {
  const rises = (list: readonly number[]) => list.every((p, i) => p >= 0 && p <= 1 && !(p < (list[i - 1] ?? 0)));
  const wrong = calibration.find(
    ({ leadMinutes, raw, observed, samples }) =>
      !(leadMinutes >= 0 && samples >= 0 && raw.length === observed.length && rises(raw) && rises(observed)),
  );
  if (wrong !== undefined) return `calibration at ${wrong.leadMinutes} min rises from 0 to 1, raw with observed`;
  const uncounted = calibration.find(({ counts }) => counts !== undefined && !areCounts(counts));
  return uncounted === undefined ? null : `counts at ${uncounted.leadMinutes} min are of ${COUNTED_BINS} bins, from 0`;
}

function areCounts(counts: CalibrationCounts): boolean {
  const lists = [counts.pairs, counts.forecast, counts.observed];
  return lists.every((list) => list.length === COUNTED_BINS && list.every((n) => n >= 0 && Number.isFinite(n)));
}

/** The rule that a frame breaks, null when it can be stored. */
export function frameFault({ description, field, motion, skill }: RadarFrame): string | null {
  const { grid, validTime, version, createdAt } = description;
  if (validTimeOf(version) !== validTime) return `version ${version} of the frame of ${versionOf(validTime)}`;
  if (!Number.isFinite(createdAt)) return `created at ${createdAt}`;
  const { rows, columns, step, tiles } = field;
  if (rows !== grid.rows || columns !== grid.columns)
    return `a field of ${rows} × ${columns} on a grid of ${grid.rows} × ${grid.columns}`;
  if (!(step > 0 && Number.isFinite(step))) return `step ${step} is over 0`;
  if (tiles.length !== tileCount(grid)) return `${tiles.length} tiles of ${tileCount(grid)}`;
  if (!tiles.every(isTile)) return 'a tile is 16,384 packed values, or one';
  return frameGridFault(grid) ?? motionFault(description.motion, motion) ?? skillFault(skill);
}

function isTile(tile: Uint16Array | number): boolean {
  if (typeof tile !== 'number') return tile.length === TILE_VALUES;
  return Number.isInteger(tile) && tile >= 0 && tile <= 0xffff;
}

function motionFault(seen: RadarFrame['description']['motion'], motion: MotionField | null): string | null {
  if (seen !== null && !seen.frameTimes.every(Number.isFinite)) return `times of frames ${seen.frameTimes.join(', ')}`;
  if (motion === null) return null;
  const { u, v } = motion;
  if (seen === null) return 'a motion is from somewhere';
  const nodes = motion.rows * motion.columns;
  if (u.length !== nodes || v.length !== nodes) return `${u.length} and ${v.length} velocities at ${nodes} nodes`;
  // One NaN would spread over every trajectory that passes by.
  if (!u.every(Number.isFinite) || !v.every(Number.isFinite)) return 'velocities are finite';
  return nodesFault(motion);
}

function skillFault(skill: NowcastSkill | null): string | null {
  if (skill === null) return null;
  const { lifetime, calibration } = skill;
  if (lifetime !== null && lifetime.minutes.length !== lifetime.rows * lifetime.columns)
    return `${lifetime.minutes.length} lifetimes in ${lifetime.rows} × ${lifetime.columns} boxes`;
  return calibrationFault(calibration) ?? (lifetime === null ? null : boxesFault(lifetime));
}
