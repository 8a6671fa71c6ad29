/** Every setting there is, with its default. The README's table is made from this one (`scripts/readme.mjs`). */

export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly help: string;
}

/** What WEATHERGLASS_FEEDS may name besides "terrain": the datasets of `model/dataset.ts`, by which a test checks it. */
export const FEED_NAMES = [
  'gfs',
  'ecmwf-ifs',
  'hrrr',
  'hrrr-extended',
  'hrrr-subhourly',
  'nbm',
  'icon-eu',
  'gefs',
  'gefs-extended',
  'aqm',
  'gefs-aerosol',
] as const;

/** What it may name besides: feeds of public alerts (`ingest/alerts/alert-feed-table.ts`), and the shapes of their zones. */
export const ALERT_FEED_NAMES = [
  'nws-alerts',
  'meteoalarm',
  'dwd-alerts',
  'eccc-alerts',
  'wmo-alert-hub',
  'alert-zones',
] as const;

/** What it may name besides: networks of radar, and of satellites that see rain (`ingest/radar/radar-feed-table.ts`). */
export const RADAR_FEED_NAMES = ['mrms', 'dwd-rv', 'rrqpe'] as const;

/** Feeds of fires and smoke, which maps show (`ingest/fires/fire-feed-table.ts`). */
export const FIRE_FEED_NAMES = ['firms', 'hms-smoke'] as const;

