/**
 * Frames of `radar`: each time at which any network saw the rain within the last two hours, with what each of them had
 * seen by then; and of `radar-future`: every ten minutes of the two hours after the newest.
 *
 * Who is too old to tell of the rain at a time (`query/radar/frame-age.ts`) is left out of its frame; where all are, the
 * newest are shown alone, as late. Before the first frame of radar, the models alone make the future.
 *
 * A stored frame that cannot be read gives way to an earlier one of its network, as late. Where none is left that is not
 * too old, tiles within the network's sight are refused: what it saw must not look dry.
 */

import type { Box } from '../../../model/box.js';
import { type DatasetId, datasetTitle } from '../../../model/dataset.js';
import { RADAR_NETWORKS, type RadarDatasetId, type RadarNetworkId } from '../../../model/radar.js';
import type { RadarSource } from '../../../model/tile.js';
import { formatInstant } from '../../../model/time.js';
import { isFrameAhead, isFrameLate, isFrameUsable } from '../../../query/radar/frame-age.js';
import { NORTH_AMERICA, WORLD } from '../layer-table.js';
import { frameNearest, type LayerFrames, type NoFrames, type TileFrame } from './frame.js';
import { hasSlices, isUnread, type NoSlices, type SliceTimes, sliceAt, unreadRun } from './slice-frames.js';
import type { IsUnreadable } from './unreadable-versions.js';

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
  /** Frames that can be read, in the order of their valid times. */
  readonly kept: readonly KeptFrame[];
  /** Valid times of those that cannot, rising; epoch seconds. */
  readonly unreadable: readonly number[];
}

