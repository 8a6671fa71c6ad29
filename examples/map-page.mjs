/** The page of `map.mjs`: one raster source at a time, taken from the TileJSON of its layer. */

import * as maplibregl from '/maplibre/maplibre-gl.mjs';

const at = (id) => document.getElementById(id);
const FRAME_MILLISECONDS = 600;

/** Meridians and parallels every ten degrees: a ground that needs no other server. */
function graticule() {
  const line = (coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } });
  const steps = (from, to, step) => Array.from({ length: (to - from) / step + 1 }, (_, n) => from + n * step);
  const meridians = steps(-180, 180, 10).map((lon) => line(steps(-80, 80, 5).map((lat) => [lon, lat])));
  const parallels = steps(-80, 80, 10).map((lat) => line(steps(-180, 180, 5).map((lon) => [lon, lat])));
  return { type: 'FeatureCollection', features: [...meridians, ...parallels] };
}

const map = new maplibregl.Map({
  container: 'map',
  center: [-98, 38],
  zoom: 3,
  renderWorldCopies: true,
  style: {
    version: 8,
    sources: { graticule: { type: 'geojson', data: graticule() } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#eef1f4' } },
      { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': '#c3ccd6', 'line-width': 1 } },
    ],
  },
});

let layers = [];
let playing = null;
let shows = 0;

const chosen = () => layers.find(({ id }) => id === at('layer').value);

/** What the service names is behind the proxy of this page. */
const here = (address) => location.origin + new URL(address).pathname + new URL(address).search;

async function tileJsonOf(layer, frame) {
  const wanted = new URLSearchParams();
  if (layer.parameters.includes('site')) wanted.set('site', at('site').value);
  if (layer.parameters.includes('time') && frame !== undefined) wanted.set('time', frame.time);
  const response = await fetch(`${here(layer.tilejson)}?${wanted}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.errors?.detail ?? answer.detail);
  return answer;
}

/** Puts the layer and its chosen frame on the map in the place of what is there. */
async function show() {
  const layer = chosen();
  const frame = layer.frames[Number(at('frame').value)];
  const turn = ++shows;
  at('note').textContent = layer.reason ?? '';
  at('attribution').textContent = layer.attribution;
  at('time').textContent = frame?.time ?? '';
  try {
    const { tiles, minzoom, maxzoom, bounds, attribution } = await tileJsonOf(layer, frame);
    if (turn !== shows) return; // something else was chosen meanwhile
    // braces of the template are escaped by URL, so only its beginning is replaced
    const template = tiles[0].replace(/^https?:\/\/[^/]+/, location.origin);
    if (map.getLayer('weather')) map.removeLayer('weather').removeSource('weather');
    map.addSource('weather', {
      type: 'raster',
      tiles: [template],
      tileSize: 256,
      minzoom,
      maxzoom,
      bounds,
      attribution,
    });
    map.addLayer({
      id: 'weather',
      type: 'raster',
      source: 'weather',
      paint: { 'raster-fade-duration': 0, 'raster-resampling': 'nearest', 'raster-opacity': 0.85 },
    });
  } catch (error) {
    at('note').textContent = error.message;
  }
}

function showLegend({ legend, unit }) {
  const rows = legend.map(({ color, opacity, label }) => {
    const [row, box] = [document.createElement('div'), document.createElement('i')];
    Object.assign(box.style, { background: color, opacity });
    row.append(box, label);
    return row;
  });
  at('legend').replaceChildren(unit ?? '', ...rows);
}

/** Another layer: its frames, its radars, its legend. */
async function choose() {
  const layer = chosen();
  const current = layer.frames.findIndex(({ is_default: isDefault }) => isDefault);
  Object.assign(at('frame'), { max: Math.max(0, layer.frames.length - 1), hidden: layer.frames.length < 2 });
  at('frame').value = Math.max(0, current);
  at('play').hidden = layer.frames.length < 2;
  at('site').hidden = !layer.sites;
  if (layer.sites && at('site').options.length === 0)
    at('site').replaceChildren(...layer.sites.map(({ id }) => new Option(id)));
  showLegend(layer);
  await show();
}

function play() {
  if (playing !== null) {
    clearInterval(playing);
    playing = null;
  } else
    playing = setInterval(() => {
      at('frame').value = (Number(at('frame').value) + 1) % chosen().frames.length;
      show();
    }, FRAME_MILLISECONDS);
  at('play').textContent = playing === null ? 'play' : 'stop';
}

async function begin() {
  const list = await (await fetch('/v1/map-tiles')).json();
  layers = list.layers;
  at('layer').replaceChildren(...layers.map(({ id, title }) => new Option(title, id)));
  at('layer').addEventListener('change', choose);
  at('site').addEventListener('change', () => {
    const { latitude, longitude } = chosen().sites.find(({ id }) => id === at('site').value);
    map.jumpTo({ center: [longitude, latitude], zoom: 6 });
    show();
  });
  at('frame').addEventListener('input', show);
  at('play').addEventListener('click', play);
  await choose();
}

map.once('load', begin);
/** For who drives the page from outside. */
window.weatherMap = { map, choose };
