/** The group document of a complete version, as every format of this store has it. */

import type { ObjectStore } from '../objects/object-store.js';
import { readMetadata } from '../versions/completion.js';
import { type DocumentReader, readDocument } from '../versions/json-document.js';
import { metadataKey } from '../versions/version-keys.js';
import { checkGroup, type FormatIdentity } from './zarr-arrays.js';

export interface GroupDocument {
  readonly attributes: DocumentReader;
  /** Metadata of the arrays by their names, for `checkArrays`. */
  readonly arrays: DocumentReader;
}

/** @throws ObjectDefectError  the version is not complete, or its document is damaged, or of another format or version */
export async function readGroup(
  objects: ObjectStore,
  dataset: string,
  version: string,
  format: FormatIdentity,
): Promise<GroupDocument> {
  const metadata = await readMetadata(objects, dataset, version);
  const group = readDocument(metadataKey(dataset, version), metadata);
  const attributes = group.object('attributes');
  checkGroup(attributes, format, dataset, version);
  return { attributes, arrays: group.object('consolidated_metadata').object('metadata') };
}
