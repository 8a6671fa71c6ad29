/**
 * The weather that is met along a route: for each sample its record of the forecast, a quarter hour or an hour [A, B).
 *
 *   state(t) = state(A) + (t − A) / (B − A) × (state(B) − state(A))        wind by its components
 *
 * States at A and at B are those of the forecast's two records there (the sun stands in the middle of each), so a sample
 * on A has what `/v1/forecast` says of A. Derived states, humidity or apparent temperature, are derived at both ends and
 * go straight between them, as all others do. Where an end is unknown so is all between: nothing is extrapolated. Totals,
 * chances, gusts, conditions and the quality of the air hold for the whole record and are taken as they are; but where the
 * wind rises within the record above its gust, which is not below the wind at A, the sample's gust is its wind.
 */

import { HOUR } from '../../model/time.js';
import { QUARTER } from '../../query/time/series.js';
import type { TrackWant } from '../../query/track/track.js';
import { airOf, NOTHING } from '../../query/weather/air.js';
import { weatherOf } from '../../query/weather/derivation.js';
import { fillWithEstimates, raiseTo } from '../../query/weather/gusts.js';
import { elementsFor, type Quantity } from '../../query/weather/quantities.js';
import { createScratch } from '../../query/weather/scratch.js';
import {
  type StateFacts,
  type States,
  stateFactsOf,
  statesOf,
  windDirectionsOf,
  windSpeedsOf,
} from '../../query/weather/states.js';
import type { RecordFacts, Weather } from '../../query/weather/weather.js';
import { AIR_QUALITY_LOOKBACK } from '../../science/air-quality-window.js';
import type { AlongWeather } from './along.js';
import { airQualityAlong, fallsAlong, phasesAlong } from './hours.js';
import { type AlongInput, elementAt, later, meansOf, type Passage, passageOf, sunAlong } from './passage.js';

export interface AlongNotes {
  /** Some gust is estimated from the sustained wind. */
  readonly estimatedGusts: boolean;
  /** Some chance of precipitation stands on the amount alone. */
  readonly uncalibrated: boolean;
}

/** What has to be read for `quantities`; the index of air quality looks back over half a day, the rest does not. */
export function wantsAlong(quantities: ReadonlySet<Quantity>): TrackWant[] {
  const airQuality = quantities.has('airQuality') ? elementsFor(['airQuality']) : null;
  return Array.from(elementsFor(quantities), (id) =>
    airQuality?.has(id) ? { id, before: AIR_QUALITY_LOOKBACK } : { id },
  );
}

/** Whether the members of the ensemble have to be read. */
export function needsEnsemble(quantities: ReadonlySet<Quantity>): boolean {
  return quantities.has('totals');
}

/** Nothing waits between the first use of it and the finished columns, which are memory of their own. */
const scratch = createScratch();

export function weatherAlong(input: AlongInput): { weather: AlongWeather; notes: AlongNotes } {
  scratch.reset();
  const passage = passageOf(input, scratch);
  const sun = sunAlong(passage);
  const start = stateFactsAt(passage, passage.starts, sun.here);
  const end = stateFactsAt(passage, passage.ends, sun.next);
  const { facts, notes } = recordFactsOf(passage, start, end);
  const weather = weatherOf(facts, input.quantities, scratch);
  const statesAhead = statesOf(end, input.quantities, scratch);
  const states = statesBetween(passage, weather, statesAhead, start, end);
  const held = heldOver(weather);
  raiseTo(held.windGust, states.windSpeed);
  return { weather: { ...held, ...states }, notes };
}

function stateFactsAt(passage: Passage, times: Float64Array, cosZenith: Float64Array): StateFacts {
  const { quantities, track } = passage;
  const read = (id: Parameters<typeof elementAt>[1]) => elementAt(passage, id, times);
  const air = airOf(read, quantities, scratch);
  return stateFactsOf(read, air, { cosZenith, elevations: track.elevations }, quantities);
}

