/** From the stored group document of a frame back to what it states; nothing that disagrees gets through. */

import type { Grid } from '../../model/field.js';
import type { LeadCalibration, MotionSource, RadarDatasetId, RadarDescription } from '../../model/radar.js';
import { type DocumentReader, readDocument } from '../versions/json-document.js';
import { validTimeOf } from '../versions/timed-version.js';
import { metadataKey } from '../versions/version-keys.js';
import { readGrid } from '../zarr/grid-document.js';
import { checkArrays, checkGroup } from '../zarr/zarr-arrays.js';
import { type Boxes, type FrameFacts, frameDocuments, type Nodes, RADAR_FORMAT } from './radar-documents.js';
import { boxesFault, calibrationFault, frameGridFault, nodesFault } from './radar-layout.js';

const MOTION_SOURCES: readonly string[] = ['radar', 'earlier', 'model', 'none'] satisfies MotionSource[];

function readNodes(document: DocumentReader): Nodes {
  const nodes = {
    rows: document.count('rows'),
    columns: document.count('columns'),
    spacing: document.number('spacing'),
    origin: document.number('origin'),
  };
  const fault = nodesFault(nodes);
  if (fault !== null) throw document.fail(fault);
  return nodes;
}

function readBoxes(document: DocumentReader): Boxes {
  const boxes = {
    rows: document.count('rows'),
    columns: document.count('columns'),
    boxPixels: document.number('boxPixels'),
  };
  const fault = boxesFault(boxes);
  if (fault !== null) throw document.fail(fault);
  return boxes;
}

function readMotion(attributes: DocumentReader): Pick<FrameFacts, 'nodes'> & Pick<RadarDescription, 'motion'> {
  const document = attributes.objectOrNull('motion');
  if (document === null) return { motion: null, nodes: null };
  const source = document.text('source');
  if (!MOTION_SOURCES.includes(source)) throw document.fail(`motion.source "${source}" is one that is known`);
  const nodes = document.objectOrNull('nodes');
  return {
    motion: { source: source as MotionSource, frameTimes: document.numbers('frameTimes') },
    nodes: nodes && readNodes(nodes),
  };
}

/** Frames of before pairs were kept have none. */
function readCounts(bin: DocumentReader): Pick<LeadCalibration, 'counts'> {
  if (!Object.hasOwn(bin.fields, 'counts')) return {};
  const counts = bin.object('counts');
  return {
    counts: {
      pairs: counts.numbers('pairs'),
      forecast: counts.numbers('forecast'),
      observed: counts.numbers('observed'),
    },
  };
}

function readSkill(attributes: DocumentReader): FrameFacts['skill'] {
  const document = attributes.objectOrNull('skill');
  if (document === null) return null;
  const calibration = document.objects('calibration').map((bin) => ({
    leadMinutes: bin.number('leadMinutes'),
    raw: bin.numbers('raw'),
    observed: bin.numbers('observed'),
    samples: bin.number('samples'),
    ...readCounts(bin),
  }));
  const boxed = document.objectOrNull('boxes');
  const boxes = boxed && readBoxes(boxed);
  const fault = calibrationFault(calibration);
  if (fault !== null) throw document.fail(fault);
  return { calibration, boxes };
}

function readFacts(attributes: DocumentReader, dataset: RadarDatasetId, grid: Grid): FrameFacts {
  const { motion, nodes } = readMotion(attributes);
  const validTime = attributes.number('validTime');
  const version = attributes.text('version');
  if (!Number.isSafeInteger(validTime) || validTimeOf(version) !== validTime)
    throw attributes.fail(`version ${version} is named after its valid time`);
  const step = attributes.number('step');
  if (!(step > 0)) throw attributes.fail('step is over 0');
  const createdAt = attributes.number('createdAt');
  const simulated = attributes.flag('simulated');
  const description = { dataset, version, validTime, createdAt, simulated, grid, motion };
  return { description, step, nodes, skill: readSkill(attributes) };
}

/**
 * What the group document of a frame states, when everything in it agrees.
 *
 * @throws ObjectDefectError  a field is not what it must be, an array is laid out in another way than this format's, or
 *   the grid is larger than a frame may be
 */
export function readFrameGroup(dataset: RadarDatasetId, version: string, metadata: Uint8Array): FrameFacts {
  const group = readDocument(metadataKey(dataset, version), metadata);
  const attributes = group.object('attributes');
  checkGroup(attributes, RADAR_FORMAT, dataset, version);
  const grid = readGrid(attributes.object('grid'));
  const fault = frameGridFault(grid);
  if (fault !== null) throw attributes.fail(fault);
  const facts = readFacts(attributes, dataset, grid);
  checkArrays(group.object('consolidated_metadata').object('metadata'), frameDocuments(facts));
  return facts;
}
