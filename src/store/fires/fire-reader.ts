/** Reading one complete version of fires or plumes, whole into memory; nothing that disagrees gets through. */

import { ObjectDefectError } from '../../base/errors.js';
import type { FireTable, SmokePlume } from '../../model/fire.js';
import type { FireDatasetId, TimedVersion } from '../../model/timed-version.js';
import type { ObjectStore } from '../objects/object-store.js';
import type { DocumentReader } from '../versions/json-document.js';
import { getStored } from '../versions/stored-object.js';
import { metadataKey, versionPrefix } from '../versions/version-keys.js';
import { decodeChunk } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  FIRE_ARRAYS,
  FIRE_FORMAT,
  type FireFacts,
  fireDocuments,
  MOST_OF,
  type Sizes,
  sizesFault,
} from './fire-documents.js';
import { columnsFault, gatherPlumes, placesFault } from './plume-columns.js';

export function arrayKey(dataset: FireDatasetId, version: string, array: string): string {
  return `${versionPrefix(dataset, version)}/${array}/c/0`;
}

/**
 * What a version says of itself.
 *
 * @throws ObjectDefectError  it is not complete, or its documents are damaged
 */
export async function readObserved(
  objects: ObjectStore,
  dataset: FireDatasetId,
  version: string,
): Promise<TimedVersion> {
  return (await readFacts(objects, dataset, version)).observed;
}

async function readFacts(objects: ObjectStore, dataset: FireDatasetId, version: string): Promise<FireFacts> {
  const { attributes, arrays } = await readGroup(objects, dataset, version, FIRE_FORMAT);
  const sizes = readSizes(attributes, dataset);
  const facts = {
    dataset,
    sizes,
    satellites: readSatellites(attributes, dataset, sizes),
    observed: readHead(attributes),
  };
  checkArrays(arrays, fireDocuments(facts));
  return facts;
}

function readHead(attributes: DocumentReader): TimedVersion {
  return {
    version: attributes.text('version'),
    validTime: attributes.number('validTime'),
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
  };
}

function readSizes(attributes: DocumentReader, dataset: FireDatasetId): Sizes {
  const document = attributes.object('sizes');
  const sizes = Object.fromEntries(Object.keys(MOST_OF[dataset]).map((name) => [name, document.count(name)]));
  const fault = sizesFault(dataset, sizes);
  if (fault !== null) throw attributes.fail(fault);
  return sizes;
}

function readSatellites(attributes: DocumentReader, dataset: FireDatasetId, sizes: Sizes): readonly string[] {
  if (dataset === 'fires') return [];
  const { satellites } = attributes.fields;
  const isList = Array.isArray(satellites) && satellites.every((name) => typeof name === 'string');
  if (!isList || satellites.length !== sizes.plume) throw attributes.fail(`satellites are ${sizes.plume} texts`);
  return satellites;
}

const MAKERS = {
  float64: (bytes: ArrayBufferLike) => new Float64Array(bytes),
  float32: (bytes: ArrayBufferLike) => new Float32Array(bytes),
  int32: (bytes: ArrayBufferLike) => new Int32Array(bytes),
  uint8: (bytes: ArrayBufferLike) => new Uint8Array(bytes),
} as const;

type Row<Dataset extends FireDatasetId> = (typeof FIRE_ARRAYS)[Dataset][number];

type ColumnsOf<Dataset extends FireDatasetId> = {
  readonly [Name in Row<Dataset>['name']]: ReturnType<
    (typeof MAKERS)[Extract<Row<Dataset>, { readonly name: Name }>['type']]
  >;
};

async function readColumns<Dataset extends FireDatasetId>(
  objects: ObjectStore,
  dataset: Dataset,
  { observed, sizes }: FireFacts,
): Promise<ColumnsOf<Dataset>> {
  const rows: readonly Row<FireDatasetId>[] = FIRE_ARRAYS[dataset];
  const read = rows.map(async ({ name, dimension, type }) => {
    const length = sizes[dimension]!;
    if (length === 0) return [name, MAKERS[type](new ArrayBuffer(0))] as const;
    const key = arrayKey(dataset, observed.version, name);
    const bytes = MAKERS[type](new ArrayBuffer(0)).BYTES_PER_ELEMENT * length;
    return [name, MAKERS[type](await decodeChunk(await getStored(objects, key), bytes, key, 0))] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as unknown as ColumnsOf<Dataset>;
}

/**
 * The fires of a version, as they were published.
 *
 * @throws ObjectDefectError  it is not complete, or any byte of it is not what was written
 */
export async function readFires(objects: ObjectStore, version: string): Promise<FireTable> {
  const columns = await readColumns(objects, 'fires', await readFacts(objects, 'fires', version));
  const { latitude, longitude, time, radiative_power, confidence } = columns;
  refuse('fires', version, placesFault(latitude, longitude));
  return {
    latitudes: latitude,
    longitudes: longitude,
    times: time,
    radiativePowers: radiative_power,
    confidences: confidence,
  };
}

/**
 * The plumes of a version, as they were published.
 *
 * @throws ObjectDefectError  it is not complete, or any byte of it is not what was written
 */
export async function readPlumes(objects: ObjectStore, version: string): Promise<readonly SmokePlume[]> {
  const facts = await readFacts(objects, 'plumes', version);
  const { density, start, end, latitude, longitude, ...counts } = await readColumns(objects, 'plumes', facts);
  const columns = {
    ...{ density, start, end, latitude, longitude },
    ...{ plumePolygons: counts.plume_polygons, polygonRings: counts.polygon_rings, ringPoints: counts.ring_points },
  };
  refuse('plumes', version, columnsFault(columns));
  return gatherPlumes(columns, facts.satellites);
}

function refuse(dataset: FireDatasetId, version: string, fault: string | null): void {
  if (fault !== null) throw new ObjectDefectError(metadataKey(dataset, version), 0, fault);
}
