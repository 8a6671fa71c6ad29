/** Sweeps of single radars on the built command line: wrong use, killed while one is published, files, and doctor. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { formatInstant } from '../../src/model/time.js';
import { openDirectoryObjects } from '../../src/store/objects/directory-objects.js';
import { readScan } from '../../src/store/scans/scan-reader.js';
import { createScanShelf } from '../../src/store/scans/scan-shelf.js';
import { COMMAND, run } from './service.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-scan-'));
let upstream: SimulatedUpstream;
let now = NOON;

beforeAll(async () => {
  upstream = await startSimulatedUpstream({ port: 0, seed: 5, gridStepDegrees: 30, clock: { now: () => now } });
});
afterAll(async () => {
  await upstream.close();
  rmSync(directory, { recursive: true });
});

const settings = (data = 'data') => ({
  WEATHERGLASS_PROFILE: 'demo',
  WEATHERGLASS_DATA: join(directory, data),
  WEATHERGLASS_NEXRAD_URL: upstream.url,
  WEATHERGLASS_LOG_LEVEL: 'silent',
  WEATHERGLASS_FEEDS: 'mrms',
  WEATHERGLASS_NOW: formatInstant(now),
});

/** Fetches KTLX; killed as soon as it says that a sweep was read, and so somewhere while it is published. */
function fetchAndKill(): Promise<number | null> {
  const child = spawn(process.execPath, [...COMMAND, 'ingest', 'nexrad', 'KTLX', '--json'], {
    env: { PATH: process.env.PATH, ...settings() },
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if ((JSON.parse(line) as { event: string }).event === 'read') child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', resolve));
}

/** Valid time of what readers get, read whole; null where there is nothing. */
async function published(): Promise<number | null> {
  const objects = openDirectoryObjects(join(directory, 'data', 'objects'));
  try {
    const newest = await createScanShelf({ objects, clock: systemClock, log: silentLog }).newest('KTLX');
    return newest && (await readScan(objects, 'KTLX', newest.version)).validTime;
  } finally {
    objects.close();
  }
}

test('killed while a sweep is published: readers have one that is whole or none, and the next fetch completes', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 2; round++) {
    const before = await published();
    expect(await fetchAndKill()).toBeNull();
    const after = await published();
    expect(after === null || after >= (before ?? 0)).toBe(true);
    expect((await run(settings(), 'ingest', 'nexrad', 'KTLX')).code).toBe(0);
    expect(await published()).toBeGreaterThan(before ?? NOON - 300 - 30);
    now += 300;
  }
});

test('several radars: one that fails does not keep the others from their turn', async () => {
  upstream.faults.add({ kind: 'truncated', path: '^/INX_N0B', count: null });
  const { code, stdout, stderr } = await run(settings(), 'ingest', 'nexrad', 'KINX', 'KVNX');
  upstream.faults.clear();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^NEXRAD KVNX: sweep 20261120T1[12]\d{4}Z published$/m);
  expect(stdout).toMatch(/^NEXRAD KINX: INX_N0B_\S+ is not taken: /m);
  expect(stderr).toMatch(/^weatherglass: NEXRAD: .*INX_N0B/m);
});

test('wrong use says what is right', async () => {
  const unknown = await run(settings(), 'ingest', 'nexrad', 'KLIX');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('No radar of NEXRAD')]);
  const none = await run(settings(), 'ingest', 'nexrad');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('give radars, e.g. KTLX, or --from FILE')]);
});

test('a file by hand is published for its radar, and doctor tells of it', async () => {
  const listed = await fetch(`${upstream.url}/?list-type=2&prefix=ABR_N0B_2026_11_20`);
  const key = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].at(-1)![1]!;
  const path = join(directory, key);
  writeFileSync(path, new Uint8Array(await (await fetch(`${upstream.url}/${key}`)).arrayBuffer()));
  const { code, stdout } = await run(settings('files'), 'ingest', 'nexrad', '--from', path);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^NEXRAD KABR: sweep 20261120T\d{6}Z of ABR_N0B_\S+ stored$/m),
  ]);
  const doctor = await run(settings('files'), 'doctor');
  expect(doctor.stdout).toMatch(/^ok +nexrad +1 radar looked at of late; newest KABR, \d min old$/m);
});
