/**
 * Request limits per credential, in the memory of this process.
 *
 * Minute: the generic cell rate algorithm (ITU-T I.371; a leaky bucket in one number). With a limit of L a minute and
 * T = 60 s ÷ L, each request moves the *theoretical arrival time* by T, and is refused while that lies more than
 * 60 s ahead:
 *
 *   TAT' = max(TAT, now) + T          allowed when TAT' ≤ now + L·T
 *
 * So a rested credential may send L requests at once and after that one each T; in any window of w seconds at most
 * L + w ÷ T. A sliding window would give back nothing for a minute after a burst; this gives back evenly, and needs
 * one number per credential instead of L. Times are whole microseconds, so that sums of T are exact.
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
import type { Clock } from '../base/clock.js';
import { PLANS, type PlanId, type PlanLimits } from '../model/access.js';

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

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** Limits by plan; default: those of the plans. */
  readonly limits?: Readonly<Record<PlanId, PlanLimits>>;
  /** Credentials remembered; past it, the one that was idle longest is forgiven. */
  readonly credentials?: number;
}

const SECOND = 1_000_000; // microseconds
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

interface Usage {
  /** Theoretical arrival time, microseconds since 1970. */
  arrival: number;
  /** UTC days since 1970. */
  day: number;
  /** Requests on that day. */
  count: number;
}

export function createRateLimiter({ clock, limits = PLANS, credentials = 100_000 }: RateLimiterOptions): RateLimiter {
  for (const [plan, { perMinute, perDay }] of Object.entries(limits))
    if (!(perMinute >= 1 && perMinute <= 1e6 && perDay >= 1))
      throw new RangeError(`limits of ${plan} are ${perMinute} a minute and ${perDay} a day`);
  const usages = new LRUCache<string, Usage>({ max: credentials });

  return {
    take(principalId, plan) {
      const now = Math.floor(clock.now() * SECOND);
      const usage = usages.get(principalId) ?? { arrival: now, day: 0, count: 0 };
      usages.set(principalId, usage);
      return takeFrom(usage, now, limits[plan]);
    },
  };
}

function takeFrom(usage: Usage, now: number, { perMinute, perDay }: PlanLimits): RateDecision {
  const interval = Math.floor(MINUTE / perMinute);
  const tolerance = interval * perMinute;
  // never further ahead than a full burst: only a clock that was set back can put it there
  const arrival = Math.min(Math.max(usage.arrival, now), now + tolerance);
  const day = Math.floor(now / DAY);
  const count = day === usage.day ? usage.count : 0;

  const minuteWait = Math.max(0, arrival + interval - (now + tolerance));
  const dayWait = count < perDay ? 0 : (day + 1) * DAY - now;
  const allowed = minuteWait === 0 && dayWait === 0;

  usage.arrival = allowed ? arrival + interval : arrival;
  usage.day = day;
  usage.count = allowed ? count + 1 : count;

  const minute: QuotaState = {
    name: 'minute',
    limit: perMinute,
    windowSeconds: 60,
    remaining: Math.floor((now + tolerance - usage.arrival) / interval),
    resetSeconds: Math.ceil((usage.arrival - now) / SECOND),
  };
  const today: QuotaState = {
    name: 'day',
    limit: perDay,
    windowSeconds: 86_400,
    remaining: perDay - usage.count,
    resetSeconds: Math.ceil(((day + 1) * DAY - now) / SECOND),
  };
  const { limit, remaining, resetSeconds, name } = today.remaining < minute.remaining ? today : minute;
  const retryAfterSeconds = allowed ? 0 : Math.max(1, Math.ceil(Math.max(minuteWait, dayWait) / SECOND));
  return { allowed, limit, remaining, resetSeconds, retryAfterSeconds, policy: name, quotas: [minute, today] };
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
