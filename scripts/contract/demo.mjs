/** The demo as a process: a fixed clock, a free port on loopback, and a feed for each product and map layer. */

import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './command.mjs';
import { writeStationFiles } from './stations.mjs';

/** The time of the examples in the document. */
export const NOW = '2026-11-20T10:37:12Z';
/** All products and layers are served from the first line; the models of the second come while the fuzzing runs. */
const FEEDS =
  'gfs,hrrr,aqm,gefs-aerosol,terrain,metar,mrms,dwd-rv,rrqpe,firms,hms-smoke,nws-alerts,alert-zones,' +
  'ecmwf-ifs,icon-eu,nbm,gefs,gefs-extended,hrrr-extended,hrrr-subhourly';
const START_SECONDS = 60;
const READY_SECONDS = 600;
const MAIN = 'dist/src/cli/main.js';

export async function startDemo(data) {
  const env = {
    ...process.env,
    PORT: '0',
    WEATHERGLASS_DATA: data,
    WEATHERGLASS_NOW: NOW,
    WEATHERGLASS_FEEDS: FEEDS,
    WEATHERGLASS_LOG_LEVEL: 'warn',
  };
  await writeStationFiles(`${data}-stations`, NOW);
  await run(process.execPath, [MAIN, 'ingest', 'ghcn-daily', '--from', `${data}-stations`], { env });
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-20_000);
  });
  const fail = (what) => {
    throw new Error(`the demo ${what}; the end of its log:\n${log}`);
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const url = await Promise.race([
      addressIn(child.stdout),
      ended.then(() => fail('ended before it listened')),
      wait(START_SECONDS * 1000, undefined, { ref: false }).then(() =>
        fail(`does not listen after ${START_SECONDS} s`),
      ),
    ]);
    const made = await run(process.execPath, [MAIN, 'keys', 'create', '--plan', 'business', '--json'], { env });
    const { key } = JSON.parse(made);
    return { url, key, now: NOW, stop, ready: () => untilReady(url, key) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Keeps reading after the address: a service whose output nobody reads would stop. */
function addressIn(stdout) {
  let text = '';
  return new Promise((resolve) => {
    stdout.on('data', (chunk) => {
      text += chunk;
      const url = /listening on (http:\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
  });
}

/** Resolves when every product is ready and every map layer has something to show. */
async function untilReady(url, key) {
  const get = async (path) => (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).json();
  const end = Date.now() + READY_SECONDS * 1000;
  for (;;) {
    const { products } = await get('/readyz');
    const { layers } = await get('/v1/map-tiles');
    const missing = [
      ...products.filter(({ state }) => state !== 'ready').map(({ product, state }) => `${product} is ${state}`),
      ...layers.filter(({ state }) => state !== 'ready').map(({ id, state }) => `layer ${id} is ${state}`),
    ];
    if (missing.length === 0) return;
    if (Date.now() > end) throw new Error(`the demo is not ready after ${READY_SECONDS} s: ${missing.join(', ')}`);
    await wait(1000);
  }
}
