/**
 * The surface analysis at one place: how much the observations of near stations move the forecast there, over time.
 *
 *   increment(t) = Σ ρ(place, station) τ(t − report) λ,   λ = (B + R)⁻¹ d        (`science/optimal-interpolation.ts`)
 *
 * A sum of smooth functions of time is smooth, so the corrected series has no step. It is exactly 0 from `REACH` after the
 * newest report on, and from `REACH` before the oldest back. docs/methods/current-conditions.md has the figures behind the
 * constants.
 */

import type { ElementId } from '../../model/element.js';
import type { ReportStation } from '../../model/station-report.js';
import { HOUR, MINUTE, type TimeSpan } from '../../model/time.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { compactCorrelation, leaveOneOutResiduals, solvePositive, taper } from '../../science/optimal-interpolation.js';

/** Elements that observations correct. */
export const CORRECTED = ['temperature', 'dew_point'] as const satisfies readonly ElementId[];
export type CorrectedElement = (typeof CORRECTED)[number];

/** True for elements that observations correct. */
export function isCorrected(id: ElementId): id is CorrectedElement {
  return (CORRECTED as readonly ElementId[]).includes(id);
}

/** Limits beyond which a station does not count: m from the place, m above or below it, age of its report in seconds. */
export const FARTHEST = 40_000;
export const LARGEST_RISE = 300;
export const OLDEST = 150 * MINUTE;
/** Stations that count at most at one place. */
export const MOST_STATIONS = 8;
/** Time from a report to where it says nothing any more, s. */
export const REACH = 12 * HOUR;

/** Lengths over which the correlation of background errors falls to 1/e, m apart and m of height. */
const LENGTH = 80_000;
const DEPTH = 500;
/** Variance of an observation's error as a share of the background's; contains what differs within a few km. */
const ERROR_SHARE = 0.2;
/** Innovations above it are wrong reports or a wrong place, K. */
const LARGEST_INNOVATION = 12;
/** Standard deviation of background errors, K, and how many of it two neighbours may disagree by. */
const DEVIATION = 2;
const MOST_DEVIATIONS = 4;
/** Weights below it are none. */
const LEAST_WEIGHT = 1e-6;

/** Observation minus forecast of one report, both at the height of the station. */
export interface Innovation {
  readonly station: ReportStation;
  /** Time of the report, epoch seconds. */
  readonly time: number;
  /** K; NaN: not observed, or no forecast there. */
  readonly values: Readonly<Record<CorrectedElement, number>>;
}

/** An innovation near a place. */
export interface NearInnovation extends Innovation {
  /** m */
  readonly distance: number;
}

/** Place of an analysis. */
export interface AnalysisPlace {
  /** Height that the forecast refers to, m above the sea; NaN unknown. */
  readonly elevation: number;
  /** Time of the analysis, epoch seconds: ages of reports are counted to it. */
  readonly now: number;
  /** Distance at which a station stops counting, m; at most `FARTHEST`. */
  readonly radius: number;
}

/** Correction of a forecast over time. */
export interface Increments {
  /** It is 0 outside. Epoch seconds. */
  readonly span: TimeSpan;
  /** Added to an element at an instant, K; 0 for elements that observations do not correct. */
  at(id: ElementId, time: number): number;
  readonly stations: readonly AnalysisStation[];
}

/** Contribution of a station to an analysis. */
export interface AnalysisStation extends NearInnovation {
  /** Height of the place minus height of the station, m. */
  readonly rise: number;
  /** Share of its innovation in the increment at the time of the analysis; 0: not used. */
  readonly weights: Readonly<Record<CorrectedElement, number>>;
}

/** An innovation that counts, with the share of its weight that is left by distance, height and age, 0..1. */
interface Part {
  readonly near: NearInnovation;
  readonly rise: number;
  readonly share: number;
  /** Among all parts of the analysis. */
  readonly index: number;
}

/** Analyses a place; null where no station counts. Each element is solved when it is first asked for. */
export function analyse(near: readonly NearInnovation[], place: AnalysisPlace): Increments | null {
  const parts: Part[] = [];
  for (const one of near) {
    const part = partOf(one, place, parts.length);
    if (part !== null) parts.push(part);
  }
  if (parts.length === 0) return null;
  const background = correlationsBetween(parts);
  const solved = new Map<ElementId, ElementAnalysis>();
  const analysisOf = (id: CorrectedElement) => {
    const known = solved.get(id) ?? analyseElement(parts, background, id);
    solved.set(id, known);
    return known;
  };
  const times = parts.map(({ near: { time } }) => time);
  return {
    span: { start: Math.min(...times) - REACH, end: Math.max(...times) + REACH },
    at: (id, time) => (isCorrected(id) ? incrementAt(analysisOf(id), time) : 0),
    get stations() {
      return stationsOf(near, { parts, background, analysisOf }, place);
    },
  };
}

/** Lower triangle of the correlations of background errors between the parts, at their times; by their index. */
type Correlations = readonly (readonly number[])[];

