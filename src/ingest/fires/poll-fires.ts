/**
 * One poll of a feed of fires or smoke:
 *
 *   lock → recall → each file: fetch unless unchanged, decode, keep → select → publish → remember
 *
 * A list that cannot be had or read costs nothing of the others: its former copy stands in, of which what is older than
 * 24 hours leaves by and by, and the poll says so. Where no file at all can be had or read nothing changes, and the poll has
 * failed. A day of smoke that is not there holds nothing; where no day is there at all the address is wrong, or those who draw
 * are away, and that is a failure too.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import type { FireFeed, FireFile } from '../../sources/fire-feed.js';
import { type HttpDownload, type HttpSettings, saysAbsent } from '../../sources/http-download.js';
import type { StoreContext } from '../context.js';
import { faultOf } from '../ingest-fault.js';
import { openHttp, polling } from '../poll/frame.js';
import { recording, tellFault } from '../poll/poll-record.js';
import { type Contents, contentsOf, type Published, publishContents } from './fire-publication.js';
import { type FireMemory, type KeptFile, keepFile, keptFile, recallFires, rememberFires } from './kept-files.js';

/** A file that could not be had or read, and why. */
export interface FileFailure {
  readonly name: string;
  readonly reason: string;
}

export interface FireOutcome {
  /** `nothing-new`: what readers get is what it was. */
  readonly kind: 'published' | 'nothing-new';
  /** Version that readers get. */
  readonly version: string;
  /** Fires, or plumes, in it. */
  readonly count: number;
  /** Files that were new, and that the upstream called unchanged. */
  readonly fetched: number;
  readonly unchanged: number;
  /** Files that failed alone: what they held before stays for as long as it is new enough. */
  readonly failed: readonly FileFailure[];
  /** Lines, or records, that were left out of new files because they broke a rule. */
  readonly rejected: number;
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

/** An hour later there is another poll. */
const HTTP: Partial<HttpSettings> = {
  timeouts: { head: 30, idle: 30, total: 300 },
  policy: { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 10 },
  longestRetryAfter: 60,
  connectionsPerHost: 2,
};

/** How one file of a poll ended. */
interface FileResult {
  readonly name: string;
  readonly state: 'fetched' | 'unchanged' | 'absent' | 'failed';
  /** Of a failed one those of its former copy; null: there is none. */
  readonly contents: Contents | null;
  readonly failure: Error | null;
}

interface FirePoll {
  readonly deps: StoreContext;
  readonly feed: FireFeed;
  readonly memory: FireMemory;
  readonly http: HttpDownload;
}

/**
 * @throws UpstreamError, MalformedError  no file could be had or read
 * @throws DirectoryLockedError  another poll of the feed is running
 */
export async function pollFires(deps: StoreContext, feed: FireFeed): Promise<FireOutcome> {
  return polling(deps, feed.id, openHttp(deps, HTTP), async (http) => {
    const memory = await recallFires(deps.directory, feed.id);
    return pollOnce({ deps, feed, memory, http });
  });
}

async function pollOnce(poll: FirePoll): Promise<FireOutcome> {
  const { deps, feed, memory } = poll;
  const now = deps.clock.now();
  const files = feed.files(deps.source.baseUrl, now);
  try {
    return await recording(deps, feed, memory, () => pollFiles(poll, files, now));
  } finally {
    const names = files.map(({ name }) => name);
    await rememberFires(deps.directory, feed.id, memory, names);
  }
}

async function pollFiles(poll: FirePoll, files: readonly FireFile[], now: number): Promise<FireOutcome> {
  const { deps, feed, http } = poll;
  const results: FileResult[] = [];
  for (const file of files) {
    deps.signal?.throwIfAborted();
    results.push(await readFile(poll, file));
  }
  refuseNothing(poll, results);
  const contents = results.flatMap((result) => result.contents ?? []);
  const { objects, source, clock } = deps;
  const publication = { objects, simulated: source.simulated, createdAt: clock.now(), now };
  const published = await publishContents(publication, feed.dataset, contents);
  return tell(poll, results, published, http.traffic());
}

async function readFile(poll: FirePoll, file: FireFile): Promise<FileResult> {
  const { deps, feed, memory, http } = poll;
  const kept = await keptFile(deps.directory, feed.id, memory, file.name);
  const { name, url, ceilingBytes } = file;
  try {
    const unlessStill = kept === null ? {} : { unlessStill: kept.validators };
    const answer = await http.get(url, { ceilingBytes, gzip: true, signal: deps.signal, ...unlessStill });
    if (answer.notModified)
      return { name, state: 'unchanged', contents: await contentsOf(feed.dataset, kept!.bytes), failure: null };
    const contents = await contentsOf(feed.dataset, answer.bytes);
    await keepFile(deps.directory, feed.id, memory, name, answer);
    return { name, state: 'fetched', contents, failure: null };
  } catch (error) {
    deps.signal?.throwIfAborted();
    if (!isTagged(error, 'upstream') && !isTagged(error, 'malformed')) throw error;
    if (file.mayBeAbsent && isTagged(error, 'upstream') && saysAbsent(error.status))
      return { name, state: 'absent', contents: null, failure: null };
    return { name, state: 'failed', contents: kept && (await formerContents(poll, name, kept)), failure: error };
  }
}

/** Null where a copy is none any more, as when the rules of this reader have changed: it is forgotten, and fetched in full again. */
async function formerContents({ feed, memory }: FirePoll, name: string, kept: KeptFile): Promise<Contents | null> {
  try {
    return await contentsOf(feed.dataset, kept.bytes);
  } catch (error) {
    if (!isTagged(error, 'malformed')) throw error;
    memory.files.delete(name);
    return null;
  }
}

/** @throws UpstreamError, MalformedError  nothing of what the upstream has could be read */
function refuseNothing({ deps, feed }: FirePoll, results: readonly FileResult[]): void {
  if (results.some(({ state }) => state === 'fetched' || state === 'unchanged')) return;
  const failed = results.find(({ failure }) => failure !== null);
  throw failed?.failure ?? new UpstreamError('not-yet', deps.source.baseUrl, `has no file of ${feed.title}`);
}

function tell(
  { deps, feed }: FirePoll,
  results: readonly FileResult[],
  { isNew, version, count }: Published,
  traffic: FireOutcome['traffic'],
): FireOutcome {
  const faults = results.flatMap(({ name, failure }) => (failure === null ? [] : [{ name, fault: faultOf(failure) }]));
  for (const { name, fault } of faults) tellFault(deps.progress, feed, name, fault);
  const failed = faults.map(({ name, fault }) => ({ name, reason: fault.reason }));
  const fetched = results.filter(({ state }) => state === 'fetched');
  const rejected = fetched.reduce((sum, { contents }) => sum + (contents?.rejected ?? 0), 0);
  for (const { name, contents } of fetched)
    if (contents?.defect)
      deps.log.warn({ feed: feed.id, name, rejected: contents.rejected, first: contents.defect.message }, 'left out');
  const unchanged = results.filter(({ state }) => state === 'unchanged').length;
  const kind = isNew ? 'published' : 'nothing-new';
  const words = [
    `${isNew ? '' : 'nothing new, still '}${count} ${feed.observed}`,
    ...(rejected > 0 ? [`${rejected} left out`] : []),
    ...(failed.length > 0 ? [`${failed.map(({ name }) => name).join(', ')} failed`] : []),
  ];
  const facts = { feed: feed.id, count, fetched: fetched.length, unchanged, rejected, failed: failed.length };
  deps.progress({
    event: kind,
    text: `${feed.title}: ${words.join(', ')}`,
    lasting: true,
    facts: { ...facts, ...traffic },
  });
  return { kind, version, count, fetched: fetched.length, unchanged, failed, rejected, traffic };
}
