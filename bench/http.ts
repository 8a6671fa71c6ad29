/**
 * `/v1/forecast`, hourly 384 × 8 variables, over loopback; and `/v1/nowcast` with all its variables.
 *
 * Repeated requests are answered from the cache; varied ones are parsed, validated, computed, printed and kept. Beside
 * them in the same run: a bare node:http server that reads the body and sends the same bytes, and one that prints them
 * anew each time. Server here, load in a child process; rounds are interleaved and the best of each counts, so that what
 * else the machine does weighs on all alike.
 *
 * Three services: one with the product of the tests' fixture, its columns made once, so what shows is the cost of HTTP and
 * of printing; and two with the real forecast on cubes in memory, of GFS alone and of all sources at a place in the United
 * States, which is what an answer costs all in all. The key check, the
 * limiter and the metrics are the real ones. CPU is that of the whole process, compression on other threads included.
 */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { writeForecastAnswer } from '../src/http/columnar-json.js';
import type { ForecastProduct } from '../src/http/endpoints/forecast-endpoint.js';
import { madeUpAnswer } from '../src/http/server.fixture.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { ForecastRequest } from '../src/products/forecast/request.js';
import { createNowcastProduct } from '../src/products/nowcast/nowcast.js';
import { createMemoryShelf } from '../test/memory-cube.js';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../test/memory-radar.js';
import { allLayers, cube, NOW } from './forecast-cube.fixture.js';
import type { LoadOrder } from './http-load.fixture.js';
import { better, type Figures, headersFor, load, startBare, startSubject } from './http-service.fixture.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const SECONDS = 1.5;
const CONNECTIONS = 16;

const REQUEST = {
  location: { latitude: 52.52, longitude: 13.405 },
  hourly: {
    hours: 384,
    variables: [
      'temperature',
      'apparent_temperature',
      'humidity',
      'pressure',
      'wind_speed',
      'wind_gust',
      'precipitation',
      'condition',
    ],
  },
} satisfies ForecastRequest;
const BODY = JSON.stringify(REQUEST);
const VARIED = BODY.replace('52.52', '52.@');
/** A place that all sources but those of Europe cover. */
const COVERED = BODY.replace('52.52', '39.@').replace('13.405', '-98.58');

/** The columns are made once, so that a computed answer costs what HTTP costs, and no made-up weather. */
function readyProduct(): ForecastProduct {
  const answer = madeUpAnswer(REQUEST);
  return {
    stateKey: async () => 'bench',
    answer: async ({ location }) => ({ ...answer, location: { ...answer.location, ...location } }),
  };
}

function cpuOf(run: () => void): number {
  const times = 300;
  for (let i = 0; i < times; i++) run();
  let least = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < 5; batch++) {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000 / times);
  }
  return least;
}

const answer = madeUpAnswer(REQUEST);
const bytes = writeForecastAnswer(answer);
const subject = await startSubject(readyProduct());
const whole = await startSubject(
  createForecastProduct({ shelf: createMemoryShelf(cube), clock: fixedClock(NOW), log: silentLog }),
);
const layered = await startSubject(createForecastProduct({ shelf: allLayers, clock: fixedClock(NOW), log: silentLog }));
/** Showers over the covered place, going north-east. */
const frame = radarFrame({
  dataset: 'mrms-rate',
  validTime: Math.floor(NOW / 60) * 60 - 120,
  grid: { ...SMALL_RADAR_GRID, firstLongitude: -99.5, columns: 400, rows: 400, firstLatitude: 41 },
  rate: (row, column) => (Math.hypot((row % 60) - 30, (column % 80) - 40) < 15 ? 4 : 0),
  motion: uniformMotion(400, 400, 0.6, -0.3),
});
const nowcasting = await startSubject(
  readyProduct(),
  createNowcastProduct({
    shelf: allLayers,
    radar: memoryRadarShelf([frame]),
    networks: ['mrms'],
    clock: fixedClock(NOW),
    log: silentLog,
  }),
);
const bare = await startBare(() => bytes);
const barePrinting = await startBare(() => writeForecastAnswer(answer));
const asked = headersFor(subject);

const CASES: Record<string, Omit<LoadOrder, 'connections' | 'seconds'>> = {
  'bare node:http': { port: bare.port, headers: asked, body: BODY },
  'bare, printing': { port: barePrinting.port, headers: asked, body: BODY },
  repeated: { port: subject.port, headers: asked, body: BODY },
  'repeated, brotli': { port: subject.port, headers: [...asked, 'accept-encoding: br'], body: BODY },
  varied: { port: subject.port, headers: asked, body: VARIED },
  'varied, forecast': { port: whole.port, headers: headersFor(whole), body: VARIED },
  'varied, all layers': { port: layered.port, headers: headersFor(layered), body: COVERED },
  'varied, nowcast': {
    port: nowcasting.port,
    path: '/v1/nowcast',
    headers: headersFor(nowcasting),
    body: '{"location":{"latitude":39.@,"longitude":-98.58}}',
  },
  'varied, brotli': { port: subject.port, headers: [...asked, 'accept-encoding: br'], body: VARIED },
};

const best: Record<string, Figures> = {};
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, order] of Object.entries(CASES)) {
    const found = await load({ ...order, connections: CONNECTIONS, seconds: SECONDS });
    if (round > 0) best[name] = better(best[name], found); // the first round warms up
  }

const reference = best['bare node:http']!;
console.log(`body ${bytes.length} bytes, ${CONNECTIONS} connections, best of ${ROUNDS} rounds of ${SECONDS} s\n`);
console.log('                        req/s  of bare   CPU ms/req   p50 ms   p99 ms   bytes/answer');
for (const [name, { rate, cpu, p50, p99, bytes: size }] of Object.entries(best))
  console.log(
    name.padEnd(20) +
      rate.toFixed(0).padStart(9) +
      (rate / reference.rate).toFixed(2).padStart(9) +
      cpu.toFixed(3).padStart(13) +
      p50.toFixed(2).padStart(9) +
      p99.toFixed(2).padStart(9) +
      size.toFixed(0).padStart(15),
  );
const rows = () =>
  answer.hourly!.labels.map((time, i) =>
    Object.fromEntries([
      ['time', time],
      ...answer.hourly!.columns.map((column) => [
        column.name,
        column.kind === 'text' ? column.values[i] : column.scaled[i]! / 10 ** column.decimals,
      ]),
    ]),
  );
console.log(`\nprinting the answer: ${cpuOf(() => writeForecastAnswer(answer)).toFixed(3)} ms from columns, `);
console.log(
  `                     ${cpuOf(() => Buffer.from(JSON.stringify({ ...answer, hourly: rows() }))).toFixed(3)} ms as rows and JSON.stringify`,
);
console.log(`peak memory of all servers in one process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
await subject.close();
await whole.close();
await layered.close();
await nowcasting.close();
bare.close();
barePrinting.close();
