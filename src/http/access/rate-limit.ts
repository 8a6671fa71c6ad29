/**
 * Request limits per credential, in the memory of this process. Counts of the day outlive it (`usage-saving.ts`).
 *
 * Minute: a sliding window, counted in whole seconds. A request of second S is allowed while fewer than the limit were
 * allowed in the seconds S−60 … S, so that no span of 60 s, wherever it begins, holds more than the limit. The price of
 * whole seconds is that a request is given back after 60 to 61 s. A credential costs 61 counts (244 bytes), whatever its
 * limit. A leaky bucket would need one number, but lets nearly twice the limit pass in the minute after a rest.
 *
 * Day: a plain count that begins anew at 00:00 UTC. A refused request counts for neither.
 *
 * Headers: draft-ietf-httpapi-ratelimit-headers-10, both quotas in each field:
 *
 *   RateLimit-Policy: "minute";q=60;w=60, "day";q=1000;w=86400
 *   RateLimit: "minute";r=42;t=18, "day";r=958;t=40000
 *
 * where t is when the quota is whole again, seconds.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { PLANS, type PlanId, type PlanLimits } from '../../model/access.js';
import type { DayUsage } from '../../model/records.js';
import { DAY } from '../../model/time.js';

/** How one quota stands after a request. */
export interface QuotaState {
  readonly name: 'minute' | 'day';
  /** Requests in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until all of the quota is there again. */
  readonly resetSeconds: number;
}

/** `limit`, `remaining`, `resetSeconds` and `policy` (its name) tell of the quota that is nearer to its end. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whole seconds after which one more request is allowed; 0 when this one was. */
  readonly retryAfterSeconds: number;
  readonly policy: string;
  readonly quotas: readonly [minute: QuotaState, day: QuotaState];
}

export interface RateLimiter {
  /** Counts a request of `principalId`, or refuses it. */
  take(principalId: string, plan: PlanId): RateDecision;
}

/** The counts of the day, to be kept beyond the life of this process. */
export interface DayCounts {
  /** Adopts counts of an earlier process on `day`, UTC days since 1970. */
  restore(day: number, usages: readonly DayUsage[]): void;
  /**
   * Hands the counts of today that changed since the last call to `save`, at most `most` of them, those that wait longest
   * first. When `save` fails they are handed over again, and the error is thrown.
   */
  handOver(most: number, save: (day: number, usages: readonly DayUsage[]) => Promise<void>): Promise<void>;
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** Limits by plan; default: those of the plans. */
  readonly limits?: Readonly<Record<PlanId, PlanLimits>>;
  /** Credentials remembered; past it, the one that was idle longest is forgiven. */
  readonly credentials?: number;
}

/** Seconds that a window of 60 s can touch. */
const SECONDS = 61;

interface Usage {
  /** Allowed requests by second since 1970, modulo `SECONDS`; of the seconds `newest − 60` to `newest`. */
  readonly counts: Uint32Array;
  /** The second that the window ends with. */
  newest: number;
  /** Second of the last allowed request. */
  latest: number;
  /** Sum of `counts`. */
  inWindow: number;
  /** UTC days since 1970. */
  day: number;
  /** Allowed requests on that day. */
  today: number;
}

export function createRateLimiter({
  clock,
  limits = PLANS,
  credentials = 100_000,
}: RateLimiterOptions): RateLimiter & DayCounts {
  for (const [plan, { perMinute, perDay }] of Object.entries(limits))
    if (!(perMinute >= 1 && perMinute <= 1e6 && perDay >= 1))
      throw new RangeError(`limits of ${plan} are ${perMinute} a minute and ${perDay} a day`);
  /** Credentials whose count of the day is not handed over yet. */
  const changed = new Set<string>();
  const usages = new LRUCache<string, Usage>({ max: credentials, dispose: (_, id) => void changed.delete(id) });
  const begin = (principalId: string, day: number, today: number) => {
    const counts = new Uint32Array(SECONDS);
    const usage = { counts, newest: Math.floor(clock.now()), latest: 0, inWindow: 0, day, today };
    usages.set(principalId, usage);
    return usage;
  };

  return {
    take(principalId, plan) {
      const usage = usages.get(principalId) ?? begin(principalId, 0, 0);
      const decision = takeFrom(usage, clock.now(), limits[plan]);
      if (decision.allowed) changed.add(principalId);
      return decision;
    },
    restore(day, restored) {
      for (const { principal, requests } of restored) begin(principal, day, requests);
    },
    async handOver(most, save) {
      const day = Math.floor(clock.now() / DAY);
      const ids: string[] = [];
      for (const id of changed) if (ids.push(id) >= most) break;
      for (const id of ids) changed.delete(id);
      const counts = ids.map((id) => ({ principal: id, usage: usages.peek(id)! }));
      const ofToday = counts.filter(({ usage }) => usage.day === day);
      if (ofToday.length === 0) return;
      try {
        await save(
          day,
          ofToday.map(({ principal, usage }) => ({ principal, requests: usage.today })),
        );
      } catch (error) {
        for (const id of ids) if (usages.has(id)) changed.add(id);
        throw error;
      }
    },
  };
}

