/** Writing and publishing a sweep, and the end of old ones, by the order of grids/timed-publication.ts. */

import type { RadialProduct } from '../../model/radial-product.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import { readPointer, versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { publishTimed, removeTimedBefore, type VersionObjects } from '../versions/timed-publication.js';
import { validTimeOf } from '../versions/timed-version.js';
import { METADATA_NAME, pointerKey, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers } from '../zarr/axis-arrays.js';
import { encodeChunk } from '../zarr/chunk-codec.js';
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
  const read = () => readScan(objects, site, version);
  const encode = () => encodeScan(description, product);
  await publishTimed(objects, { dataset, version, publishedAt, read, encode });
}

async function encodeScan(description: ScanDescription, product: RadialProduct): Promise<VersionObjects> {
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
  return { metadata: encodeDocument(scanGroup(description, facts, documents)), contents };
}

/**
 * Removes sweeps of a radar that were seen before `oldest`, epoch seconds, also what a killed writer left of such; the
 * published and the previous one stay. Only who may write the dataset may call it.
 */
export function removeOldScans(objects: ObjectStore, site: string, oldest: number): Promise<string[]> {
  return removeTimedBefore(objects, scanDataset(site), oldest);
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
