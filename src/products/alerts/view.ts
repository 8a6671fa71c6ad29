/**
 * What alerts are answered from: one index of the stored messages and one state of the polls, in memory. A refresh reads
 * what changed in the records since the last one, makes new ones beside the old, and swaps them in one step, so that a
 * request neither waits for the records nor sees half of a change. Time passing needs none.
 */

import type { Clock } from '../../base/clock.js';
import type { AlertRecords, PollState } from '../../model/records.js';
import { createActiveAlerts } from '../../query/alerts/active-alerts.js';
import type { AlertIndex } from '../../query/alerts/alert-index.js';
import { type Watch, type WatchedFeed, watchesOf } from './watch.js';

export interface AlertsView {
  /** Of another view another number. */
  readonly number: number;
  readonly index: AlertIndex;
  /** Of each configured feed, in their order. */
  readonly watches: readonly Watch[];
  /** When the newest message came, epoch seconds; null where there is none. */
  readonly newestMessage: number | null;
}

export interface ViewDependencies {
  readonly records: Pick<AlertRecords, 'load' | 'since' | 'zones' | 'zoneVersions' | 'pollStates'>;
  readonly feeds: readonly WatchedFeed[];
  readonly clock: Clock;
}

export interface ViewKeeper {
  /** Null until the first refresh has ended. */
  current(): AlertsView | null;
  /**
   * One at a time: called during a refresh, it begins another one after that.
   *
   * @throws RecordsError  the view stands as it stood
   */
  refresh(): Promise<void>;
}

export function createViewKeeper({ records, feeds, clock }: ViewDependencies): ViewKeeper {
  const alerts = createActiveAlerts();
  let view: AlertsView | null = null;
  let revision: number | null = null;
  let zoneVersions = '{}';
  let states = '';
  let last: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const polls = await records.pollStates();
    const changes = revision === null ? { removed: [], ...(await records.load()) } : await records.since(revision);
    const versions = JSON.stringify(await records.zoneVersions());
    const zones = versions === zoneVersions ? undefined : (await records.zones()).zones;
    const hasNews = changes.messages.length + changes.removed.length > 0 || zones !== undefined;
    const pollsNow = JSON.stringify([...polls]);
    const index = hasNews ? alerts.apply(zones === undefined ? changes : { ...changes, zones }, clock.now()) : null;
    // Not before the index is made: a change that cannot be taken up is asked for again.
    revision = changes.revision;
    zoneVersions = versions;
    if (view !== null && index === null && pollsNow === states) return;
    states = pollsNow;
    swap(index, polls);
  }

  function swap(index: AlertIndex | null, polls: ReadonlyMap<string, PollState>): void {
    const used = index ?? view?.index ?? alerts.current();
    view = {
      number: (view?.number ?? 0) + 1,
      index: used,
      watches: watchesOf(feeds, polls),
      newestMessage: used === view?.index ? view.newestMessage : newestOf(used),
    };
  }

  return {
    current: () => view,
    refresh() {
      last = last.then(read, read);
      return last;
    },
  };
}

function newestOf({ state }: AlertIndex): number | null {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { stored } of state.standings) newest = Math.max(newest, stored.receivedAt);
  return Number.isFinite(newest) ? newest : null;
}