/** Frames of the ingested networks, in the order of `RADAR_NETWORKS`; frames dated ahead are left out. */
export async function networkFrames(
  networks: readonly RadarNetworkId[],
  keptOf: (dataset: RadarDatasetId) => Promise<readonly KeptFrame[]>,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<readonly NetworkFrames[]> {
  const taken = RADAR_NETWORKS.filter(({ id }) => networks.includes(id));
  return Promise.all(
    taken.map(async ({ id: network, rate: dataset }) => {
      const frames = (await keptOf(dataset)).filter(({ validTime }) => !isFrameAhead(now - validTime));
      const [kept, unreadable]: [KeptFrame[], number[]] = [[], []];
      for (const frame of frames)
        if (isUnreadable(dataset, frame.version)) unreadable.push(frame.validTime);
        else kept.push(frame);
      return { network, dataset, kept, unreadable };
    }),
  );
}

/** What each of them can see: the boxes around their grids. */
const SIGHT: Readonly<Record<RadarNetworkId, Box>> = {
  mrms: { south: 20, west: -130, north: 55, east: -60 },
  'dwd-rv': { south: 45.68, west: 1.46, north: 55.87, east: 18.74 },
  rrqpe: { south: -60, west: -180, north: 70, east: 180 },
};

/** What falls, of the models that show it beyond the reach of radar, best first, and where they do. */
export const RAIN_MODELS = ['hrrr', 'gfs'] as const satisfies readonly DatasetId[];
const modelSight = ({ dataset }: SliceTimes | NoSlices): Box => (dataset === 'hrrr' ? NORTH_AMERICA : WORLD);

interface Seen {
  readonly sources: readonly RadarSource[];
  /** Networks whose frames are late, also those that are too old to be shown. */
  readonly late: readonly RadarNetworkId[];
  /** Networks whose newest frame cannot be read, whether an earlier one is shown or none. */
  readonly unread: readonly { readonly network: RadarNetworkId; readonly isShown: boolean }[];
  /** Epoch seconds; −∞ where there is none. */
  readonly newest: number;
}

interface SeenWhen {
  /** Shown is what networks had seen by then, epoch seconds. */
  readonly time: number;
  /** Frames from `time` to before then cannot be read, if there are any, or there would be another picture. */
  readonly until: number;
  /** Late and usable are meant as of then. */
  readonly asOf: number;
}

/** The frame of each network at a time, with the networks whose frame is late or cannot be read. */
function seenBy(found: readonly NetworkFrames[], { time, until, asOf }: SeenWhen): Seen {
  const networks = found.map(({ network, dataset, kept, unreadable }) => {
    const frame = kept.findLast(({ validTime }) => validTime <= time) ?? null;
    const isUsable = frame !== null && isFrameUsable(network, asOf - frame.validTime);
    const lost = unreadable.findLast((validTime) => validTime < until) ?? Number.NEGATIVE_INFINITY;
    const wasUsable = isFrameUsable(network, Math.max(0, asOf - lost));
    // Equal times: a less complete frame of the same instant stands in for the lost one.
    const isLost = wasUsable && lost >= (frame?.validTime ?? Number.NEGATIVE_INFINITY);
    return { network, dataset, frame, isUsable, isLost };
  });
  const isAnyUsable = networks.some(({ isUsable }) => isUsable);
  const shown = networks.flatMap(({ frame, isUsable, dataset }) =>
    frame !== null && (isUsable || !isAnyUsable) ? [{ ...frame, dataset }] : [],
  );
  const isLate = ({ network, frame, isLost }: (typeof networks)[number]) =>
    isLost || (frame !== null && isFrameLate(network, asOf - frame.validTime));
  return {
    sources: shown.map(({ dataset, version }) => ({ kind: 'radar', dataset, version })),
    late: networks.filter(isLate).map(({ network }) => network),
    unread: networks.flatMap(({ network, isUsable: isShown, isLost }) => (isLost ? [{ network, isShown }] : [])),
    newest: Math.max(...shown.map(({ validTime }) => validTime)),
  };
}

type Faults = Pick<TileFrame, 'isLate' | 'lateWithin' | 'fault' | 'unreadableWithin'>;

/** @param models  all models of rain, readable or not. @param telling  those that are part of the frame */
function faultsOf(
  { late, unread }: Pick<Seen, 'late' | 'unread'>,
  models: readonly (SliceTimes | NoSlices)[] = [],
  telling: readonly SliceTimes[] = [],
): Faults {
  const substitute = telling.find((model) => modelSight(model) === WORLD);
  const silent = models.filter((model) => !telling.some((one) => one === model));
  const lost = silent.filter(isUnread);
  const ended = silent.filter((model) => hasSlices(model) && !isUnread(model));
  const lateWithin = [
    ...late.map((network) => SIGHT[network]),
    ...telling.filter(({ isLate }) => isLate).map(modelSight),
    ...lost.map(modelSight),
    ...(substitute === undefined ? ended.map(modelSight) : []),
  ];
  const instead = substitute === undefined ? REFUSED : `${datasetTitle(substitute.dataset)} is shown`;
  const faults = [
    ...unread.map(({ network, isShown }) => unreadFrame(network, isShown)),
    ...telling.filter(isUnread).map((model) => unreadRun(model, 'the run before it is shown')),
    ...lost.map((model) => unreadRun(model, instead)),
  ];
  const unreadableWithin = [
    ...unread.filter(({ isShown }) => !isShown).map(({ network }) => SIGHT[network]),
    ...(substitute === undefined ? lost.map(modelSight) : []),
  ];
  return {
    isLate: lateWithin.length > 0,
    lateWithin,
    ...(faults.length > 0 && { fault: faults.join('; ') }),
    ...(unreadableWithin.length > 0 && { unreadableWithin }),
  };
}

const REFUSED = 'tiles that need it are refused';

function unreadFrame(network: RadarNetworkId, isShown: boolean): string {
  const { title } = RADAR_NETWORKS.find(({ id }) => id === network)!;
  return `the newest frame of ${title} cannot be read, ${isShown ? 'an earlier one is shown' : REFUSED}`;
}

export function radarFrames(found: readonly NetworkFrames[], now: number): LayerFrames | NoFrames {
  const everything = found.flatMap(({ kept }) => kept.map(({ validTime }) => validTime)).sort((a, b) => a - b);
  const times = [...new Set(everything)].filter((time) => time >= now - RADAR_SPAN);
  if (times.length === 0) return noRadar(found, everything.at(-1));
  const frames = times.map((time, i): TileFrame => {
    const until = times[i + 1];
    const seen = seenBy(found, {
      time,
      until: until ?? Number.POSITIVE_INFINITY,
      asOf: until === undefined ? now : time,
    });
    return { validTime: time, sources: seen.sources, ...faultsOf(seen) };
  });
  return { frames, current: frames.at(-1)!, until: null };
}

/** @param newest  valid time of the newest frame that can be read, epoch seconds */
function noRadar(found: readonly NetworkFrames[], newest: number | undefined): NoFrames {
  const isUnreadable = found.some(({ unreadable }) => unreadable.length > 0);
  const reason = isUnreadable ? 'the stored frames of radar cannot be read' : absence(found, newest);
  return { reason, retryAfterSeconds: RETRY_SECONDS, isUnreadable };
}

function absence(found: readonly NetworkFrames[], newest: number | undefined): string {
  if (found.length === 0) return 'no radar is taken in';
  if (newest === undefined) return 'no frame of radar has come in yet';
  return `the newest frame of radar is of ${formatInstant(newest)}`;
}

/** @param models  of rain, best first */
export function futureFrames(
  found: readonly NetworkFrames[],
  models: readonly (SliceTimes | NoSlices)[],
  now: number,
): LayerFrames | NoFrames {
  const seen = usableNow(found, now);
  const { sources, newest } = seen;
  const base = Math.floor((sources.length > 0 ? newest : now) / STEP) * STEP;
  const frames = Array.from({ length: STEPS }, (_, i): TileFrame => {
    const validTime = base + (i + 1) * STEP;
    const telling = models.filter(hasSlices).filter((model) => sliceAt(model, validTime) !== null);
    return {
      validTime,
      sources: [...sources, ...telling.map((model) => sliceAt(model, validTime)!)],
      ...faultsOf(seen, models, telling),
      isSimulated: telling.some(({ isSimulated }) => isSimulated),
    };
  });
  if (frames[0]!.sources.length === 0) return noFuture(found, models);
  return { frames, current: frameNearest(frames, now + USUAL_LEAD), until: null };
}

function noFuture(found: readonly NetworkFrames[], models: readonly (SliceTimes | NoSlices)[]): NoFrames {
  const radar = noRadar(found, undefined);
  const isUnreadable = radar.isUnreadable === true || models.some(isUnread);
  return { ...radar, isUnreadable, reason: `${radar.reason}, and no model run either` };
}

/** A frame that is too old says nothing of the next two hours: then the models do, and that is late. */
function usableNow(found: readonly NetworkFrames[], now: number): Seen {
  const when = { time: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY, asOf: now };
  const usable = found.map((frames) => ({
    ...frames,
    kept: frames.kept.filter(({ validTime }) => isFrameUsable(frames.network, now - validTime)),
  }));
  return { ...seenBy(usable, when), late: seenBy(found, when).late };
}
