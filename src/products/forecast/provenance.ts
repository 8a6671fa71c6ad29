/** Where the forecast of a place comes from: heights, runs, and for every element the sources and their shares. */

import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, elementOf } from '../../model/element.js';
import type { RadarDatasetId, RadarNetworkId } from '../../model/radar.js';
import { HOUR, MINUTE, type TimeSpan } from '../../model/time.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import { MIXED_ELEMENTS, type Part, type ProvenanceSpan, partsAt, spansOf } from '../../query/layers/provenance.js';
import type { BiasStation } from '../../query/learned/learned.js';
import type { RadarView } from '../../query/radar/radar-view.js';
import { type AnalysisStation, CORRECTED, type CorrectedElement } from '../../query/surface/increments.js';

export interface ProvenanceSource {
  readonly dataset: DatasetId;
  readonly version: string;
  /** Epoch seconds. */
  readonly referenceTime: number;
  readonly start: number;
  readonly end: number;
  readonly late: boolean;
  /** The newest version cannot be read here, this is the one before. */
  readonly degraded: boolean;
  /** Height of its ground here, m; null unknown. */
  readonly elevation: number | null;
  /** Height of the place above what it speaks of, m; null where it is not moved. */
  readonly rise: number | null;
  /** To the edge of its grid, m; null where it has none. */
  readonly edgeDistance: number | null;
}

export interface ProvenanceValue {
  readonly time: number;
  /** Canonical unit, with the correction by observations; null unknown. */
  readonly value: number | null;
  readonly parts: readonly Part[];
}

export interface ProvenanceElement {
  readonly id: ElementId;
  readonly unit: string;
  readonly spans: readonly ProvenanceSpan[];
  readonly values: readonly ProvenanceValue[];
}

export interface ProvenanceEnsemble {
  readonly dataset: DatasetId;
  readonly referenceTime: number;
  readonly members: number;
}

/** A station whose report corrects the forecast, or was left out. */
export interface ProvenanceStation {
  readonly id: string;
  /** m */
  readonly distance: number;
  /** Height of the place minus height of the station, m; null unknown. */
  readonly rise: number | null;
  /** Time of its report, epoch seconds. */
  readonly time: number;
  /** Observation minus forecast at the station, K; null: not observed. */
  readonly innovations: Readonly<Record<CorrectedElement, number | null>>;
  /** Share of the innovation in the correction now; 0: not used. */
  readonly weights: Readonly<Record<CorrectedElement, number>>;
}

/** Correction by the newest reports of near stations. */
export interface ProvenanceCorrection {
  readonly stations: readonly ProvenanceStation[];
  readonly elements: readonly {
    readonly id: CorrectedElement;
    /** K, at hours from now; the values of the elements contain them. */
    readonly values: readonly { readonly time: number; readonly value: number }[];
  }[];
}

/** Bias that was learned at near stations and is subtracted from the temperature. */
export interface ProvenanceBias {
  readonly stations: readonly BiasStation[];
  /** K, at hours from now; the values of the temperature are without it. */
  readonly values: readonly { readonly time: number; readonly value: number }[];
}

/** Radar that is the first layer of precipitation over the next hours. */
export interface ProvenanceRadar {
  readonly network: RadarNetworkId;
  readonly dataset: RadarDatasetId;
  /** Of the frame, epoch seconds. */
  readonly validTime: number;
  readonly simulated: boolean;
  /** Some of its minutes from now on. */
  readonly minutes: readonly {
    readonly time: number;
    /** Share of the radar, 0..1; the rest is the models'. */
    readonly weight: number;
    /** mm/h, of the radar alone; null unknown. */
    readonly rate: number | null;
    /** Chance of at least 0.1 mm/h, 0..1, of the radar alone; null unknown. */
    readonly probability: number | null;
  }[];
}

export interface PointProvenance {
  /** Height that answers speak of, m; null unknown. */
  readonly elevation: number | null;
  /** True when it is the height of a terrain model, false when that of the models' own ground. */
  readonly isTerrain: boolean;
  readonly sources: readonly ProvenanceSource[];
  /** The parts of the ensemble that are read: how many members each has. */
  readonly ensemble: readonly ProvenanceEnsemble[];
  /** Null where no station counts. */
  readonly correction: ProvenanceCorrection | null;
  /** Null where none was learned near the place. */
  readonly bias: ProvenanceBias | null;
  /** Null where no radar shows the place. */
  readonly radar: ProvenanceRadar | null;
  /** Those that any source has here. */
  readonly elements: readonly ProvenanceElement[];
}

