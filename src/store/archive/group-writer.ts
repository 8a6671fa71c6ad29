/** The beginning of a group of the archive: its documents and axes. */

import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { removeVersion } from '../versions/removal.js';
import { METADATA_NAME, metadataKey, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers, encodeTexts, encodeTimes } from '../zarr/axis-arrays.js';
import { zarrGroup } from '../zarr/zarr-arrays.js';
import {
  ARCHIVE_DATASET,
  ARCHIVE_FORMAT,
  archiveDocuments,
  dayOf,
  isClosedName,
  MINUTES_OF_DAY,
  type NowcastIssue,
  startOfDay,
} from './archive-layout.js';

/** What tells the group of an issue. */
export type IssueFrame = Pick<NowcastIssue, 'issueTime' | 'stations' | 'leads'>;

/** Bytes of the axes of a group, by their names. */
export function axesOf({ issueTime, stations, leads }: IssueFrame): Map<string, Uint8Array> {
  const start = startOfDay(dayOf(issueTime))!;
  return new Map([
    ['issue', encodeTimes(Float64Array.from({ length: MINUTES_OF_DAY }, (_, minute) => start + 60 * minute))],
    ['station', encodeTexts(stations.map(({ id }) => id))],
    ['latitude', encodeNumbers(Float64Array.from(stations, ({ latitude }) => latitude))],
    ['longitude', encodeNumbers(Float64Array.from(stations, ({ longitude }) => longitude))],
    ['lead', encodeNumbers(Float64Array.from(leads))],
  ]);
}

/**
 * Writes a group, open or closed by its name, and makes it complete; what an earlier attempt left of it goes before.
 *
 * @param contents  objects that belong to it from the beginning: of a closed group its shards
 */
export async function writeGroup(
  objects: ObjectStore,
  name: string,
  issue: IssueFrame,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<void> {
  const prefix = versionPrefix(ARCHIVE_DATASET, name);
  const sizes = { stations: issue.stations.length, leads: issue.leads.length };
  const documents = archiveDocuments(sizes.stations, sizes.leads, isClosedName(name));
  const attributes = {
    format: ARCHIVE_FORMAT.name,
    formatVersion: ARCHIVE_FORMAT.version,
    dataset: ARCHIVE_DATASET,
    version: name,
    createdAt: issue.issueTime,
    day: dayOf(issue.issueTime),
    ...sizes,
  };
  const metadata = encodeDocument(zarrGroup(attributes, documents));
  await removeVersion(objects, ARCHIVE_DATASET, name, await objects.list(`${prefix}/`));
  await objects.put(metadataKey(ARCHIVE_DATASET, name), metadata);
  const all = new Map(contents);
  for (const [array, document] of Object.entries(documents))
    all.set(`${prefix}/${array}/${METADATA_NAME}`, encodeDocument(document));
  for (const [axis, bytes] of axesOf(issue)) all.set(`${prefix}/${axis}/c/0`, bytes);
  await putAll(objects, all);
  const facts = { metadata, sequence: issue.issueTime, publishedAt: issue.issueTime };
  await writeCompletion(objects, ARCHIVE_DATASET, name, facts);
}
