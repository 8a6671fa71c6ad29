/**
 * The simulated GEFS-Aerosol: particles at the ground by kind and size, the whole world on the grid of the ensemble.
 *
 *   /gefs.YYYYMMDD/HH/chem/pgrb2ap25/gefs.chem.tHHz.a2d_0p25.fFFF.grib2[.idx]      0 … 120 h every 3 h
 *
 * Every message is of template 4.48 and a state at an instant, in µg/m³. Parameter, kind and size bound together say
 * what it is: there are seven PMTF and PMTC in a file. Organic and black carbon at the ground, which together are the
 * smoke, are there; in real files of 2026 they stand for the column alone. Files appear from 5 h on.
 */

import { HOUR } from '../../src/model/time.js';
import { type AirField, type AirGrid, createAirGrid } from '../air.js';
import { indexText } from '../gfs-index.js';
import type { Producer } from '../grib2-encoder/message.js';
import { forecastOf } from '../models.js';
import { coarserGrid, placesOfGrid } from '../places.js';
import { createWeatherGrid, type WeatherGrid } from '../weather.js';
import type { World } from '../world.js';
import { SURFACE } from './levels-table.js';
import { assembleFile, type MessageRow } from './message-assembly.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH =
  /^\/gefs\.(\d{8})\/(00|06|12|18)\/chem\/pgrb2ap25\/gefs\.chem\.t(\d\d)z\.a2d_0p25\.f(\d{3})\.grib2(\.idx)?$/;
const LAST = 120;
const FIRST_FILE = 5 * HOUR;
const SECONDS_PER_FILE = 60;
const PRODUCER: Producer = { centre: 7, process: 117 };

interface AerosolStep {
  readonly hour: number;
  readonly air: AirGrid;
  readonly weather: WeatherGrid;
  readonly landness: Float32Array;
}

export function createAerosolFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = coarserGrid(gridStepDegrees);
  const places = placesOfGrid(grid);
  const cells = places.elevation.length;
  const model = forecastOf('gefs-aerosol', world);
  const stepOf = (referenceTime: number, hour: number): AerosolStep => {
    const weather = createWeatherGrid(cells);
    const air = createAirGrid(cells);
    const error = model.errorAt(referenceTime, hour * HOUR);
    world.fillWeather(weather, places, referenceTime + hour * HOUR, error);
    world.fillAir(air, weather, places, referenceTime + hour * HOUR, error);
    return { hour, air, weather, landness: places.landness };
  };
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, again, step, suffix] = match as readonly string[];
      const referenceTime = parseRun(date!, cycle!);
      const hour = Number(step);
      if (referenceTime === null || again !== cycle || hour % 3 !== 0 || hour > LAST) return null;
      const head = { referenceTime, grid, producer: PRODUCER };
      return {
        key: `aerosol ${referenceTime} ${step}`,
        availableAt: referenceTime + FIRST_FILE + (SECONDS_PER_FILE * hour) / 3,
        isIndex: suffix === '.idx',
        make() {
          const { grib, entries } = assembleFile(head, ROWS, stepOf(referenceTime, hour));
          return { grib, index: indexText(referenceTime, entries) };
        },
      };
    },
  };
}

/** Kinds of code table 4.233, with wgrib2's words for them. */
const KINDS = {
  total: [62_000, 'Total aerosol'],
  dust: [62_001, 'Dust dry'],
  seaSalt: [62_008, 'Sea salt dry'],
  blackCarbon: [62_009, 'Black carbon dry'],
  organic: [62_010, 'Particulate organic matter dry'],
} as const;
const SIZES = {
  fine: { name: 'PMTF', number: 193, below: 25, words: '<2.5e-06' },
  coarse: { name: 'PMTC', number: 192, below: 100, words: '<1e-05' },
} as const;

function particles(
  kind: keyof typeof KINDS,
  size: keyof typeof SIZES,
  values: MessageRow<AerosolStep>['values'],
): MessageRow<AerosolStep> {
  const [type, words] = KINDS[kind];
  const { name, number, below, words: bound } = SIZES[size];
  return {
    name,
    ...SURFACE,
    code: [0, 13, number],
    decimals: 2,
    aerosol: { type, sizeBelow: below },
    extra: `aerosol=${words}:aerosol_size ${bound}:`,
    time: ({ hour }) => ({ hour }),
    values,
  };
}

function share(field: AirField, factor: number): MessageRow<AerosolStep>['values'] {
  return ({ air }) => air[field].map((value) => value * factor);
}

function seaSalt({ weather, landness }: AerosolStep): Float32Array {
  return landness.map((land, n) => (1 - Math.min(1, land)) * Math.hypot(weather.windU[n]!, weather.windV[n]!));
}

/** Of smoke nine tenths are organic and the rest is soot. */
const ROWS: readonly MessageRow<AerosolStep>[] = [
  particles('total', 'coarse', share('pm10', 1)),
  particles('total', 'fine', share('pm2_5', 1)),
  particles('dust', 'coarse', share('dust', 1)),
  particles('dust', 'fine', share('dust', 0.15)),
  particles('seaSalt', 'coarse', seaSalt),
  particles('organic', 'fine', share('smoke', 0.9)),
  particles('blackCarbon', 'fine', share('smoke', 0.1)),
];
