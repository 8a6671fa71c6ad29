/**
 * Tiles that were drawn, by what decides their bytes: in memory, bounded, the least recently used going first; and, where
 * there is one, in a store that outlives the process. Of each place and question the last tile is remembered, for when
 * nothing newer can be drawn.
 */

import { LRUCache } from 'lru-cache';

/** Keeps tiles beyond the life of the process. Whole or not at all; what fails is as good as not kept. */
export interface TileStore {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

export interface KeptTile {
  /** What decides its bytes. */
  readonly key: string;
  readonly bytes: Buffer;
}

export interface TileCache {
  /** Of this process; at once. */
  held(key: string): Buffer | undefined;
  /** Of the store as well. */
  find(key: string): Promise<Buffer | null>;
  keep(key: string, bytes: Buffer): void;
  /** @param question  the place and what was asked for, whatever was shown then */
  note(question: string, key: string): void;
  /** What a question was last answered with. */
  last(question: string): KeptTile | null;
}

/** What an entry costs besides its bytes: key, list and object. */
const ENTRY_BYTES = 320;
const MOST_QUESTIONS = 20_000;

export function createTileCache({ maxBytes, store }: { maxBytes: number; store: TileStore | null }): TileCache {
  const kept = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
  });
  const answered = new LRUCache<string, string>({ max: MOST_QUESTIONS });

  return {
    held: (key) => kept.get(key),
    async find(key) {
      const held = kept.get(key);
      if (held !== undefined || store === null) return held ?? null;
      const stored = await store.get(key);
      if (stored === null) return null;
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      kept.set(key, bytes);
      return bytes;
    },
    keep(key, bytes) {
      kept.set(key, bytes);
      void store?.put(key, bytes);
    },
    note(question, key) {
      answered.set(question, key);
    },
    last(question) {
      const key = answered.get(question);
      const bytes = key === undefined ? undefined : kept.get(key);
      return key === undefined || bytes === undefined ? null : { key, bytes };
    },
  };
}
