/** What a nowcast comes to, from what was read of radar and models: minutes in canonical values, status, onset. */

import { ProductUnavailableError } from '../../base/errors.js';
import type { NowcastStatus } from '../../model/nowcast.js';
import type { LayeredPoint, LayersRead } from '../../query/layers/layers.js';
import type { RadarMinutes, RadarRead } from '../../query/radar/radar-minutes.js';
import type { Calibration } from '../../query/weather/chances.js';
import type { Scratch } from '../../query/weather/scratch.js';
import { type ServedRegion, uncoveredError } from '../uncovered-place.js';
import { minutesOf, type NowcastMinutes } from './minutes.js';
import { type ModelMinutes, modelMinutesOf } from './model-minutes.js';
import type { NowcastPlan } from './plan.js';
import type { NowcastRequest } from './request.js';
import { onsetMinute, onsetUncertaintyOf, statusOf } from './status.js';

export const PRODUCT = 'nowcast';
const RETRY_SECONDS = 60;

export type Place = NowcastRequest['location'];

/** What was read for an answer. */
export interface Reading {
  readonly radar: RadarRead;
  readonly models: LayersRead;
  /** Learned for the models' chances; null: none. */
  readonly calibration: Calibration | null;
  /** Of the place, m; null unknown. */
  readonly height: number | null;
  readonly region: ServedRegion;
}

/** What an answer says, in canonical values. */
export interface Outcome {
  readonly read: RadarRead;
  /** Null where it does not count in any minute. */
  readonly radar: RadarMinutes | null;
  readonly point: LayeredPoint | null;
  readonly models: ModelMinutes | null;
  readonly minutes: NowcastMinutes;
  readonly status: NowcastStatus;
  readonly onsetUncertainty: number | null;
}

/** @throws InvalidRequestError, ProductUnavailableError  nothing is known of any minute, and nothing is on its way */
export function outcomeOf(
  { start, quantities, variables }: NowcastPlan,
  place: Place,
  { radar: read, models: layers, calibration, region }: Reading,
  scratch: Scratch,
): Outcome {
  scratch.reset();
  const point = layers.kind === 'point' ? layers.point : null;
  const site = { latitude: place.latitude, longitude: place.longitude, elevation: point?.elevation ?? Number.NaN };
  const scene = { site, quantities, calibration, radar: null, scratch, onEstimatedGusts: () => undefined };
  const models = point && modelMinutesOf({ ...scene, series: point }, start);
  const seen = read.kind === 'minutes' ? read.minutes : null;
  const minutes = minutesOf(seen, models, variables.includes('condition'));
  if (read.kind !== 'pending' && minutes.sources.every((source) => source === null)) {
    point?.release();
    throw nothingError(layers, place, region);
  }
  const radar = minutes.weights.some((weight) => weight > 0) ? seen : null;
  const onsetUncertainty = read.kind === 'pending' ? null : onsetUncertaintyOf(radar, minutes, onsetMinute(minutes));
  return { read, radar, point, models, minutes, status: statusOf(read.kind, minutes), onsetUncertainty };
}

function nothingError(layers: LayersRead, place: Place, region: ServedRegion): Error {
  const reason = `no radar covers this place, and ${NO_MODEL[layers.kind]}`;
  if (layers.kind === 'point') return new ProductUnavailableError(PRODUCT, reason, RETRY_SECONDS);
  return uncoveredError(PRODUCT, reason, place, region);
}

const NO_MODEL: Readonly<Record<LayersRead['kind'], string>> = {
  nothing: 'no model run has been ingested yet',
  outside: 'no model run that covers it has been ingested yet',
  defective: 'the stored model runs cannot be read',
  point: 'no model run reaches the next two hours',
};
