/**
 * The simulated upstream: an HTTP server on 127.0.0.1 that speaks the paths and formats of the real feeds, from a world
 * with a known truth, and misbehaves when told to. The paths of the feeds do not collide, so it stands for all of them.
 *
 *   GET, HEAD  /gfs.YYYYMMDD/HH/atmos/gfs.tHHz.pgrb2.0p25.fFFF[.idx], and those of `feeds/`
 *   GET, HEAD  /terrarium/{zoom}/{x}/{y}.png   the ground
 *   GET, HEAD  /alerts/active and others       alerts, of `feeds/alerts.ts`, and the shapes of their zones
 *   GET, HEAD  /?list-type=2&prefix=…          buckets of radar, told by the prefix: `feeds/` mrms, rrqpe and nexrad
 *   GET, HEAD  /past/YYYY-MM-DD/…    forecasts and reports of past days, of `feeds/past-days.ts`
 *   GET        /_faults          faults in force
 *   POST       /_faults          one fault or an array of them (`faults.ts`), 204
 *   DELETE     /_faults          clears them, 204
 */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../src/base/clock.js';
import type { Box } from '../src/model/box.js';
import { type BoundedCache, createBoundedCache } from './bounded-cache.js';
import { createFaultQueue, type Fault, type FaultControl, type FaultQueue } from './faults.js';
import { createFeeds } from './feeds/feed-list.js';
import { createGfsFeed } from './feeds/gfs.js';
import { createPastDaysFeed } from './feeds/past-days.js';
import type { FeedFile, FoundFile, FrameFlaw, SimulatedFeed } from './feeds/simulated-feed.js';
import { createGfsFiles, type GfsFiles } from './gfs-files.js';
import { GFS_STEPS } from './gfs-run.js';
import { DEFAULT_RADAR_STEP } from './radar/radar-setting.js';
import type { PlantedStorm } from './storms.js';
import { DEFAULT_LATENCY, newestWholeRun } from './upstream-path.js';
import { type Answer, answerWith, httpDate, type Representation } from './upstream-response.js';
import { createWorld } from './world.js';

export interface SimulatorOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly seed: number;
  readonly gridStepDegrees: number;
  readonly clock: Clock;
  /** Temperature bias of the forecasts, K. Default 0.8. */
  readonly biasKelvin?: number;
  /** From a run's time to its first file. Default 3 h 40 min. */
  readonly latencySeconds?: number;
  readonly storms?: readonly PlantedStorm[];
  /** Between pixels of MRMS; those of the other radars and satellites in proportion. Default 0.05, the real one is 0.01. */
  readonly radarStepDegrees?: number;
  /** Cuts MRMS to whole pixels of a part of its domain, for tests on fine steps. Default: all of it. */
  readonly radarWindow?: Box;
  /** Make the files of the newest whole run before anybody asks, as far as the memory for files goes. Default false. */
  readonly ahead?: boolean;
}

export interface SimulatedUpstream {
  /** Base address without a slash at its end. */
  readonly url: string;
  readonly faults: FaultControl;
  close(): Promise<void>;
}

interface Site {
  readonly feeds: readonly SimulatedFeed[];
  /** Files of feeds that keep none themselves. */
  readonly kept: BoundedCache<string, FeedFile>;
  readonly faults: FaultQueue;
  readonly clock: Clock;
}

/** Bytes of finished files that are kept beside those of GFS, because an index and the ranges of its file follow each other. */
const KEPT_BYTES = 24e6;

const LARGEST_COMMAND = 65_536; // octets of a body sent to /_faults
const INDEX_SHIFT = 137;

