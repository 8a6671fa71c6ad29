/**
 * Writes src/model/station-identities-table.ts (after a build): zone, WBAN number and GHCN-Daily id of the verification
 * stations. Run: node scripts/station-identities.mjs isd-history.csv ghcnd-stations.csv.gz
 *
 *   isd-history.csv        NOAA, https://www.ncei.noaa.gov/pub/data/noaa/isd-history.csv: USAF, WBAN, ICAO, position
 *   ghcnd-stations.csv.gz  columns id,lat,lng of NOAA's GHCN-Daily station list (ghcnd-stations.txt)
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { VERIFICATION_PLACES } from '../dist/src/model/verification-stations-table.js';
import { zoneAt } from '../dist/src/query/place/time-zone.js';
import { greatCircleDistance } from '../dist/src/science/great-circle.js';

const TARGET = 'src/model/station-identities-table.ts';
/** Rows of ISD that lie farther from the station carry a wrong or reused ICAO id, km. */
const SAME_AIRPORT = 10;
/** A GHCN station with the number of the airport, km. */
const SAME_STATION = 5;
/** A GHCN station without that number, km. Networks M and E only: outside the US, W is mostly airfields of the 1940s. */
const NEXT_TO_IT = 3;

const [isdPath, ghcnPath] = process.argv.slice(2);
const isd = readFileSync(isdPath, 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.slice(1, -1).split('","'))
  .filter((cells) => cells.length === 11 && cells[5] !== '' && cells[6] !== '' && cells[7] !== '')
  .map(([usaf, wban, , , , icao, latitude, longitude, , , end]) => {
    return { usaf, wban, icao, latitude: Number(latitude), longitude: Number(longitude), end };
  });
const ghcn = gunzipSync(readFileSync(ghcnPath))
  .toString('latin1')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([id, latitude, longitude]) => ({ id, latitude: Number(latitude), longitude: Number(longitude) }));

const distanceTo = (a, b) => greatCircleDistance(a.latitude, a.longitude, b.latitude, b.longitude);
const within = (kilometres, place) => (other) => distanceTo(place, other) <= kilometres * 1000;

function identityOf(station) {
  const rows = isd.filter(({ icao }) => icao === station.id).filter(within(SAME_AIRPORT, station));
  rows.sort((a, b) => b.end.localeCompare(a.end));
  const wban = rows.find((row) => row.wban !== '99999')?.wban ?? null;
  const wmo = rows.find(({ usaf }) => usaf !== '999999' && usaf.endsWith('0'))?.usaf.slice(0, 5);
  return { zone: zoneAt(station.latitude, station.longitude).name, wban, ghcn: ghcnOf(station, wban, wmo) };
}

function ghcnOf(station, wban, wmo) {
  const numbers = [wban && `W000${wban}`, wmo && `M000${wmo}`].filter(Boolean);
  for (const number of numbers) {
    const named = ghcn.filter(({ id }) => id.slice(2) === number).find(within(SAME_STATION, station));
    if (named !== undefined) return named.id;
  }
  const near = ghcn
    .filter(({ id, latitude }) => 'ME'.includes(id[2]) && Math.abs(latitude - station.latitude) < 1)
    .filter(within(NEXT_TO_IT, station));
  near.sort((a, b) => distanceTo(station, a) - distanceTo(station, b));
  return near[0]?.id ?? null;
}

const quoted = (text) => (text === null ? 'null' : `'${text}'`);
const rows = VERIFICATION_PLACES.map((station) => {
  const { zone, wban, ghcn: id } = identityOf(station);
  return `  ${station.id}: ['${zone}', ${quoted(wban)}, ${quoted(id)}],`;
});
const text = readFileSync(TARGET, 'utf8');
const head = text.slice(0, text.indexOf('= {') + 3);
writeFileSync(TARGET, `${head}\n${rows.join('\n')}\n};\n`);
