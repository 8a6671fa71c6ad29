/**
 * Writing and publishing a sweep, and the end of old ones. The order of steps is that of grids/publication.ts, and so is
 * what a kill between two of them leaves. Sweeps have the order of their valid times, as frames of radar do: one that comes
 * late can be read, but readers are not pointed back to it.
 */

import { isTagged, ObjectMissingError } from '../../base/errors.js';
import type { RadialProduct } from '../../model/radial-product.js';
import { encodeNumbers } from '../grids/axis-arrays.js';
import { encodeChunk } from '../grids/chunk-codec.js';
import { completionKey, writeCompletion } from '../grids/completion.js';
import { metadataKey } from '../grids/cube-description.js';
import { METADATA_NAME, pointerKey, versionPrefix } from '../grids/cube-layout.js';
import { encodeDocument } from '../grids/json-document.js';
import { readIntactPointer, readPointer, versionsAmong, writePointer } from '../grids/pointer.js';
import { removeVersion } from '../grids/publication.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { isBetter, validTimeOf } from '../radar/radar-layout.js';
import { type ScanDescription, scanAxes, scanDocuments, scanGroup } from './scan-documents.js';
import { axisKey, levelKey, productFault, SCAN_PREFIX, scanDataset, siteOfDataset, sweepFacts } from './scan-layout.js';
import { readScan } from './scan-reader.js';

/**
 * Stores a sweep and makes it the one that readers get, unless a newer one is that already. The same version again changes
 * nothing; what a killed attempt left of it is written anew.
 *
 * @param publishedAt  epoch seconds
 * @throws RangeError  parts of the sweep that do not fit each other or its description, or are too large
 */
export async function publishScan(
  objects: ObjectStore,
  description: ScanDescription,
  product: RadialProduct,
  publishedAt: number,
): Promise<void> {
  const { site, version, validTime } = description;
  const dataset = scanDataset(site);
  const fault = productFault(product);
  if (fault !== null) throw new RangeError(`${dataset}: ${fault}`);
  if (validTimeOf(version) !== validTime || product.validTime !== validTime)
    throw new RangeError(`${dataset}: version ${version} of a sweep of ${product.validTime}`);
  if (!(await isComplete(objects, site, version))) {
    const metadata = await writeScan(objects, description, product);
    await writeCompletion(objects, dataset, version, { metadata, sequence: validTime, publishedAt });
  }
  await movePointer(objects, dataset, description, publishedAt);
}

async function isComplete(objects: ObjectStore, site: string, version: string): Promise<boolean> {
  try {
    await readScan(objects, site, version);
    return true;
  } catch (error) {
    if (isTagged(error, 'object-defect')) return false;
    throw error;
  }
}

/** Writes every object of a sweep but its completion; the bytes of the group document, which is the first. */
async function writeScan(
  objects: ObjectStore,
  description: ScanDescription,
  product: RadialProduct,
): Promise<Uint8Array> {
  const dataset = scanDataset(description.site);
  const { version, validTime } = description;
  const prefix = versionPrefix(dataset, version);
  const facts = sweepFacts(product);
  const documents = scanDocuments(facts, validTime);
  const contents = new Map([[levelKey(dataset, version), await encodeChunk(product.levels)]]);
  for (const [name, document] of Object.entries(documents))
    contents.set(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
  for (const [axis, values] of Object.entries(scanAxes(product, facts)))
    contents.set(axisKey(dataset, version, axis), encodeNumbers(values));
  // What an earlier attempt left must neither be recovered to half rewritten, nor stay beside this one.
  await removeVersion(objects, dataset, version, await objects.list(`${prefix}/`));
  const metadata = encodeDocument(scanGroup(description, facts, documents));
  await objects.put(metadataKey(dataset, version), metadata);
  await putAll(objects, contents);
  return metadata;
}

async function movePointer(
  objects: ObjectStore,
  dataset: string,
  { version, validTime }: ScanDescription,
  publishedAt: number,
): Promise<void> {
  const published = await readIntactPointer(objects, dataset);
  if (published === null) {
    // This sweep is complete, so there is one to recover to: it, or a newer one.
    const recovered = await readPointer(objects, dataset);
    if (recovered === null) throw new ObjectMissingError(completionKey(dataset, version));
    const { defect: _, ...pointer } = recovered;
    await writePointer(objects, dataset, pointer);
  } else if (isBetter(version, published.version)) {
    await writePointer(objects, dataset, { version, previous: published.version, publishedAt, sequence: validTime });
  }
}

/**
 * Removes sweeps of a radar that were seen before `oldest`, epoch seconds, also what a killed writer left of such; the
 * published and the previous one stay. Only who may write the dataset may call it.
 */
export async function removeOldScans(objects: ObjectStore, site: string, oldest: number): Promise<string[]> {
  const dataset = scanDataset(site);
  const pointer = await readPointer(objects, dataset);
  const keys = await objects.list(`${dataset}/`);
  const removed: string[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    const validTime = validTimeOf(version);
    if (validTime === null || validTime >= oldest) continue;
    if (version === pointer?.version || version === pointer?.previous) continue;
    await removeVersion(objects, dataset, version, keys);
    removed.push(version);
  }
  return removed;
}

/** Radars of which anything is stored, in the order of their names. */
export async function heldSites(objects: ObjectStore): Promise<string[]> {
  const keys = await objects.list(SCAN_PREFIX);
  const datasets = new Set(keys.map((key) => key.slice(0, key.indexOf('/'))));
  return [...datasets].map(siteOfDataset).filter((site) => site !== null);
}

/**
 * When a radar's newest sweep was published, epoch seconds; where none is complete, when the newest that was begun was
 * seen; null: there is nothing.
 */
export async function lastPublished(objects: ObjectStore, site: string): Promise<number | null> {
  const dataset = scanDataset(site);
  const pointer = await readPointer(objects, dataset);
  if (pointer !== null) return pointer.publishedAt;
  const versions = versionsAmong(dataset, await objects.list(`${dataset}/`));
  const times = versions.map(validTimeOf).filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/** Valid time of a radar's published sweep, epoch seconds; null: none is. */
export async function newestScan(objects: ObjectStore, site: string): Promise<number | null> {
  const pointer = await readPointer(objects, scanDataset(site));
  return pointer === null ? null : validTimeOf(pointer.version);
}

/** Removes everything of a radar. Without the pointer readers recover to what is whole, as long as anything is. */
export async function removeSite(objects: ObjectStore, site: string): Promise<void> {
  const dataset = scanDataset(site);
  const keys = await objects.list(`${dataset}/`);
  await objects.delete(pointerKey(dataset));
  for (const version of versionsAmong(dataset, keys)) await removeVersion(objects, dataset, version, keys);
}