export async function startSimulatedUpstream(options: SimulatorOptions): Promise<SimulatedUpstream> {
  const { seed, gridStepDegrees, clock, biasKelvin, storms = [], latencySeconds = DEFAULT_LATENCY } = options;
  const bias = biasKelvin === undefined ? {} : { biasKelvin };
  const files = createGfsFiles(createWorld(seed, { storms }), { gridStepDegrees, ...bias });
  const faults = createFaultQueue();
  const { radarStepDegrees = DEFAULT_RADAR_STEP, radarWindow = null } = options;
  const radar = { stepDegrees: radarStepDegrees, window: radarWindow, clock, faults };
  const feeds = [
    createGfsFeed(files, latencySeconds),
    createPastDaysFeed(() => createWorld(seed, { storms }), { clock, biasKelvin, latencySeconds }),
    ...createFeeds(seed, storms, gridStepDegrees, clock, radar),
  ];
  const kept = createBoundedCache<string, FeedFile>(KEPT_BYTES, ({ grib }) => grib.length, 2);
  const site: Site = { feeds, kept, faults, clock };
  const server = createServer((request, response) => {
    answer(site, request, response).catch((error: Error) => {
      if (response.headersSent) response.destroy(error);
      else send(response, textAnswer(500, `${error.message}\n`), false);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const stopAhead = options.ahead ? makeAhead(files, clock, latencySeconds) : () => undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: site.faults,
    close: () =>
      new Promise((resolve, reject) => {
        stopAhead();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** One file per turn of the loop, so that a request never waits for more than one; ends where memory for files ends. */
function makeAhead(files: GfsFiles, clock: Clock, latencySeconds: number): () => void {
  const run = newestWholeRun(clock.now(), latencySeconds);
  const hours = GFS_STEPS.values();
  let turn = setImmediate(function next() {
    const { value: hour } = hours.next();
    if (hour === undefined || !files.hasRoom()) return;
    files.file(run, hour);
    turn = setImmediate(next);
  });
  return () => clearImmediate(turn);
}

function textAnswer(status: number, text: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'Content-Type': 'text/plain', ...headers }, body: new TextEncoder().encode(text) };
}

function send(response: ServerResponse, { status, headers, body }: Answer, head: boolean): void {
  const length = status === 304 ? {} : { 'Content-Length': body.length };
  response.writeHead(status, { ...headers, ...length });
  response.end(head ? undefined : body);
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, query = ''] = (request.url ?? '/').split('?', 2) as [string, string?];
  // A bucket has but one path: what is listed is in the query.
  const named = path === '/' ? decodeURIComponent(request.url ?? '/') : path;
  const head = request.method === 'HEAD';
  if (path === '/_faults') return send(response, await controlFaults(site.faults, request), head);
  if (request.method !== 'GET' && !head)
    return send(response, textAnswer(405, 'GET or HEAD\n', { Allow: 'GET, HEAD' }), false);
  const file = existing(site, path, query);
  const fault = site.faults.take(named, file?.validTime);
  if (fault?.kind === 'no-answer') return;
  if (fault?.kind === 'status') return send(response, refusal(fault), head);
  if (file === null) return send(response, textAnswer(404, 'no such file, or not yet\n'), head);
  // Length and tag of an index would cost the whole run up to it: RFC 9110 9.3.2 lets HEAD leave them out.
  if (head && fault === null && file.isIndex && !isMade(site, file))
    return void response.writeHead(200, { 'Content-Type': 'text/plain', 'Last-Modified': httpDate(file.since) }).end();
  await file.prepare?.();
  const representation = representationOf(site, file, flawOf(fault));
  const served = fault?.kind === 'shifted-index' ? shiftIndex(representation) : representation;
  const proper = answerWith(served, request.headers, fault?.kind !== 'no-ranges');
  if (fault?.kind === 'reset') return breakHalfWay(response, proper);
  if (fault?.kind === 'drip' && !head) return drip(response, proper);
  send(response, fault ? spoil(proper, fault) : proper, head);
}

/** A file that is there by now, and since when, epoch seconds. */
interface ExistingFile extends FoundFile {
  readonly since: number;
}

function existing({ feeds, faults, clock }: Site, path: string, query: string): ExistingFile | null {
  const parameters = new URLSearchParams(query);
  for (const feed of feeds) {
    const file = feed.find(path, parameters);
    if (file === null) continue;
    const since = file.availableAt + faults.latenessOf(path, file.validTime);
    return clock.now() >= since ? { ...file, since } : null;
  }
  return null;
}

function isMade({ kept }: Site, file: FoundFile): boolean {
  return file.isKept?.() ?? kept.has(file.key);
}

function flawOf(fault: Fault | null): FrameFlaw | undefined {
  return fault?.kind === 'wrong-grid' || fault?.kind === 'all-missing' ? fault.kind : undefined;
}

function representationOf({ kept }: Site, file: ExistingFile, flaw?: FrameFlaw): Representation {
  const { key, isIndex, since, make, isKept, contentType = 'binary/octet-stream' } = file;
  const contents = isKept || flaw ? make(flaw) : kept.get(key, () => make());
  const tag = tagOf(contents);
  return isIndex
    ? { body: Buffer.from(contents.index ?? ''), etag: `"${tag}-idx"`, lastModified: since, contentType: 'text/plain' }
    : { body: contents.grib, etag: `"${tag}"`, lastModified: since, contentType };
}

const tags = new WeakMap<FeedFile, string>();

function tagOf(file: FeedFile): string {
  const known = tags.get(file);
  if (known !== undefined) return known;
  const tag = createHash('sha256').update(file.grib).digest('hex').slice(0, 32);
  tags.set(file, tag);
  return tag;
}

function refusal({ status = 503, retryAfterSeconds }: Fault): Answer {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds };
  return textAnswer(status, `simulated status ${status}\n`, headers);
}

function shiftIndex(representation: Representation): Representation {
  const lines = Buffer.from(representation.body).toString();
  const shifted = lines
    .replace(/^(\d+):([1-9]\d*):/gm, (_, n, offset) => `${n}:${Number(offset) + INDEX_SHIFT}:`)
    .replace(/"_offset": ([1-9]\d*)/g, (_, offset) => `"_offset": ${Number(offset) + INDEX_SHIFT}`);
  return { ...representation, body: Buffer.from(shifted), etag: `"shifted-${representation.etag.slice(1)}` };
}

function breakHalfWay(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy());
}

const DRIP_MILLISECONDS = 100;

function drip(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, ++sent));
    if (sent >= body.length) response.end();
  }, DRIP_MILLISECONDS);
  response.once('close', () => clearInterval(timer));
}

