/** Where the arrays of a data directory are. Apart from what reads them: a fetch of one radar needs no more than this. */

import { join } from 'node:path';
import type { Config } from '../base/config.js';
import { type DirectoryObjects, openDirectoryObjects } from '../store/objects/directory-objects.js';

export function objectsDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'objects');
}

export function openObjects(config: Pick<Config, 'dataDirectory'>): DirectoryObjects {
  return openDirectoryObjects(objectsDirectory(config));
}
