/**
 * Keys of the objects that every version of every dataset has.
 *
 *   <dataset>/latest.json                 pointer to the published version
 *   <dataset>/<version>/complete.json     marks that every object of the version exists
 *   <dataset>/<version>/zarr.json         Zarr v3 group, with the metadata of all arrays consolidated
 */

import { isKeyPart } from '../objects/object-key.js';

export const POINTER_NAME = 'latest.json';
export const COMPLETION_NAME = 'complete.json';
export const METADATA_NAME = 'zarr.json';

/** @throws RangeError  not one plain part of a key, or the name of the pointer */
export function versionPrefix(dataset: string, version: string): string {
  for (const name of [dataset, version])
    if (!isKeyPart(name) || name === POINTER_NAME) throw new RangeError(`"${name}" cannot name a dataset or version`);
  return `${dataset}/${version}`;
}

/** Key of the group document of a version. */
export function metadataKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/${METADATA_NAME}`;
}

export function pointerKey(dataset: string): string {
  return `${dataset}/${POINTER_NAME}`;
}
