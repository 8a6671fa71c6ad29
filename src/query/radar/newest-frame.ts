/** The newest frame of a dataset. One that cannot be read is a value here, since other networks may serve the place. */

import { isUnreadable } from '../../base/errors.js';
import type { RadarDatasetId, RadarFrame, RadarShelf } from '../../model/radar.js';

/** Null when there was never one; the error when what is published cannot be read. */
export async function newestOrDefect(shelf: RadarShelf, dataset: RadarDatasetId): Promise<RadarFrame | null | Error> {
  try {
    return await shelf.newest(dataset);
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

/** One that cannot be read is as good as none. */
export async function newestReadable(shelf: RadarShelf, dataset: RadarDatasetId): Promise<RadarFrame | null> {
  const frame = await newestOrDefect(shelf, dataset);
  return frame instanceof Error ? null : frame;
}

/** Versions of the newest frames of these datasets as one text, in their order. */
export async function frameVersions(shelf: RadarShelf, datasets: readonly RadarDatasetId[]): Promise<string> {
  return (await Promise.all(datasets.map((dataset) => versionOf(shelf, dataset)))).join('+');
}

async function versionOf(shelf: RadarShelf, dataset: RadarDatasetId): Promise<string> {
  const frame = await newestOrDefect(shelf, dataset);
  return frame instanceof Error ? 'defective' : (frame?.description.version ?? 'none');
}
