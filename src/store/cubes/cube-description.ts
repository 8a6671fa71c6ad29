/** From the stored documents and axes of a version back to its description; nothing that disagrees gets through. */

import { ObjectDefectError } from '../../base/errors.js';
import type { CubeDescription } from '../../model/cube.js';
import { type ElementId, STATIC_FIELDS, type StaticFieldId } from '../../model/element.js';
import type { MapTimes } from '../../model/map-slice.js';
import type { ObjectStore } from '../objects/object-store.js';
import { type DocumentReader, readDocument } from '../versions/json-document.js';
import { getStored } from '../versions/stored-object.js';
import { metadataKey, versionPrefix } from '../versions/version-keys.js';
import { decodeNumbers, decodeTexts, decodeTimes } from '../zarr/axis-arrays.js';
import { readGrid } from '../zarr/grid-document.js';
import { checkArrays, checkGroup } from '../zarr/zarr-arrays.js';
import { axesFault } from './cube-layout.js';
import { readMapShapes } from './map-documents.js';
import { type MapShape, mapsFault } from './map-layout.js';
import { arrayDocuments, FORMAT } from './zarr-documents.js';

export interface StoredCube {
  readonly description: CubeDescription;
  readonly statics: readonly StaticFieldId[];
  /** How the maps of the description lie. */
  readonly maps: readonly MapShape[];
}

/** More than any forecast has; the product with the elements is checked with the chunk size. */
const LARGEST_AXIS = 1_000_000;

/** Versions of the first release do not state it; they hold GFS, which keeps its extremes over 6 h. */
function readWindow(attributes: DocumentReader): number {
  return Object.hasOwn(attributes.fields, 'windowSeconds') ? attributes.count('windowSeconds') : 6 * 3600;
}

function readLengths(cube: DocumentReader): { elements: number; times: number } {
  const { shape } = cube.fields;
  const lengths: unknown[] = Array.isArray(shape) && shape.length === 4 ? shape.slice(0, 2) : [];
  const sound = (n: unknown): n is number => Number.isInteger(n) && Number(n) >= 1 && Number(n) <= LARGEST_AXIS;
  const [elements, times] = lengths;
  if (!sound(elements) || !sound(times)) throw cube.fail('fc.shape begins with the numbers of elements and times');
  return { elements, times };
}

/**
 * The description that the group document and the axes of a version state together.
 *
 * @param metadata  bytes of the group's zarr.json
 * @throws ObjectDefectError  a checksum, a field, or the agreement between two of them does not hold
 */
export async function readDescription(
  objects: ObjectStore,
  dataset: string,
  version: string,
  metadata: Uint8Array,
): Promise<StoredCube> {
  const prefix = versionPrefix(dataset, version);
  const key = metadataKey(dataset, version);
  const group = readDocument(key, metadata);
  const attributes = group.object('attributes');
  checkGroup(attributes, FORMAT, dataset, version);
  const arrays = group.object('consolidated_metadata').object('metadata');
  const grid = readGrid(attributes.object('grid'));
  const statics = STATIC_FIELDS.filter((id) => Object.hasOwn(arrays.fields, id));
  const lengths = readLengths(arrays.object('fc'));
  const maps = readMapShapes(attributes, lengths.times);
  checkArrays(arrays, arrayDocuments({ ...lengths, grid, statics, maps }));

  const axis = async <Values>(name: string, count: number, decode: (b: Uint8Array, n: number, key: string) => Values) =>
    decode(await getStored(objects, `${prefix}/${name}/c/0`), count, `${prefix}/${name}/c/0`);
  const [elements, steps, bases, times] = await Promise.all([
    axis('element', lengths.elements, decodeTexts),
    axis('scale', lengths.elements, decodeNumbers),
    axis('offset', lengths.elements, decodeNumbers),
    axis('time', lengths.times, decodeTimes),
  ]);
  const packings = Array.from(steps, (step, i) => ({ step, base: bases[i]! }));
  const axes = { elements: elements as ElementId[], packings, times, grid };
  const mapTimes = mapTimesOf(maps, times);
  const fault = axesFault(axes) ?? mapsFault(mapTimes, times);
  if (fault !== null) throw new ObjectDefectError(key, 0, fault);
  const origin = {
    source: attributes.text('source'),
    referenceTime: attributes.number('referenceTime'),
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
    windowSeconds: readWindow(attributes),
  };
  const description = { ...axes, ...origin, dataset, version };
  return { description: maps.length === 0 ? description : { ...description, maps: mapTimes }, statics, maps };
}

function mapTimesOf(maps: readonly MapShape[], times: Float64Array): MapTimes[] {
  return maps.map(({ field, first, count }) => ({ field, times: times.slice(first, first + count) }));
}
