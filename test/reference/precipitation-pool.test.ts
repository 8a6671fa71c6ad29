/**
 * Chance and amount of the pool beside what they replace, the ensemble's chance and the best source's amount, on the truth of
 * a simulated world that chose no setting (docs/methods/probability.md, "Measured").
 */

import { expect, test } from 'vitest';
import { forecastOf, memberOf } from '../../simulator/models.js';
import { pointsAt } from '../../simulator/points.js';
import { US_STATIONS } from '../../simulator/stations.js';
import { createWorld } from '../../simulator/world.js';
import { ENSEMBLE_MEMBERS } from '../../src/model/element.js';
import { HOUR } from '../../src/model/time.js';
import { rankHourly } from '../../src/query/layers/members.js';
import { amountsOfHours, chancesOfHours, WET_HOUR_TOTAL } from '../../src/query/weather/chances.js';
import { memberProbability } from '../../src/science/ensemble-probability.js';
import { regularTotals } from '../../src/science/interpolate.js';

const world = createWorld(33);
const RUNS = 8;
const APART = 41 * 24 * HOUR;
const FIRST = Date.UTC(2026, 0, 4, 6) / 1000;
const PLACES = [
  ...US_STATIONS,
  ...Array.from({ length: 24 }, (_, i) => ({ latitude: 38 + (i % 5) * 4.1, longitude: -6 + i * 1.4 })),
];
const HOURS = 264;
/** Ends of the steps of an ensemble, hours after the run. */
const STEPS = Array.from({ length: HOURS / 3 + 1 }, (_, k) => 3 * k);

const points = pointsAt(
  Float64Array.from(PLACES, ({ latitude }) => latitude),
  Float64Array.from(PLACES, ({ longitude }) => longitude),
  world.waves,
);
const rates = new Float32Array(PLACES.length);

type Model = ReturnType<typeof forecastOf>;

/** Totals of the hours, mm, [hour][place], by the trapezoid rule: the truth, or what a model makes of it. */
function hourlyTotals(run: number, model: Model | null): Float64Array[] {
  const totals: Float64Array[] = [];
  let before: Float64Array | null = null;
  for (let hour = 0; hour <= HOURS; hour++) {
    const error = model === null ? null : model.errorAt(run, hour * HOUR);
    world.fillPrecipitation(rates, points, run + hour * HOUR, error);
    const now = Float64Array.from(rates);
    if (before !== null) totals.push(now.map((rate, i) => (rate + before![i]!) / 2));
    before = now;
  }
  return totals;
}

/** Totals of steps of three hours at a place, in hundredths as files have them; the first has no beginning. */
function stepsAt(totals: readonly Float64Array[], place: number): Float64Array {
  return Float64Array.from(STEPS, (end) => {
    if (end === 0) return Number.NaN;
    const sum = [1, 2, 3].reduce((total, back) => total + totals[end - back]![place]!, 0);
    return Math.round(sum * 100) / 100;
  });
}

interface Scores {
  count: number;
  brier: number;
  absolute: number;
  /** Hits, forecasts and observations of 0.1 and of 1 mm. */
  readonly events: readonly { hits: number; said: number; seen: number }[];
  /** Half a millimetre or more below 30%. */
  contradictions: number;
}

const newScores = (): Scores => ({
  count: 0,
  brier: 0,
  absolute: 0,
  events: [0.1, 1].map(() => ({ hits: 0, said: 0, seen: 0 })),
  contradictions: 0,
});

function add(scores: Scores, chance: number, amount: number, truth: number): void {
  const [percent, printed] = [Math.round(chance * 100) / 100, Math.round(amount * 100) / 100];
  scores.count += 1;
  scores.brier += (percent - (truth >= WET_HOUR_TOTAL ? 1 : 0)) ** 2;
  scores.absolute += Math.abs(printed - truth);
  for (const [k, threshold] of [0.1, 1].entries()) {
    const event = scores.events[k]!;
    const [isSaid, isSeen] = [printed >= threshold, truth >= threshold];
    if (isSaid) event.said += 1;
    if (isSeen) event.seen += 1;
    if (isSaid && isSeen) event.hits += 1;
  }
  if (printed >= 0.5 && percent < 0.3) scores.contradictions += 1;
}

