/**
 * `POST /v1/alerts`: the public alerts that hold at a point now.
 *
 * Answers come from one view in memory (`view.ts`) and the second, so `stateKey` names both.
 */

import type { Clock } from '../../base/clock.js';
import { ProductUnavailableError } from '../../base/errors.js';
import type { AlertsAnswer, AnsweredAlert } from '../../model/alert-answer.js';
import type { ProductStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import type { AlertMatch } from '../../query/alerts/alert-match.js';
import { createNotices } from '../notices.js';
import { createDrawAlerts, type DrawnAlerts } from './drawn.js';
import { alertGeometry } from './geometry.js';
import { addApproximateNotices, addLateNotices, addUnplacedNotice, addUnwatchedNotice } from './notices.js';
import type { AlertsRequest } from './request.js';
import { alertsStatus, PRODUCT, servable } from './status.js';
import { type CountriesOfUnplaced, unplacedHere, withCountries } from './unplaced.js';
import { type AlertsView, createViewKeeper, type ViewDependencies } from './view.js';
import { placeAt, type Watch, type WatchedFeed } from './watch.js';

export interface AlertsProduct {
  /** Changes whenever the same request may have another answer. */
  stateKey(): Promise<string>;
  /** @throws ProductUnavailableError  nothing was polled yet */
  answer(request: AlertsRequest): Promise<AlertsAnswer>;
  status(): Promise<ProductStatus>;
  /**
   * The areas of all alerts active now, for maps; cheap to ask for.
   *
   * @throws ProductUnavailableError  nothing was polled yet
   */
  drawn(): Promise<DrawnAlerts>;
  /**
   * Takes up what changed in the records; nothing else does.
   *
   * @throws RecordsError  answers stand on what was there before
   */
  refresh(): Promise<void>;
}

export interface AlertsDependencies extends ViewDependencies {
  readonly clock: Clock;
  /** The alerts are of the built-in upstream. */
  readonly simulated: boolean;
  /** Feeds whose first poll since the start has not ended yet; without it nothing is being polled. */
  untried?(): readonly string[];
}

/** Polls end within a minute or two. */
const RETRY_SECONDS = 30;

export function createAlertsProduct(deps: AlertsDependencies): AlertsProduct {
  const keeper = createViewKeeper(deps);
  const unplacedIn = createUnplacedMemory();
  const draw = createDrawAlerts();
  const second = () => Math.floor(deps.clock.now());
  return {
    stateKey: async () => `${keeper.current()?.number ?? 0}/${second()}`,
    answer: async (request) => answer(deps, keeper.current(), request, second(), unplacedIn),
    status: async () => alertsStatus(deps, keeper.current(), second()),
    drawn: async () => draw(servableView(deps, keeper.current()).index, second()),
    refresh: () => keeper.refresh(),
  };
}

function servableView(deps: AlertsDependencies, current: AlertsView | null): AlertsView {
  const view = servable(deps, current);
  if (typeof view === 'string') throw new ProductUnavailableError(PRODUCT, view, RETRY_SECONDS);
  return view;
}

type UnplacedIn = (view: AlertsView, now: number) => readonly CountriesOfUnplaced[];

/** They are looked for among all alerts, so once a second and not for each request. */
function createUnplacedMemory(): UnplacedIn {
  let key = '';
  let found: readonly CountriesOfUnplaced[] = [];
  return ({ number, index }, now) => {
    if (key !== `${number}/${now}`) {
      found = withCountries(index.unplaced(now));
      key = `${number}/${now}`;
    }
    return found;
  };
}

function answer(
  deps: AlertsDependencies,
  current: AlertsView | null,
  { location, include = [] }: AlertsRequest,
  now: number,
  unplacedIn: UnplacedIn,
): AlertsAnswer {
  const view = servableView(deps, current);
  const { latitude, longitude } = location;
  const matches = view.index.at(latitude, longitude, now);
  const place = placeAt(latitude, longitude);
  const watches = view.watches.filter((watch) => watch.covers(place));
  const late = watches.filter((watch) => watch.isLate(now));
  const notices = createNotices();
  addLateNotices(notices, late);
  addUnwatchedNotice(notices, watches, unreadFeeds(view));
  addApproximateNotices(notices, matches);
  addUnplacedNotice(notices, unplacedHere(unplacedIn(view, now), watches));
  if (deps.simulated)
    notices.add(
      'simulated_data',
      'These alerts are simulated: they come from the built-in upstream, not from the world.',
    );
  const withGeometry = include.includes('geometry');
  return {
    location: { latitude, longitude },
    alerts: matches.map((match) =>
      withGeometry ? { ...alertRow(match), geometry: alertGeometry(view.index, match) } : alertRow(match),
    ),
    updated_at: formatInstant(updatedAt(view, watches)),
    stale: late.length > 0,
    warnings: notices.list(),
  };
}

/** Of which only a poll will tell where they watch. */
function unreadFeeds({ watches }: AlertsView): WatchedFeed[] {
  return watches
    .filter(({ lastSuccess, countries }) => lastSuccess === null && countries.length === 0)
    .map(({ feed }) => feed);
}

/** End of the newest poll that succeeded: of those who watch here, else of anybody; else when the newest message came. */
function updatedAt({ watches, newestMessage }: AlertsView, here: readonly Watch[]): number {
  return newestPoll(here) ?? newestPoll(watches) ?? newestMessage!;
}

function newestPoll(watches: readonly Watch[]): number | null {
  const polls = watches.flatMap(({ lastSuccess }) => lastSuccess ?? []);
  return polls.length === 0 ? null : Math.max(...polls);
}

/** An alert at a point as a record of the response, without its geometry. */
function alertRow({ id, message, info, areas }: AlertMatch): AnsweredAlert {
  return {
    id,
    status: message.status,
    message_type: message.messageType,
    sent_at: formatInstant(message.sent),
    effective_at: instant(info.effective),
    onset_at: instant(info.onset),
    expires_at: instant(info.expires),
    ends_at: instant(info.ends),
    event: info.event,
    headline: info.headline,
    description: info.description,
    instruction: info.instruction,
    categories: info.categories,
    response_types: info.responseTypes,
    references: message.references.map(({ identifier }) => identifier),
    urgency: info.urgency,
    severity: info.severity,
    certainty: info.certainty,
    language: info.language,
    issuer: { name: info.senderName },
    affected_areas: areas.map(({ area }) => ({ description: area.description })),
  };
}

function instant(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : formatInstant(epochSeconds);
}
