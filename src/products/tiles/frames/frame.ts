/** A picture of a layer: when it holds, and which published versions it is made from. */

import type { Box } from '../../../model/box.js';
import type { TileSource } from '../../../model/tile.js';

export interface TileFrame {
  /** Epoch seconds. */
  readonly validTime: number;
  /** Best first, as the painter of the layer takes them. */
  readonly sources: readonly TileSource[];
  /** Something that it is made from is older than it should be. */
  readonly isLate: boolean;
  /** Some of its slices, sweeps, fires or plumes come from the built-in upstream; frames of radar are not opened to be asked. */
  readonly isSimulated?: boolean;
  /** Where what is late can be seen; tiles beyond are in time. Without it: everywhere. */
  readonly lateWithin?: readonly Box[];
  /** Names the published data that cannot be read, and its substitute, in words; absent: all of it can be read. */
  readonly fault?: string;
  /** Areas of sources of which no version can be read. Tiles that reach into them would look empty, and are refused. */
  readonly unreadableWithin?: readonly Box[];
}

/** What a layer can show now. */
export interface LayerFrames {
  /** At least one, in the order of time. */
  readonly frames: readonly TileFrame[];
  /** The one that is shown when no time is asked for. */
  readonly current: TileFrame;
  /** When another of `frames` takes its place, epoch seconds; null: when something new is published. */
  readonly until: number | null;
}

/** Nothing to show: why, in words, and when it is worth asking again, s. */
export interface NoFrames {
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** True: data is published, and none of it can be read. Then no other source may stand in by itself. */
  readonly isUnreadable?: boolean;
  /** True: what is published has ended or is too old to be shown. */
  readonly isOutdated?: boolean;
}

export function isNone(found: LayerFrames | NoFrames): found is NoFrames {
  return 'reason' in found;
}

/** The last of them that does not come after `time`, epoch seconds; the first where all do. */
export function frameAt(frames: readonly TileFrame[], time: number): TileFrame {
  return frames.findLast(({ validTime }) => validTime <= time) ?? frames[0]!;
}

/** The one whose time is nearest; of two as near the earlier. */
export function frameNearest(frames: readonly TileFrame[], time: number): TileFrame {
  return frames.reduce((best, one) => (Math.abs(one.validTime - time) < Math.abs(best.validTime - time) ? one : best));
}
