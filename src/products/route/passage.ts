/** The samples of a route as records of the forecast, each at its own place, and how elements are read for them. */

import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import type { RadarView } from '../../query/radar/radar-view.js';
import type { LayeredTrack } from '../../query/track/track.js';
import { NOTHING } from '../../query/weather/air.js';
import type { Calibration } from '../../query/weather/chances.js';
import type { Quantity } from '../../query/weather/quantities.js';
import type { Scratch } from '../../query/weather/scratch.js';
import { cosZenithSeries } from '../../science/sun.js';
import type { RecordBins } from './bins.js';
import type { SampleColumns } from './sample.js';

/** What radar shows at each sample; null, as beyond the end: nothing in its record. */
export type ViewsAlong = readonly (RadarView | null)[];

export interface AlongInput {
  /** Of the samples, in their order. */
  readonly track: LayeredTrack;
  readonly samples: SampleColumns;
  readonly bins: RecordBins;
  readonly quantities: ReadonlySet<Quantity>;
  /** Learned from verified forecasts; null: none. */
  readonly calibration: Calibration | null;
  readonly views: ViewsAlong;
}

/** What every computation looks at; epoch seconds, one entry per sample. */
export interface Passage extends AlongInput {
  readonly count: number;
  /** Of the records. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Beginnings of the hours that the records lie in. */
  readonly hours: Float64Array;
  readonly scratch: Scratch;
}

export function passageOf(input: AlongInput, scratch: Scratch): Passage {
  const { starts, seconds } = input.bins;
  const count = starts.length;
  const [ends, hours] = [scratch.zeros(count), scratch.zeros(count)];
  for (let i = 0; i < count; i++) {
    ends[i] = starts[i]! + seconds[i]!;
    hours[i] = Math.floor(starts[i]! / HOUR) * HOUR;
  }
  return { ...input, count, starts, ends, hours, scratch };
}

/** `times` moved by `seconds`. */
export function later({ scratch }: Passage, times: Float64Array, seconds: number): Float64Array {
  const moved = scratch.zeros(times.length);
  for (let i = 0; i < moved.length; i++) moved[i] = times[i]! + seconds;
  return moved;
}

/** The same value for every sample. */
export function everywhere({ scratch, count }: Passage, value: number): Float64Array {
  return scratch.zeros(count).fill(value);
}

/** An element at one instant of each sample; NaN unknown. */
export function elementAt({ track, scratch, count }: Passage, id: ElementId, times: Float64Array): Float64Array {
  return track.instants(id, times, scratch.zeros(count));
}

/** Means of the hours that begin at `hours`; empty where no source has the element. */
export function meansOf({ track, scratch, count }: Passage, id: ElementId, hours: Float64Array): Float64Array {
  if (!track.has(id)) return NOTHING;
  return track.means(id, hours, scratch.zeros(count).fill(HOUR), scratch.zeros(count));
}

/** Cosine of the sun's zenith angle in the middle of each record and of the one after it; empty when not asked for. */
export interface SunAlong {
  readonly here: Float64Array;
  readonly next: Float64Array;
}

export function sunAlong({ samples, bins, starts, quantities, scratch, count }: Passage): SunAlong {
  if (!quantities.has('uv') && !quantities.has('condition')) return { here: NOTHING, next: NOTHING };
  const [here, next] = [scratch.zeros(count), scratch.zeros(count)];
  // Both records of a sample at once, as the forecast has them: two instants of one place.
  const two = new Float64Array(2);
  for (let i = 0; i < count; i++) {
    const step = bins.seconds[i]!;
    cosZenithSeries({ start: starts[i]! + step / 2, step }, samples.latitudes[i]!, samples.longitudes[i]!, two);
    here[i] = two[0]!;
    next[i] = two[1]!;
  }
  return { here, next };
}
