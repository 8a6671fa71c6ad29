/** A server that answers about alerts, on records in memory and a clock that tests set. */

import type { FastifyInstance } from 'fastify';
import { postAlerts } from '../src/http/server.fixture.js';
import { watchedPlaces } from '../src/ingest/alerts/watched-places.js';
import type { AlertMessage } from '../src/model/alert.js';
import type { AlertsAnswer } from '../src/model/alert-answer.js';
import type { AlertRecords, PollState } from '../src/model/records.js';
import { type AlertsDependencies, type AlertsProduct, createAlertsProduct } from '../src/products/alerts/alerts.js';
import { at } from '../src/query/alerts/messages.fixture.js';
import { feedsOf } from '../src/sources/feeds.js';
import { createMemoryAlerts } from './memory-alerts.js';
import type { SharedServer } from './shared-server.js';

/** The feeds that a service reads when it is told nothing else. */
const SERVED_FEEDS = feedsOf('alerts')
  .filter(({ automatic }) => automatic === 'always')
  .map((feed) => ({
    ...feed,
    places: (branch: string | null) => watchedPlaces(feed, branch),
  }));

const NEVER: PollState = { etag: null, lastModified: null, lastSuccess: null, lastFailure: null, failure: null };

export interface AlertsSituation {
  readonly app: FastifyInstance;
  readonly records: AlertRecords;
  readonly product: AlertsProduct;
  /** "14:00" of 1 July 2024, or a whole instant. */
  setClock(time: string): void;
  /** Messages of a feed that came when the clock says. */
  receive(feed: string, ...messages: AlertMessage[]): Promise<void>;
  /** A poll of a feed or branch that succeeded then, or with a reason failed. */
  polled(name: string, time: string, failure?: string): Promise<void>;
  ask(latitude: number, longitude: number, include?: readonly string[]): Promise<AlertsAnswer>;
}

/** @param serve  of the server that all situations of the file share */
export async function alertsSituation(
  serve: SharedServer['serve'],
  changes: Partial<AlertsDependencies> = {},
): Promise<AlertsSituation> {
  let now = at('12:00');
  const clock = { now: () => now };
  const records = createMemoryAlerts();
  const product = createAlertsProduct({ records, feeds: SERVED_FEEDS, clock, simulated: false, ...changes });
  const readiness = async () => [await product.status()];
  const app = await serve({ product, clock, readiness });
  return {
    app,
    records,
    product,
    setClock(time) {
      now = at(time);
    },
    async receive(feed, ...messages) {
      await records.add(feed, messages, now);
      await product.refresh();
    },
    async polled(name, time, failure) {
      const before = (await records.pollState(name)) ?? NEVER;
      const change = failure === undefined ? { lastSuccess: at(time) } : { lastFailure: at(time), failure };
      await records.setPollState(name, { ...before, ...change });
      await product.refresh();
    },
    async ask(latitude, longitude, include) {
      const answer = await postAlerts(app, { location: { latitude, longitude }, ...(include && { include }) });
      if (answer.statusCode !== 200) throw new RangeError(`a ${answer.statusCode}: ${answer.body}`);
      return answer.json();
    },
  };
}
