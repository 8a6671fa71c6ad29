/** Reading a published version of the terrain: its description, checked, and its tiles. */

import { isDeepStrictEqual } from 'node:util';
import type { TileWindow } from '../../grid/web-mercator.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readMetadata } from '../versions/completion.js';
import { type DocumentReader, readDocument } from '../versions/json-document.js';
import { getStored } from '../versions/stored-object.js';
import { decodeChunk } from '../zarr/chunk-codec.js';
import {
  CHUNK_VALUES,
  groupKey,
  TERRAIN_DATASET,
  TERRAIN_FORMAT,
  type TerrainDescription,
  terrainArrays,
  tileKey,
  windowFault,
} from './terrain-layout.js';

function readWindow(document: DocumentReader): TileWindow {
  const window = {
    zoom: document.count('zoom'),
    firstX: document.count('firstX'),
    firstY: document.count('firstY'),
    across: document.count('across'),
    down: document.count('down'),
  };
  const fault = windowFault(window);
  if (fault !== null) throw document.fail(`window: ${fault}`);
  return window;
}

/**
 * The description that the group document of a version states.
 *
 * @throws ObjectDefectError  a field is not what it must be, or an array is laid out in another way than this format's
 */
export function readTerrainGroup(version: string, metadata: Uint8Array): TerrainDescription {
  const group = readDocument(groupKey(version), metadata);
  const attributes = group.object('attributes');
  const format = `${attributes.text('format')} ${attributes.count('formatVersion')}`;
  const expected = `${TERRAIN_FORMAT.name} ${TERRAIN_FORMAT.version}`;
  if (format !== expected) throw attributes.fail(`format "${format}" is ${expected}`);
  if (attributes.text('dataset') !== TERRAIN_DATASET || attributes.text('version') !== version)
    throw attributes.fail(`is of ${attributes.text('dataset')}/${attributes.text('version')}`);
  const window = readWindow(attributes.object('window'));
  const { fields } = group.object('consolidated_metadata').object('metadata').object('height');
  if (!isDeepStrictEqual(fields, terrainArrays(window).height))
    throw group.fail('height is laid out as its window says');
  return {
    version,
    source: attributes.text('source'),
    origin: attributes.text('origin'),
    simulated: attributes.flag('simulated'),
    createdAt: attributes.number('createdAt'),
    window,
  };
}

/** @throws ObjectDefectError  the version is not complete, or its description is damaged */
export async function openTerrain(objects: ObjectStore, version: string): Promise<TerrainDescription> {
  return readTerrainGroup(version, await readMetadata(objects, TERRAIN_DATASET, version));
}

/**
 * Packed heights of a tile, int16 [y, x] of 256 × 256.
 *
 * @param x  column of the window; @param y  row of the window
 * @throws ObjectDefectError  the tile is missing or damaged
 */
export async function readTile(objects: ObjectStore, version: string, x: number, y: number): Promise<Int16Array> {
  const key = tileKey(version, x, y);
  const stored = await getStored(objects, key);
  return new Int16Array(await decodeChunk(stored, CHUNK_VALUES * 2, key, 0), 0, CHUNK_VALUES);
}