/** Hours from now at which corrections are told; from 12 h on there is none. */
const CORRECTION_LEADS = [0, 1, 2, 3, 6, 9, 12];

/** Minutes from now at which the radar is told. */
const RADAR_LEADS = [0, 15, 30, 60, 90, 120, 150];

interface ProvenanceOptions {
  /** Whether the height of the place comes from a terrain model. */
  readonly isTerrain: boolean;
  /** Time over which the point was read. */
  readonly span: TimeSpan;
  /** Epoch seconds. */
  readonly now: number;
  /** What radar shows of the place; default nothing. */
  readonly view?: RadarView | null;
}

/**
 * @param times  epoch seconds at which values are told
 */
export function provenanceOf(
  point: LayeredPoint,
  { isTerrain, span, now, view = null }: ProvenanceOptions,
  times: readonly number[],
): PointProvenance {
  const start = Math.ceil(Math.max(span.start, point.reach.start) / HOUR) * HOUR;
  const end = Math.min(span.end, point.reach.end);
  return {
    elevation: knownOr(point.elevation),
    isTerrain,
    sources: point.sources.map((source) => sourceRow(point, source)),
    ensemble: point.ensemble.map(({ dataset, referenceTime, totals }) => ({
      dataset,
      referenceTime,
      members: totals.filter((values) => values !== null).length,
    })),
    correction: correctionOf(point, now),
    bias: biasOf(point, now),
    radar: view && radarOf(view),
    elements: MIXED_ELEMENTS.filter((id) => point.layers(id).length > 0).map((id) => ({
      id,
      unit: elementOf(id).unit,
      spans: spansOf(point, id, start, end),
      values: times.map((time) => valueAt(partsAt(point, id, time), time, correctionAt(point, id, time))),
    })),
  };
}

function radarOf(view: RadarView): ProvenanceRadar {
  const { network, dataset, validTime, simulated, start, count } = view;
  const { rates, probabilities, weights } = view.rain(0, count);
  const minutes = RADAR_LEADS.filter((lead) => lead < count).map((lead) => ({
    time: start + lead * MINUTE,
    weight: weights[lead]!,
    rate: knownOr(rates[lead]!),
    probability: knownOr(probabilities[lead]!),
  }));
  return { network, dataset, validTime, simulated, minutes };
}

function sourceRow(point: LayeredPoint, source: LayeredPoint['sources'][number]): ProvenanceSource {
  const { dataset, description, late, degraded, ground, edgeDistance } = source;
  const { version, referenceTime, times } = description;
  return {
    dataset,
    version,
    referenceTime,
    start: times[0]!,
    end: times[times.length - 1]!,
    late,
    degraded,
    elevation: knownOr(ground.elevation),
    rise: knownOr(point.rise(dataset)),
    edgeDistance: Number.isFinite(edgeDistance) ? edgeDistance : null,
  };
}

function correctionOf({ increments }: LayeredPoint, now: number): ProvenanceCorrection | null {
  if (increments === null) return null;
  const times = CORRECTION_LEADS.map((lead) => now + lead * HOUR);
  return {
    stations: increments.stations.map(stationRow),
    elements: CORRECTED.map((id) => ({ id, values: times.map((time) => ({ time, value: increments.at(id, time) })) })),
  };
}

function stationRow({ station, distance, rise, time, values, weights }: AnalysisStation): ProvenanceStation {
  const innovations = { temperature: knownOr(values.temperature), dew_point: knownOr(values.dew_point) };
  return { id: station.id, distance, rise: knownOr(rise), time, innovations, weights };
}

/** Hours from now at which a learned bias is told. */
const BIAS_LEADS = [0, 6, 12, 24, 48, 72, 120, 240];

function biasOf({ bias }: LayeredPoint, now: number): ProvenanceBias | null {
  if (bias === null) return null;
  const times = BIAS_LEADS.map((lead) => now + lead * HOUR);
  return { stations: bias.stations, values: times.map((time) => ({ time, value: bias.at(time) })) };
}

/** Increment of observations less the learned bias, K. */
function correctionAt({ increments, bias }: LayeredPoint, id: ElementId, time: number): number {
  return (increments?.at(id, time) ?? 0) - (id === 'temperature' ? (bias?.at(time) ?? 0) : 0);
}

function valueAt(parts: readonly Part[], time: number, increment: number): ProvenanceValue {
  if (parts.length === 0) return { time, value: null, parts };
  return { time, value: parts.reduce((sum, { weight, value }) => sum + weight * value, increment), parts };
}

function knownOr(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
