import { expect, test } from 'vitest';
import { createProgress, type ProgressEvent, type ProgressMode } from './progress.js';

const STEP: ProgressEvent = { event: 'step', text: 'step 3 of 209', facts: { step: 3, of: 209 } };
const DONE: ProgressEvent = { event: 'published', text: 'published', lasting: true, facts: { version: 'v1' } };

function written(mode: ProgressMode, columns = 80): string {
  const parts: string[] = [];
  const progress = createProgress(mode, { columns, write: (text) => parts.push(text) });
  progress(STEP);
  progress(DONE);
  return parts.join('');
}

test.each<[ProgressMode, string]>([
  ['quiet', ''],
  ['lines', 'published\n'],
  ['json', '{"event":"step","step":3,"of":209}\n{"event":"published","version":"v1"}\n'],
  ['terminal', '\r\u001b[Kstep 3 of 209\r\u001b[Kpublished\n'],
])('%s', (mode, expected) => {
  expect(written(mode)).toBe(expected);
});

test('a terminal line never wraps, because a wrapped line cannot be rewritten', () => {
  expect(written('terminal', 7)).toBe('\r\u001b[Kstep 3\r\u001b[Kpublis\n');
});
