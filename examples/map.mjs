/**
 * A map in the browser: every layer of `GET /v1/map-tiles`, its frames as an animation, its legend.
 *
 *   WEATHERGLASS_KEY=wg_… node examples/map.mjs [http://127.0.0.1:8080] [port]
 *
 * A key does not belong in a browser, so the page asks this process, which adds the key and passes on tiles and the list of
 * layers, and nothing else. It listens on loopback only. MapLibre GL is taken from the `node_modules` of this project.
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const [URL_OF_SERVICE = 'http://127.0.0.1:8080', PORT = '8081'] = process.argv.slice(2);
const KEY = process.env.WEATHERGLASS_KEY;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const MAPLIBRE = fileURLToPath(new URL('../node_modules/maplibre-gl/dist', import.meta.url));
const TYPES = { '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript', '.css': 'text/css' };
/** Of the answer of the service, what the browser's cache works by. */
const PASSED_ON = ['content-type', 'cache-control', 'etag', 'last-modified', 'retry-after', 'x-service-tile-cache'];

async function sendFile(response, path) {
  const { size } = await stat(path);
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': size,
  });
  await pipeline(createReadStream(path), response);
}

async function passOn(request, response) {
  const headers = { authorization: `Bearer ${KEY}` };
  const held = request.headers['if-none-match'];
  if (held !== undefined) headers['if-none-match'] = held;
  const answer = await fetch(URL_OF_SERVICE + request.url, { headers });
  const passed = PASSED_ON.filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]);
  response.writeHead(answer.status, Object.fromEntries(passed));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://map');
  const library = /^\/maplibre\/([\w-]+\.(?:mjs|css))$/.exec(pathname)?.[1];
  if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
  else if (/^\/v1\/map-tiles(\/|$)/.test(pathname)) await passOn(request, response);
  else if (library !== undefined) await sendFile(response, join(MAPLIBRE, library));
  else if (pathname === '/' || pathname === '/map.js')
    await sendFile(response, join(HERE, pathname === '/' ? 'map.html' : 'map-page.mjs'));
  else response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
}

if (!KEY) {
  process.stderr.write('Put an API key into WEATHERGLASS_KEY: npm start prints one.\n');
  process.exit(1);
}
const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: { detail: error.message } }));
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`a map of ${URL_OF_SERVICE} is at http://127.0.0.1:${server.address().port}\n`);
});
