import { expect, test } from 'vitest';
import type { AlertSetting } from './alert-feed.js';
import { nwsDate } from './alert-zones/zone-files-table.js';
import { ECCC_ALERTS_FEED } from './eccc-alerts/eccc-alerts-feed.js';
import { meetsRegion } from './feed.js';
import { METEOALARM_FEED } from './meteoalarm/meteoalarm-feed.js';
import { NWS_ALERTS_FEED } from './nws-alerts/nws-alerts-feed.js';
import { WMO_ALERT_HUB_FEED } from './wmo-alert-hub/wmo-alert-hub-feed.js';

const NOON = Date.UTC(2026, 10, 20, 12, 10) / 1000;
const AUSTRIA = { south: 46.5, west: 11, north: 48.5, east: 16 };

function setting(more: Partial<AlertSetting> = {}): AlertSetting {
  return { baseUrl: 'https://alerts.example', now: NOON, region: null, chosen: null, ...more };
}

test.each([
  ['a box inside', { south: 47, west: 12, north: 48, east: 13 }, true],
  ['a box around', { south: 0, west: -50, north: 80, east: 50 }, true],
  ['a box less than a degree away', { south: 40, west: 11, north: 45.6, east: 16 }, true],
  ['a box farther south', { south: 40, west: 11, north: 45, east: 16 }, false],
  ['a box farther west', { south: 46, west: 0, north: 49, east: 9 }, false],
  ['a box across the date line, far away', { south: 40, west: 170, north: 50, east: -170 }, false],
])('Austria and %s', (_, box, meets) => {
  expect(meetsRegion([box], AUSTRIA)).toBe(meets);
});

test.each([
  ['Fiji from the west', { south: -20, west: 170, north: -15, east: 179.5 }, true],
  ['Fiji from the east', { south: -20, west: -179, north: -15, east: -175 }, true],
  ['Fiji across the date line', { south: -20, west: 179, north: -15, east: -179 }, true],
  ['the Atlantic', { south: -20, west: -40, north: -15, east: 0 }, false],
])('a box across the date line and %s', (_, region, meets) => {
  expect(meetsRegion([{ south: -22, west: 176, north: -12, east: -178 }], region)).toBe(meets);
});

test('MeteoAlarm: the countries around a region, or those that are named, each failing alone', () => {
  const names = (more: Partial<AlertSetting>) => METEOALARM_FEED.begin(setting(more)).map(({ branch }) => branch);
  expect(names({})).toHaveLength(38);
  expect(names({ region: AUSTRIA })).toContain('austria');
  expect(names({ region: AUSTRIA })).not.toContain('spain');
  expect(names({ chosen: ['norway'], region: AUSTRIA })).toEqual(['norway']);
});

test('WMO: sources of the region that work and that no other feed brings, or those that are named', () => {
  const link = (name: string, country: string | null = null, isOperating = true) => ({
    url: '',
    name,
    country,
    isOperating,
  });
  const links = [
    link('br-inmet-pt', 'br'),
    link('jp-jma-xx'),
    link('us-noaa-nws-en', 'us'),
    link('at-zamg-de'),
    link('cl-meteochile-es', 'cl', false),
    link('xx-unknown-en'),
    link('../secret', 'br'),
  ];
  const [register] = WMO_ALERT_HUB_FEED.begin(setting());
  const followed = (more: Partial<AlertSetting>) =>
    WMO_ALERT_HUB_FEED.follow(register!, links, setting(more)).map(({ url }) => url.split('/').at(-2));
  expect(followed({})).toEqual(['br-inmet-pt', 'jp-jma-xx', 'xx-unknown-en']);
  expect(followed({ region: AUSTRIA })).toEqual(['xx-unknown-en']);
  expect(followed({ chosen: ['us-noaa-nws-en', '../secret'] })).toEqual(['us-noaa-nws-en']);
});

test('NWS: everything that is actual, in one list', () => {
  expect(NWS_ALERTS_FEED.begin(setting()).map(({ url }) => url)).toEqual([
    'https://alerts.example/alerts/active?status=actual',
  ]);
});

test.each([
  ['ten past noon', NOON, 'today/alerts/cap/20261120/LAND/11/'],
  ['two past noon, when the hour may not be whole', NOON - 8 * 60, 'today/alerts/cap/20261120/LAND/10/'],
  ['after midnight', Date.UTC(2026, 10, 20, 0, 10) / 1000, '20261119/WXO-DD/alerts/cap/20261119/LAND/23/'],
])('ECCC: the newest directory at %s', (_, now, path) => {
  expect(ECCC_ALERTS_FEED.begin(setting({ now }))[0]!.url).toBe(`https://alerts.example/${path}`);
});

test.each([
  ['z_16ap26.zip', Date.UTC(2026, 3, 16)],
  ['c_18mr25.zip', Date.UTC(2025, 2, 18)],
  ['mz01de26.zip', Date.UTC(2026, 11, 1)],
  ['z_16xx26.zip', null],
  ['latest.zip', null],
])('NWS names files by date: %s', (name, milliseconds) => {
  expect(nwsDate(name)).toBe(milliseconds === null ? null : milliseconds / 1000);
});
