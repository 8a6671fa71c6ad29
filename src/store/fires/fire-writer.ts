/**
 * Writing and publishing fires and plumes. The order of steps is that of grids/publication.ts, and so is what a kill
 * between two of them leaves. A version is named after the moment at which it was made, since the same newest fire may be
 * in several: as time goes on the oldest ones leave.
 */

import type { FireTable, SmokePlume } from '../../model/fire.js';
import type { FireDatasetId, TimedVersion } from '../../model/timed-version.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { readPointer, versionsAmong, writePointer } from '../versions/pointer.js';
import { removeOldVersions } from '../versions/removal.js';
import { validTimeOf, versionOf } from '../versions/timed-version.js';
import { METADATA_NAME, metadataKey, versionPrefix } from '../versions/version-keys.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { type FireFacts, fireDocuments, fireGroup, sizesFault } from './fire-documents.js';
import { arrayKey } from './fire-reader.js';
import { columnsFault, flattenPlumes, placesFault } from './plume-columns.js';

type Columns = Readonly<Record<string, Float64Array | Float32Array | Int32Array | Uint8Array>>;

/** What is told of a version by whoever makes it. */
export type Observed = Omit<TimedVersion, 'version'>;

/**
 * Stores fires and makes them what readers get.
 *
 * @throws RangeError  columns of different lengths, places that are none, or too many
 */
export async function publishFires(objects: ObjectStore, table: FireTable, observed: Observed): Promise<TimedVersion> {
  const { latitudes, longitudes, times, radiativePowers, confidences } = table;
  const count = latitudes.length;
  if (![longitudes, times, radiativePowers, confidences].every(({ length }) => length === count))
    throw new RangeError('fires: columns are of equal length');
  const columns = {
    latitude: latitudes,
    longitude: longitudes,
    time: times,
    radiative_power: radiativePowers,
    confidence: confidences,
  };
  refuseFault(placesFault(latitudes, longitudes));
  return publish(objects, { dataset: 'fires', sizes: { fire: count }, satellites: [] }, columns, observed);
}

/**
 * Stores plumes and makes them what readers get.
 *
 * @throws RangeError  places that are none, or too many
 */
export async function publishPlumes(
  objects: ObjectStore,
  plumes: readonly SmokePlume[],
  observed: Observed,
): Promise<TimedVersion> {
  const columns = flattenPlumes(plumes);
  refuseFault(columnsFault(columns));
  const { density, start, end, plumePolygons, polygonRings, ringPoints, latitude, longitude } = columns;
  const sizes = {
    plume: density.length,
    polygon: polygonRings.length,
    ring: ringPoints.length,
    point: latitude.length,
  };
  const satellites = plumes.map(({ satellite }) => satellite);
  const arrays = {
    ...{ density, start, end, latitude, longitude },
    ...{ plume_polygons: plumePolygons, polygon_rings: polygonRings, ring_points: ringPoints },
  };
  return publish(objects, { dataset: 'plumes', sizes, satellites }, arrays, observed);
}

function refuseFault(fault: string | null): void {
  if (fault !== null) throw new RangeError(fault);
}

async function publish(
  objects: ObjectStore,
  part: Omit<FireFacts, 'observed'>,
  columns: Columns,
  observed: Observed,
): Promise<TimedVersion> {
  const { dataset } = part;
  refuseFault(sizesFault(dataset, part.sizes));
  const keys = await objects.list(`${dataset}/`);
  const version = nextVersion(versionsAmong(dataset, keys), observed.createdAt);
  const facts: FireFacts = { ...part, observed: { version, ...observed } };
  const metadata = await writeVersion(objects, facts, columns);
  const before = await readPointer(objects, dataset);
  const sequence = (before?.sequence ?? 0) + 1;
  const publishedAt = observed.createdAt;
  await writeCompletion(objects, dataset, version, { metadata, sequence, publishedAt });
  await writePointer(objects, dataset, { version, previous: before?.version ?? null, publishedAt, sequence });
  return facts.observed;
}

/** Behind all that are there, whatever the clock says: one that was set back must not put a new version before an old one. */
function nextVersion(versions: readonly string[], createdAt: number): string {
  const newest = versions.reduce((latest, name) => Math.max(latest, validTimeOf(name) ?? latest), 0);
  return versionOf(Math.max(Math.floor(createdAt), newest + 1));
}

/** Writes every object of a version but its completion; the bytes of the group document, which is the first. */
async function writeVersion(objects: ObjectStore, facts: FireFacts, columns: Columns): Promise<Uint8Array> {
  const { dataset, observed } = facts;
  const documents = fireDocuments(facts);
  const contents = new Map<string, Uint8Array>();
  for (const [name, document] of Object.entries(documents)) {
    const values = columns[name]!;
    const prefix = versionPrefix(dataset, observed.version);
    contents.set(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
    if (values.length > 0) contents.set(arrayKey(dataset, observed.version, name), await encodeChunk(bytesOf(values)));
  }
  const metadata = encodeDocument(fireGroup(facts, documents));
  await objects.put(metadataKey(dataset, observed.version), metadata);
  await putAll(objects, contents);
  return metadata;
}

/** Removes versions that were superseded a quarter of an hour ago; names of those removed. */
export function removeOldFires(objects: ObjectStore, dataset: FireDatasetId, now: number): Promise<string[]> {
  return removeOldVersions(objects, dataset, { now, isHeld: () => false });
}
