/**
 * The command line is killed (SIGKILL) in the middle of an ingest, ten times at different moments. After each kill the
 * published run opens and reads, and what was staged before is not downloaded again; at the end the ingest completes.
 * The ledger is kept by this process over the socket of the data directory, as a server keeps it for its ingests.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { type Administration, startAdministration } from '../../src/http/administration/administration.js';
import { formatInstant, HOUR } from '../../src/model/time.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { openDirectoryObjects } from '../../src/store/objects/directory-objects.js';
import { createMemoryRecords } from '../memory-records.js';

interface Event {
  readonly event: string;
  readonly run?: string;
  readonly lead?: number;
  readonly done?: number;
  readonly how?: 'staged' | 'reused';
}

const RUN_A = Date.UTC(2026, 10, 20, 6) / 1000;
const RUN_B = RUN_A + 6 * HOUR;
const data = mkdtempSync(join(tmpdir(), 'weatherglass-kill-'));
const records = createMemoryRecords();
let upstream: SimulatedUpstream;
let administration: Administration;
let now = RUN_A + 5.5 * HOUR;

beforeAll(async () => {
  upstream = await startSimulatedUpstream({ port: 0, seed: 3, gridStepDegrees: 45, clock: { now: () => now } });
  const issue = () => Promise.reject(new Error('an ingest makes no keys'));
  administration = await startAdministration({
    records,
    dataDirectory: data,
    issue,
    forget: () => undefined,
    log: silentLog,
  });
});
afterAll(async () => {
  await upstream.close();
  await administration.close();
  rmSync(data, { recursive: true });
});

/** Runs the ingest until it ends, or kills it at the first event that `fatal` picks. */
function ingest(fatal: (event: Event) => boolean): Promise<{ events: Event[]; code: number | null; errors: string }> {
  const events: Event[] = [];
  let errors = '';
  const child: ChildProcess = spawn(
    process.execPath,
    ['dist/src/cli/main.js', 'ingest', 'gfs', '--json', '--data', data],
    {
      env: {
        PATH: process.env.PATH,
        WEATHERGLASS_PROFILE: 'demo',
        WEATHERGLASS_GFS_URL: upstream.url,
        WEATHERGLASS_NOW: formatInstant(now),
        WEATHERGLASS_LOG_LEVEL: 'error',
      },
    },
  );
  child.stderr!.on('data', (text) => {
    errors += text;
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const event = JSON.parse(line) as Event;
    events.push(event);
    if (fatal(event)) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ events, code, errors })));
}

async function expectPublished(run: number): Promise<void> {
  const objects = openDirectoryObjects(join(data, 'objects'));
  const cube = (await createCubeShelf({ objects, clock: systemClock, log: silentLog }).open('gfs'))!;
  expect(cube.description.referenceTime).toBe(run);
  const { elements, times } = cube.description;
  const [cell] = await cube.readCells([{ y: 2, x: 3 }]);
  const row = elements.indexOf('temperature') * times.length;
  expect(cell!.subarray(row, row + times.length)).not.toContain(-32768);
  cube.release();
  objects.close();
}

const at = (name: string, done: number) => (event: Event) => event.event === name && event.done === done;
const MOMENTS: readonly (readonly [string, (event: Event) => boolean])[] = [
  ['as the run begins', ({ event }) => event === 'run'],
  ['after its first step', at('step', 1)],
  ['after 30 steps', at('step', 30)],
  ['after 90 steps', at('step', 90)],
  ['after 150 steps', at('step', 150)],
  ['after 208 steps', at('step', 208)],
  ['after the last step', at('step', 209)],
  ['in the past', at('past', 20)],
  ['at the end of the past', at('past', 49)],
  ['with the only shard written, before publication', at('shard', 1)],
];

test('ten kills lose nothing that was published and nothing that was staged', { timeout: 120_000 }, async () => {
  expect(await ingest(() => false)).toMatchObject({ code: 0, errors: '' });
  await expectPublished(RUN_A);
  now = RUN_B + 5.5 * HOUR;
  const staged = new Set<string>();
  for (const [moment, fatal] of [...MOMENTS, ['never', () => false] as const]) {
    const { events, code, errors } = await ingest(fatal);
    for (const { event, run, lead, how } of events) {
      if (event !== 'step' && event !== 'past') continue;
      const name = `${run} ${lead}`;
      if (how === 'staged') expect(staged.has(name), `${name} again, killed ${moment}`).toBe(false);
      staged.add(name);
    }
    expect({ moment, code, errors }).toEqual({ moment, code: moment === 'never' ? 0 : null, errors: '' });
    // the kill can come just after the pointer was replaced: then the new run is whole
    const published = moment === 'never' ? RUN_B : RUN_A;
    if (!moment.includes('shard')) await expectPublished(published);
  }
  await expectPublished(RUN_B);
  const attempts = await records.ledger.recent('gfs', 99);
  const last = new Map(attempts.map((attempt) => [attempt.startedAt, attempt.status]));
  expect([...last.values()]).not.toContain('running');
  expect([...staged].filter((name) => name.startsWith('2026112012'))).toHaveLength(209);
});
