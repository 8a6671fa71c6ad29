/**
 * The simulated composite RV of DWD:
 *
 *   /composite/rv/                                    the directory: an HTML page of the last two days
 *   /composite/rv/composite_rv_YYYYMMDD_HHMM.tar      25 files of ODIM HDF5, also as …_LATEST.tar
 *
 * Every five minutes, there 3 min 30 s later. Pixels are of 1 km times the step over 0.01°, from the same upper left
 * corner. The first file has the rain of an instant as an amount of the five minutes before it, as one scan gives it; the
 * 24 forecasts move that picture on with the steering wind over its middle, in whole pixels.
 */

import { DWD_PROJECTION, placeInDwdPlane } from '../radar/dwd-plane.js';
import { createDwdScene, type DwdLattice, type DwdScene, dwdLattice } from '../radar/dwd-scene.js';
import { type Hdf5Contents, type Hdf5Writer, hdf5Writer } from '../radar/hdf5-writer.js';
import type { RadarSetting } from '../radar/radar-setting.js';
import { DWD_SITES } from '../radar/sites-table.js';
import { stampOf, timeOf } from '../radar/stamps.js';
import { writeTar } from '../radar/tar-writer.js';
import type { World } from '../world.js';
import { type FoundFile, type FrameFlaw, listingFile, type SimulatedFeed } from './simulated-feed.js';

const DIRECTORY = '/composite/rv/';
const PATH = /^\/composite\/rv\/composite_rv_(?:(\d{8})_(\d{4})|(LATEST))\.tar$/;
const CADENCE = 300;
const LATENCY = 210;
const KEPT_FOR = 2 * 86_400;
const LEADS = 25;
/** mm, as the real files have it: a thousandth that went through float32. */
const GAIN = 0.0009999999317806213;
const NO_DATA = 4_294_967_295;

export function createDwdRvFeed(world: World, setting: RadarSetting): SimulatedFeed {
  const { clock, faults } = setting;
  const lattice = dwdLattice(setting.stepDegrees);
  let scene: DwdScene | null = null;
  let write: Hdf5Writer | null = null;
  const sinceOf = (validTime: number) => validTime + LATENCY + faults.latenessOf(pathOf(validTime), validTime);
  const listed = (): number[] => {
    const now = clock.now();
    const first = Math.ceil((now - KEPT_FOR) / CADENCE);
    const frames = Array.from({ length: KEPT_FOR / CADENCE + 24 }, (_, n) => (first + n) * CADENCE);
    return frames.filter((validTime) => sinceOf(validTime) <= now);
  };
  const frameAt = (validTime: number): FoundFile => ({
    key: `dwd-rv ${validTime}`,
    availableAt: validTime + LATENCY,
    isIndex: false,
    contentType: 'application/x-tar',
    validTime,
    async prepare() {
      write ??= await hdf5Writer();
    },
    make(flaw) {
      scene ??= createDwdScene(world, lattice);
      const members = Array.from({ length: LEADS }, (_, n) => ({
        name: `${nameOf(validTime)}_${String(5 * n).padStart(3, '0')}-hd5`,
        bytes: write!(contentsOf(lattice, validTime, n, scene!.amounts(validTime, n * CADENCE), flaw)),
      }));
      return { grib: writeTar(members, validTime + LATENCY), index: null };
    },
  });
  return {
    find(path) {
      if (path === DIRECTORY) return directoryOf(listed(), clock.now());
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, time, latest] = match;
      const validTime = latest === undefined ? timeOf(date!, `${time}00`) : (listed().at(-1) ?? null);
      return validTime === null || validTime % CADENCE !== 0 ? null : frameAt(validTime);
    },
  };
}

function nameOf(validTime: number): string {
  const [date, time] = stampOf(validTime);
  return `composite_rv_${date}_${time.slice(0, 4)}`;
}

function pathOf(validTime: number): string {
  return `${DIRECTORY}${nameOf(validTime)}.tar`;
}

