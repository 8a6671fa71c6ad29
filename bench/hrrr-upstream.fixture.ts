/**
 * The upstream of `ingest-hrrr.ts`, a process of its own: sub-hourly files of HRRR at their real size, 61 MB of wanted
 * messages each. Every message is the one real temperature field (packing 5.3, 1.9 million points) with another parameter,
 * time and reference value; a larger decimal scale brings it into the range of rates and flags. All of them compress
 * alike, which makes flags larger than real ones.
 *
 * Started with the path of the real file; sends `{ url, referenceTime, fileMegabytes }` to its parent when it listens.
 */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Octets of the message's sections that are written over, counted from the section's first. */
const PRODUCT = { category: 9, number: 10, unit: 17, time: 18, level: 22, levelScale: 23, levelValue: 24 };
const PACKING = { reference: 11, decimalScale: 17 };

type Row = readonly [
  name: string,
  level: 'surface' | '2 m above ground' | '10 m above ground',
  code: readonly [category: number, number: number],
  least: number,
  decimals: number,
];

const ROWS: readonly Row[] = [
  ['TMP', '2 m above ground', [0, 0], 230, 0],
  ['DPT', '2 m above ground', [0, 6], 230, 0],
  ['UGRD', '10 m above ground', [2, 2], -30, 0],
  ['VGRD', '10 m above ground', [2, 3], -30, 0],
  ['GUST', 'surface', [2, 22], 0, 0],
  ['PRATE', 'surface', [1, 7], 0, 4],
  ['CRAIN', 'surface', [1, 33], 0, 2],
  ['CSNOW', 'surface', [1, 36], 0, 2],
  ['CFRZR', 'surface', [1, 34], 0, 2],
  ['CICEP', 'surface', [1, 35], 0, 2],
  ['VIS', 'surface', [19, 0], 0, 0],
  ['HGT', 'surface', [3, 5], 0, 0],
];

const whole = readFileSync(process.argv[2]!);
const real = whole.subarray(0, Number(whole.readBigUInt64BE(8)));

function sectionAt(wanted: number): number {
  let at = 16;
  while (real[at + 4] !== wanted) at += real.readUInt32BE(at);
  return at;
}

const [identification, product, packing] = [sectionAt(1), sectionAt(4), sectionAt(5)];
const [year, month, day, hour] = [real.readUInt16BE(identification + 12), ...real.subarray(identification + 14)];
const referenceTime = Date.UTC(year!, month! - 1, day, hour) / 1000;
const run = new Date(referenceTime * 1000).toISOString().slice(0, 13).replace(/[-T]/g, '');

function messageOf([, level, [category, number], least, decimals]: Row, minutes: number): Buffer {
  const bytes = Buffer.from(real);
  bytes[product + PRODUCT.category] = category;
  bytes[product + PRODUCT.number] = number;
  bytes[product + PRODUCT.unit] = 0; // minutes
  bytes.writeUInt32BE(minutes, product + PRODUCT.time);
  bytes[product + PRODUCT.level] = level === 'surface' ? 1 : 103;
  bytes[product + PRODUCT.levelScale] = 0;
  bytes.writeUInt32BE(Number.parseInt(level, 10) || 0, product + PRODUCT.levelValue);
  bytes.writeUInt16BE(decimals, packing + PACKING.decimalScale);
  bytes.writeFloatBE(least * 10 ** decimals, packing + PACKING.reference);
  return bytes;
}

interface HrrrFile {
  readonly grib: Buffer;
  readonly index: string;
}

/** Of one forecast hour, the last that was asked for. */
let kept: { readonly hour: number; readonly file: HrrrFile } | null = null;

function fileOf(forecastHour: number): HrrrFile {
  if (kept?.hour === forecastHour) return kept.file;
  const quarters = [45, 30, 15, 0].map((before) => 60 * forecastHour - before);
  const rows = quarters.flatMap((minutes) => ROWS.map((row) => ({ row, minutes })));
  const lines = rows.map(
    ({ row: [name, level], minutes }, i) =>
      `${i + 1}:${i * real.length}:d=${run}:${name}:${level}:${minutes} min fcst:\n`,
  );
  const grib = Buffer.concat(rows.map(({ row, minutes }) => messageOf(row, minutes)));
  kept = { hour: forecastHour, file: { grib, index: lines.join('') } };
  return kept.file;
}

const server = createServer((request, response) => {
  const [, hourOfRun, forecastHour, isIndex] = /t(\d\d)z\.wrfsubhf(\d\d)\.grib2(\.idx)?$/.exec(request.url ?? '') ?? [];
  if (hourOfRun !== run.slice(8)) return void response.writeHead(404).end();
  if (request.method === 'HEAD') return void response.writeHead(200).end();
  const { grib, index } = fileOf(Number(forecastHour));
  if (isIndex) return void response.end(index);
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first ?? 0);
  const to = last ? Number(last) : grib.length - 1;
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${grib.length}`, 'content-length': to - from + 1 });
  response.end(grib.subarray(from, to + 1));
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const fileMegabytes = fileOf(1).grib.length / 1e6;
  process.send?.({ url: `http://127.0.0.1:${port}`, referenceTime, fileMegabytes });
});
process.once('disconnect', () => process.exit());
