/** `weatherglass verify accuracy --minutes`, on a data directory with nowcasts of two stations. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { verifyAccuracy } from '../src/cli/verify/verify-accuracy.js';
import { ISSUE_LEADS, type NowcastIssue } from '../src/model/nowcast-issue.js';
import { writeIssue } from '../src/store/archive/issue-writer.js';
import { NOWCAST_ARCHIVE } from '../src/store/archive/nowcast-archive.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-minutes-'));
afterEach(() => {
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Forecasts 2 mm/h at both stations; it rains at the first. */
function issueAt(issueTime: number): NowcastIssue {
  const stations = [
    { id: 'KDEN', latitude: 39.847, longitude: -104.656 },
    { id: 'KOKC', latitude: 35.389, longitude: -97.601 },
  ];
  const rates = stations.flatMap((_, station) => ISSUE_LEADS.map((lead) => (lead === 0 ? 2 - 2 * station : 2)));
  return {
    ...{ issueTime, stations, leads: ISSUE_LEADS, rates: Float32Array.from(rates) },
    probabilities: new Float32Array(rates.length).fill(0.5),
    confidence: new Float32Array(rates.length).fill(0.5),
    sources: new Uint8Array(rates.length).fill(1),
    networks: ['mrms', 'mrms'],
    validTimes: [issueTime - 180, issueTime - 180],
    simulated: true,
  };
}

test('--minutes pools the minutes of all stations and prints amounts in mm/h', async () => {
  const objects = openDirectoryObjects(join(directory, 'objects'));
  for (let minute = 0; minute <= 40; minute += 2)
    await writeIssue(objects, NOWCAST_ARCHIVE, issueAt(NOON + 60 * minute));
  objects.close();
  vi.stubEnv('WEATHERGLASS_NOW', '2026-11-21T23:00:00Z');
  vi.stubEnv('WEATHERGLASS_PROFILE', 'demo');
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const report = async (...args: string[]) => {
    written.length = 0;
    await verifyAccuracy().parseAsync(['--data', directory, '--days', '2', '--minutes', ...args], { from: 'user' });
    return written.join('');
  };
  const { minutely, hourly } = JSON.parse(await report('--json'));
  expect(hourly).toEqual([]);
  expect(minutely.map(({ lead_minutes: lead }: { lead_minutes: number }) => lead)).toEqual([5, 15, 30]);
  // T − 30 has an issue within two minutes from T = 28 min on: seven observations at each station
  expect(minutely[2].precipitation.occurrence).toMatchObject({ hits: 7, false_alarms: 7, misses: 0, samples: 14 });
  expect(minutely[2].precipitation.amount).toMatchObject({ mean_absolute_error: 1, bias: 1 });
  expect(await report()).toContain('Amount where it was forecast or observed wet, mm/h, by lead in minutes\n');
});
