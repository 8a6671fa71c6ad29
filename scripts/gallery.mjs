/**
 * `npm run build && node scripts/gallery.mjs`: docs/gallery.md and its pictures, from the simulated world on one summer
 * evening. The service is started as anybody starts it, tiles are asked for over HTTP, and laid on the ground of the simulated
 * world. The first picture of a layer shows all that it covers; the others go where it has most colours.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { groundAt } from '../dist/simulator/terrain.js';
import { latitudeOfPixel, longitudeOfPixel, pixelX, pixelY } from '../dist/src/grid/web-mercator.js';

const NOW = '2026-07-20T21:00:00Z';
/** Tiles along the sides of a picture. */
const SIDE = 2;
const PIXELS = 256 * SIDE;
/** Of sea and land: quiet, so that layers are what one sees. */
const GROUND = [
  [0xd9, 0xe4, 0xee],
  [0xf7, 0xf6, 0xf2],
];
/** Where the layers of North America, of single radars and of the world begin; the deeper ones are found. */
const ZOOMS = { regional: [3, 5, 7], site: [6, 8, 10], global: [1, 3, 5] };
const OVER_AMERICA = { x: 1, y: 2 };

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-gallery-'));
const environment = {
  PATH: process.env.PATH,
  WEATHERGLASS_DATA: directory,
  WEATHERGLASS_NOW: NOW,
  WEATHERGLASS_DEMO_GRID: '2',
};
const service = spawn(process.execPath, ['dist/src/cli/main.js', 'serve'], {
  env: { ...environment, PORT: '0' },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const ended = new Promise((resolve) => service.once('close', resolve));

function started() {
  let output = '';
  return new Promise((resolve, reject) => {
    service.stdout.on('data', (chunk) => {
      output += chunk;
      const [url, key] = [/listening on (http:\S+)/.exec(output)?.[1], /wg_\w+_[\w-]+/.exec(output)?.[0]];
      if (url && key) resolve({ url, key });
    });
    void ended.then((code) => reject(new Error(`the service ended with ${code}`)));
  });
}

const { url, key } = await started();
const ask = (path) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } });

async function layersWhenReady() {
  for (;;) {
    const { layers } = await (await ask('/v1/map-tiles')).json();
    if (layers.every(({ state }) => state !== 'unavailable')) return layers;
    await wait(1000);
  }
}

/** A tile's colours: red, green, blue, opacity by pixel. Our own tiles have palettes, rows without filter and one IDAT. */
function pixelsOf(png) {
  const chunks = new Map();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [depth, rows, colours] = [chunks.get('IHDR')[8], inflateSync(chunks.get('IDAT')), chunks.get('PLTE')];
  const opacities = chunks.get('tRNS') ?? [];
  const rowBytes = 32 * depth + 1;
  return Array.from({ length: 65_536 }, (_, pixel) => {
    const bit = (pixel & 255) * depth;
    const byte = rows[(pixel >> 8) * rowBytes + 1 + (bit >> 3)];
    const index = (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    return [...colours.subarray(3 * index, 3 * index + 3), opacities[index] ?? 255];
  });
}

async function tileAt(layer, { z, x, y }) {
  const query = layer.sites ? `?site=${SITE}` : '';
  const response = await ask(`/v1/map-tiles/${layer.id}/${z}/${x % 2 ** z}/${y}${query}`);
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return pixelsOf(Buffer.from(await response.arrayBuffer()));
}

/** SIDE × SIDE tiles from (x, y) on, and how much there is to see: colours, and how many pixels have one. */
async function mosaicAt(layer, { z, x, y }) {
  const pixels = new Array(PIXELS * PIXELS);
  const colours = new Set();
  let drawn = 0;
  for (let tile = 0; tile < SIDE * SIDE; tile++) {
    const [right, down] = [tile % SIDE, Math.floor(tile / SIDE)];
    (await tileAt(layer, { z, x: x + right, y: y + down })).forEach((pixel, at) => {
      pixels[(256 * down + (at >> 8)) * PIXELS + 256 * right + (at & 255)] = pixel;
      if (pixel[3] > 0) drawn++;
      colours.add(pixel.slice(0, 3).join()); // steps of opacity are one colour
    });
  }
  return { z, x, y, pixels, worth: colours.size * 1e6 + Math.min(drawn, 4e5) };
}

/** Of all mosaics two zooms deeper within this one, that with most to see. */
async function deeper(layer, { z, x, y }, zoom) {
  const factor = 2 ** (zoom - z);
  let best = null;
  for (let down = 0; down < SIDE * factor; down += SIDE)
    for (let right = 0; right < SIDE * factor; right += SIDE) {
      const mosaic = await mosaicAt(layer, { z: zoom, x: x * factor + right, y: y * factor + down });
      if (best === null || mosaic.worth > best.worth) best = mosaic;
    }
  return best;
}

/** Layer over ground as an indexed PNG. */
function pictureOf({ z, x, y, pixels }) {
  const palette = new Map();
  const rows = Buffer.alloc((PIXELS + 1) * PIXELS);
  for (let row = 0; row < PIXELS; row++)
    for (let column = 0; column < PIXELS; column++) {
      const [latitude, longitude] = [
        latitudeOfPixel(256 * y + row + 0.5, z),
        longitudeOfPixel(256 * x + column + 0.5, z),
      ];
      const ground = GROUND[groundAt(latitude, longitude).landness > 0.5 ? 1 : 0];
      const [red, green, blue, opacity] = pixels[row * PIXELS + column];
      const color = [red, green, blue].map((part, i) => Math.round(ground[i] + ((part - ground[i]) * opacity) / 255));
      const name = color.join();
      if (!palette.has(name)) palette.set(name, palette.size);
      rows[row * (PIXELS + 1) + 1 + column] = palette.get(name);
    }
  if (palette.size > 256) throw new Error(`${palette.size} colours`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PIXELS, 0);
  header.writeUInt32BE(PIXELS, 4);
  header.set([8, 3], 8);
  const colours = Buffer.from([...palette.keys()].flatMap((name) => name.split(',').map(Number)));
  const chunks = { IHDR: header, PLTE: colours, IDAT: deflateSync(rows, { level: 9 }), IEND: Buffer.alloc(0) };
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...Object.entries(chunks).map(chunkOf)]);
}

