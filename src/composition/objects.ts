/** The arrays of a data directory. In a file without their readers, because a fetch of one radar needs no more. */

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { type DirectoryObjects, openDirectoryObjects } from '../store/objects/directory-objects.js';

export function objectsDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'objects');
}

/** @param openFiles  files that stay open between ranged reads; default: enough for two datasets */
export function openObjects(config: Pick<Config, 'dataDirectory'>, openFiles?: number): DirectoryObjects {
  return openDirectoryObjects(objectsDirectory(config), openFiles);
}
