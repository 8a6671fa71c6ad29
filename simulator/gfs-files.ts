/**
 * Files of the simulated GFS: `gfs.tHHz.pgrb2.0p25.fFFF` of any run and step, and its index, made when asked for.
 *
 * Generation is lazy and bounded: a few runs keep their last steps (the next step builds on the one before), a few
 * finished files stay in memory because an index and the ranges of its file are asked for one after the other.
 */

import { createBoundedCache } from './bounded-cache.js';
import { createForecastModel, DEFAULT_BIAS } from './forecast-error.js';
import { fieldValues, STATIC_FIELDS } from './gfs-fields.js';
import { type IndexEntry, indexText } from './gfs-index.js';
import { GFS_MESSAGES, type GfsFieldId, type GfsMessageRow } from './gfs-messages-table.js';
import { createGfsRun, type GfsRun, type GfsStep } from './gfs-run.js';
import { type ForecastTime, frameMessage } from './grib2-encoder/message.js';
import { type PackedSections, packValues } from './grib2-encoder/packing.js';
import { globalGrid, placesOfGrid } from './places.js';
import type { World } from './world.js';

export interface GfsFile {
  /** The GRIB2 file, and its wgrib2 index. */
  readonly grib: Uint8Array;
  readonly index: string;
}

export interface GfsFiles {
  /** Contents of one step of a run; the same bytes whenever it is asked for. @throws RangeError for no such step */
  file(referenceTime: number, hour: number): GfsFile;
  /** True when the file is in memory. */
  has(referenceTime: number, hour: number): boolean;
  /** True while another file pushes none out of memory. */
  hasRoom(): boolean;
}

export interface GfsFilesOptions {
  readonly gridStepDegrees: number;
  readonly biasKelvin?: number;
}

/** Bytes of finished files, and of steps of each run, that are kept; at least one file and two steps whatever their size. */
const FILE_BYTES = 32e6;
const STEP_BYTES = 14e6;
const RUNS = 3;
/** Rows of the table by message. */
const MESSAGES: readonly (readonly GfsMessageRow[])[] = (GFS_MESSAGES as readonly GfsMessageRow[]).reduce(
  (messages: GfsMessageRow[][], row) => {
    if (row.joined) messages.at(-1)!.push(row);
    else messages.push([row]);
    return messages;
  },
  [],
);
export function createGfsFiles(world: World, options: GfsFilesOptions): GfsFiles {
  const grid = globalGrid(options.gridStepDegrees);
  const places = placesOfGrid(grid);
  const model = createForecastModel(world, options.biasKelvin ?? DEFAULT_BIAS);
  const runs = createBoundedCache<number, GfsRun>(RUNS, () => 1);
  const files = createBoundedCache<string, GfsFile>(FILE_BYTES, ({ grib }) => grib.length);
  let largest = 0;
  const packedStatics = new Map<GfsFieldId, PackedSections>();
  const pack = (row: GfsMessageRow, step: GfsStep) => {
    const known = packedStatics.get(row.field);
    if (known) return known;
    const choice = { decimalScale: row.decimals, ...(row.missing ? { missing: row.missing } : {}) };
    const packed = packValues(fieldValues(row.field, step, places), choice);
    if (STATIC_FIELDS.has(row.field)) packedStatics.set(row.field, packed);
    return packed;
  };
  const generate = (referenceTime: number, hour: number): GfsFile => {
    const run = runs.get(referenceTime, () => createGfsRun(world, model, places, referenceTime, STEP_BYTES));
    const step = run.step(hour);
    const messages: Uint8Array[] = [];
    const entries: IndexEntry[] = [];
    let offset = 0;
    for (const rows of MESSAGES) {
      const fields = rows.flatMap((row) => {
        const time = timeOf(row, step);
        return time === null ? [] : [{ row, parameter: identityOf(row), time, packed: pack(row, step) }];
      });
      if (fields.length === 0) continue;
      const message = frameMessage({ referenceTime, grid }, fields);
      messages.push(message);
      for (const { row, time } of fields) entries.push({ offset, name: row.name, level: row.level, time });
      offset += message.length;
    }
    return { grib: Buffer.concat(messages), index: indexText(referenceTime, entries) };
  };
  return {
    file(referenceTime, hour) {
      const file = files.get(keyOf(referenceTime, hour), () => generate(referenceTime, hour));
      largest = Math.max(largest, file.grib.length);
      return file;
    },
    has: (referenceTime, hour) => files.has(keyOf(referenceTime, hour)),
    hasRoom: () => files.bytes + largest <= FILE_BYTES,
  };
}

function keyOf(referenceTime: number, hour: number): string {
  return `${referenceTime}/${hour}`;
}

function identityOf({ code: [discipline, category, number], levelCode: [levelType, levelValue] }: GfsMessageRow) {
  return { discipline, category, number, levelType, levelValue };
}

/** When a message speaks of in this step; null when the step has no such message. */
function timeOf({ statistic }: GfsMessageRow, { hour, bucket }: GfsStep): ForecastTime | null {
  if (statistic === null) return { hour };
  if (bucket === null) return null;
  return { start: statistic.over === 'run' ? 0 : bucket.start, end: hour, process: statistic.process };
}
