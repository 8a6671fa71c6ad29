/**
 * Frames of layers that show the newest state alone: a sweep of one radar, fires with plumes over smoke, alerts.
 */

import type { TileSource } from '../../../model/tile.js';
import { formatInstant, HOUR } from '../../../model/time.js';
import type {
  FireDatasetId,
  FireShelf,
  ScanAnswer,
  ScanRequests,
  ScanShelf,
  TimedVersion,
} from '../../../model/timed-version.js';
import { isNone, type LayerFrames, type NoFrames, type TileFrame } from './frame.js';
import { type ReadableVersion, readableVersion } from './readable-version.js';
import { type IsUnreadable, siteDataset } from './unreadable-versions.js';

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
export const FIRES_LATE: Readonly<Record<FireDatasetId, number>> = { fires: 8 * HOUR, plumes: 26 * HOUR };
/** From which on a version has nothing more to show. The plumes are those of a day. */
const TOO_OLD: Readonly<Record<FireDatasetId, number>> = { fires: 24 * HOUR, plumes: 36 * HOUR };
/** Fires are shown for a day. A list that nobody renews loses its oldest every so often, s, and its tiles change with it. */
const FIRES_SHOWN = 24 * HOUR;
const FIRES_STEP = HOUR / 2;

type Told = Pick<TileFrame, 'isLate' | 'isSimulated' | 'fault'>;

function single(validTime: number, sources: readonly TileSource[], told: Told): LayerFrames {
  const frame: TileFrame = { validTime, sources, ...told };
  return { frames: [frame], current: frame, until: null };
}

export interface ScanSources {
  readonly scans: ScanShelf;
  /** Null: nothing is fetched, and what is there is all there is. */
  readonly requests: ScanRequests | null;
  readonly isUnreadable: IsUnreadable;
}

/** Shows the stored sweep at once and has a newer one fetched meanwhile. Only without a stored sweep it waits for that. */
export async function scanFrames(
  { scans, requests, isUnreadable }: ScanSources,
  site: string,
  now: number,
): Promise<LayerFrames | NoFrames> {
  const known = await stored();
  if (known.version !== null && now - known.version.validTime < SCAN_SECONDS) return shown(known.version, known);
  const refreshing = requests?.refresh(site);
  if (known.version !== null && now - known.version.validTime < SCAN_TOO_OLD) {
    // How it ends shows in what is published; the one who fetches tells of failures.
    refreshing?.catch(() => 'failed');
    return shown(known.version, known);
  }
  const outcome = await refreshing;
  const found = await stored();
  if (found.version !== null && now - found.version.validTime < SCAN_TOO_OLD) return shown(found.version, found);
  const retryAfterSeconds = outcome === 'pending' ? PENDING_SECONDS : RETRY_SECONDS;
  return { reason: absence(found, outcome), retryAfterSeconds, isUnreadable: !found.isNewest };

  function stored(): Promise<ReadableVersion<TimedVersion>> {
    const versions = { newest: () => scans.newest(site), previous: () => scans.previous(site) };
    return readableVersion(versions, (version) => isUnreadable(siteDataset(site), version));
  }

  function shown(
    { version, validTime, simulated }: TimedVersion,
    { isNewest }: ReadableVersion<TimedVersion>,
  ): LayerFrames {
    const isLate = !isNewest || now - validTime > SCAN_LATE;
    const fault = isNewest ? {} : { fault: `the newest sweep of ${site} cannot be read, the one before it is shown` };
    return single(validTime, [{ kind: 'scan', site, version }], { isLate, isSimulated: simulated, ...fault });
  }

  function absence({ version, isNewest }: ReadableVersion<TimedVersion>, outcome: ScanAnswer | undefined): string {
    if (outcome === 'pending') return `a sweep of ${site} is still being fetched`;
    if (outcome === 'failed') return `a sweep of ${site} could not be fetched`;
    if (!isNewest) return `the stored sweeps of ${site} cannot be read`;
    if (version !== null) return `the newest sweep of ${site} is of ${formatInstant(version.validTime)}`;
    return outcome === undefined ? `no sweep of ${site} is stored` : `${site} has sent no sweep of late`;
  }
}

const TITLES: Readonly<Record<FireDatasetId, string>> = {
  fires: 'list of fires',
  plumes: 'list of smoke plumes',
};

