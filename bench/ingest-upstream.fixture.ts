/**
 * The upstream of `ingest.ts`, a process of its own: whole GFS runs at any grid, made of a few steps that are encoded
 * once. Other steps get the same packed sections under their own headers, so that serving costs next to nothing; the
 * reference value of most fields is moved a little from step to step, or the cube would be periodic and compress too
 * well. Buckets of precipitation repeat every six hours, so what is taken apart stays consistent.
 *
 * Sends `{ url, seconds, stepMegabytes }` to its parent when it listens.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createForecastModel } from '../src/simulator/forecast-error.js';
import { fieldValues } from '../src/simulator/gfs-fields.js';
import { type IndexEntry, indexText } from '../src/simulator/gfs-index.js';
import { GFS_MESSAGES, type GfsMessageRow } from '../src/simulator/gfs-messages-table.js';
import { createGfsRun, type GfsStep } from '../src/simulator/gfs-run.js';
import { type ForecastTime, frameMessage } from '../src/simulator/grib2-encoder/message.js';
import { packValues } from '../src/simulator/grib2-encoder/packing.js';
import { globalGrid, placesOfGrid } from '../src/simulator/places.js';
import { createWorld } from '../src/simulator/world.js';

/** Encoded steps: the analysis and two buckets of six hours. */
const ENCODED = 12;
/** Files kept whole in memory. */
const KEPT_FILES = 8;
/** Fields that a constant may be added to without leaving what weather reaches. */
const MOVABLE = /^(PRMSL|TMP|DPT|RH|TMAX|TMIN|PRES|UGRD|VGRD|TOZNE)$/;

const begun = performance.now();
const grid = globalGrid(Number(process.argv[2]));
const places = placesOfGrid(grid);
const world = createWorld(5);
const rows: readonly GfsMessageRow[] = GFS_MESSAGES;
const anchor = Date.UTC(2026, 10, 20) / 1000;
const simulated = createGfsRun(world, createForecastModel(world), places, anchor, 2);
const encoded = Array.from({ length: ENCODED + 1 }, (_, hour) => encodeStep(simulated.step(hour)));

function encodeStep(step: GfsStep): (Uint8Array | null)[] {
  return rows.map(({ statistic, field, decimals, missing }) => {
    if (statistic !== null && step.bucket === null) return null;
    return packValues(fieldValues(field, step, places), { decimalScale: decimals, ...(missing ? { missing } : {}) });
  });
}

/** The encoded step that stands for an hour: same place in its bucket. */
function standIn(hour: number): number {
  return hour === 0 ? 0 : ((hour - 1) % ENCODED) + 1;
}

/** Octets 12 to 15 of section 5 are the reference value R, a float32 in units of 10^−D. */
function moved(packed: Uint8Array, by: number): Uint8Array {
  const copy = new Uint8Array(packed);
  const view = new DataView(copy.buffer);
  view.setFloat32(11, view.getFloat32(11) + by);
  return copy;
}

function timeOf({ statistic }: GfsMessageRow, hour: number): ForecastTime {
  if (statistic === null) return { hour };
  const start = statistic.over === 'run' ? 0 : 6 * Math.floor((hour - 1) / 6);
  return { start, end: hour, process: statistic.process };
}

interface GfsFile {
  readonly grib: Buffer;
  readonly index: string;
}

const files = new Map<string, GfsFile>();

function fileOf(referenceTime: number, hour: number): GfsFile {
  const key = `${referenceTime} ${hour}`;
  const known = files.get(key);
  if (known) return known;
  const entries: IndexEntry[] = [];
  const messages: Uint8Array[] = [];
  let offset = 0;
  const sections = encoded[standIn(hour)]!;
  rows.forEach((row, i) => {
    const packed = sections[i];
    if (!packed) return;
    const [discipline, category, number] = row.code;
    const [levelType, levelValue] = row.levelCode;
    const parameter = { discipline, category, number, levelType, levelValue };
    const time = timeOf(row, hour);
    const shifted = MOVABLE.test(row.name) ? moved(packed, ((hour * 7919 + i * 104_729) % 41) - 20) : packed;
    const message = frameMessage({ referenceTime, grid }, [{ parameter, time, packed: shifted }]);
    messages.push(message);
    entries.push({ offset, name: row.name, level: row.level, time });
    offset += message.length;
  });
  const file = { grib: Buffer.concat(messages), index: indexText(referenceTime, entries) };
  files.set(key, file);
  for (const oldest of files.keys()) if (files.size > KEPT_FILES) files.delete(oldest);
  return file;
}

const PATH = /^\/gfs\.(\d{4})(\d{2})(\d{2})\/(\d{2})\/atmos\/gfs\.t\d{2}z\.pgrb2\.0p25\.f(\d{3})(\.idx)?$/;

const server = createServer((request, response) => {
  const match = PATH.exec(request.url ?? '');
  if (match === null) return void response.writeHead(404).end();
  const [year, month, day, hour, step] = match.slice(1, 6).map(Number) as [number, number, number, number, number];
  if (request.method === 'HEAD') return void response.writeHead(200).end();
  const file = fileOf(Date.UTC(year, month - 1, day, hour) / 1000, step);
  if (match[6]) return void response.end(file.index);
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first ?? 0);
  const to = last ? Number(last) : file.grib.length - 1;
  response.writeHead(206, {
    'content-range': `bytes ${from}-${to}/${file.grib.length}`,
    'content-length': to - from + 1,
  });
  response.end(file.grib.subarray(from, to + 1));
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const seconds = (performance.now() - begun) / 1000;
  const stepMegabytes = fileOf(anchor, ENCODED).grib.length / 1e6;
  process.send?.({ url: `http://127.0.0.1:${port}`, seconds, stepMegabytes });
});
process.once('disconnect', () => process.exit());
