/**
 * The record of issued nowcasts on the built command line: what polls of radar archive, what becomes of them when they are
 * killed, and that nothing of it holds up a frame.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlantedStorm } from '../../simulator/storms.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { formatInstant } from '../../src/model/time.js';
import { readArchive } from '../../src/store/archive/archived-issues.js';
import { NOWCAST_ARCHIVE } from '../../src/store/archive/nowcast-archive.js';
import { openDirectoryObjects } from '../../src/store/objects/directory-objects.js';
import { COMMAND, run, type Settings } from './service.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-archive-'));
/** Over Oklahoma City at noon, moving on to Tulsa. */
const SHOWER: PlantedStorm = {
  latitude: 35.39,
  longitude: -97.6,
  at: NOON,
  lifeSeconds: 6 * 3600,
  speed: 12,
  bearing: 60,
  radius: 25_000,
  rate: 20,
};
let upstream: SimulatedUpstream;
const now = NOON;

beforeAll(async () => {
  upstream = await startSimulatedUpstream({
    port: 0,
    seed: 5,
    gridStepDegrees: 30,
    clock: { now: () => now },
    radarWindow: { south: 32, north: 39, west: -102, east: -93 },
    storms: [SHOWER],
  });
});
afterAll(async () => {
  await upstream.close();
  rmSync(directory, { recursive: true });
});

const settingsOf = (name: string, more: Settings = {}): Settings => ({
  WEATHERGLASS_PROFILE: 'demo',
  WEATHERGLASS_DATA: join(directory, name),
  WEATHERGLASS_MRMS_URL: upstream.url,
  WEATHERGLASS_FEEDS: 'mrms',
  WEATHERGLASS_LOG_LEVEL: 'silent',
  WEATHERGLASS_NOW: formatInstant(now),
  ...more,
});

interface Issue {
  readonly issue_time: string;
  readonly simulated: boolean;
  readonly stations: readonly {
    readonly id: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly network: string | null;
    readonly precipitation_rate: readonly (number | null)[];
    readonly precipitation_probability: readonly (number | null)[];
    readonly source: readonly (string | null)[];
  }[];
}

async function archived(settings: Settings): Promise<Issue[]> {
  const { stdout } = await run(settings, 'inspect', 'nowcast-archive', '--json');
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Of each archived issue its time and the stations, without a process of its own. */
async function stationsOfIssues(settings: Settings) {
  const objects = openDirectoryObjects(join(settings.WEATHERGLASS_DATA!, 'objects'));
  const issues: [time: string, stations: string[]][] = [];
  const fail = (defect: Error) => {
    throw defect;
  };
  for await (const { issueTime, stations } of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', fail))
    issues.push([formatInstant(issueTime), stations.map(({ id }) => id)]);
  objects.close();
  return issues;
}

test('a poll archives what is answered from its frame, once', { timeout: 60_000 }, async () => {
  const settings = settingsOf('data');
  const ingest = () => run(settings, 'ingest', 'mrms');
  expect((await ingest()).stdout).toMatch(/^MRMS: archived \d+ nowcasts$/m);
  expect((await ingest()).stdout).not.toContain('archived');
  const [issue, ...more] = await archived(settings);
  expect(more).toEqual([]);
  expect(issue).toMatchObject({ issue_time: '2026-11-20T12:00:00Z', simulated: true });
  const seen = issue!.stations.filter(({ network }) => network === 'mrms');
  expect(seen.length).toBeGreaterThan(3);
  const { latitude, longitude, ...said } = seen.find(({ id }) => id === 'KOKC')!;
  expect(said.precipitation_rate[0]).toBeGreaterThan(1);
  const answer = JSON.parse(
    (await run(settings, 'query', 'nowcast', '--json', '--', String(latitude), String(longitude))).stdout,
  );
  expect(answer).toMatchObject({ status: 'active', start: issue!.issue_time });
  for (const [i, lead] of [0, 5, 15, 30, 60, 90, 115].entries()) {
    const minute = answer.minutes[lead];
    expect(said.source[i]).toBe(minute.source);
    expect(Math.abs(said.precipitation_rate[i]! - minute.precipitation_rate)).toBeLessThan(0.00501);
    expect(Math.abs(100 * said.precipitation_probability[i]! - minute.precipitation_probability)).toBeLessThan(0.501);
  }
});

test('killed once the frame is out, before it is archived: the next poll archives it', async () => {
  const settings = settingsOf('killed');
  const child = spawn(process.execPath, [...COMMAND, 'ingest', 'mrms', '--json'], {
    env: { PATH: process.env.PATH, ...settings },
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (JSON.parse(line).event === 'published') child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(await stationsOfIssues(settings)).toEqual([]);
  const { code, stdout } = await run(settings, 'ingest', 'mrms');
  expect(code).toBe(0);
  expect(stdout).toContain('nothing newer');
  expect((await stationsOfIssues(settings)).map(([time]) => time)).toEqual(['2026-11-20T12:00:00Z']);
});

test('0 days archive nothing; then only stations in the region', async () => {
  const settings = settingsOf('region', { WEATHERGLASS_REGION: '34,-99,37,-95' });
  const none = await run({ ...settings, WEATHERGLASS_NOWCAST_ARCHIVE_DAYS: '0' }, 'ingest', 'mrms');
  expect([none.code, none.stdout.includes('archived')]).toEqual([0, false]);
  expect((await run(settings, 'ingest', 'mrms')).stdout).toContain('MRMS: archived 2 nowcasts');
  expect(await stationsOfIssues(settings)).toEqual([['2026-11-20T12:00:00Z', ['KOKC', 'KTUL']]]);
});

test('an archive that cannot be written is told of, and the poll goes well', async () => {
  const settings = settingsOf('full', { WEATHERGLASS_LOG_LEVEL: 'warn' });
  mkdirSync(join(directory, 'full', 'objects'), { recursive: true });
  writeFileSync(join(directory, 'full', 'objects', 'nowcast-archive'), 'in the way');
  const { code, stdout, stderr } = await run(settings, 'ingest', 'mrms');
  expect(code).toBe(0);
  expect(stdout).toMatch(/MRMS: frame of [^\n]*\nMRMS: nowcasts are not archived: /);
  expect(stderr).toContain('nowcasts of this frame are not archived');
});
