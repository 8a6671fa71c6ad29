/**
 * The archive of forecasts on the built command line: what a command and a running service archive, and what stops neither
 * of them.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Settings, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-forecast-archive-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Monday, 12:04 UTC: 6 in the morning at Chicago and 7 in New York have begun. */
const settingsOf = (now = '2026-11-16T12:04:30Z'): Settings => ({
  WEATHERGLASS_DATA: join(directory, 'data'),
  WEATHERGLASS_DEMO_GRID: '30',
  WEATHERGLASS_FEEDS: 'gfs',
  WEATHERGLASS_LOG_LEVEL: 'silent',
  WEATHERGLASS_NOW: now,
});

beforeAll(async () => {
  expect((await run(settingsOf(), 'ingest', 'gfs')).code).toBe(0);
}, 120_000);

interface Issue {
  readonly issue_time: string;
  readonly stations: readonly {
    readonly id: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly first_day: string | null;
    readonly hourly: Readonly<Record<string, readonly (number | null)[]>>;
  }[];
}

async function issuesOf(day: string, ...args: string[]): Promise<Issue[]> {
  const { stdout } = await run(settingsOf(), 'inspect', 'forecast-archive', day, '--json', ...args);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('the command archives what a query of the same minute answers, once an hour', { timeout: 60_000 }, async () => {
  expect((await run(settingsOf(), 'archive')).stdout).toMatch(
    /^forecasts of 308 stations archived, \d+ of them with days$/m,
  );
  const again = await run(settingsOf('2026-11-16T12:59:59Z'), 'archive');
  expect(again.code).toBe(0);
  expect(again.stdout.trim().split('\n').at(-1)).toBe('no forecasts are archived: this hour has an issue already');
  const [issue, ...more] = await issuesOf('2026-11-16', '--station', 'KORD', 'EDDF');
  expect(more).toEqual([]);
  expect(issue!.issue_time).toBe('2026-11-16T12:04:00Z');
  const [chicago, frankfurt] = issue!.stations;
  expect([chicago!.first_day, frankfurt!.first_day]).toEqual(['2026-11-16', null]);
  const { latitude, longitude } = chicago!;
  const query = await run(
    settingsOf(),
    'query',
    'forecast',
    '--hours',
    '24',
    '--',
    String(latitude),
    String(longitude),
  );
  const answer = JSON.parse(query.stdout);
  for (const [n, record] of answer.hourly.slice(0, 24).entries())
    expect(Math.abs(chicago!.hourly.temperature![n]! - 273.15 - record.temperature), record.time).toBeLessThan(0.056);
});

test('the same command keeps the days that are over everywhere, which answer at sea', async () => {
  expect((await run(settingsOf(), 'archive')).code).toBe(0);
  const overview = await run(settingsOf(), 'inspect', 'daily-analysis');
  expect(overview.stdout).toMatch(/^daily-weather +GFS +2026-11-14 +2026-11-15 +simulated$/m);
  const days = await run(settingsOf(), 'inspect', 'daily-analysis', '--at', '-30,-25', '--json');
  const records = days.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ date }) => date)).toEqual(['2026-11-14', '2026-11-15']);
  expect(records[1].temperature_min).toBeGreaterThan(270);
  expect(records[1].temperature_max).toBeGreaterThanOrEqual(records[1].temperature_min);
  expect(records[1].air_quality_index).toBeNull();
  const doctor = await run(settingsOf(), 'doctor', '--offline');
  expect(doctor.stdout).toMatch(/^ok +daily analysis +to 2026-11-15$/m);
});

test('0 days archive no forecasts', async () => {
  const { code, stdout } = await run({ ...settingsOf(), WEATHERGLASS_NOWCAST_ARCHIVE_DAYS: '0' }, 'archive');
  expect(code).toBe(0);
  expect(stdout.trim().split('\n').at(-1)).toBe(
    'no forecasts are archived: archiving is switched off (WEATHERGLASS_NOWCAST_ARCHIVE_DAYS)',
  );
});

test('an archive that cannot be written is a failure that says why, and days are analysed all the same', async () => {
  const objects = join(directory, 'data', 'objects', 'forecast-archive');
  rmSync(join(directory, 'data', 'objects', 'daily-weather'), { recursive: true });
  mkdirSync(objects, { recursive: true });
  writeFileSync(join(objects, '2026-11-17'), 'in the way');
  const { code, stderr } = await run(settingsOf('2026-11-17T00:00:00Z'), 'archive');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^weatherglass: .*forecast-archive\/2026-11-17/);
  const overview = await run(settingsOf(), 'inspect', 'daily-analysis');
  expect(overview.stdout).toMatch(/^daily-weather +GFS +2026-11-14 +2026-11-15 +simulated$/m);
});

test('a running service archives by itself, and doctor tells the age', { timeout: 60_000 }, async () => {
  const settings = settingsOf('2026-11-16T13:00:05Z');
  const service = await serve({ ...settings, PORT: '0' });
  try {
    let issues: Issue[] = [];
    for (let look = 0; look < 60 && issues.length < 2; look++) {
      await wait(500);
      issues = await issuesOf('2026-11-16');
    }
    expect(issues.map((issue) => issue.issue_time)).toEqual(['2026-11-16T12:04:00Z', '2026-11-16T13:00:00Z']);
    const doctor = await run(settings, 'doctor', '--offline');
    expect(doctor.stdout).toMatch(
      /^ok +forecast archive +newest issue 2026-11-16T13:00:00Z, just now, 308 of 308 stations/m,
    );
  } finally {
    expect(await service.stop()).toBe(0);
  }
});