function recordFactsOf(
  passage: Passage,
  start: StateFacts,
  end: StateFacts,
): { facts: RecordFacts; notes: AlongNotes } {
  const { quantities, bins, starts, hours } = passage;
  const forCondition = quantities.has('condition');
  const { gusts, estimated } = gustsAlong(passage, start, end);
  const {
    falls,
    chances: { chances, uncalibrated },
  } = fallsAlong(passage);
  const facts = {
    seconds: bins.seconds,
    states: statesOf(start, quantities, scratch),
    cosZenith: start.cosZenith,
    gusts,
    totals: falls.totals,
    rates: falls.rates,
    ...phasesAlong(passage, falls, start.air, end.air),
    chances,
    visibility: forCondition ? elementAt(passage, 'visibility', starts) : NOTHING,
    cape: forCondition && falls.isWet ? elementAt(passage, 'cape', starts) : NOTHING, // without rain no thunder
    smoke: forCondition ? meansOf(passage, 'smoke_pm2_5', hours) : NOTHING,
    dust: forCondition ? meansOf(passage, 'dust_pm10', hours) : NOTHING,
    fineParticles: forCondition ? meansOf(passage, 'pm2_5', hours) : NOTHING,
    airQuality: airQualityAlong(passage),
  };
  return { facts, notes: { estimatedGusts: estimated, uncalibrated } };
}

/** The strongest of the model's gusts at the two ends of each record, estimates where it has none, and between them. */
function gustsAlong(passage: Passage, start: StateFacts, end: StateFacts): { gusts: Float64Array; estimated: boolean } {
  const { quantities, track, starts, ends, bins } = passage;
  if (!quantities.has('gust')) return { gusts: NOTHING, estimated: false };
  const gusts = elementAt(passage, 'wind_gust', starts);
  const later = elementAt(passage, 'wind_gust', ends);
  const atStart = fillWithEstimates(gusts, start.windU, start.windV, track.land);
  const atEnd = fillWithEstimates(later, end.windU, end.windV, track.land);
  raiseTo(gusts, later);
  if (bins.seconds.some((seconds) => seconds === HOUR)) raiseToQuarters(passage, gusts);
  return { gusts, estimated: atStart || atEnd };
}

/** Where sources are mixed the strongest gust of an hour may stand between its ends; of a quarter hour it does not. */
function raiseToQuarters(passage: Passage, gusts: Float64Array): void {
  const { bins, hours } = passage;
  for (let offset = QUARTER; offset < HOUR; offset += QUARTER) {
    const between = elementAt(passage, 'wind_gust', later(passage, hours, offset));
    for (let i = 0; i < between.length; i++) if (bins.seconds[i] !== HOUR) between[i] = Number.NaN;
    raiseTo(gusts, between);
  }
}

/** What holds for the whole record. */
function heldOver(weather: Weather): Omit<AlongWeather, keyof States> {
  return {
    windGust: weather.windGust.slice(),
    precipitation: weather.precipitation.slice(),
    rain: weather.rain.slice(),
    snow: weather.snow.slice(),
    probability: weather.probability.slice(),
    airQuality: weather.airQuality.slice(),
    condition: weather.condition,
  };
}

/** What changes within the record. */
function statesBetween(passage: Passage, here: States, ahead: States, start: StateFacts, end: StateFacts): States {
  const { samples, bins, starts, quantities, count } = passage;
  const along = scratch.zeros(count);
  for (let i = 0; i < count; i++) along[i] = (samples.times[i]! - starts[i]!) / bins.seconds[i]!;
  const line = (field: keyof States) => between(here[field], ahead[field], along);
  const [u, v] = [between(start.windU, end.windU, along), between(start.windV, end.windV, along)];
  return {
    temperature: line('temperature'),
    apparentTemperature: line('apparentTemperature'),
    dewPoint: line('dewPoint'),
    humidity: line('humidity'),
    pressure: line('pressure'),
    windSpeed: windSpeedsOf(u, v, scratch).slice(),
    windDirection: quantities.has('direction') ? windDirectionsOf(u, v, scratch).slice() : NOTHING,
    cloud: line('cloud'),
    uv: line('uv'),
  };
}

/** On the line from `from` to `to`, into memory of its own; a sample at the beginning asks for nothing of the end. */
function between(from: Float64Array, to: Float64Array, along: Float64Array): Float64Array {
  const out = new Float64Array(from.length);
  for (let i = 0; i < out.length; i++) out[i] = along[i] === 0 ? from[i]! : from[i]! + along[i]! * (to[i]! - from[i]!);
  return out;
}