const HTML_PAGE = Buffer.from('<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head></html>\n');

function spoil(proper: Answer, { kind }: Fault): Answer {
  if (kind === 'truncated') return { ...proper, body: proper.body.subarray(0, proper.body.length >> 1) };
  if (kind === 'html') return { status: 200, headers: { 'Content-Type': 'text/html' }, body: HTML_PAGE };
  if (kind !== 'corrupt') return proper;
  // A copy by constructor: `slice` of a Buffer is a view, and the damage would stay in the file that is kept.
  const body = new Uint8Array(proper.body);
  return { ...proper, body: body.fill(0xff, 16, 32) };
}

async function controlFaults(faults: FaultQueue, request: IncomingMessage): Promise<Answer> {
  if (request.method === 'GET')
    return textAnswer(200, JSON.stringify(faults.list()), { 'Content-Type': 'application/json' });
  if (request.method === 'DELETE') faults.clear();
  else if (request.method === 'POST') {
    try {
      const command: unknown = JSON.parse(await readText(request));
      faults.add(...((Array.isArray(command) ? command : [command]) as Fault[]));
    } catch (error) {
      return textAnswer(400, `${(error as Error).message}\n`);
    }
  } else return textAnswer(405, 'GET, POST or DELETE\n', { Allow: 'GET, POST, DELETE' });
  return { status: 204, headers: {}, body: new Uint8Array(0) };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_COMMAND) throw new RangeError(`body is over ${LARGEST_COMMAND} octets`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
