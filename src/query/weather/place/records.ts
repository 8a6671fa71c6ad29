/**
 * The weather of regular records, hours or quarter-hours, at one place: what was read of it on axes of time goes to
 * `query/weather` record by record.
 *
 * A record at T holds the state at T, and over [T, T + step) the total, the probability and the strongest gust. The sun
 * counts at the middle of the interval. `current` is one record whose state is that of this minute and whose interval is
 * the quarter hour around it, hence the two axes (docs/methods/forecast.md, "Records").
 *
 * Only what `scene.quantities` names is computed; the arrays of the rest are empty.
 */

import { HOUR } from '../../../model/time.js';
import { cosZenithSeries } from '../../../science/sun.js';
import { type Axis, hasMissing, QUARTER } from '../../time/series.js';
import { type Air, NOTHING } from '../air.js';
import { weatherOf } from '../derivation.js';
import { fillWithEstimates, largest } from '../gusts.js';
import type { PhaseShares } from '../phase.js';
import { stateFactsOf, statesOf } from '../states.js';
import type { RecordFacts, Weather } from '../weather.js';
import { airQualityOn } from './air-quality.js';
import type { Precipitation } from './precipitation.js';
import { PHASES } from './radar-beside.js';
import { elementOn, elevationsOf, type Scene } from './scene.js';

export interface Records {
  /** Instants of the states. */
  readonly instants: Axis;
  /** Intervals of the totals: as many, as long. */
  readonly intervals: Axis;
  /** Instants at which the sun is looked at. */
  readonly sun: Axis;
}

/** Records whose states are at the beginning of their intervals. */
export function recordsOn(axis: Axis): Records {
  return { instants: axis, intervals: axis, sun: { ...axis, start: axis.start + axis.step / 2 } };
}

/** @param air  at the instants of `records`; may go on beyond the last one */
export function weatherOn(scene: Scene, records: Records, air: Air, fall: Precipitation): Weather {
  const { quantities, scratch } = scene;
  const { instants, intervals } = records;
  const cosZenith = cosZenithOn(scene, records);
  const sky = { cosZenith, elevations: quantities.has('uv') ? elevationsOf(scene, instants.count) : NOTHING };
  const state = stateFactsOf((id) => elementOn(scene, id, instants), air, sky, quantities);
  const facts: RecordFacts = {
    seconds: scratch.zeros(intervals.count).fill(intervals.step),
    states: statesOf(state, quantities, scratch),
    cosZenith,
    gusts: quantities.has('gust') ? gustsOn(scene, intervals) : NOTHING,
    ...fallOn(scene, intervals, fall),
    ...airNearGroundOn(scene, intervals, fall),
    visibility: quantities.has('condition') ? elementOn(scene, 'visibility', instants) : NOTHING,
    // Without rain no thunder.
    cape: quantities.has('condition') && fall.isWet ? elementOn(scene, 'cape', instants) : NOTHING,
  };
  return weatherOf(facts, quantities, scratch);
}

/**
 * Strongest gust of each interval. The curve through the model's gusts is monotone between its nodes, and nodes stand on
 * whole hours: so the strongest stands at one of the two ends, and no quarter has a gust above its hour's.
 */
export function gustsOn(scene: Scene, intervals: Axis): Float64Array {
  const ends = { ...intervals, count: intervals.count + 1 };
  const atEnds = elementOn(scene, 'wind_gust', ends);
  if (hasMissing(atEnds)) estimateMissing(scene, ends, atEnds);
  const gusts = scene.scratch.zeros(intervals.count);
  for (let i = 0; i < gusts.length; i++) gusts[i] = largest(atEnds[i]!, atEnds[i + 1]!);
  if (intervals.step > QUARTER) raiseToQuarters(scene, intervals, gusts);
  return gusts;
}

/** Where the curve is not monotone between the hours, the strongest gust of an hour may stand between its ends. */
function raiseToQuarters({ series, scratch }: Scene, { start, step, count }: Axis, gust: Float64Array): void {
  const perRecord = step / QUARTER;
  for (const uneven of series.unevenHours('wind_gust')) {
    const first = Math.max(0, Math.floor((uneven.start - start) / step));
    const end = Math.min(count, Math.ceil((uneven.end - start) / step));
    if (!(first < end)) continue;
    const axis = { start: start + first * step, step: QUARTER, count: (end - first) * perRecord };
    const quarters = series.instants('wind_gust', axis, scratch.zeros(axis.count));
    for (let i = 0; i < axis.count; i++) {
      const record = first + Math.floor(i / perRecord);
      gust[record] = largest(gust[record]!, quarters[i]!);
    }
  }
}

function estimateMissing(scene: Scene, ends: Axis, gusts: Float64Array): void {
  const { series, scratch } = scene;
  // Mostly the few hours after the last run ends.
  const first = gusts.findIndex(Number.isNaN);
  const unknown = { ...ends, start: ends.start + first * ends.step, count: ends.count - first };
  const u = elementOn(scene, 'wind_u', unknown);
  const v = elementOn(scene, 'wind_v', unknown);
  const land = scratch.zeros(unknown.count).fill(series.land);
  if (fillWithEstimates(gusts.subarray(first), u, v, land)) scene.onEstimatedGusts();
}

