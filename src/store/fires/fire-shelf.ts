/** Which version of fires and plumes is published. */

import type { FireDatasetId, FireShelf } from '../../model/timed-version.js';
import type { ShelfOptions } from '../versions/pointer-watch.js';
import { createVersionShelf } from '../versions/version-shelf.js';
import { readObserved } from './fire-reader.js';

/** The published version and the one before it, of both datasets. */
const KEPT = 4;

export function createFireShelf(options: ShelfOptions): FireShelf {
  return createVersionShelf(options, KEPT, (dataset, version) =>
    readObserved(options.objects, dataset as FireDatasetId, version),
  );
}
