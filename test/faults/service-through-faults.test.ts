/**
 * The whole path, upstream to answer, while the upstream misbehaves: requests go on being answered from the last whole
 * run, `stale` says how things are, and when the upstream is well again the next ingest changes the answer.
 */

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../simulator/faults.js';
import { silentLog } from '../../src/base/log.js';
import { postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { HOUR } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { watchPointers } from '../../src/store/versions/pointer-watch.js';
import { type IngestBench, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

async function serverOn({ objects, clock }: IngestBench): Promise<FastifyInstance> {
  const reading = { objects, clock, log: silentLog };
  const shelf = createCubeShelf({ ...reading, pointers: watchPointers({ ...reading, seconds: 0 }) });
  const forecast = createForecastProduct({ shelf, clock, log: silentLog });
  const readiness = async () => [await forecast.status()];
  return (await startTestServer({ clock, products: { forecast }, readiness })).app;
}

interface Answer {
  readonly updated_at: string;
  readonly stale: boolean;
  readonly hourly: readonly { readonly temperature: number | null }[];
  readonly warnings: readonly { readonly code: string }[];
}

/** The runs of this bench are nine hours long, so the answer that is watched is about hours that have passed. */
const PAST = { hours: 1, past_hours: 12, variables: ['temperature'] };

async function ask(
  server: FastifyInstance,
): Promise<{ answer: Answer; retryAfter: string | undefined; ready: number }> {
  const response = await postForecast(server, { location: { latitude: 48.2, longitude: 16.4 }, hourly: PAST });
  expect(response.statusCode, response.body).toBe(200);
  const { statusCode } = await server.inject({ method: 'GET', url: '/readyz' });
  const retryAfter = response.headers['retry-after'];
  return {
    answer: response.json(),
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
    ready: statusCode,
  };
}

const STEP = 'gfs.20261120/12/.*f00[0-9]';
const ALL = { count: null } as const;
const FAULTS: Record<string, Fault> = {
  'answers that never come': { kind: 'no-answer', path: `${STEP}$`, ...ALL },
  'connections reset': { kind: 'reset', path: `${STEP}$`, ...ALL },
  '404 everywhere': { kind: 'status', path: STEP, status: 404, ...ALL },
  '503 everywhere': { kind: 'status', path: STEP, status: 503, ...ALL },
  'bodies cut short': { kind: 'truncated', path: `${STEP}$`, ...ALL },
  'octets overwritten': { kind: 'corrupt', path: `${STEP}$`, ...ALL },
  'a run that never arrives': { kind: 'late', path: 'gfs.20261120/12/', seconds: null, ...ALL },
};

test.each(Object.entries(FAULTS))(
  '%s: the last whole run answers, grows stale, and is replaced when all is well',
  async (_, fault) => {
    const one = bench.restore();
    const server = await serverOn(one);
    one.setTime(soonAfter(RUN_B));
    const before = await ask(server);
    expect(before).toMatchObject({ answer: { stale: false }, retryAfter: undefined, ready: 200 });
    expect(before.answer.hourly[0]!.temperature).not.toBeNull();

    one.upstream.faults.add(fault);
    await one.ingest().catch((error: Error) => expect(error.message).not.toBe(''));
    expect((await ask(server)).answer).toEqual(before.answer);

    one.setTime(RUN_A + 14 * HOUR + 120);
    const late = await ask(server);
    expect(late).toMatchObject({ answer: { stale: true, updated_at: before.answer.updated_at }, retryAfter: '60' });
    expect(late.answer.warnings.map(({ code }) => code)).toContain('stale_data');

    one.upstream.faults.clear();
    expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
    const after = await ask(server);
    expect(after).toMatchObject({ answer: { stale: false }, retryAfter: undefined, ready: 200 });
    expect(after.answer.updated_at > before.answer.updated_at).toBe(true);
    await server.close();
  },
);