function takeFrom(usage: Usage, now: number, { perMinute, perDay }: PlanLimits): RateDecision {
  const second = Math.floor(now);
  const day = Math.floor(now / DAY);
  slide(usage, second);
  if (day !== usage.day) Object.assign(usage, { day, today: 0 });

  const untilMidnight = (day + 1) * DAY - now;
  const minuteWait = usage.inWindow < perMinute ? 0 : goneAt(usage, usage.inWindow - perMinute + 1) - now;
  const dayWait = usage.today < perDay ? 0 : untilMidnight;
  const allowed = minuteWait === 0 && dayWait === 0;
  if (allowed) {
    usage.counts[second % SECONDS]!++;
    usage.latest = second;
    usage.inWindow++;
    usage.today++;
  }

  const minute: QuotaState = {
    name: 'minute',
    limit: perMinute,
    windowSeconds: 60,
    remaining: Math.max(0, perMinute - usage.inWindow),
    resetSeconds: usage.inWindow === 0 ? 0 : Math.ceil(usage.latest + SECONDS - now),
  };
  const today: QuotaState = {
    name: 'day',
    limit: perDay,
    windowSeconds: DAY,
    remaining: Math.max(0, perDay - usage.today),
    resetSeconds: Math.ceil(untilMidnight),
  };
  const { limit, remaining, resetSeconds, name } = today.remaining < minute.remaining ? today : minute;
  const retryAfterSeconds = allowed ? 0 : Math.max(1, Math.ceil(Math.max(minuteWait, dayWait)));
  return { allowed, limit, remaining, resetSeconds, retryAfterSeconds, policy: name, quotas: [minute, today] };
}

/** Moves the window on to `second`. A clock that was set back leaves what was counted where it is, at the latest second. */
function slide(usage: Usage, second: number): void {
  const steps = second - usage.newest;
  if (steps === 0) return;
  if (steps < 0 || steps >= SECONDS) {
    const kept = steps < 0 ? usage.inWindow : 0;
    usage.counts.fill(0);
    usage.counts[second % SECONDS] = kept;
    usage.inWindow = kept;
    usage.latest = second;
  } else
    for (let passed = usage.newest + 1; passed <= second; passed++) {
      usage.inWindow -= usage.counts[passed % SECONDS]!;
      usage.counts[passed % SECONDS] = 0;
    }
  usage.newest = second;
}

/** Epoch seconds at which the oldest `count` requests will have left the window. */
function goneAt({ counts, newest }: Usage, count: number): number {
  let left = 0;
  let second = newest - SECONDS;
  while (left < count && second < newest) left += counts[++second % SECONDS]!;
  return second + SECONDS;
}

/** Response headers of a decision, names in lower case; `retry-after` only with a refusal. */
export function rateLimitHeaders({ allowed, quotas, retryAfterSeconds }: RateDecision): Record<string, string> {
  const [minute, day] = quotas;
  const headers: Record<string, string> = {
    'ratelimit-policy': `${policyItem(minute)}, ${policyItem(day)}`,
    ratelimit: `${stateItem(minute)}, ${stateItem(day)}`,
  };
  if (!allowed) headers['retry-after'] = String(retryAfterSeconds);
  return headers;
}

function policyItem({ name, limit, windowSeconds }: QuotaState): string {
  return `"${name}";q=${limit};w=${windowSeconds}`;
}

function stateItem({ name, remaining, resetSeconds }: QuotaState): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