function correlationsBetween(parts: readonly Part[]): Correlations {
  return parts.map((a, i) =>
    parts.slice(0, i).map((b) => {
      const [from, to] = [a.near.station, b.near.station];
      const distance = greatCircleDistance(from.latitude, from.longitude, to.latitude, to.longitude);
      return correlation(distance, from.elevation - to.elevation) * correlationInTime(a.near.time - b.near.time);
    }),
  );
}

function partOf(near: NearInnovation, { elevation, now, radius }: AnalysisPlace, index: number): Part | null {
  const rise = elevation - near.station.elevation;
  const age = Math.max(0, now - near.time);
  const share = taper(near.distance / radius) * taper(Math.abs(rise) / LARGEST_RISE) * taper(age / OLDEST);
  return share >= LEAST_WEIGHT ? { near, rise, share, index } : null;
}

/** Innovations of an element that agree, and what each adds at the time of its report, K. */
interface ElementAnalysis {
  readonly parts: readonly Part[];
  readonly additions: readonly number[];
}

function analyseElement(all: readonly Part[], background: Correlations, id: CorrectedElement): ElementAnalysis {
  const value = ({ near: { values } }: Part) => values[id];
  let parts = all.filter((part) => Math.abs(value(part)) <= LARGEST_INNOVATION);
  while (parts.length > 1) {
    const wrong = mostContradicted(parts, background, parts.map(value));
    if (wrong === null) break;
    parts = parts.filter((part) => part !== wrong);
  }
  const solved = parts.length === 0 ? [] : solvePositive(covariances(parts, background), parts.map(value));
  const additions = solved.map((one, i) => one * correlation(parts[i]!.near.distance, parts[i]!.rise));
  return { parts, additions };
}

/** The innovation that the others contradict most; null where none is contradicted. */
function mostContradicted(
  parts: readonly Part[],
  background: Correlations,
  innovations: readonly number[],
): Part | null {
  // Each contradicts as much as it counts: one that has just come into reach cannot shut out one beside the place.
  const matrix = covariances(parts, background);
  const limit = MOST_DEVIATIONS * DEVIATION;
  // No residual is above √(dᵀ (B + R)⁻¹ d), by the inequality of Cauchy and Schwarz: nearly always that is enough.
  const solved = solvePositive(matrix, innovations);
  if (solved.reduce((sum, value, i) => sum + value * innovations[i]!, 0) <= limit ** 2) return null;
  const residuals = leaveOneOutResiduals(matrix, innovations).map(Math.abs);
  const largest = Math.max(...residuals);
  return largest > limit ? parts[residuals.indexOf(largest)]! : null;
}

/** B + R; observation errors grow towards the limits of distance, height and age. */
function covariances(parts: readonly Part[], background: Correlations): number[][] {
  return parts.map((a, i) => {
    const row: number[] = [];
    for (let j = 0; j < i; j++) row.push(background[a.index]![parts[j]!.index]!);
    row.push(1 + ERROR_SHARE / a.share);
    return row;
  });
}

/** Correlation of background errors of places that are `distance` m apart, one `rise` m above the other. */
export function correlation(distance: number, rise: number): number {
  return Math.exp(-distance / LENGTH - Math.abs(rise) / DEPTH);
}

function correlationInTime(seconds: number): number {
  return compactCorrelation((2 * Math.abs(seconds)) / REACH);
}

function incrementAt({ parts, additions }: ElementAnalysis, time: number): number {
  let sum = 0;
  for (let i = 0; i < parts.length; i++) sum += correlationInTime(time - parts[i]!.near.time) * additions[i]!;
  return sum;
}

interface PlaceAnalysis {
  readonly parts: readonly Part[];
  readonly background: Correlations;
  readonly analysisOf: (id: CorrectedElement) => ElementAnalysis;
}

function stationsOf(
  near: readonly NearInnovation[],
  { parts, background, analysisOf }: PlaceAnalysis,
  { elevation, now }: AnalysisPlace,
): AnalysisStation[] {
  const gains = new Map(CORRECTED.map((id) => [id, gainsAt(analysisOf(id).parts, background, now)] as const));
  return near.map((one) => {
    const part = parts.find((each) => each.near === one);
    const weightOf = (id: CorrectedElement) => (part && gains.get(id)!.get(part)) ?? 0;
    return {
      ...one,
      rise: elevation - one.station.elevation,
      weights: { temperature: weightOf('temperature'), dew_point: weightOf('dew_point') },
    };
  });
}

/** (B + R)⁻¹ b: the share of each innovation in the increment at a time. */
function gainsAt(parts: readonly Part[], background: Correlations, time: number): Map<Part, number> {
  if (parts.length === 0) return new Map();
  const toPlace = parts.map(({ near, rise }) => correlation(near.distance, rise) * correlationInTime(time - near.time));
  const gains = solvePositive(covariances(parts, background), toPlace);
  return new Map(parts.map((part, i) => [part, gains[i]!] as const));
}
