/**
 * Progress of long work: one event at a time, shown in the way that suits who looks.
 *
 *   terminal  one line that is rewritten; what happened (`lasting`) stays above it
 *   lines     lasting events only, one plain line each, for logs and pipes
 *   json      every event as one JSON object per line, for a parent process
 *   quiet     nothing
 */

export interface ProgressEvent {
  readonly event: string;
  /** The sentence for people; not part of the JSON line. */
  readonly text: string;
  /** True: worth keeping on the screen and in a log; false: the state of a moment. */
  readonly lasting?: boolean;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

export type Progress = (event: ProgressEvent) => void;

export type ProgressMode = 'terminal' | 'lines' | 'json' | 'quiet';

/** Where the output goes: `process.stdout`, or an array in tests. */
export interface TextSink {
  write(text: string): unknown;
  readonly columns?: number;
}

const ERASE_LINE = '\r\u001b[K';

/** A progress that writes to `sink`. */
export function createProgress(mode: ProgressMode, sink: TextSink): Progress {
  switch (mode) {
    case 'quiet':
      return ignoreProgress;
    case 'json':
      return ({ event, facts }) => void sink.write(`${JSON.stringify({ event, ...facts })}\n`);
    case 'lines':
      return ({ text, lasting }) => void (lasting && sink.write(`${text}\n`));
    case 'terminal':
      // a line that wraps cannot be erased, so it is cut to the width
      return ({ text, lasting }) =>
        void sink.write(`${ERASE_LINE}${text.slice(0, (sink.columns ?? 80) - 1)}${lasting ? '\n' : ''}`);
  }
}

/** Says nothing. */
export const ignoreProgress: Progress = () => undefined;
