/**
 * One poll of a feed of alerts:
 *
 *   lock → recall what was read before → read, level by level: where the poll begins, then what that leads to
 *        → of each document: decode → messages to the records, broken ones to quarantine
 *        → remember what was read → store how it went
 *
 * A message is remembered as read only after the records have acknowledged it, so a kill at any moment loses nothing: the
 * next poll reads again what it does not remember, and the records take the same message twice without harm. A broken
 * message stops nothing. A document that cannot be had or read changes nothing, and makes the poll, or the part of the
 * feed that it belongs to, a failure. A message that is no longer listed stays until it ends by its own times.
 */

import { inLanes } from '../../base/lanes.js';
import type { PollState } from '../../model/records.js';
import { HOUR } from '../../model/time.js';
import type { AlertFeed, AlertRequest, AlertSetting } from '../../sources/alert-feed.js';
import { allowedLink } from '../../sources/alert-links.js';
import type { HttpDownload } from '../../sources/http-download.js';
import type { AlertContext } from '../context.js';
import { faultOf, type IngestFault } from '../ingest-fault.js';
import { polling } from '../poll/frame.js';
import { tellFault, tellingFailure } from '../poll/poll-record.js';
import { createAlertHttp } from './alert-http.js';
import { type DocumentReading, type DocumentResult, isRead, readDocument } from './document-reading.js';
import { type DocumentMemory, type PollMemory, readMemory, writeMemory } from './poll-memory.js';

