/**
 * The simulated RRQPE, rain rates from satellites, in a bucket:
 *
 *   /?list-type=2&prefix=BLEND/RainRate-Blend-INST/YYYY/MM/DD/HH/…
 *   /BLEND/RainRate-Blend-INST/YYYY/MM/DD/HH/RRQPE-INST-GLB-{n}_v1r1_blend_s{start}_e{end}_c{creation}.nc
 *
 * NetCDF 4, every ten minutes, n = 2 to 5 satellites in it: the ones with fewer come 9, 11 and 13 minutes after the start
 * of the scan, the whole one 17 to 22. It shows the start. Axes are not stored; the dimensions are told by their sizes
 * alone, without the scales that the library of NetCDF writes.
 */

import { HOUR, MINUTE } from '../../src/model/time.js';
import { type BucketObject, bucketPage } from '../radar/bucket.js';
import { type Hdf5Contents, type Hdf5Writer, hdf5Writer } from '../radar/hdf5-writer.js';
import type { RadarSetting } from '../radar/radar-setting.js';
import {
  createRrqpeScene,
  FEWEST_SATELLITES,
  MOST_SATELLITES,
  NO_DATA,
  type RrqpeFrame,
  type RrqpeScene,
  rrqpeGrid,
} from '../radar/rrqpe-scene.js';
import { stampOf, timeOf } from '../radar/stamps.js';
import { uniformAt } from '../random.js';
import type { World } from '../world.js';
import { type FoundFile, type FrameFlaw, listingFile, type SimulatedFeed } from './simulated-feed.js';

const BUCKET = 'noaa-enterprise-rainrate-pds';
const DIRECTORY = 'BLEND/RainRate-Blend-INST';
const NAME = /\/RRQPE-INST-GLB-(\d)_v1r1_blend_s(\d{8})(\d{6})0_e\d{15}_c\d{15}\.nc$/;
const HOUR_PREFIX = /^BLEND\/RainRate-Blend-INST\/(\d{4})\/(\d\d)\/(\d\d)\/(\d\d)(?:\/|$)/;
const CADENCE = 600;
/** Rows of a chunk. */
const BAND = 128;
const FILL = -9990;

export function createRrqpeFeed(world: World, setting: RadarSetting): SimulatedFeed {
  const { clock, faults } = setting;
  const grid = rrqpeGrid(setting.stepDegrees);
  let scene: RrqpeScene | null = null;
  let write: Hdf5Writer | null = null;
  const pathOf = (validTime: number, satellites: number): string =>
    `/${keyOf(validTime, validTime + latencyOf(world.seed, validTime, satellites), satellites)}`;
  const find = (path: string): FoundFile | null => {
    const match = NAME.exec(path);
    const validTime = match === null ? null : timeOf(match[2]!, match[3]!);
    const satellites = Number(match?.[1]);
    const isNamed = satellites >= FEWEST_SATELLITES && satellites <= MOST_SATELLITES;
    if (validTime === null || validTime % CADENCE !== 0 || !isNamed || path !== pathOf(validTime, satellites))
      return null;
    return {
      key: `rrqpe ${validTime} ${satellites}`,
      availableAt: validTime + latencyOf(world.seed, validTime, satellites),
      isIndex: false,
      contentType: 'application/x-netcdf',
      validTime,
      async prepare() {
        write ??= await hdf5Writer();
      },
      make(flaw) {
        scene ??= createRrqpeScene(world, grid);
        const frame = scene.frame(validTime, satellites);
        return { grib: write!(contentsOf(grid, validTime, frame, flaw)), index: null };
      },
    };
  };
  const keysOf = (hour: number): BucketObject[] => {
    const keys: BucketObject[] = [];
    for (let validTime = hour; validTime < hour + HOUR; validTime += CADENCE)
      for (let satellites = FEWEST_SATELLITES; satellites <= MOST_SATELLITES; satellites++) {
        const path = pathOf(validTime, satellites);
        const latency = latencyOf(world.seed, validTime, satellites) + faults.latenessOf(path, validTime);
        if (validTime + latency <= clock.now()) keys.push({ key: path.slice(1), since: validTime + latency });
      }
    return keys;
  };
  const list = (query: URLSearchParams): FoundFile | null => {
    const prefix = query.get('prefix') ?? '';
    if (query.get('list-type') !== '2' || !prefix.startsWith('BLEND/')) return null;
    const [, year, month, day, hour] = HOUR_PREFIX.exec(prefix) ?? [];
    const at = year === undefined ? null : timeOf(`${year}${month}${day}`, `${hour}0000`);
    return listingFile(bucketPage(BUCKET, at === null ? [] : keysOf(at), query), prefix, clock.now());
  };
  return { find: (path, query) => (path === '/' ? list(query ?? new URLSearchParams()) : find(path)) };
}

/** s from the start of a scan. */
function latencyOf(seed: number, validTime: number, satellites: number): number {
  if (satellites < MOST_SATELLITES) return (5 + 2 * satellites) * MINUTE;
  return Math.floor((17 + 5 * uniformAt(seed, 62, validTime / CADENCE, 0)) * MINUTE);
}

function keyOf(validTime: number, created: number, satellites: number): string {
  const [date, time] = stampOf(validTime);
  const folder = [date.slice(0, 4), date.slice(4, 6), date.slice(6), time.slice(0, 2)].join('/');
  const end = `${stampOf(validTime + CADENCE - 1).join('')}9`;
  const times = `s${date}${time}0_e${end}_c${stampOf(created).join('')}0`;
  return `${DIRECTORY}/${folder}/RRQPE-INST-GLB-${satellites}_v1r1_blend_${times}.nc`;
}

type Grid = ReturnType<typeof rrqpeGrid>;

function contentsOf(whole: Grid, validTime: number, { rates, quality }: RrqpeFrame, flaw?: FrameFlaw): Hdf5Contents {
  const grid = flaw === 'wrong-grid' ? { ...whole, rows: whole.rows - 1 } : whole;
  const size = grid.rows * grid.columns;
  const [values, flags] = [rates.slice(0, size), quality.slice(0, size)];
  if (flaw === 'all-missing') {
    values.fill(FILL);
    flags.fill(NO_DATA);
  }
  const shape = [grid.rows, grid.columns];
  const layout = { shape, chunks: [Math.min(BAND, grid.rows), grid.columns] };
  const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z');
  const float = (value: number) => ({ type: '<f', value }) as const;
  const short = (value: number) => ({ type: '<h', value }) as const;
  return {
    attributes: {
      title: 'Simulated Rain Rate Blend',
      time_coverage_start: iso(validTime),
      time_coverage_end: iso(validTime + CADENCE - 1),
      geospatial_lat_max: float(grid.firstLatitude),
      geospatial_lat_min: float(whole.firstLatitude + (whole.rows - 1) * whole.latitudeStep),
      geospatial_lon_min: float(-180),
      geospatial_lon_max: float(180),
      geospatial_lat_resolution: float(-grid.latitudeStep),
      geospatial_lon_resolution: float(grid.longitudeStep),
    },
    arrays: {
      RRQPE: {
        type: '<h',
        values,
        ...layout,
        attributes: {
          _FillValue: short(FILL),
          long_name: 'Rain Rate',
          units: 'mm/h',
          scale_factor: float(0.1),
          add_offset: float(0),
        },
      },
      DQF: { type: '<b', values: flags, ...layout, attributes: { long_name: 'Data Quality Flags', units: '1' } },
    },
  };
}
