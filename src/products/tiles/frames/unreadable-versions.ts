/**
 * Versions that tiles could not be drawn from. Each drawing thread meets damage by itself, and some have the same version
 * in memory from before; so one list, in the thread that answers requests, decides for all which version is shown.
 *
 * A version leaves the list when it can be read again, as after a repair, which is tried every minute while somebody asks
 * for it (every 5 s if only its store was silent). Age alone removes no version from the list: the next tile would fail
 * again, and until then readiness would report that all is well.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../base/clock.js';
import {
  isTagged,
  isUnreadable,
  type ObjectDefectError,
  type ObjectMissingError,
  type StoreUnavailableError,
} from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { MapFieldId } from '../../../model/map-slice.js';
import type { TileOrder, TileSource } from '../../../model/tile.js';

/** Seconds between two tries, for a damaged object and for one whose store did not respond. */
const RETRY_SECONDS = 60;
const RETRY_SILENT_SECONDS = 5;
/** Removed versions stay until others take their place. */
const MOST_VERSIONS = 1000;

/** An error of the store that names the object. */
export type UnreadableObject = ObjectDefectError | ObjectMissingError | StoreUnavailableError;

/**
 * True if drawing from a version has failed. A model's run is asked for by field: fields are stored apart, and one that is
 * damaged leaves the others readable.
 */
export type IsUnreadable = (dataset: string, version: string, field?: MapFieldId) => boolean;

export interface UnreadableVersions {
  readonly has: IsUnreadable;
  /** Adds what the object belongs to, if the order has it among its sources. Logs each object once. */
  add(object: UnreadableObject, order: TileOrder): void;
}

export interface UnreadableDependencies {
  /** The clock of the process. */
  readonly machineClock: Clock;
  readonly log: Log;
  /** Reads a source from the store, past every cache. @throws ObjectMissingError, ObjectDefectError, StoreUnavailableError */
  readSource(source: TileSource): Promise<void>;
}

interface Entry {
  readonly source: TileSource;
  /** Key of the object that could not be read. */
  readonly object: string;
  readonly retrySeconds: number;
  /** Epoch seconds of the last try. */
  triedAt: number;
  isTrying: boolean;
}

/** @param changed  called when the list has changed */
export function createUnreadableVersions(deps: UnreadableDependencies, changed: () => void): UnreadableVersions {
  const { machineClock: clock, log, readSource } = deps;
  const entries = new LRUCache<string, Entry>({ max: MOST_VERSIONS });
  const logged = new LRUCache<string, true>({ max: MOST_VERSIONS });

  async function tryAgain(name: string, entry: Entry): Promise<void> {
    Object.assign(entry, { isTrying: true, triedAt: clock.now() });
    try {
      await readSource(entry.source);
      entries.delete(name);
      logged.delete(entry.object);
      log.info({ version: name, object: entry.object }, 'a stored version can be read again; maps show it');
      changed();
    } catch (error) {
      // Logged when it was found.
      if (!isUnreadable(error))
        log.warn({ version: name, error: String(error) }, 'a stored version could not be checked again');
    } finally {
      entry.isTrying = false;
    }
  }

  function logOnce({ key, message }: UnreadableObject, version: string): void {
    if (logged.has(key)) return;
    logged.set(key, true);
    log.error({ version, object: key, error: message }, 'a stored version cannot be read; maps show the one before it');
  }

  return {
    has(dataset, version, field) {
      const name = field === undefined ? `${dataset}/${version}` : `${dataset}/${version}/${field}`;
      const entry = entries.get(name);
      if (entry === undefined) return false;
      // The distance, not the order: a clock that is set back must not put off the next try for hours.
      const isDue = !entry.isTrying && Math.abs(clock.now() - entry.triedAt) >= entry.retrySeconds;
      if (isDue) void tryAgain(name, entry);
      return true;
    },
    add(object, { sources }) {
      const version = object.key.split('/', 2).join('/');
      const source = sources.find((one) => versionName(one) === version);
      if (source === undefined) return;
      logOnce(object, version);
      const name = source.kind === 'slice' ? `${version}/${source.field}` : version;
      if (entries.has(name)) return;
      const retrySeconds = isTagged(object, 'store-unavailable') ? RETRY_SILENT_SECONDS : RETRY_SECONDS;
      entries.set(name, { source, object: object.key, retrySeconds, triedAt: clock.now(), isTrying: false });
      changed();
    },
  };
}

/** The dataset of a single radar. */
export function siteDataset(site: string): string {
  return `nexrad-${site}`;
}

/** First two parts of the keys of a source's objects; null of alerts, which are not stored as objects. */
function versionName(source: TileSource): string | null {
  switch (source.kind) {
    case 'slice':
    case 'radar':
      return `${source.dataset}/${source.version}`;
    case 'scan':
      return `${siteDataset(source.site)}/${source.version}`;
    case 'fires':
    case 'plumes':
      return `${source.kind}/${source.version}`;
    case 'alerts':
      return null;
  }
}
