/** A nowcast as it was issued, before units and rounding: what an archive keeps to verify it by. */

import type { NowcastSource, NowcastStatus } from '../../model/nowcast.js';
import type { RadarDatasetId, RadarNetworkId } from '../../model/radar.js';
import type { Outcome } from './outcome.js';

export interface IssuedNowcast {
  readonly latitude: number;
  readonly longitude: number;
  /** Beginning of the first minute, epoch seconds. */
  readonly start: number;
  readonly status: NowcastStatus;
  /** Null where no radar counts in any minute. */
  readonly radar: {
    readonly network: RadarNetworkId;
    readonly dataset: RadarDatasetId;
    /** Epoch seconds. */
    readonly validTime: number;
    readonly simulated: boolean;
  } | null;
  /** Made from frames or runs of the simulated upstream. */
  readonly simulated: boolean;
  /** Versions of the model runs that were read: "gfs 2026112006…", in the order of the datasets. */
  readonly runs: readonly string[];
  readonly onsetUncertaintyMinutes: number | null;
  /** One entry per minute: mm/h, 0..1, 0..1; NaN unknown. */
  readonly rates: Float64Array;
  readonly chances: Float64Array;
  readonly confidence: Float64Array;
  /** What the radar counted in each minute, 0..1. */
  readonly weights: Float64Array;
  readonly sources: readonly (NowcastSource | null)[];
}

export function issuedOf(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  start: number,
  { radar, point, minutes, status, onsetUncertainty }: Outcome,
): IssuedNowcast {
  const { rates, chances, confidence, weights, sources } = minutes;
  const read = point?.sources.filter(({ series }) => series !== null) ?? [];
  return {
    latitude,
    longitude,
    start,
    status,
    radar: radar && {
      network: radar.network,
      dataset: radar.dataset,
      validTime: radar.validTime,
      simulated: radar.simulated,
    },
    simulated: (radar?.simulated ?? false) || read.some(({ description }) => description.simulated),
    runs: read.map(({ dataset, description }) => `${dataset} ${description.version}`),
    onsetUncertaintyMinutes: onsetUncertainty,
    rates,
    chances,
    confidence,
    weights,
    sources,
  };
}
