/** From lists and days that were read to what readers get; what would be the same as before is not published again. */

import { isDeepStrictEqual } from 'node:util';
import { isTagged } from '../../base/errors.js';
import { decodeFirms } from '../../decode/firms/firms.js';
import { decodeHmsSmoke } from '../../decode/hms/hms-smoke.js';
import type { FireTable, SmokePlume } from '../../model/fire.js';
import type { FireDatasetId } from '../../model/timed-version.js';
import { readFires, readPlumes } from '../../store/fires/fire-reader.js';
import { publishFires, publishPlumes, removeOldFires } from '../../store/fires/fire-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readPointer } from '../../store/versions/pointer.js';
import { newestFire, newestPlume, selectFires, selectPlumes, tableOf } from './fire-selection.js';

/** What a file holds, and how much of it was left out because it broke a rule. */
export type Contents = { readonly rejected: number; readonly defect: Error | null } & (
  | { readonly kind: 'fires'; readonly fires: FireTable }
  | { readonly kind: 'plumes'; readonly plumes: readonly SmokePlume[] }
);

/** @throws MalformedError */
export async function contentsOf(dataset: FireDatasetId, bytes: Uint8Array): Promise<Contents> {
  if (dataset === 'fires') {
    const { points, rejected, defect } = decodeFirms(bytes);
    return { kind: 'fires', fires: tableOf(points), rejected, defect };
  }
  return { kind: 'plumes', ...(await decodeHmsSmoke(bytes)) };
}

export interface Publication {
  readonly objects: ObjectStore;
  readonly simulated: boolean;
  /** When the version is made, and the end of the day that is looked at, epoch seconds. */
  readonly createdAt: number;
  readonly now: number;
}

export interface Published {
  readonly isNew: boolean;
  readonly version: string;
  readonly count: number;
  readonly removed: readonly string[];
}

/** @param contents  newest day first */
export async function publishContents(
  publication: Publication,
  dataset: FireDatasetId,
  contents: readonly Contents[],
): Promise<Published> {
  const { objects, createdAt } = publication;
  const published =
    dataset === 'fires' ? await publishNewFires(publication, contents) : await publishNewPlumes(publication, contents);
  return { ...published, removed: await removeOldFires(objects, dataset, createdAt) };
}

async function publishNewFires(publication: Publication, contents: readonly Contents[]) {
  const { objects, createdAt, simulated, now } = publication;
  const table = selectFires(
    contents.flatMap((one) => (one.kind === 'fires' ? [one.fires] : [])),
    now,
  );
  const count = table.times.length;
  const same = await publishedLike(objects, 'fires', table, readFires);
  if (same !== null) return { isNew: false, version: same, count };
  const validTime = newestFire(table) ?? now;
  return { isNew: true, count, ...(await publishFires(objects, table, { validTime, createdAt, simulated })) };
}

async function publishNewPlumes(publication: Publication, contents: readonly Contents[]) {
  const { objects, createdAt, simulated, now } = publication;
  const plumes = selectPlumes(
    contents.flatMap((one) => (one.kind === 'plumes' ? [one.plumes] : [])),
    now,
  );
  const count = plumes.length;
  const same = await publishedLike(objects, 'plumes', plumes, readPlumes);
  if (same !== null) return { isNew: false, version: same, count };
  const validTime = newestPlume(plumes) ?? now;
  return { isNew: true, count, ...(await publishPlumes(objects, plumes, { validTime, createdAt, simulated })) };
}

/** Name of the published version if it holds the same; one that cannot be read is like nothing. */
async function publishedLike<Value>(
  objects: ObjectStore,
  dataset: FireDatasetId,
  value: Value,
  read: (objects: ObjectStore, version: string) => Promise<Value>,
): Promise<string | null> {
  const pointer = await readPointer(objects, dataset);
  // One that was recovered is no longer written anywhere: publishing anew mends it.
  if (pointer === null || pointer.defect !== undefined) return null;
  try {
    return isDeepStrictEqual(await read(objects, pointer.version), value) ? pointer.version : null;
  } catch (error) {
    if (isTagged(error, 'object-defect')) return null;
    throw error;
  }
}
