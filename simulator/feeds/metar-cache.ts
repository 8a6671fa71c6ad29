/**
 * The simulated METAR cache of the Aviation Weather Center, made anew every minute:
 *
 *   /data/cache/metars.cache.csv.gz
 *   /data/cache/past/1795000000.csv.gz     as it was at a time, epoch seconds, for a few days
 *
 * Lines of prose, a header that names cover and base of clouds four times, and the newest report of every station.
 */

import { gzipSync } from 'node:zlib';
import type { Clock } from '../../src/base/clock.js';
import { DAY, MINUTE } from '../../src/model/time.js';
import type { MetarColumns } from '../observations/metar-report.js';
import { createMetarNetwork } from '../observations/metar-reports.js';
import type { World } from '../world.js';
import type { SimulatedFeed } from './simulated-feed.js';

const PATH = '/data/cache/metars.cache.csv.gz';
const PAST = /^\/data\/cache\/past\/(\d{9,11})\.csv\.gz$/;
const KEPT = 5 * DAY;
const BEFORE_CLOUDS = [
  'raw_text,station_id,observation_time,latitude,longitude,temp_c,dewpoint_c,wind_dir_degrees,wind_speed_kt',
  'wind_gust_kt,visibility_statute_mi,altim_in_hg,sea_level_pressure_mb,corrected,auto,auto_station',
  'maintenance_indicator_on,no_signal,lightning_sensor_off,freezing_rain_sensor_off,present_weather_sensor_off,wx_string',
].flatMap((part) => part.split(','));
const LAYERS = 4;
const AFTER_CLOUDS = [
  'flight_category,three_hr_pressure_tendency_mb,maxT_c,minT_c,maxT24hr_c,minT24hr_c,precip_in,pcp3hr_in,pcp6hr_in',
  'pcp24hr_in,snow_in,vert_vis_ft,metar_type,elevation_m',
].flatMap((part) => part.split(','));
const HEADER = [
  ...BEFORE_CLOUDS,
  ...Array.from({ length: LAYERS }, () => ['sky_cover', 'cloud_base_ft_agl']).flat(),
  ...AFTER_CLOUDS,
].join(',');

export function createMetarCacheFeed(world: World, clock: Clock): SimulatedFeed {
  const network = createMetarNetwork(world);
  return {
    find(path) {
      const now = clock.now();
      const past = PAST.exec(path);
      if (path !== PATH && past === null) return null;
      const made = Math.floor((past === null ? now : Number(past[1])) / MINUTE) * MINUTE;
      if (made > now || made < now - KEPT) return null;
      return {
        key: `${path}@${made}`,
        availableAt: made,
        isIndex: false,
        contentType: 'application/gzip',
        make: () => ({ grib: gzipSync(cacheText(network.newest(made).map(({ columns }) => columns))), index: null }),
      };
    },
  };
}

/** The text of a cache with these reports. */
export function cacheText(reports: readonly MetarColumns[]): string {
  const prose = ['No errors', 'No warnings', '118 ms', 'data source=metars', `${reports.length} results`];
  return `${[...prose, HEADER, ...reports.map(rowOf)].join('\n')}\n`;
}

function rowOf({ values, layers }: MetarColumns): string {
  const column = (name: string) => values[name] ?? '';
  const clouds = Array.from({ length: LAYERS }, (_, n) => layers[n] ?? ['', '']).flat();
  return [...BEFORE_CLOUDS.map(column), ...clouds, ...AFTER_CLOUDS.map(column)].join(',');
}
