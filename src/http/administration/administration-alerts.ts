/**
 * Alerts over the administration socket: an ingest of its own process hands what it fetched to the running server.
 *
 *   PUT  /alerts/messages?feed=&at=       lines of messages             {added, revision}
 *   GET  /alerts/messages?since=          {revision, removed}, then lines of {feed, receivedAt, message}
 *   POST /alerts/forgetting {before}                                    {forgotten}
 *   PUT  /alerts/quarantine?feed=&at=     lines of {id, reason, excerpt}
 *   GET  /alerts/quarantine?feed=&limit=
 *   PUT  /alerts/zones?scheme=&version=   lines of zones, all of the scheme
 *   GET  /alerts/zones                    {versions}, then lines of zones
 *   GET  /alerts/zone-versions
 *   GET  /alerts/polls                    [[feed, state], …]
 *   GET, PUT /alerts/polls/:feed {state}
 *
 * Messages and zones are text as `model/alert-text.ts` says. What was sent in part, because the sender ended, replaces
 * no zones; of messages the portions before stay, and come again with the next attempt.
 */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { GEOCODE_SCHEMES } from '../../model/alert.js';
import { plainMessage, plainZone } from '../../model/alert-text.js';
import type { AlertRecords } from '../../model/records.js';
import { JSON_LINES, readJsonLines, refusal, writeJsonLines } from '../json-lines.js';
import { brokenOf, messageOfLine, zoneOfLine } from '../schema/alert-lines.js';
import { nullable, oneOf } from '../schema/component.js';
import type { AdministrationApp } from './administration-app.js';

/** A zone of the coast of Alaska takes 1 MB; all zones of the NWS some 20 MB. */
const LIMITS = { line: 8_000_000, total: 256_000_000 } as const;
/** Lines that are handed on at once. */
const PORTION = 256;

const Feed = Type.String({ minLength: 1, maxLength: 200 });
const Instant = Type.String({ pattern: '^[0-9]{1,12}([.][0-9]{1,9})?$' });
const Count = Type.String({ pattern: '^[0-9]{1,9}$' });

const FromFeed = Type.Object({ feed: Feed, at: Instant });
const Newest = Type.Object({ feed: Feed, limit: Count });
const Since = Type.Object({ since: Count });
const ZoneSet = Type.Object({ scheme: oneOf(GEOCODE_SCHEMES), version: Type.String({ maxLength: 200 }) });
const OfFeed = Type.Object({ feed: Feed });
const Forgetting = Type.Object({ before: Type.Number() });

const State = Type.Object({
  etag: nullable('string'),
  lastModified: nullable('string'),
  lastSuccess: nullable('number'),
  lastFailure: nullable('number'),
  failure: nullable('string'),
});

export function routeAlerts(app: AdministrationApp, alerts: AlertRecords): void {
  routeMessages(app, alerts);
  routeQuarantine(app, alerts);
  routeZones(app, alerts);
  routePolls(app, alerts);
}

function routeMessages(app: AdministrationApp, alerts: AlertRecords): void {
  app.put('/alerts/messages', { schema: { querystring: FromFeed } }, ({ query, body }) =>
    reading(body, messageOfLine, async (messages) => {
      let sum = await alerts.add(query.feed, [], Number(query.at));
      for await (const portion of inPortions(messages)) {
        const { added, revision } = await alerts.add(query.feed, portion, Number(query.at));
        sum = { added: sum.added + added, revision };
      }
      return sum;
    }),
  );
  app.get('/alerts/messages', { schema: { querystring: Since } }, async ({ query }, reply) => {
    const { revision, removed, messages } = await alerts.since(Number(query.since));
    return sendLines(reply, { revision, removed }, messages, ({ message, ...stored }) => ({
      ...stored,
      message: plainMessage(message),
    }));
  });
  app.post('/alerts/forgetting', { schema: { body: Forgetting } }, async ({ body }) => ({
    forgotten: await alerts.forget(body.before),
  }));
}

function routeQuarantine(app: AdministrationApp, alerts: AlertRecords): void {
  app.put('/alerts/quarantine', { schema: { querystring: FromFeed } }, async ({ query, body }, reply) => {
    await reading(body, brokenOf, async (items) => {
      for await (const portion of inPortions(items)) await alerts.quarantine(query.feed, portion, Number(query.at));
    });
    return reply.code(204).send();
  });
  app.get('/alerts/quarantine', { schema: { querystring: Newest } }, ({ query }) =>
    alerts.quarantined(query.feed, Number(query.limit)),
  );
}

function routeZones(app: AdministrationApp, alerts: AlertRecords): void {
  app.put('/alerts/zones', { schema: { querystring: ZoneSet } }, async ({ query, body }, reply) => {
    await reading(body, zoneOfLine(query.scheme), (zones) => alerts.putZones(query.scheme, query.version, zones));
    return reply.code(204).send();
  });
  app.get('/alerts/zones', async (_request, reply) => {
    const { versions, zones } = await alerts.zones();
    return sendLines(reply, { versions }, zones, plainZone);
  });
  app.get('/alerts/zone-versions', () => alerts.zoneVersions());
}

function routePolls(app: AdministrationApp, alerts: AlertRecords): void {
  app.get('/alerts/polls', async () => [...(await alerts.pollStates())]);
  app.get('/alerts/polls/:feed', { schema: { params: OfFeed } }, async ({ params }, reply) => {
    const state = await alerts.pollState(params.feed);
    return state ?? reply.code(404).send({ tag: 'records', message: `${params.feed} was never polled` });
  });
  app.put('/alerts/polls/:feed', { schema: { params: OfFeed, body: State } }, async ({ params, body }, reply) => {
    await alerts.setPollState(params.feed, body);
    return reply.code(204).send();
  });
}

/** Hands the lines of a body to `use`. */
async function reading<Item, Result>(
  body: unknown,
  itemOf: (line: unknown) => Item,
  use: (items: AsyncIterable<Item>) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable)) throw refusal(415, `a body of lines has the content type ${JSON_LINES}`);
  try {
    return await use(itemsOf(readJsonLines(body.iterator({ destroyOnReturn: false }), LIMITS), itemOf));
  } catch (error) {
    await readOn(body);
    throw error;
  }
}

/** To the end: a sender whose connection is closed while it sends sees EPIPE and not the answer. */
function readOn(body: Readable): Promise<void> {
  return new Promise((done) => {
    if (body.readableEnded || body.destroyed) return done();
    body.once('end', done).once('close', done).resume();
  });
}

async function* itemsOf<Item>(lines: AsyncIterable<unknown>, itemOf: (line: unknown) => Item): AsyncGenerator<Item> {
  for await (const line of lines) yield itemOf(line);
}

async function* inPortions<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  const portion: Item[] = [];
  for await (const item of items) if (portion.push(item) === PORTION) yield portion.splice(0);
  if (portion.length > 0) yield portion;
}

function sendLines<Item>(
  reply: FastifyReply,
  head: object,
  items: readonly Item[],
  lineOf: (item: Item) => unknown,
): FastifyReply {
  function* lines() {
    yield head;
    for (const item of items) yield lineOf(item);
  }
  return reply.type(JSON_LINES).send(Readable.from(writeJsonLines(lines())));
}
