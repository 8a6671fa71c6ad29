/**
 * The upstream of `ingest.ts`, a process of its own: whole GFS runs at any grid, made of a few steps that are encoded
 * once. Other steps get the same packed sections under their own headers, so that serving costs next to nothing; the
 * reference value of most fields is moved a little from step to step, or the cube would be periodic and compress too
 * well. Buckets of precipitation repeat every six hours, so what is taken apart stays consistent.
 *
 * The simulated fields are smooth below 700 km, and a cube of them is 19% of its packed integers where the real ones that
 * were measured are 39%; so values are roughened and moved from step to step, which makes it 30%: the rest are flags and
 * extremes that compress to nothing here as they do there.
 *
 * Sends `{ url, seconds, stepMegabytes }` to its parent when it listens.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createForecastModel } from '../simulator/forecast-error.js';
import { fieldValues } from '../simulator/gfs-fields.js';
import { type IndexEntry, indexText } from '../simulator/gfs-index.js';
import { GFS_MESSAGES, type GfsMessageRow } from '../simulator/gfs-messages-table.js';
import { createGfsRun, type GfsStep } from '../simulator/gfs-run.js';
import { type ForecastTime, frameMessage } from '../simulator/grib2-encoder/message.js';
import { packValues } from '../simulator/grib2-encoder/packing.js';
import { globalGrid, placesOfGrid } from '../simulator/places.js';
import { createWorld } from '../simulator/world.js';

/** Encoded steps: the analysis and two buckets of six hours. */
const ENCODED = 12;
/** Files kept whole in memory. */
const KEPT_FILES = 8;
/** Most that is added to a field from step to step, in units of its packing; fields that cannot be negative only grow. */
const MOVES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...Object.fromEntries(
    ['PRMSL', 'TMP', 'DPT', 'RH', 'TMAX', 'TMIN', 'PRES', 'UGRD', 'VGRD', 'TOZNE'].map((name) => [name, [-200, 200]]),
  ),
  GUST: [50, 300],
  VIS: [0, 100],
  CAPE: [0, 200],
  TCDC: [0, 50],
};

/** Largest departure from the smooth value, in the unit of the message. */
const ROUGHNESS: Readonly<Record<string, number>> = {
  PRMSL: 15,
  PRES: 15,
  TMP: 0.2,
  DPT: 0.3,
  RH: 2,
  TMAX: 0.2,
  TMIN: 0.2,
  UGRD: 0.2,
  VGRD: 0.2,
  GUST: 0.3,
  TOZNE: 1,
};
/** Fields that are often zero depart by a share of their value. */
const ROUGH_SHARE: Readonly<Record<string, number>> = { VIS: 0.1, CAPE: 0.2, TCDC: 0.1, PRATE: 0.2, APCP: 0.2 };

const begun = performance.now();
const grid = globalGrid(Number(process.argv[2]));
const places = placesOfGrid(grid);
const world = createWorld(5);
const rows: readonly GfsMessageRow[] = GFS_MESSAGES;
const anchor = Date.UTC(2026, 10, 20) / 1000;
const simulated = createGfsRun(world, createForecastModel(world), places, anchor, 2);
const encoded = Array.from({ length: ENCODED + 1 }, (_, hour) => encodeStep(simulated.step(hour)));

function encodeStep(step: GfsStep): (Uint8Array | null)[] {
  return rows.map(({ statistic, name, field, decimals, missing }, i) => {
    if (statistic !== null && step.bucket === null) return null;
    const values = roughen(fieldValues(field, step, places), name, step.hour * rows.length + i);
    return packValues(values, { decimalScale: decimals, ...(missing ? { missing } : {}) });
  });
}

function roughen(smooth: Float32Array, name: string, seed: number): Float32Array {
  const departure = ROUGHNESS[name] ?? 0;
  const share = ROUGH_SHARE[name] ?? 0;
  // totals keep theirs through the hours of a bucket, or it would shrink
  let state = name === 'APCP' ? 1 : seed + 1;
  return smooth.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0; // Knuth's linear congruence; its high bits are good
    const random = (state >> 8) / 2 ** 23;
    const rough = value + departure * random + share * value * random;
    return name === 'TCDC' ? Math.min(100, rough) : rough;
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
    const [least, most] = MOVES[row.name] ?? [0, 0];
    const shifted = moved(packed, least + ((hour * 7919 + i * 104_729) % (most - least + 1)));
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
