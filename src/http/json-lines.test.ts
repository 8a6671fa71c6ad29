import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordsError } from '../base/errors.js';
import { readJsonLines, writeJsonLines } from './json-lines.js';

const WIDE = { line: 1e6, total: 1e6 };

async function* chunksOf(text: string, size = text.length): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('values come back, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), async (values, size) => {
      const text = (await collect(writeJsonLines(values))).join('');
      expect(await collect(readJsonLines(chunksOf(text, size), WIDE))).toEqual(JSON.parse(JSON.stringify(values)));
    }),
    { numRuns: 100 },
  );
});

test('many lines go out together, and not all at once', async () => {
  const parts = await collect(writeJsonLines(Array.from({ length: 10_000 }, () => 'a line of text')));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.length).toBeLessThan(10);
});

test.each([
  ['[1]\n{"a":\n', WIDE, 400, 'line 2 is no JSON'],
  ['\n', WIDE, 400, 'line 1 is no JSON'],
  ['1\n2', WIDE, 400, 'line 2 is cut off'],
  [`1\n"${'x'.repeat(100)}"\n`, { line: 50, total: 1e6 }, 413, 'line 2 is longer than 50 bytes'],
  ['1\n'.repeat(100), { line: 50, total: 50 }, 413, 'at most 50 bytes in all'],
])('%j is refused', async (text, limits, statusCode, rule) => {
  for (const size of [3, 1000]) {
    const read = collect(readJsonLines(chunksOf(text, size), limits));
    await expect(read).rejects.toThrow(RecordsError);
    await expect(read).rejects.toMatchObject({ statusCode, message: expect.stringContaining(rule) });
  }
});

test('a line without end is not kept beyond its limit', async () => {
  let taken = 0;
  async function* endless() {
    for (;;) {
      taken++;
      yield new Uint8Array(1000).fill(0x20);
    }
  }
  await expect(collect(readJsonLines(endless(), { line: 10_000, total: 1e9 }))).rejects.toMatchObject({
    statusCode: 413,
  });
  expect(taken).toBe(11);
});
