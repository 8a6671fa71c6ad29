/**
 * Answers that were given, so that the same question costs no second computation.
 *
 * A question is the body as bytes, found before it is parsed; only answered questions are kept, so a hit also means that
 * the body is valid. An entry holds as long as the product's state: `stateKey` changes with whatever may change answers.
 * Each content coding is an entry of its own, made once. Bounded by bytes, least recently used goes first.
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
  return {
    find(body, coding) {
      return body.length <= LONGEST_BODY ? kept.get(keyOf(body, coding)) : undefined;
    },
    keep(body, coding, answer) {
      if (body.length <= LONGEST_BODY) kept.set(keyOf(body, coding), answer);
    },
  };
}

/** Latin-1 maps each byte to one character, so different bodies never share a key. */
function keyOf(body: Buffer, coding: Coding): string {
  return `${coding} ${body.toString('latin1')}`;
}
