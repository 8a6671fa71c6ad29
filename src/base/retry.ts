/**
 * Trying again, with pauses that grow: exponential back-off with full jitter.
 *
 *   pause before attempt n + 1 = random() × min(longest, first × 2^(n − 1))      n = 1, 2, …
 *
 * Full jitter (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015) spreads many clients best for the
 * same total work. A lower bound that the other side names (Retry-After) is kept: the jitter comes on top of it.
 */

export interface RetryPolicy {
  /** All attempts, the first one included; at least 1. */
  readonly attempts: number;
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
}

export interface RetryDependencies {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: Sleep;
}

/** Resolves after `seconds`, or rejects with the signal's reason when it is aborted before. */
export type Sleep = (seconds: number, signal?: AbortSignal) => Promise<void>;

/** What a failure means: `again: false` ends it; `atLeastSeconds` is a lower bound for the pause. */
export interface RetryVerdict {
  readonly again: boolean;
  readonly atLeastSeconds?: number;
}

export interface RetryOptions extends RetryDependencies {
  readonly policy: RetryPolicy;
  readonly judge: (error: unknown) => RetryVerdict;
  readonly signal?: AbortSignal | undefined;
  /** Told before each pause. */
  readonly onRetry?: (error: unknown, attempt: number, pauseSeconds: number) => void;
}

/**
 * The result of the first attempt that succeeds.
 *
 * @throws the error of the last attempt, or the first one that `judge` calls final
 */
export async function retry<T>(attempt: (number: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, judge, signal, random, sleep } = options;
  for (let number = 1; ; number++) {
    signal?.throwIfAborted();
    try {
      return await attempt(number);
    } catch (error) {
      const verdict = judge(error);
      if (!verdict.again || number >= policy.attempts || signal?.aborted) throw error;
      const pause = (verdict.atLeastSeconds ?? 0) + pauseSeconds(number, policy, random);
      options.onRetry?.(error, number, pause);
      await sleep(pause, signal);
    }
  }
}

/** Pause after the n-th failed attempt, n from 1. */
export function pauseSeconds(number: number, policy: RetryPolicy, random: () => number): number {
  return random() * Math.min(policy.longestPauseSeconds, policy.firstPauseSeconds * 2 ** (number - 1));
}

/** Sleep of the real world. */
export const timerSleep: Sleep = (seconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(finish, seconds * 1000);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    function finish(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
  });
