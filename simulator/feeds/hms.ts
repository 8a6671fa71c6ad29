/**
 * The simulated days of smoke of NOAA's Hazard Mapping System, zipped shapefiles:
 *
 *   /Smoke_Polygons/Shapefile/YYYY/MM/hms_smokeYYYYMMDD.zip
 *
 * A day is there from 16 UTC on, and whole at midnight.
 */

import { zipSync } from 'fflate';
import type { Clock } from '../../src/base/clock.js';
import type { SmokePlume } from '../../src/model/fire.js';
import { DAY } from '../../src/model/time.js';
import { type WrittenShape, writeShapefile } from '../shapefile-writer.js';
import { drawnPlumes, firstLookOf, looksAt } from '../smoke-plumes.js';
import type { World } from '../world.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/Smoke_Polygons\/Shapefile\/(\d{4})\/(\d\d)\/(hms_smoke(\d{8}))\.zip$/;
/** Of files in an archive, so that equal contents are equal archives; zip knows no time before 1980. */
const LONG_AGO = new Date(1990, 0, 1);
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

export function createHmsFeed(world: World, clock: Clock): SimulatedFeed {
  return {
    find(path) {
      const [, year, month, name, date] = PATH.exec(path) ?? [];
      if (date === undefined || !date.startsWith(`${year}${month}`)) return null;
      const day = parseRun(date, '00');
      if (day === null) return null;
      const looks = looksAt(day, clock.now());
      return {
        key: `${path} ${looks}`,
        availableAt: firstLookOf(day),
        isIndex: false,
        contentType: 'application/zip',
        make: () => ({ grib: archiveOf(name!, drawnPlumes(world, day, looks)), index: null }),
      };
    },
  };
}

function archiveOf(name: string, plumes: readonly SmokePlume[]): Uint8Array {
  const { shp, dbf } = writeShapefile(plumes.map(shapeOf));
  const prj = Buffer.from(WGS84);
  return zipSync({ [`${name}.shp`]: shp, [`${name}.dbf`]: dbf, [`${name}.prj`]: prj }, { mtime: LONG_AGO });
}

function shapeOf({ density, satellite, start, end, polygons }: SmokePlume): WrittenShape {
  const fields = {
    Satellite: satellite,
    Start: stampOf(start!),
    End: stampOf(end!),
    Density: `${density[0]!.toUpperCase()}${density.slice(1)}`,
  };
  return { fields, rings: polygons.flat().map(cornersOf) };
}

function cornersOf(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, n) => [ring[2 * n]!, ring[2 * n + 1]!]);
}

/** "2026324 1840": day of the year, hour and minute of UTC. */
function stampOf(at: number): string {
  const date = new Date(at * 1000);
  const year = date.getUTCFullYear();
  const day = 1 + Math.floor((at - Date.UTC(year, 0, 1) / 1000) / DAY);
  const clock = date.toISOString().slice(11, 16).replace(':', '');
  return `${year}${`${day}`.padStart(3, '0')} ${clock}`;
}
