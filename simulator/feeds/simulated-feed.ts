/** What the simulated upstream asks of a feed: which of its files a path names, when that is there, and its bytes. */

export interface FeedFile {
  /** GRIB2; of the ground, a picture. */
  readonly grib: Uint8Array;
  /** Text of the sidecar; null where the feed has none. */
  readonly index: string | null;
}

/** What can be wrong with the contents of a frame. */
export type FrameFlaw = 'wrong-grid' | 'all-missing';

/** A path that names a file of the feed, or its index. */
export interface FoundFile {
  /** The same for a file and its index. */
  readonly key: string;
  /** Epoch seconds at which both are there. */
  readonly availableAt: number;
  readonly isIndex: boolean;
  /** Default "binary/octet-stream", as the object stores have it. */
  readonly contentType?: string;
  /** Of a frame of radar: the instant that it shows, epoch seconds. */
  readonly validTime?: number;
  /** What has to be there before `make`. */
  prepare?(): Promise<void>;
  /** The same bytes whenever it is made. `flaw`: only of frames. */
  make(flaw?: FrameFlaw): FeedFile;
  /** Of a feed that keeps its files itself, or none of them: whether this one is in memory. */
  isKept?(): boolean;
}

export interface SimulatedFeed {
  /** Null when the path names no file that the feed has, now or ever. What follows the path counts in buckets alone. */
  find(path: string, query?: URLSearchParams): FoundFile | null;
}

/** A listing, as it is at that moment: always there, and never kept. @param now  epoch seconds */
export function listingFile(page: string, key: string, now: number, contentType = 'application/xml'): FoundFile {
  return {
    key,
    availableAt: Math.floor(now),
    isIndex: false,
    contentType,
    isKept: () => false,
    make: () => ({ grib: Buffer.from(page), index: null }),
  };
}

/** Epoch seconds of "20261120" and an hour; null where there is no such date. */
export function parseRun(date: string, hour: string): number | null {
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
  return new Date(at).toISOString().startsWith(`${year}-${month}-${day}T${hour}`) ? at / 1000 : null;
}
