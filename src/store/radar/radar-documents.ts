/**
 * The metadata of a frame as Zarr v3 documents. Values are packed × `scale_factor`, 65,535 not observed, as
 * CF and xarray have it.
 */

import {
  type MotionField,
  type NowcastSkill,
  RADAR_DATASETS,
  RADAR_TILE,
  type RadarDatasetId,
  type RadarDescription,
  type RadarFrame,
  UNOBSERVED,
} from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { dimensionsOf, gridAxes, gridMappingOf, MAPPING_NAME, projectionAttributes } from '../zarr/grid-coordinates.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
  scalarDocument,
  shardingCodec,
  zarrGroup,
} from '../zarr/zarr-arrays.js';

export const RADAR_FORMAT: FormatIdentity = { name: 'weatherglass-radar-frame', version: 1 };

export type Nodes = Omit<MotionField, 'u' | 'v'>;
export type Boxes = Omit<NonNullable<NowcastSkill['lifetime']>, 'minutes'>;

/** Everything of a frame but its arrays. */
export interface FrameFacts {
  readonly description: RadarDescription;
  readonly step: number;
  readonly nodes: Nodes | null;
  readonly skill: { readonly calibration: NowcastSkill['calibration']; readonly boxes: Boxes | null } | null;
}

export function factsOf({ description, field, motion, skill }: RadarFrame): FrameFacts {
  const { lifetime = null, calibration = [] } = skill ?? {};
  const nodes = motion && {
    rows: motion.rows,
    columns: motion.columns,
    spacing: motion.spacing,
    origin: motion.origin,
  };
  const boxes = lifetime && { rows: lifetime.rows, columns: lifetime.columns, boxPixels: lifetime.boxPixels };
  return { description, step: field.step, nodes, skill: skill && { calibration, boxes } };
}

const datasetOf = (dataset: RadarDatasetId) => RADAR_DATASETS.find(({ id }) => id === dataset)!;

/** Units as UDUNITS spells them, which CF refers to. */
const UNITS = { 'mm/h': 'mm h-1', mm: 'mm', ratio: '1', code: '1', '1': '1' } as const;

function valueDocument({ description, step }: FrameFacts): ArrayDocument {
  const { grid, dataset } = description;
  const { quantity, unit } = datasetOf(dataset);
  return arrayDocument({
    shape: [grid.rows, grid.columns],
    // One shard over all of it, and the last tiles reach beyond the grid.
    chunk: [tilesAlong(grid.rows) * RADAR_TILE, tilesAlong(grid.columns) * RADAR_TILE],
    data_type: 'uint16',
    fill_value: UNOBSERVED,
    codecs: [shardingCodec([RADAR_TILE, RADAR_TILE], COMPRESSED)],
    dimension_names: dimensionsOf(grid),
    attributes: {
      long_name: quantity,
      ...(unit === 'mm/h' ? { standard_name: 'lwe_precipitation_rate' } : {}),
      units: UNITS[unit],
      scale_factor: step,
      // xarray masks by this attribute and not by fill_value, which in Zarr is only what an absent chunk reads as.
      _FillValue: UNOBSERVED,
      coordinates: 'time',
      ...gridMappingOf(grid),
    },
  });
}

function motionDocument({ rows, columns, spacing, origin }: Nodes): ArrayDocument {
  return arrayDocument({
    shape: [2, rows, columns],
    data_type: 'float32',
    fill_value: 'NaN',
    codecs: COMPRESSED,
    dimension_names: ['component', 'node_row', 'node_column'],
    attributes: {
      long_name: 'motion of the pattern, pixels of the grid per minute: towards growing columns, towards growing rows',
      units: 'min-1',
      spacing_pixels: spacing,
      first_node_pixel: origin,
    },
  });
}

function lifetimeDocument({ rows, columns, boxPixels }: Boxes): ArrayDocument {
  return arrayDocument({
    shape: [rows, columns],
    data_type: 'float32',
    fill_value: 'NaN',
    codecs: COMPRESSED,
    dimension_names: ['box_row', 'box_column'],
    attributes: {
      long_name: 'time until the Lagrangian correlation has fallen to 1/e',
      units: 'min',
      box_pixels: boxPixels,
    },
  });
}

/** The document of every array of a frame, by its name. */
export function frameDocuments(facts: FrameFacts): Record<string, ArrayDocument> {
  const { grid, validTime } = facts.description;
  const documents: Record<string, ArrayDocument> = {
    value: valueDocument(facts),
    time: scalarDocument('int64', validTime, { standard_name: 'time', ...EPOCH_SECONDS }),
  };
  for (const { name, values, attributes } of gridAxes(grid))
    documents[name] = axisDocument(name, values.length, 'float64', attributes);
  const mapping = projectionAttributes(grid);
  if (mapping !== null) documents[MAPPING_NAME] = scalarDocument('int32', 0, mapping);
  if (facts.nodes !== null) documents.motion = motionDocument(facts.nodes);
  if (facts.skill?.boxes) documents.lifetime = lifetimeDocument(facts.skill.boxes);
  return documents;
}

/** The document of the group. */
export function frameGroup(facts: FrameFacts, arrays: Record<string, ArrayDocument>): object {
  const { motion, grid, ...described } = facts.description;
  const { network, quantity, unit } = datasetOf(described.dataset);
  return zarrGroup(
    {
      format: RADAR_FORMAT.name,
      formatVersion: RADAR_FORMAT.version,
      ...described,
      network,
      quantity,
      unit,
      step: facts.step,
      grid,
      motion: motion && { ...motion, nodes: facts.nodes },
      skill: facts.skill,
    },
    arrays,
  );
}
