import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '../model/box.js';
import { loadConfig, parseRegion } from './config.js';
import { ADDRESS_SETTINGS } from './config-table.js';

test('with nothing set it is the demo on loopback', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    profile: 'demo',
    host: '127.0.0.1',
    port: 8080,
    region: null,
    tokens: null,
    now: null,
  });
  expect(config.dataDirectory).toBe(resolve('data/demo'));
});

test('each profile has a data directory of its own, so that simulated weather never serves as real', () => {
  expect(loadConfig({ WEATHERGLASS_PROFILE: 'live' }).dataDirectory).toBe(resolve('data/live'));
  expect(loadConfig({ WEATHERGLASS_DATA: '/srv/weather' }).dataDirectory).toBe('/srv/weather');
});

for (const [name, environment, message] of [
  ['a misspelt setting', { WEATHERGLASS_PROFIL: 'live' }, /WEATHERGLASS_PROFIL: is not a setting.*"4 characters"/],
  ['an unknown profile', { WEATHERGLASS_PROFILE: 'prod' }, /must be one of demo, live; got "prod"/],
  ['a port out of range', { PORT: '70000' }, /PORT: must be a whole number from 0 to 65535; got "70000"/],
  ['a port that is no number', { PORT: '80a' }, /PORT/],
  ['a local time without offset', { WEATHERGLASS_NOW: '2026-11-20T10:00:00' }, /with Z or an offset/],
  ['an address that is none', { WEATHERGLASS_GFS_URL: 'ftp://x' }, /must be an http or https address/],
  ['an address of another feed that is none', { WEATHERGLASS_ECMWF_URL: 'data.ecmwf.int' }, /WEATHERGLASS_ECMWF_URL/],
  [
    'a feed that there is not',
    { WEATHERGLASS_FEEDS: 'gfs,icon' },
    /WEATHERGLASS_FEEDS: must be a comma-separated list of auto, gfs, terrain, .*; got "icon"/,
  ],
  ['a list of feeds that ends in nothing', { WEATHERGLASS_FEEDS: 'gfs,' }, /WEATHERGLASS_FEEDS.*got ""/],
  ['a number of queues that there is not', { WEATHERGLASS_INGEST_QUEUES: '3' }, /must be one of auto, 1, 2; got "3"/],
  ['a zoom that no tile has', { WEATHERGLASS_TERRAIN_ZOOM: '13' }, /must be auto or a whole number from 0 to 12/],
  [
    'a request that may take no time',
    { WEATHERGLASS_REQUEST_SECONDS: '0' },
    /must be a number from 0.1 to 60; got "0"/,
  ],
  ['a request that may take an hour', { WEATHERGLASS_REQUEST_SECONDS: '3600' }, /WEATHERGLASS_REQUEST_SECONDS/],
  ['half of the token settings', { WEATHERGLASS_TOKEN_JWKS: 'jwks.json' }, /WEATHERGLASS_TOKEN_ISSUER: is needed/],
  ['a demo grid that does not divide 90', { WEATHERGLASS_DEMO_GRID: '0.7' }, /must divide 90/],
  ['a config file that is not there', { WEATHERGLASS_CONFIG: '/nowhere.json' }, /must be a readable JSON file/],
] as const)
  test(`${name} is refused with setting, rule and value`, () => {
    expect(() => loadConfig(environment)).toThrow(message);
  });

test('a secret under a misspelt name is not told', () => {
  expect(() => loadConfig({ WEATHERGLASS_PEPER: 'hush' })).toThrow(/^(?!.*hush)/);
});

test('the key that a client keeps in its shell is no setting and does not stand in the way', () => {
  expect(loadConfig({ WEATHERGLASS_KEY: 'wg_id_secret' })).toEqual(loadConfig({}));
  const kubernetes = {
    WEATHERGLASS_SERVICE_HOST: '10.0.0.1',
    WEATHERGLASS_PORT: 'tcp://10.0.0.1:80',
    WEATHERGLASS_PORT_80_TCP: 'x',
  };
  expect(loadConfig(kubernetes)).toEqual(loadConfig({}));
});

test('the environment wins over the file, the file over the default, options over both', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'weatherglass-')), 'config.json');
  writeFileSync(file, JSON.stringify({ PORT: 9000, HOST: '127.0.0.2' }));
  const environment = { WEATHERGLASS_CONFIG: file, PORT: '9001' };
  expect(loadConfig(environment)).toMatchObject({ port: 9001, host: '127.0.0.2' });
  expect(loadConfig(environment, { PORT: '9002' }).port).toBe(9002);
  writeFileSync(file, JSON.stringify({ PROT: 9000 }));
  expect(() => loadConfig(environment)).toThrow(/PROT: is not a setting/);
});

