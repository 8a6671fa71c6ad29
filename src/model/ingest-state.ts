/** State of the feeds of a running service: which is ingested now, which waits for which, when the next attempt is. */

export type IngestStage = 'downloading' | 'building';

/** Times are seconds before or after the state was asked for. */
export interface IngestState {
  readonly feed: string;
  /** `waiting`: it is due, and another feed of its queue is being ingested. `idle`: it is not due. */
  readonly state: 'running' | 'waiting' | 'idle';
  /** The feed that it waits for; null: none. */
  readonly waitsFor: string | null;
  /** Since the running ingest began; null: none is running. */
  readonly runningSeconds: number | null;
  /** What the running ingest does, as far as it has said so. */
  readonly stage: IngestStage | null;
  /** Steps, bands or tiles of that stage; null where it has not said. */
  readonly done: number | null;
  readonly of: number | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** Why the last attempt failed; null: it did not, or there was none. */
  readonly failure: string | null;
  /** Since the last attempt ended; null: none has. */
  readonly endedSeconds: number | null;
  /** Until the next attempt; null: it is running or waiting, or there will be none. */
  readonly nextSeconds: number | null;
}
