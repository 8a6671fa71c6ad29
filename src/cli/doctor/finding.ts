/** A line of `doctor`, and the words in it that tell ages. */

export type Finding = readonly ['ok' | 'note' | 'wrong', string, string];

const HOUR = 3600;

/** One line each, with its end; what was found stands below each other. */
export function findingLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(([, what]) => what.length)) + 2;
  return findings.map(([state, what, detail]) => `${state.padEnd(6)}${what.padEnd(width)}${detail}\n`);
}

/** "7.3 h"; from four days on "5 days". */
export function hours(seconds: number): string {
  return seconds < 96 * HOUR
    ? `${Math.round((seconds / HOUR) * 10) / 10} h`
    : `${Math.round(seconds / 24 / HOUR)} days`;
}

/** "4 min ago", "3.2 h old". */
export function ago(at: number, now: number, word: 'ago' | 'old' = 'ago'): string {
  const seconds = Math.max(0, Math.round(now - at));
  if (seconds < 30 && word === 'ago') return 'just now';
  return seconds < 2 * HOUR ? `${Math.round(seconds / 60)} min ${word}` : `${hours(seconds)} ${word}`;
}
