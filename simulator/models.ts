/**
 * The simulated models: one forecast of the same truth for each dataset, each with errors of its own. Runs of two
 * datasets that come from one upstream (HRRR's three, GEFS's two) are the same run and have the same error.
 *
 * Sizes are in `SKILLS`; what they mean is in `forecast-error.ts`. Members of the ensemble stand around a centre that
 * is itself wrong: with e₀ the error of the centre and eᵢ the departure of member i, all drawn alike and apart, the
 * truth (the centre less e₀) is one more draw around the centre, so the share of members with an event is its
 * probability by construction.
 */

import type { DatasetId } from '../src/model/dataset.js';
import {
  createForecastModel,
  DEFAULT_BIAS,
  type ForecastModel,
  type ForecastSkill,
  GFS_SKILL,
} from './forecast-error.js';
import { createWorld, type World } from './world.js';

/** Upstreams that forecast: several datasets may come from one. */
type ModelId = 'gfs' | 'ecmwf' | 'hrrr' | 'nbm' | 'icon' | 'gefs' | 'aqm' | 'aerosol';

const MODEL_OF: Readonly<Record<DatasetId, ModelId>> = {
  gfs: 'gfs',
  'ecmwf-ifs': 'ecmwf',
  hrrr: 'hrrr',
  'hrrr-extended': 'hrrr',
  'hrrr-subhourly': 'hrrr',
  nbm: 'nbm',
  'icon-eu': 'icon',
  gefs: 'gefs',
  'gefs-extended': 'gefs',
  aqm: 'aqm',
  'gefs-aerosol': 'aerosol',
};

/**
 * `draw` sets the models' random errors apart. The bias of GFS is the caller's, the others have their own. As the service
 * takes them for: HRRR the best to hour 48, then the National Blend, then ECMWF, then GFS.
 */
const SKILLS: Readonly<Record<ModelId, ForecastSkill>> = {
  gfs: GFS_SKILL,
  ecmwf: { draw: 1, phase: 0.13, noise: [0.1, 0.29], distance: [10_000, 75_000], bias: -0.2 },
  hrrr: { draw: 2, phase: 0.11, noise: [0.08, 0.24], distance: [5000, 60_000], bias: 0.3 },
  nbm: { draw: 3, phase: 0.12, noise: [0.12, 0.22], distance: [15_000, 60_000], bias: 0.1, farthest: 125_000 },
  gefs: { draw: 4, phase: 0.13, noise: [0.08, 0.25], distance: [10_000, 65_000], bias: 0.4, farthest: 125_000 },
  aqm: { draw: 5, phase: 0.15, noise: [0.1, 0.3], distance: [8000, 70_000], bias: 0 },
  aerosol: { draw: 6, phase: 0.17, noise: [0.1, 0.35], distance: [10_000, 90_000], bias: 0 },
  icon: { draw: 7, phase: 0.12, noise: [0.09, 0.26], distance: [6000, 65_000], bias: -0.3 },
};

/** Draws of the members begin here, behind those of the models. */
const MOST_MEMBERS = 64;
/** The seed that the demo runs on when nothing else is said. */
const DEMO_SEED = 1;

/**
 * What a dataset forecasts. Of an ensemble it is the centre: `memberOf` has its members.
 *
 * @param biasKelvin  bias of GFS, K; the other models keep theirs
 */
export function forecastOf(
  dataset: DatasetId,
  world: World = createWorld(DEMO_SEED),
  biasKelvin: number = DEFAULT_BIAS,
): ForecastModel {
  const model = MODEL_OF[dataset];
  const skill = SKILLS[model];
  return createForecastModel(world, model === 'gfs' ? biasKelvin : skill.bias, skill);
}

/** Member `number` of the ensemble of a dataset: 0 the control, which departs from the centre like any other. */
export function memberOf(dataset: DatasetId, world: World, number: number): ForecastModel {
  const skill = SKILLS[MODEL_OF[dataset]];
  const departure = { ...skill, draw: MOST_MEMBERS * (skill.draw + 1) + number };
  return createForecastModel(world, skill.bias, skill, departure);
}