test('a region may cross the date line but not stand on its head', () => {
  expect(parseRegion('-50,165,-30,-175')).toEqual({ south: -50, west: 165, north: -30, east: -175 });
  for (const bad of ['', '1,2,3', '10,0,5,20', '0,-200,10,20', '0,0,10,', '0,5,10,5', 'a,b,c,d', '0,0,91,5'])
    expect(() => parseRegion(bad), bad).toThrow(/WEATHERGLASS_REGION/);
});

test('a fixed clock stands still', () => {
  const { clock } = loadConfig({ WEATHERGLASS_NOW: '2011-01-15T12:00:00Z' });
  expect(clock.now()).toBe(1295092800);
});

test.each([
  ['by default', {}, { isAuto: true, named: [] }],
  [
    'a list, each once',
    { WEATHERGLASS_FEEDS: 'nbm, gfs,nbm,terrain' },
    { isAuto: false, named: ['nbm', 'gfs', 'terrain'] },
  ],
  ['auto and names', { WEATHERGLASS_FEEDS: 'auto,hrrr' }, { isAuto: true, named: ['hrrr'] }],
])('feeds: %s', (_, environment, feeds) => {
  expect(loadConfig(environment).feeds).toEqual(feeds);
});

test('each upstream has an address of its own, without a slash at its end', () => {
  const { addresses } = loadConfig({ WEATHERGLASS_NBM_URL: 'http://127.0.0.1:9/blend/' });
  expect(addresses.WEATHERGLASS_NBM_URL).toBe('http://127.0.0.1:9/blend');
  expect(addresses.WEATHERGLASS_ECMWF_URL).toBe('https://data.ecmwf.int/forecasts');
  // its terms exclude commercial use, so that nobody asks for it by saying nothing
  expect(addresses.WEATHERGLASS_NUTS_ZONES_URL).toBe('');
  expect(Object.keys(addresses)).toEqual([...ADDRESS_SETTINGS]);
});

test('terrain comes as fine as is fitting, or as is said', () => {
  expect(loadConfig({}).terrainZoom).toBeNull();
  expect(loadConfig({ WEATHERGLASS_TERRAIN_ZOOM: '9' }).terrainZoom).toBe(9);
});

test('a request has five seconds, or as many as are set', () => {
  expect(loadConfig({}).requestSeconds).toBe(5);
  expect(loadConfig({ WEATHERGLASS_REQUEST_SECONDS: '0.5' }).requestSeconds).toBe(0.5);
});

test('what is asked of feeds of alerts: nothing, unless it is set', () => {
  expect(loadConfig({}).alerts).toEqual({ contact: null, meteoalarmCountries: null, wmoSources: null });
  const set = loadConfig({
    WEATHERGLASS_CONTACT: 'ops@example.org, https://example.org',
    WEATHERGLASS_METEOALARM_COUNTRIES: 'austria, united-kingdom',
    WEATHERGLASS_WMO_SOURCES: 'br-inmet-pt',
  });
  expect(set.alerts).toEqual({
    contact: 'ops@example.org, https://example.org',
    meteoalarmCountries: ['austria', 'united-kingdom'],
    wmoSources: ['br-inmet-pt'],
  });
});

test.each([
  ['WEATHERGLASS_CONTACT', 'me (there)'],
  ['WEATHERGLASS_CONTACT', 'a\r\nX-Evil: 1'],
  ['WEATHERGLASS_METEOALARM_COUNTRIES', 'austria/../x'],
  ['WEATHERGLASS_WMO_SOURCES', 'BR'],
  ['WEATHERGLASS_FEEDS', 'nws'],
])('%s may not be %j', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(name);
});

test('issued nowcasts are kept for more than a year by default; 0 days keep none', () => {
  expect(loadConfig({}).archiveDays).toBe(400);
  expect(loadConfig({ WEATHERGLASS_NOWCAST_ARCHIVE_DAYS: '0' }).archiveDays).toBe(0);
  for (const days of ['-1', '1.5', 'many'])
    expect(() => loadConfig({ WEATHERGLASS_NOWCAST_ARCHIVE_DAYS: days })).toThrow(/NOWCAST_ARCHIVE_DAYS.*whole number/);
});

test.each<[region: string, latitude: number, longitude: number, expected: boolean]>([
  ['35,-12,72,45', 52, 13, true],
  ['35,-12,72,45', 35, 45, true],
  ['35,-12,72,45', 34.9, 13, false],
  ['35,-12,72,45', 52, -13, false],
  ['-50,160,0,-170', -18, 178, true],
  ['-50,160,0,-170', -14, -171, true],
  ['-50,160,0,-170', -18, 150, false],
  ['-50,160,0,-170', -18, -169, false],
])('the region %s and the place %d, %d: inside %s', (region, latitude, longitude, expected) => {
  expect(isInside(parseRegion(region), latitude, longitude)).toBe(expected);
});