/** The version of a dataset that can be shown, and its faults. */
interface Usable {
  /** Null: nothing was published, nothing of it can be read, or all that it has is too old. */
  readonly version: TimedVersion | null;
  /** Older than it should be, or not the newest. */
  readonly isLate: boolean;
  /** Names the version that cannot be read, in words; null: all can be read. */
  readonly fault: string | null;
}

async function usableVersion(
  shelf: FireShelf,
  dataset: FireDatasetId,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<Usable> {
  const versions = { newest: () => shelf.newest(dataset), previous: () => shelf.previous(dataset) };
  const found = await readableVersion(versions, (version) => isUnreadable(dataset, version));
  const age = found.version === null ? 0 : now - found.version.validTime;
  const version = age < TOO_OLD[dataset] ? found.version : null;
  const title = TITLES[dataset];
  const fault =
    version === null
      ? `neither the newest ${title} nor the one before it can be read`
      : `the newest ${title} cannot be read, the one before it is shown`;
  const isLate = !found.isNewest || age > FIRES_LATE[dataset];
  return { version, isLate, fault: found.isNewest ? null : fault };
}

/** True when data is published of which nothing can be shown: a picture without it would look as if there were no fire. */
const isUnread = ({ version, fault }: Usable): boolean => version === null && fault !== null;

function firesSource({ version }: TimedVersion, now: number): TileSource {
  return { kind: 'fires', version, since: Math.floor((now - FIRES_SHOWN) / FIRES_STEP) * FIRES_STEP };
}

export async function fireFrames(
  shelf: FireShelf,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<LayerFrames | NoFrames> {
  const { version: fires, isLate, fault } = await usableVersion(shelf, 'fires', isUnreadable, now);
  if (fires === null)
    return {
      reason: fault ?? 'no list of fires of the last 24 hours is there',
      retryAfterSeconds: RETRY_SECONDS,
      isUnreadable: fault !== null,
    };
  const told = { isLate, isSimulated: fires.simulated, ...(fault !== null && { fault }) };
  return single(fires.validTime, [firesSource(fires, now)], told);
}

/**
 * Plumes and fires on top of each frame of smoke; without a model of smoke they are shown alone. Where one of the three is
 * published and cannot be read, there is nothing to show: a picture without it would look like clean air.
 *
 * @param smoke  frames of the model
 */
export async function withFires(
  smoke: LayerFrames | NoFrames,
  shelf: FireShelf,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<LayerFrames | NoFrames> {
  if (isNone(smoke) && smoke.isUnreadable === true) return smoke;
  const [plumes, fires] = await Promise.all([
    usableVersion(shelf, 'plumes', isUnreadable, now),
    usableVersion(shelf, 'fires', isUnreadable, now),
  ]);
  const unread = [plumes, fires].find(isUnread);
  if (unread !== undefined) return { reason: unread.fault!, retryAfterSeconds: RETRY_SECONDS, isUnreadable: true };
  return paintedOn(smoke, plumes, fires, now);
}

function paintedOn(smoke: LayerFrames | NoFrames, plumes: Usable, fires: Usable, now: number): LayerFrames | NoFrames {
  const on: TileSource[] = [];
  if (plumes.version !== null) on.push({ kind: 'plumes', version: plumes.version.version });
  if (fires.version !== null) on.push(firesSource(fires.version, now));
  const isLate = plumes.isLate || fires.isLate;
  const isSimulated = fires.version?.simulated === true || plumes.version?.simulated === true;
  const told = (frame?: TileFrame): Told => {
    const faults = [frame?.fault, plumes.fault, fires.fault].filter((fault) => fault != null);
    return {
      isLate: frame?.isLate === true || isLate,
      isSimulated: frame?.isSimulated === true || isSimulated,
      ...(faults.length > 0 && { fault: faults.join('; ') }),
    };
  };
  if (isNone(smoke)) {
    const newest = fires.version ?? plumes.version;
    if (newest === null) return smoke;
    const alone = told();
    return single(newest.validTime, on, { ...alone, isLate: alone.isLate || smoke.isOutdated === true });
  }
  const frames = smoke.frames.map(
    (frame): TileFrame => ({ validTime: frame.validTime, sources: [...frame.sources, ...on], ...told(frame) }),
  );
  return { frames, current: frames[smoke.frames.indexOf(smoke.current)]!, until: smoke.until };
}

/** @param since  when the set of this name was first seen, epoch seconds */
export function alertFrames(version: string, since: number, isLate: boolean): LayerFrames {
  return single(since, [{ kind: 'alerts', version }], { isLate });
}
