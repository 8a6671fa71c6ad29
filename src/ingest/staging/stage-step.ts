/** From the messages of one step to its staged slice: read headers, select, decode, crop, pack, write. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { type GribField, readEachField } from '../../decode/grib2/field.js';
import type { Box } from '../../model/box.js';
import type { DatasetId } from '../../model/dataset.js';
import type { Grid } from '../../model/field.js';
import { feedOf } from '../../sources/feeds.js';
import type { ModelFeed } from '../../sources/model-feed.js';
import { makeElements } from './element-making.js';
import { type AcceptedGrid, gridFault } from './known-grid.js';
import { cropStatic, packLayer } from './layer-packing.js';
import { type Crop, cropTo } from './region-crop.js';
import { writeSlice } from './slice-file.js';
import { isTotal, partCount, partRange, type SliceContent, slicePackingOf, valueOffset } from './slice-format.js';
import { type StepSelection, type StepTimes, selectFields } from './step-selection.js';

export interface StageTask {
  /** Whose table says what makes which element. A name, since tasks go to other threads and a feed holds functions. */
  readonly feed: DatasetId;
  /** Whole GRIB2 messages. */
  readonly messages: readonly Uint8Array[];
  /** Where they came from, for errors. */
  readonly origin: string;
  readonly times: StepTimes;
  /** False for files given by hand: they may hold any part of a step. */
  readonly strict: boolean;
  readonly region: Box | null;
  readonly simulated: boolean;
  readonly accepted: AcceptedGrid;
  /** Whether to keep the fields that do not change with time, where they are. */
  readonly statics: boolean;
  /** The slice file to write. */
  readonly path: string;
}

export interface StagedStep {
  /** The grid of the whole step, where only the operator's acceptance lets it in; else null. */
  readonly acceptedGrid: Grid | null;
  readonly absent: readonly string[];
  /** Reasons why damaged fields beside readable ones of their message are not read, at most five. */
  readonly damaged: readonly string[];
  readonly bytesWritten: number;
  /** Seconds of work. */
  readonly decode: number;
  readonly pack: number;
  readonly write: number;
}

/**
 * @param feed  the one that the task names; tests bring their own
 * @throws UpstreamError "framing"  the messages are not what was asked for, or damaged; "grid"  they stand on another grid
 * @throws ConfigError  the region lies outside the grid
 */
export async function stageStep(task: StageTask, feed: ModelFeed = feedOf('model', task.feed)): Promise<StagedStep> {
  try {
    return await decodeAndStage(feed, task);
  } catch (error) {
    throw namingOrigin(error, task.origin);
  }
}

/** What a decoder says of bytes, with where they came from. */
export function namingOrigin(error: unknown, origin: string): unknown {
  if (!isTagged(error, 'malformed') && !isTagged(error, 'grib-unsupported')) return error;
  return new UpstreamError('framing', origin, error.message, { cause: error });
}

async function decodeAndStage(feed: ModelFeed, task: StageTask): Promise<StagedStep> {
  const watch = createStopwatch();
  const { fields, damaged } = headersOf(task.messages, task.origin);
  const selection = selectFields(feed, fields, { ...task, damaged });
  const fault = gridFault(feed, selection.grid, task);
  if (fault !== null) throw new UpstreamError('grid', task.origin, fault);
  const crop = cropTo(selection.grid, task.region);
  const content = describe(task, selection, crop);
  const body = allocate(content);
  packElements(selection, crop, content, body, watch);
  copyStatics(selection, crop, content, body);
  const written = performance.now();
  const bytesWritten = await writeSlice(task.path, content, body);
  const write = (performance.now() - written) / 1000;
  const isKnown = gridFault(feed, selection.grid, { ...task, accepted: null }) === null;
  const acceptedGrid = isKnown ? null : selection.grid;
  return { ...watch.seconds, absent: content.absent, damaged, acceptedGrid, bytesWritten, write };
}

function packElements(
  { elements, grid }: StepSelection,
  crop: Crop,
  content: SliceContent,
  body: Uint8Array<ArrayBuffer>,
  watch: Stopwatch,
): void {
  const layers = new Int16Array(body.buffer, 0, crop.grid.rows * crop.grid.columns * content.layers.length);
  const made = makeElements(elements, grid);
  for (let next = watch.time('decode', () => made.next()); !next.done; next = watch.time('decode', () => made.next())) {
    const { layer, values, factor } = next.value;
    const { request } = elements[layer]!;
    const packing = slicePackingOf(request.id);
    const input = { values, crop, packing, wraps: isTotal(request.id), grid, request, factor };
    watch.time('pack', () => packLayer(input, layers, (row) => valueOffset(content, layer, row)));
  }
}

/** Reasons that a step keeps; the first ones tell what is wrong. */
const MOST_DAMAGE_TOLD = 5;

interface Headers {
  readonly fields: readonly GribField[];
  /** Reasons why damaged fields beside readable ones of their message are not read. */
  readonly damaged: readonly string[];
}

/** Headers of all fields; those of templates that are not read belong to something else and are passed over. */
export function readHeaders(messages: readonly Uint8Array[], origin: string): readonly GribField[] {
  return headersOf(messages, origin).fields;
}

/** @throws UpstreamError "framing"  no field of a message is readable, and one is damaged */
function headersOf(messages: readonly Uint8Array[], origin: string): Headers {
  const readings = messages.map((message) => headersOfMessage(message, origin));
  return {
    fields: readings.flatMap(({ fields }) => fields),
    damaged: readings.flatMap(({ damaged }) => damaged).slice(0, MOST_DAMAGE_TOLD),
  };
}

function headersOfMessage(message: Uint8Array, origin: string): Headers {
  try {
    const readings = readEachField(message);
    const fields = readings.flatMap(({ field }) => (field === null ? [] : [field]));
    const damage = readings.flatMap(({ refusal }) => (isTagged(refusal, 'malformed') ? [refusal] : []));
    if (fields.length === 0 && damage.length > 0) throw damage[0]!;
    return { fields, damaged: damage.map((error) => error.message) };
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return { fields: [], damaged: [] };
    throw namingOrigin(error, origin);
  }
}

function describe(task: StageTask, selection: StepSelection, crop: Crop): SliceContent {
  const layers = selection.elements.map(({ request, field: { time } }) => {
    const { interval } = time;
    return { element: request.id, interval: interval ? { start: interval.start, process: interval.process } : null };
  });
  return {
    simulated: task.simulated,
    region: task.region,
    ...task.times,
    grid: crop.grid,
    layers,
    statics: selection.statics.map(({ request }) => request.id),
    absent: selection.absent,
  };
}

function allocate(content: SliceContent): Uint8Array<ArrayBuffer> {
  const last = partRange(content, partCount(content) - 1);
  return new Uint8Array(last.offset + last.length);
}

function copyStatics(selection: StepSelection, crop: Crop, content: SliceContent, body: Uint8Array): void {
  const first = partCount(content) - content.statics.length;
  selection.statics.forEach(({ request, way, field }, i) => {
    const { grid, values } = field.decode();
    const cropped = cropStatic({ values, grid, crop, request, factor: way.factor });
    body.set(new Uint8Array(cropped.buffer), partRange(content, first + i).offset);
  });
}

type Stopwatch = ReturnType<typeof createStopwatch>;

function createStopwatch() {
  const seconds = { decode: 0, pack: 0 };
  return {
    seconds,
    time<T>(stage: keyof typeof seconds, work: () => T): T {
      const begun = performance.now();
      const result = work();
      seconds[stage] += (performance.now() - begun) / 1000;
      return result;
    },
  };
}