/** As nginx writes it, which is what opendata.dwd.de runs. */
function directoryOf(frames: readonly number[], now: number): FoundFile {
  const names = [...frames.map(nameOf), 'composite_rv_LATEST'].map((name) => `${name}.tar`);
  const rows = names.map((name) => `<a href="${name}">${name}</a>\r\n`);
  const head = `<html>\r\n<head><title>Index of /weather/radar/composite/rv/</title></head>\r\n<body>\r\n`;
  const page = `${head}<h1>Index of /weather/radar/composite/rv/</h1><hr><pre><a href="../">../</a>\r\n${rows.join('')}</pre><hr></body>\r\n</html>\r\n`;
  return listingFile(page, DIRECTORY, now, 'text/html');
}

function contentsOf(
  lattice: DwdLattice,
  validTime: number,
  lead: number,
  amounts: Float32Array,
  flaw?: FrameFlaw,
): Hdf5Contents {
  const rows = flaw === 'wrong-grid' ? lattice.rows - 1 : lattice.rows;
  const stored = new Uint32Array(rows * lattice.columns);
  for (let n = 0; n < stored.length; n++) stored[n] = codeOf(flaw === 'all-missing' ? Number.NaN : amounts[n]!);
  const end = validTime + lead * CADENCE;
  const [date, time] = stampOf(validTime);
  const [startdate, starttime] = stampOf(end - CADENCE);
  const [enddate, endtime] = stampOf(end);
  return {
    attributes: { Conventions: 'ODIM_H5/V2_3' },
    groups: {
      dataset1: {
        groups: {
          data1: {
            arrays: { data: arrayOf(stored, rows, lattice.columns) },
            groups: {
              what: {
                attributes: { gain: GAIN, nodata: NO_DATA, offset: -GAIN, quantity: 'ACRR', undetect: 0 },
              },
            },
          },
          how: {
            attributes: { camethod: 'DOMAIN', simulated: 'True' },
            groups: { POLARA: { attributes: { catalogpath: 'DWD/DE1200_WGS84/RV//top_view' } } },
          },
          what: {
            attributes: { enddate, endtime, prodname: 'RV_top_view', product: 'MAX', startdate, starttime },
          },
          where: {},
        },
      },
      how: {
        attributes: {
          incomplete_nodes: '',
          missing_nodes: '',
          nodes: DWD_SITES.map(({ name }) => `'${name}'`).join(','),
          simulated: 'True',
          software: 'POLARA',
          sw_version: 'POLARA_hydrus_4.1.003',
        },
        groups: { POLARA: { attributes: { pattern: 'RV' } } },
      },
      what: {
        attributes: {
          date,
          object: 'COMP',
          source: 'ORG:78,CTY:616,CMT:Deutscher Wetterdienst kundenservice@dwd.de',
          time,
          version: 'H5rad 2.3',
        },
      },
      where: { attributes: whereOf({ ...lattice, rows }) },
    },
  };
}

/** The smallest code is nothing at all, the next one an amount of 0: the offset is one gain below. */
function codeOf(amount: number): number {
  if (Number.isNaN(amount)) return NO_DATA;
  const steps = Math.round(amount / GAIN);
  return steps === 0 ? 0 : steps + 1;
}

function arrayOf(values: Uint32Array, rows: number, columns: number) {
  return {
    type: '<I',
    values,
    shape: [rows, columns],
    chunks: [rows, columns],
    isUnlimited: true,
    attributes: {},
  } as const;
}

function whereOf({ rows, columns, pixel }: DwdLattice) {
  const [left, top] = [-500, 500];
  const [right, bottom] = [left + columns * pixel, top - rows * pixel];
  const corners = { LL: [left, bottom], LR: [right, bottom], UL: [left, top], UR: [right, top] } as const;
  const attributes: Record<string, number> = {};
  for (const [name, [x, y]] of Object.entries(corners)) {
    const { latitude, longitude } = placeInDwdPlane(x, y);
    attributes[`${name}_lat`] = latitude;
    attributes[`${name}_lon`] = longitude;
  }
  const count = (value: number) => ({ type: '<Q', value }) as const;
  const sizes = { xscale: pixel, xsize: count(columns), yscale: pixel, ysize: count(rows) };
  return { ...attributes, projdef: DWD_PROJECTION, ...sizes };
}
