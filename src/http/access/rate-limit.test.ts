import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLANS } from '../../model/access.js';
import { createRateLimiter, rateLimitHeaders } from './rate-limit.js';

/** 2026-11-20T12:00:00Z, half a day before the next UTC day. */
const NOON = 1_795_176_000;

function setUp(options: { perMinute?: number; perDay?: number; credentials?: number } = {}) {
  const time = { now: NOON };
  const { perMinute = 60, perDay = 1000, credentials = 100 } = options;
  const limits = { ...PLANS, free: { perMinute, perDay } };
  const limiter = createRateLimiter({ clock: { now: () => time.now }, limits, credentials });
  const take = (id = 'a') => limiter.take(id, 'free');
  const allowedOf = (requests: number, id = 'a') => {
    let allowed = 0;
    for (let i = 0; i < requests; i++) allowed += Number(take(id).allowed);
    return allowed;
  };
  return { time, take, allowedOf };
}

test('the limits of the plans hold at one instant', () => {
  const limiter = createRateLimiter({ clock: { now: () => NOON } });
  for (const [plan, perMinute] of [
    ['free', 60],
    ['standard', 300],
    ['pro', 1200],
    ['business', 1200],
  ] as const) {
    let allowed = 0;
    for (let i = 0; i < perMinute + 10; i++) allowed += Number(limiter.take(plan, plan).allowed);
    expect([plan, allowed]).toEqual([plan, perMinute]);
  }
});

test('after a burst nothing comes back before the burst is a minute old, then all of it', () => {
  const { time, allowedOf } = setUp();
  time.now += 0.9;
  expect(allowedOf(40)).toBe(40);
  time.now += 10;
  expect(allowedOf(40)).toBe(20);
  time.now += 50;
  expect(allowedOf(5)).toBe(0);
  time.now += 0.1; // 60.1 s after the forty, which whole seconds make 61
  expect(allowedOf(100)).toBe(40);
  time.now += 3600;
  expect(allowedOf(100)).toBe(60);
});

test('credentials do not share their limits', () => {
  const { allowedOf } = setUp();
  expect([allowedOf(100, 'a'), allowedOf(100, 'b')]).toEqual([60, 60]);
});

test('the day limit counts allowed requests only and begins anew at 00:00 UTC', () => {
  const { time, take, allowedOf } = setUp({ perMinute: 60, perDay: 100 });
  expect(allowedOf(500)).toBe(60);
  time.now += 61;
  expect(allowedOf(500)).toBe(40);
  expect(take()).toMatchObject({ allowed: false, policy: 'day', limit: 100, remaining: 0, retryAfterSeconds: 43_139 });
  time.now = NOON + 43_199.5;
  expect(take()).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  time.now = NOON + 43_200;
  expect(allowedOf(500)).toBe(60);
});

test('a refused request says when the next one is allowed, and then it is', () => {
  const { time, take, allowedOf } = setUp({ perMinute: 7 });
  allowedOf(7);
  const { allowed, retryAfterSeconds } = take();
  expect([allowed, retryAfterSeconds]).toEqual([false, 61]);
  time.now += retryAfterSeconds - 0.001;
  expect(take().allowed).toBe(false);
  time.now += 0.001;
  expect(take().allowed).toBe(true);
});

test('a decision tells of the quota that is nearer to its end', () => {
  const { take } = setUp({ perMinute: 60, perDay: 30 });
  expect(take()).toMatchObject({ allowed: true, policy: 'day', limit: 30, remaining: 29, resetSeconds: 43_200 });
  const other = setUp().take();
  expect(other).toMatchObject({ allowed: true, policy: 'minute', limit: 60, remaining: 59, resetSeconds: 61 });
});

test('headers have the structured form of the draft, both quotas in each', () => {
  const { allowedOf, take } = setUp();
  allowedOf(17);
  expect(rateLimitHeaders(take())).toEqual({
    'ratelimit-policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
    ratelimit: '"minute";r=42;t=61, "day";r=982;t=43200',
  });
  allowedOf(42);
  expect(rateLimitHeaders(take())).toMatchObject({
    ratelimit: '"minute";r=0;t=61, "day";r=940;t=43200',
    'retry-after': '61',
  });
});

test('no span of 60 s holds more than the limit; what a minute holds less than the limit is all allowed', () => {
  const request = fc.record({
    gap: fc.double({ min: 0, max: 20, noNaN: true }),
    times: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(request, { maxLength: 40 }), (perMinute, requests) => {
      const { time, take } = setUp({ perMinute, perDay: 1e9 });
      const allowed: number[] = [];
      const within = (seconds: number) => allowed.filter((at) => time.now - at < seconds).length;
      for (const { gap, times } of requests) {
        time.now += gap;
        for (let i = 0; i < times; i++) {
          const { allowed: passes, remaining, retryAfterSeconds } = take();
          expect(passes).toBe(retryAfterSeconds === 0);
          expect(passes || within(61) >= perMinute).toBe(true);
          if (passes) allowed.push(time.now);
          expect(within(60)).toBeLessThanOrEqual(perMinute);
          expect(remaining).toBeLessThanOrEqual(perMinute - within(60));
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('a clock that is set back forgives nothing and blocks nobody for longer than a minute', () => {
  const { time, take, allowedOf } = setUp();
  allowedOf(60);
  time.now -= 7200;
  expect(take().retryAfterSeconds).toBe(61);
  time.now += 61;
  expect(allowedOf(100)).toBe(60);
});

test('memory is bounded: the credential that was idle longest is forgiven', () => {
  const { allowedOf } = setUp({ credentials: 2 });
  allowedOf(60, 'a');
  allowedOf(60, 'b');
  expect(allowedOf(1, 'a')).toBe(0);
  allowedOf(1, 'c');
  expect([allowedOf(1, 'a'), allowedOf(1, 'b')]).toEqual([0, 1]);
});

test('limits that make no sense are a bug of the caller', () => {
  expect(() => setUp({ perMinute: 0 })).toThrow(RangeError);
  expect(() => setUp({ perDay: Number.NaN })).toThrow(RangeError);
});
