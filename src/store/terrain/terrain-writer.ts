/**
 * Writing a version of the terrain: the group document first, then tiles in any order, then publication.
 *
 * Every tile is whole and durable when it is written, and stays when the writer is killed: whoever begins a version with
 * the same facts goes on with the one that was left. Nothing can be seen by a reader before `publishTerrain`; its
 * steps have the order of `cubes/cube-publication.ts`, and a kill between two of them leaves the same.
 */

import { isDeepStrictEqual } from 'node:util';
import { isTagged, ObjectMissingError } from '../../base/errors.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey, writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { readPointer, versionsAmong, writePointer } from '../versions/pointer.js';
import { METADATA_NAME } from '../versions/version-keys.js';
import { encodeNumbers } from '../zarr/axis-arrays.js';
import { encodeChunk } from '../zarr/chunk-codec.js';
import {
  CHUNK_VALUES,
  coordinatesOf,
  groupKey,
  HEIGHT_BASE,
  HEIGHT_STEP,
  TERRAIN_DATASET,
  type TerrainDescription,
  type TerrainFacts,
  terrainArrays,
  terrainGroup,
  terrainPrefix,
  tileKey,
  windowFault,
} from './terrain-layout.js';
import { readTerrainGroup } from './terrain-reader.js';

export interface TerrainDraft {
  readonly description: TerrainDescription;
  /** True when the tile at column `x` and row `y` of the window was written before. */
  has(x: number, y: number): boolean;
  /** @param heights  m, [y, x] of 256 × 256, NaN missing; what the step cannot hold is clamped */
  write(x: number, y: number, heights: Float32Array): Promise<void>;
}

/**
 * Begins a version, or goes on with the unpublished one that has the same facts.
 *
 * @param now  epoch seconds; gives a new version its name
 * @throws RangeError  the window cannot be stored
 */
export async function beginTerrain(objects: ObjectStore, facts: TerrainFacts, now: number): Promise<TerrainDraft> {
  const fault = windowFault(facts.window);
  if (fault !== null) throw new RangeError(fault);
  const keys = await objects.list(`${TERRAIN_DATASET}/`);
  const left = await findUnfinished(objects, facts, keys);
  const description = left ?? { ...facts, version: freeName(now, keys), createdAt: now };
  await writeMetadata(objects, description);
  const written = new Set(keys);
  return {
    description,
    has: (x, y) => written.has(tileKey(description.version, x, y)),
    write: async (x, y, heights) => {
      const packed = packHeights(heights);
      const stored = await encodeChunk(new Uint8Array(packed.buffer));
      await objects.put(tileKey(description.version, x, y), stored);
    },
  };
}

/** Metres to steps; beyond what int16 holds the nearest step. */
export function packHeights(heights: Float32Array): Int16Array {
  if (heights.length !== CHUNK_VALUES)
    throw new RangeError(`a tile has ${CHUNK_VALUES} heights; got ${heights.length}`);
  const packed = new Int16Array(CHUNK_VALUES);
  for (let i = 0; i < CHUNK_VALUES; i++) {
    const steps = Math.floor((heights[i]! - HEIGHT_BASE) / HEIGHT_STEP + 0.5);
    packed[i] = Number.isNaN(steps) ? MISSING_PACKED : Math.max(MISSING_PACKED + 1, Math.min(32767, steps));
  }
  return packed;
}

/** "20261120T061500Z", with a number behind it where the second was used before. */
function freeName(now: number, keys: readonly string[]): string {
  const name = `${new Date(now * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const taken = versionsAmong(TERRAIN_DATASET, keys);
  for (let n = 2, free = name; ; free = `${name}-${n++}`) if (!taken.includes(free)) return free;
}

async function findUnfinished(objects: ObjectStore, facts: TerrainFacts, keys: readonly string[]) {
  const present = new Set(keys);
  for (const version of versionsAmong(TERRAIN_DATASET, keys).reverse()) {
    if (present.has(completionKey(TERRAIN_DATASET, version)) || !present.has(groupKey(version))) continue;
    try {
      const description = readTerrainGroup(version, await objects.get(groupKey(version)));
      if (isSameTerrain(description, facts)) return description;
    } catch (error) {
      // A damaged document is nobody's unfinished work; retention clears it away.
      if (!isTagged(error, 'object-defect')) throw error;
    }
  }
  return null;
}

/** True when both hold the same heights of the same places. */
export function isSameTerrain(a: TerrainFacts, b: TerrainFacts): boolean {
  const factsOf = ({ source, origin, simulated, window }: TerrainFacts) => ({ source, origin, simulated, window });
  return isDeepStrictEqual(factsOf(a), factsOf(b));
}

/** The group first, so that whatever a killed writer leaves says when it was begun; all of it again by who goes on. */
async function writeMetadata(objects: ObjectStore, description: TerrainDescription): Promise<void> {
  const prefix = terrainPrefix(description.version);
  await objects.put(groupKey(description.version), encodeDocument(terrainGroup(description)));
  for (const [name, document] of Object.entries(terrainArrays(description.window)))
    await objects.put(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
  for (const [name, values] of Object.entries(coordinatesOf(description.window)))
    await objects.put(`${prefix}/${name}/c/0`, encodeNumbers(values));
}

/**
 * Makes a version the one that readers get.
 *
 * @param publishedAt  epoch seconds
 * @throws ObjectMissingError  a tile was not written
 * @throws ObjectDefectError  the group document does not read back
 */
export async function publishTerrain(objects: ObjectStore, version: string, publishedAt: number): Promise<void> {
  const metadata = await objects.get(groupKey(version));
  const { window } = readTerrainGroup(version, metadata);
  const present = new Set(await objects.list(`${terrainPrefix(version)}/`));
  for (let y = 0; y < window.down; y++)
    for (let x = 0; x < window.across; x++)
      if (!present.has(tileKey(version, x, y))) throw new ObjectMissingError(tileKey(version, x, y));
  const before = await readPointer(objects, TERRAIN_DATASET);
  const sequence = (before?.sequence ?? 0) + 1;
  const previous = (before?.version === version ? before.previous : before?.version) ?? null;
  await writeCompletion(objects, TERRAIN_DATASET, version, { metadata, sequence, publishedAt });
  await writePointer(objects, TERRAIN_DATASET, { version, previous, publishedAt, sequence });
}
