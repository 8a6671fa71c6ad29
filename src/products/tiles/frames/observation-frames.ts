/**
 * Frames of what is seen and not foretold: one sweep of one radar, fires with plumes over smoke, alerts. There is one, the
 * newest.
 */

import type {
  ObservationDatasetId,
  ObservationShelf,
  ObservedVersion,
  ScanAnswer,
  ScanRequests,
  ScanShelf,
} from '../../../model/observed-version.js';
import type { TileSource } from '../../../model/tile.js';
import { formatInstant } from '../../../model/time.js';
import { type IsDamaged, isNone, type LayerFrames, type NoFrames, type TileFrame } from './frame.js';

const HOUR = 3600;
const RETRY_SECONDS = 60;
/** A fetch that takes long is often over by then. */
const PENDING_SECONDS = 5;

/** A radar turns every 4 to 10 minutes. */
const SCAN_SECONDS = 240;
const SCAN_LATE = 20 * 60;
/** A sweep of hours ago says nothing of the rain that falls. */
const SCAN_TOO_OLD = 2 * HOUR;
/**
 * Age of the newest fire or plume from which on something is amiss. Somewhere on earth a fire is seen every hour, and told of
 * three hours later. Analysts draw in daylight, and what they have drawn is published for a day.
 */
export const OBSERVATION_LATE: Readonly<Record<ObservationDatasetId, number>> = { fires: 8 * HOUR, plumes: 26 * HOUR };
/** From which on a version has nothing more to show. The plumes are those of a day. */
const TOO_OLD: Readonly<Record<ObservationDatasetId, number>> = { fires: 24 * HOUR, plumes: 36 * HOUR };
/** Fires are shown for a day. A list that nobody renews loses its oldest every so often, s, and its tiles change with it. */
const FIRES_SHOWN = 24 * HOUR;
const FIRES_STEP = HOUR / 2;

function single(
  validTime: number,
  sources: readonly TileSource[],
  isLate: boolean,
  isSimulated: boolean = false,
): LayerFrames {
  const frame: TileFrame = { validTime, sources, isLate, isSimulated };
  return { frames: [frame], current: frame, until: null };
}

export interface ScanSources {
  readonly scans: ScanShelf;
  /** Null: nothing is fetched, and what is there is all there is. */
  readonly requests: ScanRequests | null;
  readonly isDamaged: IsDamaged;
}

/** What is there is shown at once, and a newer sweep fetched meanwhile; only where there is none it is waited for. */
export async function scanFrames(
  { scans, requests, isDamaged }: ScanSources,
  site: string,
  now: number,
): Promise<LayerFrames | NoFrames> {
  const known = await soundScan();
  if (known !== null && now - known.validTime < SCAN_SECONDS) return shown(known);
  const refreshing = requests?.refresh(site);
  if (known !== null && now - known.validTime < SCAN_TOO_OLD) {
    // How it ends shows in what is published; the one who fetches tells of failures.
    refreshing?.catch(() => 'failed');
    return shown(known);
  }
  const outcome = await refreshing;
  const found = await soundScan();
  if (found !== null && now - found.validTime < SCAN_TOO_OLD) return shown(found);
  const retryAfterSeconds = outcome === 'pending' ? PENDING_SECONDS : RETRY_SECONDS;
  return { reason: absence(found, outcome), retryAfterSeconds };

  async function soundScan(): Promise<ObservedVersion | null> {
    const newest = await scans.newest(site);
    return newest === null || isDamaged(`nexrad-${site}`, newest.version) ? null : newest;
  }

  function shown({ version, validTime, simulated }: ObservedVersion): LayerFrames {
    return single(validTime, [{ kind: 'scan', site, version }], now - validTime > SCAN_LATE, simulated);
  }

  function absence(last: ObservedVersion | null, outcome: ScanAnswer | undefined): string {
    if (outcome === 'pending') return `a sweep of ${site} is still being fetched`;
    if (outcome === 'failed') return `a sweep of ${site} could not be fetched`;
    if (last !== null) return `the newest sweep of ${site} is of ${formatInstant(last.validTime)}`;
    return outcome === undefined ? `no sweep of ${site} is stored` : `${site} has sent no sweep of late`;
  }
}

/** The published version; null where there is none, it cannot be read, or all that it has is too old. */
async function newestSound(
  observations: ObservationShelf,
  dataset: ObservationDatasetId,
  isDamaged: IsDamaged,
  now: number,
): Promise<ObservedVersion | null> {
  const newest = await observations.newest(dataset);
  if (newest === null || isDamaged(dataset, newest.version)) return null;
  return now - newest.validTime < TOO_OLD[dataset] ? newest : null;
}

function firesSource({ version }: ObservedVersion, now: number): TileSource {
  return { kind: 'fires', version, since: Math.floor((now - FIRES_SHOWN) / FIRES_STEP) * FIRES_STEP };
}

function isOld(dataset: ObservationDatasetId, observed: ObservedVersion | null, now: number): boolean {
  return observed !== null && now - observed.validTime > OBSERVATION_LATE[dataset];
}

export async function fireFrames(
  observations: ObservationShelf,
  isDamaged: IsDamaged,
  now: number,
): Promise<LayerFrames | NoFrames> {
  const fires = await newestSound(observations, 'fires', isDamaged, now);
  if (fires === null)
    return { reason: 'no list of fires of the last 24 hours is there', retryAfterSeconds: RETRY_SECONDS };
  return single(fires.validTime, [firesSource(fires, now)], isOld('fires', fires, now), fires.simulated);
}

/**
 * Plumes and fires on top of each frame of smoke; without a model of smoke they are shown alone.
 *
 * @param smoke  frames of the model
 */
export async function withFires(
  smoke: LayerFrames | NoFrames,
  observations: ObservationShelf,
  isDamaged: IsDamaged,
  now: number,
): Promise<LayerFrames | NoFrames> {
  const [plumes, fires] = await Promise.all([
    newestSound(observations, 'plumes', isDamaged, now),
    newestSound(observations, 'fires', isDamaged, now),
  ]);
  const on: TileSource[] = [];
  if (plumes !== null) on.push({ kind: 'plumes', version: plumes.version });
  if (fires !== null) on.push(firesSource(fires, now));
  const isLate = isOld('plumes', plumes, now) || isOld('fires', fires, now);
  const isSimulated = fires?.simulated === true || plumes?.simulated === true;
  if (isNone(smoke)) {
    const newest = fires ?? plumes;
    return newest === null ? smoke : single(newest.validTime, on, isLate, isSimulated);
  }
  const painted = (frame: TileFrame): TileFrame => ({
    validTime: frame.validTime,
    sources: [...frame.sources, ...on],
    isLate: frame.isLate || isLate,
    isSimulated: frame.isSimulated === true || isSimulated,
  });
  const frames = smoke.frames.map(painted);
  return { frames, current: frames[smoke.frames.indexOf(smoke.current)]!, until: smoke.until };
}

/** @param since  when the set of this name was first seen, epoch seconds */
export function alertFrames(version: string, since: number, isLate: boolean): LayerFrames {
  return single(since, [{ kind: 'alerts', version }], isLate);
}
