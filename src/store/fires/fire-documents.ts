/**
 * Stored form of fires and plumes, as Zarr v3 documents. Normative description: docs/formats/fires.md.
 *
 *   <dataset>/latest.json                    which version is published
 *   <dataset>/<version>/complete.json        every object of the version is there
 *   <dataset>/<version>/zarr.json            Zarr v3 group, with all array metadata consolidated
 *   <dataset>/<version>/<array>/c/0          one array, whole; none of an array without values
 *
 * Fires are columns over [fire]. Plumes are ragged: a plume has polygons, a polygon rings, a ring points; each level says
 * how many of the next belong to it, as contiguous ragged arrays of CF do (section 9.3.3), so that no offset can point
 * anywhere. Both are read whole or not at all.
 */

import { FIRE_CONFIDENCES, SMOKE_DENSITIES } from '../../model/fire.js';
import type { FireDatasetId, TimedVersion } from '../../model/timed-version.js';
import {
  type ArrayDocument,
  arrayDocument,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
  zarrGroup,
} from '../zarr/zarr-arrays.js';

/** The name is that of version 0.1.0: stored versions stay readable. */
export const FIRE_FORMAT: FormatIdentity = { name: 'weatherglass-observations', version: 1 };

/** Numbers of values along the dimensions of a version. */
export type Sizes = Readonly<Record<string, number>>;

/** Days of many fires have some 200,000. */
export const MOST_FIRES = 1_000_000;

/** Dimensions of each dataset, and the most that a version may have: bounds of what is asked for when one is read. */
export const MOST_OF: Readonly<Record<FireDatasetId, Sizes>> = {
  fires: { fire: MOST_FIRES },
  // A day of much smoke has some hundred plumes.
  plumes: { plume: 20_000, polygon: 200_000, ring: 400_000, point: 8_000_000 },
};

type NumberType = 'float64' | 'float32' | 'int32' | 'uint8';

interface ArrayRow {
  readonly name: string;
  readonly dimension: string;
  readonly type: NumberType;
  readonly attributes: object;
}

const NORTH = { standard_name: 'latitude', units: 'degrees_north' };
const EAST = { standard_name: 'longitude', units: 'degrees_east' };
const countOf = (dimension: string) => ({ long_name: `number of ${dimension}s`, sample_dimension: dimension });

export const FIRE_ARRAYS = {
  fires: [
    { name: 'latitude', dimension: 'fire', type: 'float64', attributes: NORTH },
    { name: 'longitude', dimension: 'fire', type: 'float64', attributes: EAST },
    { name: 'time', dimension: 'fire', type: 'float64', attributes: { standard_name: 'time', ...EPOCH_SECONDS } },
    {
      name: 'radiative_power',
      dimension: 'fire',
      type: 'float32',
      attributes: { long_name: 'power that the fires of the pixel radiate', units: 'MW' },
    },
    {
      name: 'confidence',
      dimension: 'fire',
      type: 'uint8',
      attributes: { flag_values: [0, 1, 2], flag_meanings: FIRE_CONFIDENCES.join(' ') },
    },
  ],
  plumes: [
    {
      name: 'density',
      dimension: 'plume',
      type: 'uint8',
      attributes: { flag_values: [0, 1, 2], flag_meanings: SMOKE_DENSITIES.join(' ') },
    },
    {
      name: 'start',
      dimension: 'plume',
      type: 'float64',
      attributes: { long_name: 'first picture in which it was seen', ...EPOCH_SECONDS },
    },
    {
      name: 'end',
      dimension: 'plume',
      type: 'float64',
      attributes: { long_name: 'last picture in which it was seen', ...EPOCH_SECONDS },
    },
    { name: 'plume_polygons', dimension: 'plume', type: 'int32', attributes: countOf('polygon') },
    { name: 'polygon_rings', dimension: 'polygon', type: 'int32', attributes: countOf('ring') },
    { name: 'ring_points', dimension: 'ring', type: 'int32', attributes: countOf('point') },
    { name: 'latitude', dimension: 'point', type: 'float64', attributes: NORTH },
    { name: 'longitude', dimension: 'point', type: 'float64', attributes: EAST },
  ],
} as const satisfies Readonly<Record<FireDatasetId, readonly ArrayRow[]>>;

/** Everything of a version but its arrays. */
export interface FireFacts {
  readonly dataset: FireDatasetId;
  readonly observed: TimedVersion;
  readonly sizes: Sizes;
  /** Of plumes the satellites, in their order. Texts of some hundred plumes need no array. */
  readonly satellites: readonly string[];
}

/** The document of every array of a version, by its name. */
export function fireDocuments({ dataset, sizes }: Pick<FireFacts, 'dataset' | 'sizes'>) {
  const rows: readonly ArrayRow[] = FIRE_ARRAYS[dataset];
  const documents: Record<string, ArrayDocument> = {};
  for (const { name, dimension, type, attributes } of rows) {
    const length = sizes[dimension]!;
    documents[name] = arrayDocument({
      shape: [length],
      chunk: [Math.max(1, length)], // Zarr has no chunk of no values, but arrays of none
      data_type: type,
      fill_value: type.startsWith('float') ? 'NaN' : 0,
      codecs: COMPRESSED,
      dimension_names: [dimension],
      attributes,
    });
  }
  return documents;
}

/** The document of the group. */
export function fireGroup(facts: FireFacts, arrays: Record<string, ArrayDocument>): object {
  const { dataset, observed, sizes, satellites } = facts;
  return zarrGroup(
    {
      format: FIRE_FORMAT.name,
      formatVersion: FIRE_FORMAT.version,
      dataset,
      ...observed,
      sizes,
      ...(dataset === 'plumes' ? { satellites } : {}),
    },
    arrays,
  );
}

/** The rule that sizes break, null when a version can have them. Shared by the writer's door and the reader's. */
export function sizesFault(dataset: FireDatasetId, sizes: Sizes): string | null {
  const wrong = Object.entries(MOST_OF[dataset]).find(([dimension, most]) => {
    const length = sizes[dimension];
    return length === undefined || !Number.isSafeInteger(length) || length < 0 || length > most;
  });
  return wrong === undefined ? null : `${dataset} have 0 to ${wrong[1]} along ${wrong[0]}; got ${sizes[wrong[0]]}`;
}