/** Cosine of the sun's zenith angle; empty when nothing asks for the sun. */
function cosZenithOn({ site, quantities, scratch }: Scene, { sun }: Records): Float64Array {
  if (!quantities.has('uv') && !quantities.has('condition')) return NOTHING;
  return cosZenithSeries(sun, site.latitude, site.longitude, scratch.zeros(sun.count));
}

type FallFacts = Pick<RecordFacts, 'totals' | 'rates' | 'shares' | 'chances' | 'hail' | 'lightning'>;

function fallOn(scene: Scene, intervals: Axis, fall: Precipitation): FallFacts {
  const { quantities } = scene;
  const { hours, shares, rates } = fall;
  const ofHour = (values: Float64Array) => spread(scene, values, hours, intervals);
  const quarters = { start: hours.start, step: QUARTER, count: fall.quarters.length };
  const isHourly = intervals.step === HOUR;
  const ofQuarter = (values: Float64Array) => spread(scene, values, quarters, intervals);
  const totals = isHourly ? ofHour(fall.totals) : ofQuarter(fall.quarters);
  const chances = () => (isHourly ? ofHour(fall.probability) : ofQuarter(fall.quarterProbability()));
  const ofRecords = quantities.has('phase')
    ? {
        rain: ofHour(shares.rain),
        freezingRain: ofHour(shares.freezingRain),
        icePellets: ofHour(shares.icePellets),
        snow: ofHour(shares.snow),
        depth: ofHour(shares.depth),
      }
    : shares;
  return {
    totals: quantities.has('totals') ? totals : NOTHING,
    rates: rates.length === 0 ? NOTHING : onTheHour(intervals, ofHour(rates)),
    shares: ofRecords,
    chances: quantities.has('probability') ? chances() : NOTHING,
    ...besideOn(scene, intervals, fall, ofRecords),
  };
}

/** Hail and lightning of the records, and in those of a quarter hour its own phase. */
function besideOn(
  { scratch }: Scene,
  { start, step, count }: Axis,
  { hours, beside }: Precipitation,
  shares: PhaseShares,
): Pick<RecordFacts, 'hail' | 'lightning'> {
  if (beside === null) return { hail: NOTHING, lightning: NOTHING };
  const [hail, lightning] = [scratch.missing(count), scratch.missing(count)];
  for (const [k, quarter] of beside.quarters.entries()) {
    const time = hours.start + (beside.first + k) * QUARTER;
    const i = Math.floor((time - start) / step);
    if (i < 0 || i >= count) continue;
    hail[i] = largest(hail[i]!, quarter.hail);
    lightning[i] = largest(lightning[i]!, quarter.lightning);
    if (step === QUARTER) for (const name of PHASES) shares[name][i] = quarter.phase[name];
  }
  return { hail, lightning };
}

type Haze = Pick<RecordFacts, 'smoke' | 'dust' | 'fineParticles'>;

/** Means of the hour that a record lies in. */
export function hazeOn(scene: Scene, intervals: Axis, hours: Axis): Haze {
  const { quantities, series, scratch } = scene;
  const density = (id: 'smoke_pm2_5' | 'dust_pm10' | 'pm2_5') => {
    if (!quantities.has('condition') || series.layers(id).length === 0) return NOTHING;
    return spread(scene, series.means(id, hours, scratch.zeros(hours.count)), hours, intervals);
  };
  return { smoke: density('smoke_pm2_5'), dust: density('dust_pm10'), fineParticles: density('pm2_5') };
}

/** Index and means of the hour that a record lies in. */
function airNearGroundOn(
  scene: Scene,
  intervals: Axis,
  { hours }: Precipitation,
): Haze & Pick<RecordFacts, 'airQuality'> {
  const { quantities, series, scratch } = scene;
  return {
    ...hazeOn(scene, intervals, hours),
    airQuality: quantities.has('airQuality')
      ? spread(scene, airQualityOn(series, hours, scratch), hours, intervals)
      : NOTHING,
  };
}

/** Values of the records of `of` as values of those of `records` that lie inside them; NaN outside of all. */
function spread({ scratch }: Scene, values: Float64Array, of: Axis, records: Axis): Float64Array {
  if (of.start === records.start && of.step === records.step && of.count === records.count) return values;
  const out = scratch.missing(records.count);
  const ahead = (records.start - of.start) / of.step;
  const each = records.step / of.step;
  for (let i = 0; i < out.length; i++) {
    const k = Math.floor(ahead + i * each);
    if (k >= 0 && k < values.length) out[i] = values[k]!;
  }
  return out;
}

/** A rate is that of one instant: it says nothing about the later quarters of its hour. */
function onTheHour({ start, step }: Axis, rates: Float64Array): Float64Array {
  return rates.map((rate, i) => ((start + i * step) % HOUR === 0 ? rate : Number.NaN));
}
