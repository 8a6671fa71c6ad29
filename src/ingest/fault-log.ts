/**
 * Logs each cause of failing ingests once: when it appears, and when it is over. Each ingest is a process, so what was
 * said before is remembered here, by the service that starts them.
 *
 * While nothing can be reached, the hosts are not listed one by one: one line says that there is no network.
 */

import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { IngestFault } from './ingest-fault.js';
import type { IngestEvent } from './ingest-process.js';
import { durationWords } from './ingest-words.js';

export interface IngestEnding {
  readonly isSuccess: boolean;
  /** False: it found nothing to do without asking its upstream, and so says nothing about the network. */
  readonly hasContacted: boolean;
  /** Of a success: of parts of the feed. */
  readonly faults: readonly IngestFault[];
  /** Steps that it staged before it was stopped. */
  readonly staged: number;
}

export interface FaultLog {
  /** @param nextSeconds  until the next attempt */
  ended(feed: string, ending: IngestEnding, nextSeconds: number): void;
}

export interface FaultLogDependencies {
  readonly log: Log;
  /** A steady one. */
  readonly clock: Clock;
  titleOf(feed: string): string;
  /** What requests are answered from while nothing new comes in, as a sentence. */
  served(): Promise<string>;
  /** Called when hosts can be reached again after none could. */
  onNetworkBack(): void;
}

/** With fewer hosts a wrong address is more likely than a network that is down. */
const LEAST_HOSTS = 2;
/** A success says so long that there is a network, s: feeds that are polled often are asked again within it. */
const PROOF_SECONDS = 300;
/** A failure says nothing about the network after that time, s: feeds that still fail were tried again within it. */
const LOSS_SECONDS = 7200;

/** A cause as it was logged, and the feeds that still meet it. */
interface KnownFault {
  readonly fault: IngestFault;
  readonly since: number;
  readonly feeds: Set<string>;
}

interface LastEnding {
  readonly at: number;
  /** Hosts that could not be reached; null: a host answered. */
  readonly unreachable: readonly string[] | null;
}

export function createFaultLog(deps: FaultLogDependencies): FaultLog {
  const { log, clock, titleOf } = deps;
  const known = new Map<string, KnownFault>();
  const last = new Map<string, LastEnding>();
  let isOffline = false;

  function forgetOver(feed: string, { isSuccess, faults }: IngestEnding): void {
    const met = new Set(faults.map((fault) => keyOf(feed, fault)));
    for (const [key, { fault, since, feeds }] of known) {
      if (met.has(key) || !feeds.delete(feed) || feeds.size > 0) continue;
      known.delete(key);
      const isMended = isSuccess && !faults.some(({ host }) => host === fault.host);
      if (!isMended) continue; // something else fails instead
      const facts = { feed, host: fault.host, cause: fault.cause, seconds: Math.round(clock.now() - since) };
      log.info(facts, fault.host === null ? 'ingest succeeds again' : 'upstream answers again');
    }
  }

  function logNew(feed: string, { isSuccess, faults }: IngestEnding, nextSeconds: number): void {
    for (const fault of faults) {
      const key = keyOf(feed, fault);
      const before = known.get(key);
      before?.feeds.add(feed);
      if (before !== undefined || (isOffline && fault.unreachable)) continue;
      known.set(key, { fault, since: clock.now(), feeds: new Set([feed]) });
      const { host, cause, reason } = fault;
      const facts = { feed, host, cause, reason, nextAttemptSeconds: Math.round(nextSeconds) };
      log.warn(facts, faultWords(fault, titleOf(feed), isSuccess ? null : nextSeconds));
    }
  }

  /** Hosts, if since the last proof of a network none could be reached; else none. */
  function lostHosts(): readonly string[] {
    const now = clock.now();
    const current = [...last.values()].filter(
      ({ at, unreachable }) => now - at < (unreachable === null ? PROOF_SECONDS : LOSS_SECONDS),
    );
    if (current.some(({ unreachable }) => unreachable === null)) return [];
    return [...new Set(current.flatMap(({ unreachable }) => unreachable ?? []))];
  }

  async function logOffline(hosts: readonly string[], causes: readonly string[]): Promise<void> {
    const served = await deps.served();
    const words = `no network: none of ${hosts.length} upstream hosts can be reached (${causes.join(', ')}). ${served}`;
    log.warn({ hosts, causes }, words);
  }

  function watchNetwork(faults: readonly IngestFault[]): void {
    const hosts = lostHosts();
    if (!isOffline && hosts.length >= LEAST_HOSTS) {
      isOffline = true;
      const causes = new Set([...known.values(), ...faults.map((fault) => ({ fault }))].map(({ fault }) => fault));
      const words = [...causes].filter(({ unreachable }) => unreachable).map(({ cause }) => cause);
      logOffline(hosts, [...new Set(words)]).catch((error: unknown) =>
        log.error({ error: String(error) }, 'readiness cannot be told'),
      );
    } else if (isOffline && hosts.length === 0) {
      isOffline = false;
      log.info({}, 'the network is back: an upstream answers again');
      deps.onNetworkBack();
    }
  }

  return {
    ended(feed, ending, nextSeconds) {
      const { isSuccess, hasContacted, faults } = ending;
      if (isSuccess && !hasContacted) return;
      const isLost = !isSuccess && faults.length > 0 && faults.every(({ unreachable }) => unreachable);
      const unreachable = isLost ? faults.flatMap(({ host }) => host ?? []) : null;
      last.set(feed, { at: clock.now(), unreachable });
      watchNetwork(faults);
      forgetOver(feed, ending);
      logNew(feed, ending, nextSeconds);
    },
  };
}

/** @param nextSeconds  until the next attempt; null: the rest of the ingest succeeded */
function faultWords({ host, cause, reason }: IngestFault, title: string, nextSeconds: number | null): string {
  if (nextSeconds === null)
    return host === null
      ? `part of ${title} failed: ${reason}`
      : `upstream ${host}: ${cause}; the rest of ${title} came in`;
  const next = durationWords(nextSeconds);
  return host === null
    ? `ingest of ${title} failed: ${reason}; next attempt in ${next}`
    : `upstream ${host}: ${cause}; next attempt for ${title} in ${next}`;
}

/** A cause that has to do with a host is the same for all feeds of that host. */
function keyOf(feed: string, { host, cause }: IngestFault): string {
  return JSON.stringify([host ?? feed, cause]);
}

/** Outcome of one ingest, read from its events. */
export interface EndingListener {
  take(event: IngestEvent): void;
  /** @param code  exit code of the ingest */
  ending(code: number): IngestEnding;
}

export function listenForEnding(): EndingListener {
  const faults = new Map<string, IngestFault>();
  let hasContacted = true;
  let staged = 0;
  return {
    take(event) {
      if (event.contacted === false) hasContacted = false;
      if (event.event === 'stopped' && typeof event.staged === 'number') staged = event.staged;
      const fault = faultIn(event);
      if (fault !== null) faults.set(keyOf('', fault), fault);
    },
    ending(code) {
      const silent = `the process ended with code ${code} and no reason`;
      if (code !== 0 && faults.size === 0)
        faults.set('', { reason: silent, host: null, cause: silent, unreachable: false });
      return { isSuccess: code === 0, hasContacted, faults: [...faults.values()], staged };
    },
  };
}

function faultIn({ reason, host, cause, unreachable }: IngestEvent): IngestFault | null {
  if (typeof reason !== 'string' || typeof cause !== 'string') return null;
  return { reason, host: typeof host === 'string' ? host : null, cause, unreachable: unreachable === true };
}
