/** Reading one complete frame, whole into memory: its field as tiles, its motion, how earlier nowcasts came true. */

import type { MotionField, NowcastSkill, RadarDatasetId, RadarFrame } from '../../model/radar.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readMetadata } from '../versions/completion.js';
import { getStored } from '../versions/stored-object.js';
import { decodeStatic } from '../zarr/axis-arrays.js';
import { readFrameGroup } from './radar-description.js';
import type { FrameFacts } from './radar-documents.js';
import { lifetimeKey, motionKey, tileCount, valueKey } from './radar-layout.js';
import { readTiles } from './tile-shard.js';

/**
 * What a frame says of itself.
 *
 * @throws ObjectDefectError  the version is not complete, or its documents are damaged
 */
async function readFacts(objects: ObjectStore, dataset: RadarDatasetId, version: string): Promise<FrameFacts> {
  return readFrameGroup(dataset, version, await readMetadata(objects, dataset, version));
}

async function readMotion(objects: ObjectStore, facts: FrameFacts): Promise<MotionField | null> {
  const { nodes, description } = facts;
  if (nodes === null) return null;
  const key = motionKey(description.dataset, description.version);
  const count = nodes.rows * nodes.columns;
  const both = await decodeStatic(await getStored(objects, key), 2 * count, key);
  return { ...nodes, u: both.slice(0, count), v: both.slice(count) };
}

async function readSkill(objects: ObjectStore, { skill, description }: FrameFacts): Promise<NowcastSkill | null> {
  if (skill === null) return null;
  const { calibration, boxes } = skill;
  if (boxes === null) return { calibration, lifetime: null };
  const key = lifetimeKey(description.dataset, description.version);
  const minutes = await decodeStatic(await getStored(objects, key), boxes.rows * boxes.columns, key);
  return { calibration, lifetime: { ...boxes, minutes } };
}

/** A frame without its field: thousands of tiles that need not be decoded to know the grid, the motion or the skill. */
export type FrameHead = Omit<RadarFrame, 'field'>;

/**
 * @throws ObjectDefectError  the version is not complete, or what is read of it is damaged
 */
export async function readFrameHead(
  objects: ObjectStore,
  dataset: RadarDatasetId,
  version: string,
): Promise<FrameHead> {
  const facts = await readFacts(objects, dataset, version);
  const [motion, skill] = await Promise.all([readMotion(objects, facts), readSkill(objects, facts)]);
  return { description: facts.description, motion, skill };
}

/**
 * A frame as it was published. Other work of the process gets its turn every few milliseconds.
 *
 * @throws ObjectDefectError  the version is not complete, or any byte of it is not what was written
 */
export async function readFrame(objects: ObjectStore, dataset: RadarDatasetId, version: string): Promise<RadarFrame> {
  const facts = await readFacts(objects, dataset, version);
  const { grid } = facts.description;
  const [tiles, motion, skill] = await Promise.all([
    readTiles(objects, valueKey(dataset, version), tileCount(grid)),
    readMotion(objects, facts),
    readSkill(objects, facts),
  ]);
  const field = { rows: grid.rows, columns: grid.columns, step: facts.step, tiles };
  return { description: facts.description, field, motion, skill };
}
