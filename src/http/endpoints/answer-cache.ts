/**
 * Answers that were given, so that the same question costs no second computation.
 *
 * A question is the product and the body as bytes, found before it is parsed; only answered questions are kept, so a hit
 * also means that the body is valid. An entry holds as long as the product's state: `stateKey` changes with whatever may change answers.
 * Each content coding is an entry of its own, made once. Bounded by bytes, least recently used goes first.
 *
 * A large answer is kept when its question comes a second time. Most places are asked about once; to keep their answers
 * (79 KB for 384 hours) moves so much memory that it would cost each of them 0.09 ms of 0.36.
 */

import { LRUCache } from 'lru-cache';
import type { Coding } from '../content-coding.js';

export interface KeptAnswer {
  /** `stateKey` of the product when the answer was made. */
  readonly state: string;
  readonly bytes: Buffer;
  readonly coding: Coding;
  readonly stale: boolean;
}

/** Up to this size, bytes, an answer is kept at once: short ones, and long ones that were compressed at some expense. */
const SMALL = 16 * 1024;
/** Questions remembered as asked once, and how many characters they may have in all. */
const MOST_ASKED = 10_000;
const LONGEST_ASKED = 4 * 1024 * 1024;

export interface AnswerCache {
  find(product: string, body: Buffer, coding: Coding): KeptAnswer | undefined;
  keep(product: string, body: Buffer, coding: Coding, answer: KeptAnswer): void;
}

/** Bodies beyond it are computed each time: a forecast takes 1.5 KB at most, a route of 200 waypoints 16 KB. */
const LONGEST_BODY = 32 * 1024;
/** Roughly what an entry costs besides its bytes. */
const ENTRY_OVERHEAD = 256;

export function createAnswerCache({ maxBytes }: { maxBytes: number }): AnswerCache {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + ENTRY_OVERHEAD,
  });
  const asked = new LRUCache<string, true>({
    max: MOST_ASKED,
    maxSize: LONGEST_ASKED,
    sizeCalculation: (_, key) => key.length,
  });
  return {
    find(product, body, coding) {
      return body.length <= LONGEST_BODY ? kept.get(keyOf(product, body, coding)) : undefined;
    },
    keep(product, body, coding, answer) {
      if (body.length > LONGEST_BODY) return;
      const key = keyOf(product, body, coding);
      if (answer.bytes.length <= SMALL || asked.has(key)) kept.set(key, answer);
      else asked.set(key, true);
    },
  };
}

/** Latin-1 maps each byte to one character, so different bodies never share a key. */
function keyOf(product: string, body: Buffer, coding: Coding): string {
  return `${product} ${coding} ${body.toString('latin1')}`;
}
