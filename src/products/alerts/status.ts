/**
 * How the product stands: which feeds were read and when, and what is missing where nothing was. Anybody may read it, so
 * reasons of failures stay out: they name addresses of upstreams, and are in the log and in `doctor`.
 */

import type { ProductStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import type { AlertsView } from './view.js';
import type { Watch, WatchedFeed } from './watch.js';

export const PRODUCT = 'alerts';

export interface Standing {
  readonly feeds: readonly WatchedFeed[];
  untried?(): readonly string[];
}

/** What can be answered from; or in words why nothing can: no feed was ever read and no message stored. */
export function servable({ feeds, untried }: Standing, view: AlertsView | null): AlertsView | string {
  if (view === null) return 'the stored alerts are being read';
  if (view.newestMessage !== null || view.watches.some(({ lastSuccess }) => lastSuccess !== null)) return view;
  if (feeds.length === 0) return 'no feed of alerts is configured, and no message was ingested';
  const open = feeds.filter(({ id }) => untried?.().includes(id));
  if (open.length > 0) return `the first polls are running: ${titles(open)}`;
  const isTried = view.watches.some(({ hasFailed }) => hasFailed);
  return `no poll of ${titles(feeds)} has ${isTried ? 'succeeded yet' : 'been tried'}`;
}

const titles = (feeds: readonly WatchedFeed[]): string => feeds.map(({ title }) => title).join(', ');

export function alertsStatus(standing: Standing, current: AlertsView | null, now: number): ProductStatus {
  const view = servable(standing, current);
  const nothing = { product: PRODUCT, updatedAt: null, referenceTime: null, isMain: false };
  if (typeof view === 'string') {
    const isOnItsWay = current === null || standing.feeds.some(({ id }) => standing.untried?.().includes(id));
    return { ...nothing, state: isOnItsWay ? 'warming' : 'unavailable', detail: view };
  }
  const { watches } = view;
  const late = watches.filter((watch) => watch.isLate(now));
  const polls = watches.flatMap(({ lastSuccess }) => lastSuccess ?? []);
  const updatedAt = polls.length > 0 ? Math.max(...polls) : view.newestMessage;
  return {
    ...nothing,
    state: watches.length > 0 && late.length === watches.length ? 'stale' : 'ready',
    updatedAt,
    detail: detailOf(view, late, now),
    sources: watches.map((watch) => ({
      source: watch.name,
      state: watch.lastSuccess === null ? 'unavailable' : watch.isLate(now) ? 'stale' : 'ready',
      referenceTime: watch.lastSuccess,
      updatedAt: watch.lastSuccess,
    })),
  };
}

const MOST_NAMED = 5;

/** "312 active alerts; late: MeteoAlarm (austria) since …" */
function detailOf({ index }: AlertsView, late: readonly Watch[], now: number): string {
  const active = index.active(now).length;
  const count = active === 1 ? '1 active alert' : `${active} active alerts`;
  if (late.length === 0) return count;
  const named = late.slice(0, MOST_NAMED).map(lateWords);
  const more = late.length > MOST_NAMED ? ` and ${late.length - MOST_NAMED} more` : '';
  return `${count}; late: ${named.join(', ')}${more}`;
}

function lateWords({ issuer, lastSuccess }: Watch): string {
  return `${issuer} ${lastSuccess === null ? 'never read' : `since ${formatInstant(lastSuccess)}`}`;
}
