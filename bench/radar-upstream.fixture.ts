/**
 * The upstream of `radar-ingest.ts`, a process of its own: rates of MRMS on the whole grid of 7000 × 3500, in the folders
 * of its bucket. The 36 real frames where they are at hand, else those of the simulated upstream.
 *
 * Sends `{ url, frames, from }` to its parent when it listens: the valid times, epoch seconds, and where they are from. With
 * an argument, epoch seconds, they show that time and after.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startSimulatedUpstream } from '../simulator/upstream.js';

const SHARED = resolve(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data');
const FOLDER = join(SHARED, 'radar', 'mrms-preciprate-20190610');
const NAME = /^PrecipRate_00\.00_(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})\.grib2$/;
/** Of the simulated frames, in steps of two minutes. */
const FIRST = Date.UTC(2026, 10, 20, 11, 26) / 1000;
const FRAMES = 16;
const CADENCE = 120;

export interface RadarUpstream {
  readonly url: string;
  readonly frames: readonly number[];
  readonly from: string;
}

/** Octets 13 to 19 of section 1, which follows the 16 octets of section 0: year in two, month, day, hour, minute, second. */
function redated(message: Buffer, time: number): Buffer {
  const date = new Date(time * 1000);
  message.writeUInt16BE(date.getUTCFullYear(), 28);
  message.set([date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()], 30);
  message[34] = date.getUTCSeconds();
  return message;
}

function timeOf(name: string): number | null {
  const [year, month, day, hour, minute, second] = NAME.exec(name)?.slice(1).map(Number) ?? [];
  return year === undefined ? null : Date.UTC(year, month! - 1, day, hour, minute, second) / 1000;
}

function serveRealFrames(from: number | null): void {
  const objects = new Map<string, Buffer>();
  const frames: number[] = [];
  let later: number | null = null;
  for (const name of readdirSync(FOLDER).sort()) {
    const seen = timeOf(name);
    if (seen === null) continue;
    later ??= from === null ? 0 : from - seen;
    const time = seen + later;
    frames.push(time);
    const [date, clock] = new Date(time * 1000)
      .toISOString()
      .replaceAll(/[-:]|\.000Z/g, '')
      .split('T');
    const key = `CONUS/PrecipRate_00.00/${date}/MRMS_PrecipRate_00.00_${date}-${clock}.grib2.gz`;
    objects.set(key, gzipSync(redated(readFileSync(join(FOLDER, name)), time)));
  }
  const keys = [...objects.keys()].map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const listing = `<ListBucketResult><IsTruncated>false</IsTruncated>${keys}</ListBucketResult>`;
  const server = createServer((request, response) => {
    const bytes = objects.get(request.url!.slice(1));
    if (request.url!.startsWith('/?')) response.end(listing);
    else if (bytes === undefined) response.writeHead(404).end();
    else response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}`, frames, from: 'real frames of 2019-06-10' });
  });
}

async function serveSimulatedFrames(first: number): Promise<void> {
  const clock = { now: () => first + (FRAMES + 1) * CADENCE };
  const options = { port: 0, seed: 5, gridStepDegrees: 30, radarStepDegrees: 0.01 };
  const { url } = await startSimulatedUpstream({ ...options, clock });
  const frames = Array.from({ length: FRAMES }, (_, n) => first + n * CADENCE);
  process.send?.({ url, frames, from: 'simulated frames' });
}

const from = process.argv[2] === undefined ? null : Number(process.argv[2]);
if (existsSync(FOLDER)) serveRealFrames(from);
else await serveSimulatedFrames(from ?? FIRST);
process.once('disconnect', () => process.exit());
