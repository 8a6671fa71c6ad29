/** The real grids and time axes of the weather models (3 km, 2.5 km, 0.25°), for tests of how they are mixed. */

import { hrrrLattice } from '../simulator/feeds/hrrr.js';
import { nbmLattice } from '../simulator/feeds/nbm.js';
import { planeOf } from '../simulator/lambert-lattice.js';
import { globalGrid } from '../simulator/places.js';
import { edgeDistance } from '../src/grid/grid.js';
import type { CubeShelf, OpenCube } from '../src/model/cube.js';
import { type ElementId, elementOf } from '../src/model/element.js';
import type { Grid } from '../src/model/field.js';
import { HOUR } from '../src/model/time.js';
import type { AnyLattice, PlaceOnEarth } from './grid-view.js';

export const WEATHER_MODELS = ['hrrr-subhourly', 'hrrr', 'hrrr-extended', 'nbm', 'ecmwf-ifs', 'gfs'] as const;
export type WeatherModel = (typeof WEATHER_MODELS)[number];

/** Leads in hours: first, last, and between. */
type Piece = readonly [first: number, last: number, step: number];
const LEADS: Readonly<Record<WeatherModel, readonly Piece[]>> = {
  'hrrr-subhourly': [[0.25, 18, 0.25]],
  hrrr: [[0, 18, 1]],
  'hrrr-extended': [[0, 48, 1]],
  nbm: [
    [1, 36, 1],
    [39, 189, 3],
    [192, 264, 6],
  ],
  'ecmwf-ifs': [
    [0, 144, 3],
    [150, 360, 6],
  ],
  gfs: [
    [0, 120, 1],
    [123, 384, 3],
  ],
};

export function timesOfRun(model: WeatherModel, referenceTime: number): number[] {
  return LEADS[model].flatMap(([first, last, step]) =>
    Array.from({ length: Math.round((last - first) / step) + 1 }, (_, n) => referenceTime + (first + n * step) * HOUR),
  );
}

/** The newest whole runs at 13 UTC: HRRR's of 12, the others' of 06, and ECMWF's long one of 00. */
export function runsBefore(midnight: number): Readonly<Record<WeatherModel, number>> {
  const [early, late] = [midnight + 6 * HOUR, midnight + 12 * HOUR];
  return {
    'hrrr-subhourly': late,
    hrrr: late,
    'hrrr-extended': early,
    nbm: early,
    'ecmwf-ifs': midnight,
    gfs: early,
  };
}

const HRRR = hrrrLattice(1 / 16);
const LATTICES: Readonly<Record<WeatherModel, AnyLattice>> = {
  'hrrr-subhourly': HRRR,
  hrrr: HRRR,
  'hrrr-extended': HRRR,
  nbm: nbmLattice(1 / 20.4),
  'ecmwf-ifs': globalGrid(0.25),
  gfs: globalGrid(0.25),
};

export function realLattice(model: WeatherModel): AnyLattice {
  return LATTICES[model];
}

const grids = new Map<AnyLattice, Grid>();

export function realGrid(model: WeatherModel): Grid {
  const lattice = LATTICES[model];
  const grid = grids.get(lattice) ?? gridOf(lattice);
  grids.set(lattice, grid);
  return grid;
}

function gridOf(lattice: AnyLattice): Grid {
  if (lattice.kind === 'regular') return lattice;
  const { columns, rows, spacing, radius, parallel, meridian } = lattice;
  const { x, y } = planeOf(lattice, lattice.firstLatitude, lattice.firstLongitude);
  return {
    kind: 'lambert',
    columns,
    rows,
    firstX: x,
    firstY: y,
    xStep: spacing,
    yStep: spacing,
    earth: { semiMajor: radius, semiMinor: radius },
    centralMeridian: meridian - 360,
    standardParallels: [parallel, parallel],
  };
}

/** Some `count` places all around a grid of North America, so far inside of its edge, m. */
export function placesInside(model: WeatherModel, nearest: number, farthest: number, count: number): PlaceOnEarth[] {
  const found: PlaceOnEarth[] = [];
  for (let latitude = 19; latitude < 58; latitude += 0.7)
    for (let longitude = -138; longitude < -58; longitude += 0.7) {
      const distance = edgeDistance(realGrid(model), latitude, longitude);
      if (distance > nearest && distance < farthest) found.push({ latitude, longitude });
    }
  const every = Math.ceil(found.length / count);
  return found.filter((_, i) => i % every === 0);
}

/** Cubes that say 0 always and everywhere: for what depends on places and times alone. */
export function steadyShelf(runs: Readonly<Record<WeatherModel, number>>, elements: readonly ElementId[]): CubeShelf {
  const cubes = new Map(WEATHER_MODELS.map((model) => [model as string, steadyCube(model, runs[model], elements)]));
  return { open: async (dataset) => cubes.get(dataset) ?? null, openPrevious: async () => null };
}

function steadyCube(model: WeatherModel, referenceTime: number, elements: readonly ElementId[]): OpenCube {
  const times = Float64Array.from(timesOfRun(model, referenceTime));
  const series = new Int16Array(elements.length * times.length);
  const description = {
    dataset: model,
    version: 'v1',
    source: model,
    referenceTime,
    createdAt: referenceTime,
    simulated: true,
    windowSeconds: 6 * HOUR,
    elements,
    times,
    grid: realGrid(model),
    packings: elements.map((id) => elementOf(id)),
  };
  return {
    description,
    readCells: async (cells) => cells.map(() => series),
    staticField: async () => null,
    release: () => undefined,
  };
}