/** Result of a poll. */
export interface AlertOutcome {
  /** Messages that were not stored before, or stood there differently. */
  readonly added: number;
  /** Messages in the documents that were read. */
  readonly messages: number;
  /** Messages that could not be decoded. */
  readonly broken: number;
  /** Documents fetched, and how many the upstream called unchanged. */
  readonly documents: number;
  readonly unchanged: number;
  /** Parts of the feed that failed alone, and why. */
  readonly failed: readonly BranchFailure[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

export interface BranchFailure extends IngestFault {
  readonly branch: string;
}

/** Documents fetched by one poll; what is left waits for the next. A first poll of all of Europe takes some 1,500. */
const MOST_FETCHED = 3000;
/** No chain of pages or indexes is longer. */
const DEEPEST = 40;
/** So long after its end a chain of messages is kept, s: late Updates and Cancels still find what they refer to. */
const KEPT_AFTER_END = 48 * 3600;

const NEVER_POLLED: PollState = { etag: null, lastModified: null, lastSuccess: null, lastFailure: null, failure: null };

/**
 * @throws UpstreamError, MalformedError  what the whole feed depends on failed; what else was there is stored
 * @throws RecordsError  messages could not be stored
 * @throws DirectoryLockedError  another poll of the feed is running
 */
export async function pollAlerts(deps: AlertContext, feed: AlertFeed): Promise<AlertOutcome> {
  return polling(deps, feed.id, createAlertHttp(deps, feed), (http) =>
    tellingFailure(deps, feed, () => pollLocked(deps, feed, http)),
  );
}

async function pollLocked(deps: AlertContext, feed: AlertFeed, http: HttpDownload): Promise<AlertOutcome> {
  const { alerts, baseUrl, region, chosen, clock } = deps;
  const now = clock.now();
  const before = (await alerts.pollState(feed.id)) ?? NEVER_POLLED;
  const path = `${deps.directory}/${feed.id}/read.json`;
  const memory = await readMemory(path, before.etag);
  const setting = { baseUrl, now, region, chosen };
  const results = await readLevels(feed, setting, { deps, feed: feed.id, http, memory, now });
  const outcome = { ...outcomeOf(results), traffic: http.traffic() };
  const etag = await writeMemory(path, memoryOf(results, memory));
  const error = whollyFailed(results);
  await storeStates(deps, feed, { ...before, etag }, results, error);
  if (error !== null) throw error;
  if (Math.floor(now / HOUR) !== Math.floor((before.lastSuccess ?? 0) / HOUR))
    await alerts.forget(now - KEPT_AFTER_END);
  tell(deps, feed, outcome);
  return outcome;
}

/** Everything that the poll reads, each address once. */
async function readLevels(
  feed: AlertFeed,
  setting: AlertSetting,
  reading: DocumentReading,
): Promise<readonly DocumentResult[]> {
  const results: DocumentResult[] = [];
  const met = new Set<string>();
  let level = feed.begin(setting).map((request) => ({ request, from: null as DocumentResult | null }));
  for (let depth = 0; level.length > 0; depth++) {
    const fresh = level.filter(({ request }) => !met.has(request.url) && met.add(request.url));
    let room = depth === DEEPEST ? 0 : MOST_FETCHED - results.filter(({ wasFetched }) => wasFetched).length;
    const asked = fresh.filter(({ request, from }) => {
      const isAsked = isRead(request, reading.memory) || room-- > 0;
      if (!isAsked && from !== null) from.isWhole = false;
      return isAsked;
    });
    const read = await inLanes(
      asked,
      feed.atOnce ?? 1,
      ({ request, from }, signal) => readDocument(reading, request, from, signal),
      reading.deps.signal,
    );
    results.push(...read);
    level = read.flatMap((result) => followed(feed, result, setting).map((request) => ({ request, from: result })));
  }
  return results;
}

function followed(feed: AlertFeed, { request, links }: DocumentResult, setting: AlertSetting): AlertRequest[] {
  const whole = links.flatMap((link) =>
    URL.canParse(link.url, request.url) ? [{ ...link, url: new URL(link.url, request.url).href }] : [],
  );
  const others = feed.followsOtherHosts === true;
  return feed
    .follow(request, whole, setting)
    .filter(({ url }) => allowedLink(url, request.url, setting.baseUrl, others) !== null);
}

/**
 * What the next poll should know: of what was met now, then of what unchanged and failed documents led to before. Whoever
 * led to something stands before it.
 */
function memoryOf(results: readonly DocumentResult[], before: PollMemory): PollMemory {
  const memory = new Map<string, DocumentMemory>();
  const unsettled = new Set(results.flatMap(({ isSettled, from }) => (isSettled || from === null ? [] : [from])));
  for (const { request, memory: known, isWhole } of results) {
    const isDone = isWhole && !unsettled.has(request.url);
    if (known !== null) memory.set(request.url, isDone ? known : { ...known, validators: null, isRead: false });
  }
  const stands = new Set(results.flatMap(({ request, isLikeBefore }) => (isLikeBefore ? [request.url] : [])));
  for (const [url, known] of before)
    if (known.from !== null && stands.has(known.from)) {
      stands.add(url);
      if (!memory.has(url)) memory.set(url, known);
    }
  return memory;
}

function outcomeOf(results: readonly DocumentResult[]): Omit<AlertOutcome, 'traffic'> {
  const sum = (count: (result: DocumentResult) => number) => results.reduce((total, one) => total + count(one), 0);
  return {
    added: sum(({ added }) => added),
    messages: sum(({ messages }) => messages),
    broken: sum(({ broken }) => broken),
    documents: sum(({ wasFetched }) => Number(wasFetched)),
    unchanged: sum(({ isUnchanged }) => Number(isUnchanged)),
    failed: branchFailures(results),
  };
}

/** The first failure of each branch. */
function branchFailures(results: readonly DocumentResult[]): BranchFailure[] {
  const failures = new Map<string, BranchFailure>();
  for (const { request, failure } of results)
    if (failure !== null && request.branch !== null && !failures.has(request.branch))
      failures.set(request.branch, { branch: request.branch, ...faultOf(failure) });
  return [...failures.values()];
}

/** A failure of what the whole feed depends on, or of the last of its branches; null: the poll is a success. */
function whollyFailed(results: readonly DocumentResult[]): Error | null {
  const root = results.find(({ request, failure }) => failure !== null && request.branch === null);
  if (root) return root.failure;
  const branches = branchesOf(results);
  const failed = results.filter(({ failure }) => failure !== null);
  return branches.size > 0 && branchFailures(results).length === branches.size ? failed[0]!.failure : null;
}

function branchesOf(results: readonly DocumentResult[]): Set<string> {
  return new Set(results.flatMap(({ request }) => request.branch ?? []));
}

async function storeStates(
  { alerts, clock }: AlertContext,
  feed: AlertFeed,
  before: PollState,
  results: readonly DocumentResult[],
  error: Error | null,
): Promise<void> {
  const now = clock.now();
  const after = (state: PollState, failure: string | null): PollState =>
    failure === null ? { ...state, lastSuccess: now } : { ...state, lastFailure: now, failure };
  const reasons = new Map(branchFailures(results).map(({ branch, reason }) => [branch, reason]));
  const branches = branchesOf(results);
  const states = branches.size === 0 ? new Map<string, PollState>() : await alerts.pollStates();
  for (const branch of branches) {
    const name = stateName(feed.id, branch);
    await alerts.setPollState(name, after(states.get(name) ?? NEVER_POLLED, reasons.get(branch) ?? null));
  }
  await alerts.setPollState(feed.id, after(before, error === null ? null : faultOf(error).reason));
}

function tell(
  { progress }: AlertContext,
  feed: AlertFeed,
  { added, messages, broken, documents, failed }: AlertOutcome,
): void {
  for (const { branch, ...fault } of failed) tellFault(progress, feed, branch, fault);
  const parts = [
    `${added} new of ${messages} messages read`,
    ...(broken > 0 ? [`${broken} broken`] : []),
    ...(failed.length > 0 ? [`${failed.map(({ branch }) => branch).join(', ')} failed`] : []),
  ];
  progress({
    event: 'polled',
    text: `${feed.title}: ${parts.join(', ')}`,
    lasting: true,
    facts: { feed: feed.id, added, messages, broken, documents, failed: failed.length },
  });
}

/** A part of a feed that fails alone has a poll state of its own: "meteoalarm/austria". */
function stateName(feed: string, branch: string): string {
  return `${feed}/${branch}`;
}
