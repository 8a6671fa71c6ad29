/**
 * Answers that were given, so that the same question costs no second computation.
 *
 * A question is the body as bytes, found before it is parsed; only answered questions are kept, so a hit also means that
 * the body is valid. An entry holds as long as the product's state: `stateKey` changes with whatever may change answers.
 * Each content coding is an entry of its own, made once. Bounded by bytes, least recently used goes first.
 *
 * A large answer is kept when its question comes a second time. Most places are asked about once; to keep their answers
 * (79 KB for 384 hours) moves so much memory that it would cost each of them 0.09 ms of 0.36.
 */

import { LRUCache } from 'lru-cache';
import type { Coding } from './content-coding.js';

export interface KeptAnswer {
  /** `stateKey` of the product when the answer was made. */
  readonly state: string;
  readonly bytes: Buffer;
  readonly coding: Coding;
  readonly stale: boolean;
}

/** Up to this size, bytes, an answer is kept at once: short ones, and long ones that were compressed at some expense. */
const SMALL = 16 * 1024;
/** Questions remembered as asked once. */
const MOST_ASKED = 10_000;

export interface AnswerCache {
  find(body: Buffer, coding: Coding): KeptAnswer | undefined;
  keep(body: Buffer, coding: Coding, answer: KeptAnswer): void;
}

/** Bodies beyond it are computed each time: all variables in all sections take 1.5 KB. */
const LONGEST_BODY = 8 * 1024;
/** Roughly what an entry costs besides its bytes. */
const ENTRY_OVERHEAD = 256;

export function createAnswerCache({ maxBytes }: { maxBytes: number }): AnswerCache {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + ENTRY_OVERHEAD,
  });
  const asked = new LRUCache<string, true>({ max: MOST_ASKED });
  return {
    find(body, coding) {
      return body.length <= LONGEST_BODY ? kept.get(keyOf(body, coding)) : undefined;
    },
    keep(body, coding, answer) {
      if (body.length > LONGEST_BODY) return;
      const key = keyOf(body, coding);
      if (answer.bytes.length <= SMALL || asked.has(key)) kept.set(key, answer);
      else asked.set(key, true);
    },
  };
}

/** Latin-1 maps each byte to one character, so different bodies never share a key. */
function keyOf(body: Buffer, coding: Coding): string {
  return `${coding} ${body.toString('latin1')}`;
}