export const SETTINGS = [
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
    help: `feeds to ingest, comma-separated: auto, or of ${[...FEED_NAMES, ...RADAR_FEED_NAMES, ...FIRE_FEED_NAMES, ...ALERT_FEED_NAMES].join(', ')} and terrain, or both (auto,hrrr); auto: all of them in the demo; live gfs, terrain, the alerts, mrms, dwd-rv, firms and hms-smoke, and with a region every feed that covers it and downloads at most 5 GB a day; eccc-alerts only by name`,
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
  {
    name: 'WEATHERGLASS_GFS_URL',
    fallback: 'https://noaa-gfs-bdp-pds.s3.amazonaws.com',
    help: 'base address of the GFS files',
  },
  {
    name: 'WEATHERGLASS_ECMWF_URL',
    fallback: 'https://data.ecmwf.int/forecasts',
    help: "base address of ECMWF's open data",
  },
  {
    name: 'WEATHERGLASS_HRRR_URL',
    fallback: 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com',
    help: 'base address of the HRRR files',
  },
  {
    name: 'WEATHERGLASS_NBM_URL',
    fallback: 'https://noaa-nbm-grib2-pds.s3.amazonaws.com',
    help: 'base address of the National Blend of Models',
  },
  {
    name: 'WEATHERGLASS_ICON_URL',
    fallback: 'https://opendata.dwd.de/weather/nwp',
    help: "base address of ICON in DWD's open data",
  },
  {
    name: 'WEATHERGLASS_GEFS_URL',
    fallback: 'https://noaa-gefs-pds.s3.amazonaws.com',
    help: 'base address of GEFS and GEFS-Aerosol',
  },
  {
    name: 'WEATHERGLASS_AQM_URL',
    fallback: 'https://noaa-nws-naqfc-pds.s3.amazonaws.com',
    help: 'base address of the NOAA Air Quality Model',
  },
  {
    name: 'WEATHERGLASS_TERRAIN_URL',
    fallback: 'https://s3.amazonaws.com/elevation-tiles-prod',
    help: 'base address of the terrain tiles',
  },
  {
    name: 'WEATHERGLASS_MRMS_URL',
    fallback: 'https://noaa-mrms-pds.s3.amazonaws.com',
    help: 'base address of MRMS: radar of the United States',
  },
  {
    name: 'WEATHERGLASS_NEXRAD_URL',
    fallback: 'https://unidata-nexrad-level3.s3.amazonaws.com',
    help: 'base address of NEXRAD Level 3: sweeps of single radars, fetched when a map shows one',
  },
  {
    name: 'WEATHERGLASS_DWD_RADAR_URL',
    fallback: 'https://opendata.dwd.de/weather/radar',
    help: "base address of the radar in DWD's open data",
  },
  {
    name: 'WEATHERGLASS_RRQPE_URL',
    fallback: 'https://noaa-enterprise-rainrate-pds.s3.amazonaws.com',
    help: 'base address of RRQPE: rain as satellites see it; 234 MB a frame to decode',
  },
  {
    name: 'WEATHERGLASS_FIRMS_URL',
    fallback: 'https://firms.modaps.eosdis.nasa.gov/data/active_fire',
    help: "base address of the lists of NASA's FIRMS: fires as satellites see them",
  },
  {
    name: 'WEATHERGLASS_HMS_URL',
    fallback: 'https://satepsanone.nesdis.noaa.gov/pub/FIRE/web/HMS',
    help: "base address of NOAA's Hazard Mapping System: plumes of smoke over North America",
  },
  {
    name: 'WEATHERGLASS_NWS_URL',
    fallback: 'https://api.weather.gov',
    help: "base address of the US National Weather Service's interface: alerts",
  },
  {
    name: 'WEATHERGLASS_METEOALARM_URL',
    fallback: 'https://feeds.meteoalarm.org',
    help: "base address of MeteoAlarm's feeds",
  },
  {
    name: 'WEATHERGLASS_DWD_ALERTS_URL',
    fallback: 'https://opendata.dwd.de/weather/alerts',
    help: "base address of the warnings in DWD's open data",
  },
  {
    name: 'WEATHERGLASS_ECCC_URL',
    fallback: 'https://dd.weather.gc.ca',
    help: 'base address of the MSC Datamart of ECCC: alerts',
  },
  {
    name: 'WEATHERGLASS_WMO_ALERTS_URL',
    fallback: 'https://severeweather.wmo.int/v2',
    help: "base address of WMO's Severe Weather Information Centre",
  },
  {
    name: 'WEATHERGLASS_NWS_ZONES_URL',
    fallback: 'https://www.weather.gov',
    help: 'base address of the shapes of NWS zones and counties',
  },
  {
    name: 'WEATHERGLASS_EMMA_ZONES_URL',
    fallback: 'https://gitlab.com',
    help: 'base address of the shapes of MeteoAlarm areas (EMMA_ID)',
  },
  {
    name: 'WEATHERGLASS_NUTS_ZONES_URL',
    fallback: '',
    help: 'base address of the shapes of NUTS regions, which MeteoAlarm uses in Belgium, Bulgaria, France and Hungary; empty: they are not fetched, since the terms of GISCO exclude commercial use',
  },
  {
    name: 'WEATHERGLASS_DWD_ZONES_URL',
    fallback: 'https://maps.dwd.de/geoserver/dwd',
    help: "base address of the shapes of DWD's warning cells",
  },
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
    help: 'days that issued nowcasts are kept to be verified, 1 to 36500; 0: none is archived',
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

export type SettingName = (typeof SETTINGS)[number]['name'];

/** Where the files of feeds are: the settings that the demo points at its simulated upstream. */
export const ADDRESS_SETTINGS = [
  'WEATHERGLASS_GFS_URL',
  'WEATHERGLASS_ECMWF_URL',
  'WEATHERGLASS_HRRR_URL',
  'WEATHERGLASS_NBM_URL',
  'WEATHERGLASS_ICON_URL',
  'WEATHERGLASS_GEFS_URL',
  'WEATHERGLASS_AQM_URL',
  'WEATHERGLASS_TERRAIN_URL',
  'WEATHERGLASS_MRMS_URL',
  'WEATHERGLASS_NEXRAD_URL',
  'WEATHERGLASS_DWD_RADAR_URL',
  'WEATHERGLASS_RRQPE_URL',
  'WEATHERGLASS_FIRMS_URL',
  'WEATHERGLASS_HMS_URL',
  'WEATHERGLASS_NWS_URL',
  'WEATHERGLASS_METEOALARM_URL',
  'WEATHERGLASS_DWD_ALERTS_URL',
  'WEATHERGLASS_ECCC_URL',
  'WEATHERGLASS_WMO_ALERTS_URL',
  'WEATHERGLASS_NWS_ZONES_URL',
  'WEATHERGLASS_EMMA_ZONES_URL',
  'WEATHERGLASS_NUTS_ZONES_URL',
  'WEATHERGLASS_DWD_ZONES_URL',
] as const satisfies readonly SettingName[];

export type AddressSetting = (typeof ADDRESS_SETTINGS)[number];

export type FeedName = (typeof FEED_NAMES)[number];

export type AlertFeedName = (typeof ALERT_FEED_NAMES)[number];

export type RadarFeedName = (typeof RADAR_FEED_NAMES)[number];

export type FireFeedName = (typeof FIRE_FEED_NAMES)[number];
