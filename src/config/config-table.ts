/** Every setting there is, with its default. The README's table is made from this one (`scripts/readme.mjs`). */

import type { AddressSetting } from '../sources/feed.js';
import { FEED_ADDRESSES, FEEDS } from '../sources/feeds.js';

export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly help: string;
}

/** Names that WEATHERGLASS_FEEDS may contain. */
export const FEED_NAMES: readonly string[] = FEEDS.filter(({ automatic }) => automatic !== 'on-demand').map(
  ({ id }) => id,
);

const BEFORE_ADDRESSES = [
  { name: 'PORT', fallback: '8080', help: 'port of the HTTP interface; 0 takes any free one' },
  { name: 'HOST', fallback: '127.0.0.1', help: 'address to listen on; 0.0.0.0 opens it to the network' },
  { name: 'WEATHERGLASS_PROFILE', fallback: 'demo', help: 'demo (simulated weather) or live (the real feeds)' },
  { name: 'WEATHERGLASS_DATA', fallback: 'data/<profile>', help: 'directory for arrays, records and secrets' },
  { name: 'WEATHERGLASS_CONFIG', fallback: '', help: 'JSON file with any of these settings under the same names' },
  {
    name: 'WEATHERGLASS_REGION',
    fallback: '',
    help: 'keep only south,west,north,east in degrees, e.g. 35,-12,72,45; saves disk, not traffic',
  },
  {
    name: 'WEATHERGLASS_FEEDS',
    fallback: 'auto',
    help: `feeds to ingest, comma-separated: auto, or of ${FEED_NAMES.join(', ')}, or both (auto,hrrr); auto: all of them in the demo; live gfs, terrain, the alerts, mrms, dwd-rv, firms, hms-smoke and metar, and with a region every feed that covers it and downloads at most 5 GB a day; eccc-alerts only by name`,
  },
  {
    name: 'WEATHERGLASS_INGEST_QUEUES',
    fallback: 'auto',
    help: 'model feeds that are ingested at the same time: 2, one of the globe and a regional one, or 1, which needs less memory; auto: 2, but 1 in the demo or with less than 4 GB of memory',
  },
  {
    name: 'WEATHERGLASS_TERRAIN_ZOOM',
    fallback: 'auto',
    help: 'zoom of the terrain tiles, 0 to 12; auto: as fine as the size of the region allows',
  },
] as const satisfies readonly Setting[];

const AFTER_ADDRESSES = [
  {
    name: 'WEATHERGLASS_CONTACT',
    fallback: '',
    help: 'how to reach who runs this service, a mail or web address, told to issuers of alerts in the User-Agent (NWS requires it)',
  },
  {
    name: 'WEATHERGLASS_METEOALARM_COUNTRIES',
    fallback: 'auto',
    help: 'countries to ask MeteoAlarm for, comma-separated, as its feeds spell them; auto: those in the region',
  },
  {
    name: 'WEATHERGLASS_WMO_SOURCES',
    fallback: 'auto',
    help: 'sources of the WMO Alert Hub to read, comma-separated, e.g. br-inmet-pt; auto: those in the region that NWS and MeteoAlarm do not bring',
  },
  {
    name: 'WEATHERGLASS_BASE_URL',
    fallback: '',
    help: 'public address of this service, for links in problems and OpenAPI',
  },
  {
    name: 'WEATHERGLASS_REQUEST_SECONDS',
    fallback: '5',
    help: 'time budget of one request for weather, seconds, 0.1 to 60; route samples whose sources take longer are unavailable, other products respond 503',
  },
  {
    name: 'WEATHERGLASS_DRAIN_SECONDS',
    fallback: '0',
    help: 'time between SIGTERM and the end of listening, seconds, 0 to 300: /readyz is 503 and every response closes its connection, so that a load balancer loses no request',
  },
  {
    name: 'WEATHERGLASS_METRICS_PORT',
    fallback: '',
    help: 'serves /metrics on this port of HOST and not on PORT; empty: on PORT',
  },
  {
    name: 'WEATHERGLASS_NOWCAST_ARCHIVE_DAYS',
    fallback: '400',
    help: 'days that issued nowcasts and forecasts are kept to be verified, 1 to 36500; 0: none is archived',
  },
  {
    name: 'WEATHERGLASS_TILE_THREADS',
    fallback: 'auto',
    help: 'threads that draw map tiles, 1 to 64; auto: one less than there are cores, at least 1 and at most 4',
  },
  {
    name: 'WEATHERGLASS_TILE_CACHE_MB',
    fallback: '64',
    help: 'memory for drawn map tiles, MB, 1 to 65536',
  },
  {
    name: 'WEATHERGLASS_TILE_DISK_MB',
    fallback: '0',
    help: 'disk for drawn map tiles, which then outlive a restart, MB; 0: none',
  },
  { name: 'WEATHERGLASS_LOG_LEVEL', fallback: 'info', help: 'debug, info, warn, error or silent' },
  { name: 'WEATHERGLASS_LOG_FORMAT', fallback: '', help: 'pretty or json; default pretty on a terminal' },
  {
    name: 'WEATHERGLASS_PEPPER',
    fallback: '',
    help: 'secrets mixed into key hashes, comma-separated, newest first, each at least 32 characters; default a file made at first start',
  },
  {
    name: 'WEATHERGLASS_TOKEN_JWKS',
    fallback: '',
    help: 'file or https address of the JWKS that signs app-install tokens',
  },
  { name: 'WEATHERGLASS_TOKEN_ISSUER', fallback: '', help: 'issuer (iss) that app-install tokens must name' },
  { name: 'WEATHERGLASS_TOKEN_AUDIENCE', fallback: '', help: 'audience (aud) that app-install tokens must name' },
  {
    name: 'WEATHERGLASS_DEMO_GRID',
    fallback: '2.5',
    help: 'demo: grid of the simulated model in degrees, a divisor of 90',
  },
  { name: 'WEATHERGLASS_DEMO_SEED', fallback: '1', help: 'demo: seed of the simulated world' },
  { name: 'WEATHERGLASS_DEMO_BIAS', fallback: '0.8', help: 'demo: temperature bias of the simulated forecasts, K' },
  { name: 'WEATHERGLASS_NOW', fallback: '', help: 'a fixed clock (ISO 8601), for tests and replays only' },
] as const satisfies readonly Setting[];

type FixedSetting = (typeof BEFORE_ADDRESSES)[number] | (typeof AFTER_ADDRESSES)[number];

/** Settings other than base addresses of feeds. */
export type SettingName = FixedSetting['name'];

/** Every setting, with its default. Base addresses come from the rows of the feeds. */
export const SETTINGS: readonly Setting[] = [
  ...BEFORE_ADDRESSES,
  ...FEED_ADDRESSES.map(({ setting, fallback, help }) => ({ name: setting, fallback, help })),
  ...AFTER_ADDRESSES,
];

/** Settings that hold base addresses of feeds: the demo points them at its simulated upstream. */
export const ADDRESS_SETTINGS: readonly AddressSetting[] = FEED_ADDRESSES.map(({ setting }) => setting);
