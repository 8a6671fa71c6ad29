/** Reading the stretches of a daily analysis: which there are, and their chunks. */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { type AnalysisDataset, elementsOf } from '../../model/daily-analysis.js';
import { DATASETS, type DatasetId } from '../../model/dataset.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import type { DocumentReader } from '../versions/json-document.js';
import { versionsAmong } from '../versions/pointer.js';
import { getStored } from '../versions/stored-object.js';
import { decodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { readGrid } from '../zarr/grid-document.js';
import { readGroup } from '../zarr/group-document.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  ANALYSIS_FORMAT,
  chunksPerShard,
  chunkValues,
  factsFault,
  parseStretchName,
  type StretchFacts,
  type StretchName,
  shardKey,
  stretchDocuments,
} from './analysis-layout.js';

/** Complete versions of a stretch, the longest first. */
export type StretchVersions = readonly StretchName[];

/** Stretches among the keys of a dataset, in the order of their first days; those that are not complete are left out. */
export function stretchesAmong(dataset: AnalysisDataset, keys: readonly string[]): StretchVersions[] {
  const present = new Set(keys);
  const stretches = new Map<number, StretchName[]>();
  for (const version of versionsAmong(dataset, keys)) {
    const name = parseStretchName(version);
    if (name === null || !present.has(completionKey(dataset, version))) continue;
    const known = stretches.get(name.firstDay) ?? [];
    stretches.set(name.firstDay, [name, ...known]);
  }
  return [...stretches.values()].sort((a, b) => a[0]!.firstDay - b[0]!.firstDay);
}

/** @throws ObjectDefectError  the version is not complete, or its document is damaged */
export async function readStretch(
  objects: ObjectStore,
  dataset: AnalysisDataset,
  version: string,
): Promise<StretchFacts> {
  const { attributes, arrays } = await readGroup(objects, dataset, version, ANALYSIS_FORMAT);
  const facts: StretchFacts = {
    dataset,
    version,
    createdAt: attributes.number('createdAt'),
    source: readSource(attributes),
    simulated: attributes.flag('simulated'),
    firstDay: attributes.number('firstDay'),
    lastDay: attributes.number('lastDay'),
    analysed: attributes.numbers('analysed'),
    grid: readGrid(attributes.object('grid')),
  };
  const fault = factsFault(facts);
  if (fault !== null) throw attributes.fail(fault);
  const own = elementsOf(dataset);
  const stated = JSON.stringify([attributes.fields.elements, attributes.fields.steps, attributes.fields.bases]);
  const known = JSON.stringify([own.map(({ id }) => id), own.map(({ step }) => step), own.map(({ base }) => base)]);
  if (stated !== known) throw attributes.fail(`elements, steps and bases are ${known}`);
  checkArrays(arrays, stretchDocuments(facts));
  return facts;
}

function readSource(attributes: DocumentReader): DatasetId {
  const source = attributes.text('source');
  const known = DATASETS.find(({ id }) => id === source);
  if (known === undefined) throw attributes.fail(`source "${source}" is a model of this version`);
  return known.id;
}

/** @throws ObjectDefectError  the shard is damaged or gone */
export async function readStretchIndex(objects: ObjectStore, facts: StretchFacts, shard: number): Promise<ShardIndex> {
  const count = chunksPerShard(facts.grid);
  const key = shardKey(facts, shard);
  const stored = await getStored(objects, key, { suffix: indexBytes(count) });
  return decodeIndex(stored, count, largestStoredBytes(chunkValues(facts) * 2), key);
}

/** int16 [element, day, row, column] of 16 × 16 cells. @throws ObjectDefectError  the chunk is damaged */
export async function readStretchChunk(
  objects: ObjectStore,
  facts: StretchFacts,
  { shard, chunk }: { readonly shard: number; readonly chunk: number },
  index: ShardIndex,
): Promise<Int16Array> {
  const values = chunkValues(facts);
  const length = index.lengths[chunk]!;
  if (length === 0) return new Int16Array(values).fill(MISSING_PACKED);
  const key = shardKey(facts, shard);
  const offset = index.offsets[chunk]!;
  const stored = await getStored(objects, key, { offset, length });
  return new Int16Array(await decodeChunk(stored, values * 2, key, offset));
}

/** Facts of the longest version that can be opened; null: none can. `onDefect` is told why. */
export async function readSoundest(
  objects: ObjectStore,
  dataset: AnalysisDataset,
  versions: StretchVersions,
  onDefect: (defect: ObjectDefectError, version: string) => void,
): Promise<StretchFacts | null> {
  for (const { version } of versions)
    try {
      return await readStretch(objects, dataset, version);
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      onDefect(error, version);
    }
  return null;
}
