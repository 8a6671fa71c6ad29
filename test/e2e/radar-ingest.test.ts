/** Radar on the built command line: killed in the middle of a poll, by files, in the service, and as doctor sees it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { formatInstant } from '../../src/model/time.js';
import { openDirectoryObjects } from '../../src/store/objects/directory-objects.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { COMMAND, run, serve } from './service.js';

interface Event {
  readonly event: string;
  readonly dataset?: string;
  readonly frame?: string;
  readonly requests?: number;
}

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-radar-'));
const data = join(directory, 'data');
let upstream: SimulatedUpstream;
let now = NOON;

function startUpstream(clock: Clock): Promise<SimulatedUpstream> {
  const radarWindow = { south: 30, north: 40, west: -105, east: -92 };
  return startSimulatedUpstream({ port: 0, seed: 5, gridStepDegrees: 30, clock, radarWindow });
}

beforeAll(async () => {
  upstream = await startUpstream({ now: () => now });
});
afterAll(async () => {
  await upstream.close();
  rmSync(directory, { recursive: true });
});

const settings = () => ({
  WEATHERGLASS_PROFILE: 'demo',
  WEATHERGLASS_DATA: data,
  WEATHERGLASS_MRMS_URL: upstream.url,
  WEATHERGLASS_FEEDS: 'mrms',
  WEATHERGLASS_NOW: formatInstant(now),
});

/** Polls until it ends, or kills it at the first event that `fatal` picks. */
function poll(fatal: (event: Event) => boolean): Promise<{ events: Event[]; code: number | null }> {
  const events: Event[] = [];
  const child: ChildProcess = spawn(process.execPath, [...COMMAND, 'ingest', 'mrms', '--json'], {
    env: { PATH: process.env.PATH, WEATHERGLASS_LOG_LEVEL: 'silent', ...settings() },
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const event = JSON.parse(line) as Event;
    events.push(event);
    if (fatal(event)) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ events, code })));
}

/** What readers get: the valid time of a frame that is whole; null where there is none. */
async function published(): Promise<number | null> {
  const objects = openDirectoryObjects(join(data, 'objects'));
  const frame = await createRadarShelf({ objects, clock: systemClock, log: silentLog }).newest('mrms-rate');
  objects.close();
  if (frame !== null) expect(frame.motion!.u.every(Number.isFinite)).toBe(true);
  return frame?.description.validTime ?? null;
}

test('killed anywhere in a poll: readers keep a whole frame, and the next poll completes', {
  timeout: 60_000,
}, async () => {
  const nth = (name: string, n: number) => {
    let met = 0;
    return ({ event }: Event) => event === name && ++met === n;
  };
  let last: number | null = null;
  for (const [moment, fatal] of [
    ['the frames of its motion are read', nth('read', 3)],
    ['it is out, what its motion was seen in is not', nth('frame', 1)],
    ['what accompanies it comes', ({ event, dataset }: Event) => event === 'read' && dataset === 'mrms-mesh'],
    ['never', () => false],
  ] as const) {
    const { code, events } = await poll(fatal);
    const after = await published();
    expect({ moment, code }).toEqual({ moment, code: moment === 'never' ? 0 : null });
    if (last !== null) expect(after, moment).toBeGreaterThanOrEqual(last);
    if (moment === 'never')
      expect(events.find(({ event }) => /^(published|nothing-new)$/.test(event))).toMatchObject({ refused: 0 });
    last = after;
    now += 120;
  }
  expect(last).toBeGreaterThan(NOON);
});

test('doctor tells the newest frame, its age, and what was not taken', async () => {
  const line = async () => (await run(settings(), 'doctor')).stdout.match(/^.* mrms .*$/m)![0];
  expect(await line()).toMatch(/^ok +mrms +frame 2026-11-20T12:0\d:\d\dZ, \d min old; polled 2 min ago$/);
  now += 15 * 60;
  upstream.faults.add({ kind: 'corrupt', path: 'PrecipRate.*grib2', count: null });
  expect((await run(settings(), 'ingest', 'mrms')).stderr).toMatch(/gzip is whole/);
  upstream.faults.clear();
  expect(await line()).toMatch(/^note +mrms +frame .*, which is late; .*last file not taken just now: malformed MRMS/);
  const before = await run({ ...settings(), WEATHERGLASS_NOW: '2026-11-19T12:00:00Z' }, 'doctor');
  expect(before.stdout).toMatch(/^wrong +mrms +frame 2026-11-20T12:0\d:\d\dZ, which is ahead of the clock; polled/m);
});

test('files by hand: whole ones are published, broken ones are named', async () => {
  const stamp = (time: number) => formatInstant(time).replaceAll(/[-:Z]/g, '').replace('T', '-');
  const listed = await fetch(`${upstream.url}/?list-type=2&prefix=CONUS/PrecipRate_00.00/20261120/`);
  const keys = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!);
  const taken = keys.filter((key) => key.slice(-24, -9) <= stamp(now)).slice(-8);
  const paths: string[] = [];
  for (const key of taken) {
    const bytes = new Uint8Array(await (await fetch(`${upstream.url}/${key}`)).arrayBuffer());
    paths.push(join(directory, key.split('/').at(-1)!));
    writeFileSync(paths.at(-1)!, bytes);
  }
  const broken = join(directory, 'MRMS_PrecipRate_00.00_20261120-000000.grib2.gz');
  writeFileSync(broken, 'nothing of the kind');
  const { code, stdout, stderr } = await run(
    { ...settings(), WEATHERGLASS_DATA: join(directory, 'files') },
    ...['ingest', 'mrms', '--from', broken, ...paths],
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(`${broken} is not taken: `);
  expect(stdout).toMatch(/^MRMS: mrms-rate of 2026-11-20T12:08:00Z, motion: none$/m);
  expect(stdout).toMatch(/^MRMS: 8 of 9 files taken$/m);
  const none = await run(settings(), 'ingest', 'mrms', '--from', join(directory, 'files'));
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('holds no frame of radar')]);
});

test('the service polls each feed of radar on its own', { timeout: 60_000 }, async () => {
  const outside = await startUpstream(systemClock);
  const own = {
    WEATHERGLASS_PROFILE: 'live',
    WEATHERGLASS_DATA: join(directory, 'served'),
    WEATHERGLASS_FEEDS: 'mrms,dwd-rv',
    WEATHERGLASS_MRMS_URL: outside.url,
    WEATHERGLASS_DWD_RADAR_URL: outside.url,
  };
  const service = await serve(own);
  try {
    const objects = openDirectoryObjects(join(own.WEATHERGLASS_DATA, 'objects'));
    const shelf = createRadarShelf({ objects, clock: { now: () => 0 }, log: silentLog });
    for (const dataset of ['mrms-rate', 'dwd-rate'] as const)
      while ((await shelf.newest(dataset)) === null) await new Promise((resolve) => setTimeout(resolve, 100));
    objects.close();
  } finally {
    expect(await service.stop()).toBe(0);
    await outside.close();
  }
});
