/**
 * Frames of `radar`: each time at which any network saw the rain within the last two hours, with what each of them had
 * seen by then; and of `radar-future`: every ten minutes of the two hours after the newest.
 *
 * Who is too old to tell of the rain at a time (`query/radar/frame-age.ts`) is left out of its frame; where all are, the
 * newest are shown alone, as late. Before the first frame of radar, the models alone make the future.
 */

import type { DatasetId } from '../../../model/dataset.js';
import { RADAR_NETWORKS, type RadarDatasetId, type RadarNetworkId } from '../../../model/radar.js';
import type { RadarSource } from '../../../model/tile.js';
import { formatInstant } from '../../../model/time.js';
import { isFrameAhead, isFrameLate, isFrameUsable } from '../../../query/radar/frame-age.js';
import { type Bounds, NORTH_AMERICA, WORLD } from '../layer-table.js';
import type { IsDamaged, LayerFrames, NoFrames, TileFrame } from './frame.js';
import { frameNearest } from './frame.js';
import { type SliceTimes, sliceAt } from './slice-frames.js';

/** How far both layers reach from now, s. */
export const RADAR_SPAN = 2 * 3600;
const STEP = 600;
const STEPS = 12;
/** What is shown of the future when no time is asked for, s from now. */
const USUAL_LEAD = 30 * 60;
const RETRY_SECONDS = 60;

/** A kept frame of a network. */
export interface KeptFrame {
  readonly version: string;
  /** Epoch seconds. */
  readonly validTime: number;
}

export interface NetworkFrames {
  readonly network: RadarNetworkId;
  readonly dataset: RadarDatasetId;
  /** In the order of their valid times. */
  readonly kept: readonly KeptFrame[];
}

/** Of the networks that are taken in, in the order of `RADAR_NETWORKS`; damaged frames and those dated ahead are left out. */
export async function networkFrames(
  networks: readonly RadarNetworkId[],
  keptOf: (dataset: RadarDatasetId) => Promise<readonly KeptFrame[]>,
  isDamaged: IsDamaged,
  now: number,
): Promise<readonly NetworkFrames[]> {
  const taken = RADAR_NETWORKS.filter(({ id }) => networks.includes(id));
  return Promise.all(
    taken.map(async ({ id: network, rate: dataset }) => {
      const kept = await keptOf(dataset);
      const sound = kept.filter(
        ({ version, validTime }) => !isFrameAhead(now - validTime) && !isDamaged(dataset, version),
      );
      return { network, dataset, kept: sound };
    }),
  );
}

const newestBy = ({ kept }: NetworkFrames, time: number) => kept.findLast(({ validTime }) => validTime <= time);

/** What each of them can see: the boxes around their grids. */
const SIGHT: Readonly<Record<RadarNetworkId, Bounds>> = {
  mrms: [-130, 20, -60, 55],
  'dwd-rv': [1.46, 45.68, 18.74, 55.87],
  rrqpe: [-180, -60, 180, 70],
};

/** What falls, of the models that show it beyond the reach of radar, best first, and where they do. */
export const RAIN_MODELS = ['hrrr', 'gfs'] as const satisfies readonly DatasetId[];
const modelSight = ({ dataset }: SliceTimes): Bounds => (dataset === 'hrrr' ? NORTH_AMERICA : WORLD);

interface Seen {
  readonly sources: readonly RadarSource[];
  /** Networks whose frames are late, also those that are too old to be shown. */
  readonly late: readonly RadarNetworkId[];
  /** Epoch seconds; −∞ where there is none. */
  readonly newest: number;
}

/** What each network had seen by `time`; late and usable are meant as of `asOf`. */
function seenBy(found: readonly NetworkFrames[], time: number, asOf: number): Seen {
  const all = found.flatMap((frames) => {
    const frame = newestBy(frames, time);
    return frame === undefined ? [] : [{ ...frames, ...frame, age: asOf - frame.validTime }];
  });
  const usable = all.filter(({ network, age }) => isFrameUsable(network, age));
  const shown = usable.length > 0 ? usable : all;
  return {
    sources: shown.map(({ dataset, version }) => ({ kind: 'radar', dataset, version })),
    late: all.filter(({ network, age }) => isFrameLate(network, age)).map(({ network }) => network),
    newest: Math.max(...shown.map(({ validTime }) => validTime)),
  };
}

function latenessOf(
  networks: readonly RadarNetworkId[],
  models: readonly SliceTimes[] = [],
): Pick<TileFrame, 'isLate' | 'lateWithin'> {
  const lateWithin = [
    ...networks.map((network) => SIGHT[network]),
    ...models.filter(({ isLate }) => isLate).map(modelSight),
  ];
  return { isLate: lateWithin.length > 0, lateWithin };
}

export function radarFrames(found: readonly NetworkFrames[], now: number): LayerFrames | NoFrames {
  const everything = found.flatMap(({ kept }) => kept.map(({ validTime }) => validTime)).sort((a, b) => a - b);
  const times = [...new Set(everything)].filter((time) => time >= now - RADAR_SPAN);
  const last = times.at(-1);
  if (last === undefined) return { reason: absence(found, everything.at(-1)), retryAfterSeconds: RETRY_SECONDS };
  const frames = times.map((time): TileFrame => {
    const { sources, late } = seenBy(found, time, time === last ? now : time);
    return { validTime: time, sources, ...latenessOf(late) };
  });
  return { frames, current: frames.at(-1)!, until: null };
}

function absence(found: readonly NetworkFrames[], newest: number | undefined): string {
  if (found.length === 0) return 'no radar is taken in';
  if (newest === undefined) return 'no frame of radar has come in yet';
  return `the newest frame of radar is of ${formatInstant(newest)}`;
}

/** @param models  of rain, best first */
export function futureFrames(
  found: readonly NetworkFrames[],
  models: readonly SliceTimes[],
  now: number,
): LayerFrames | NoFrames {
  const { sources, late, newest } = usableNow(found, now);
  const base = Math.floor((sources.length > 0 ? newest : now) / STEP) * STEP;
  const frames = Array.from({ length: STEPS }, (_, i): TileFrame => {
    const validTime = base + (i + 1) * STEP;
    const telling = models.filter((model) => sliceAt(model, validTime) !== null);
    return {
      validTime,
      sources: [...sources, ...telling.map((model) => sliceAt(model, validTime)!)],
      ...latenessOf(late, telling),
      isSimulated: telling.some(({ isSimulated }) => isSimulated),
    };
  });
  if (frames[0]!.sources.length === 0)
    return { reason: `${absence(found, undefined)}, and no model run either`, retryAfterSeconds: RETRY_SECONDS };
  return { frames, current: frameNearest(frames, now + USUAL_LEAD), until: null };
}

/** A frame that is too old says nothing of the next two hours: then the models do, and that is late. */
function usableNow(found: readonly NetworkFrames[], now: number): Seen {
  const usable = found.map((frames) => ({
    ...frames,
    kept: frames.kept.filter(({ validTime }) => isFrameUsable(frames.network, now - validTime)),
  }));
  const { late } = seenBy(found, Number.POSITIVE_INFINITY, now);
  return { ...seenBy(usable, Number.POSITIVE_INFINITY, now), late };
}