function chunkOf([type, body]) {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(body, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

const legendRow = ({ color, label }) => `${label} \`${color}\``;
let SITE = '';
const page = [
  '# Gallery',
  '',
  `Every layer of [map tiles](map-tiles.md) at three zooms: the simulated world on ${NOW}, ${SIDE} × ${SIDE} tiles each, laid on its`,
  'land and sea. Made by `npm run build && node scripts/gallery.mjs`, which asks a service for them over HTTP and looks for the',
  'places with most to see.',
  '',
];
try {
  mkdirSync('docs/gallery', { recursive: true });
  const layers = await layersWhenReady();
  for (const layer of layers) {
    const kind = layer.sites ? 'site' : layer.maxzoom <= 8 ? 'global' : 'regional';
    const [first, ...others] = ZOOMS[kind];
    if (layer.sites) SITE = await stormiestSite(layer, layers[0]);
    let mosaic = await mosaicAt(layer, firstAddress(layer, kind, first));
    const cells = [];
    for (const zoom of [first, ...others]) {
      if (zoom !== first) mosaic = await deeper(layer, mosaic, zoom);
      const name = `gallery/${layer.id}-${zoom}.png`;
      writeFileSync(join('docs', name), pictureOf(mosaic));
      cells.push(`![${layer.title}, zoom ${zoom}](${name})`);
      console.log(`${name}: ${mosaic.z}/${mosaic.x}/${mosaic.y}`);
    }
    page.push(`## \`${layer.id}\``, '', `${layer.description}${layer.sites ? ` Here: ${SITE}.` : ''}`, '');
    page.push(`| zoom ${[first, ...others].join(' | zoom ')} |`, '|---|---|---|', `| ${cells.join(' | ')} |`, '');
    page.push(`${layer.unit ? `${layer.unit}: ` : ''}${layer.legend.map(legendRow).join(', ')}`, '');
  }
  writeFileSync('docs/gallery.md', `${page.join('\n').trimEnd()}\n`);
} finally {
  service.kill('SIGTERM');
  await ended;
  rmSync(directory, { recursive: true, force: true });
}

/** Where the whole layer is on one picture; of a radar the tiles around its antenna. */
function firstAddress(layer, kind, z) {
  if (kind === 'global') return { z, x: 0, y: 0 };
  if (kind === 'regional') return { z, ...OVER_AMERICA };
  return tilesAround(
    layer.sites.find(({ id }) => id === SITE),
    z,
  );
}

/** The radar around which the picture of all radars has most to see. */
async function stormiestSite({ sites }, radar) {
  let best = { worth: -1, id: '' };
  for (const site of sites) {
    const { worth } = await mosaicAt(radar, tilesAround(site, ZOOMS.site[0]));
    if (worth > best.worth) best = { worth, id: site.id };
  }
  return best.id;
}

function tilesAround({ latitude, longitude }, z) {
  const [x, y] = [pixelX(longitude, z) / 256, pixelY(latitude, z) / 256];
  return { z, x: Math.round(x) - 1, y: Math.round(y) - 1 };
}