const csi = ({ hits, said, seen }: Scores['events'][number]) => hits / (said + seen - hits);

const LEADS = [24, 72, 120, 168, HOURS];
const before = LEADS.map(newScores);
const pooled = LEADS.map(newScores);

/** Scores the global model and the ensemble at every place, the amounts of both divided from their steps into hours. */
function addRun(run: number): void {
  const truth = hourlyTotals(run, null);
  const best = hourlyTotals(run, forecastOf('ecmwf-ifs', world));
  const members = Array.from({ length: ENSEMBLE_MEMBERS }, (_, number) =>
    hourlyTotals(run, memberOf('gefs', world, number)),
  );
  for (let place = 0; place < PLACES.length; place++) {
    const edges = Float64Array.from(STEPS);
    const hourly = (steps: Float64Array) => regularTotals(edges, steps, 0, 1, new Float64Array(HOURS));
    const totals = hourly(stepsAt(best, place));
    const steps = members.map((member) => stepsAt(member, place));
    const hours = steps.map(hourly);
    const each = (take: (hour: number) => number) => Float64Array.from({ length: HOURS }, (_, hour) => take(hour));
    const exceeding = each((hour) => hours.filter((member) => member[hour]! >= WET_HOUR_TOTAL).length);
    const evidence = {
      known: each(() => ENSEMBLE_MEMBERS),
      exceeding,
      leads: each((hour) => hour + 0.5),
      regional: each(() => 0),
      blendShare: 0,
      blendHour: each(() => Number.NaN),
      blendRamp: each(() => 0),
      blendSixHours: each(() => Number.NaN),
      totals,
    };
    const [chances, standIns, amounts] = [each(() => 0), each(() => 0), each(() => 0)];
    chancesOfHours(evidence, chances, standIns);
    const rankedAt = (hour: number) =>
      rankHourly(
        Float64Array.from(steps, (member) => member[Math.floor(hour / 3) + 1]!),
        3 * HOUR,
      );
    amountsOfHours(evidence, chances, standIns, rankedAt, amounts);
    for (let hour = 0; hour < HOURS; hour++) {
      const group = LEADS.findIndex((end) => hour < end);
      const seen = truth[hour]![place]!;
      add(before[group]!, memberProbability(exceeding[hour]!, ENSEMBLE_MEMBERS), totals[hour]!, seen);
      add(pooled[group]!, chances[hour]!, amounts[hour]!, seen);
    }
  }
}

test('chances and amounts of the pool are better at every lead than those of ensemble and best source apart', () => {
  for (let n = 0; n < RUNS; n++) addRun(FIRST + n * APART);
  for (const [group, ours] of pooled.entries()) {
    const theirs = before[group]!;
    const lead = `to ${LEADS[group]} h`;
    expect(ours.brier, `Brier score ${lead}`).toBeLessThanOrEqual(theirs.brier);
    expect(ours.absolute, `error of amounts ${lead}`).toBeLessThanOrEqual(theirs.absolute);
    for (const k of [0, 1])
      expect(csi(ours.events[k]!), `CSI of ${[0.1, 1][k]} mm ${lead}`).toBeGreaterThan(csi(theirs.events[k]!));
    expect(ours.contradictions, `contradictions ${lead}`).toBe(0);
    expect(theirs.contradictions, `contradictions before ${lead}`).toBeGreaterThan(0);
    // Wet hours are about as frequent as they are.
    const [light, heavy] = ours.events;
    expect(light!.said / light!.seen).toBeGreaterThan(0.7);
    expect(light!.said / light!.seen).toBeLessThan(1.5);
    expect(heavy!.said / heavy!.seen).toBeGreaterThan(0.5);
    expect(heavy!.said / heavy!.seen).toBeLessThan(1.5);
  }
}, 300_000);
