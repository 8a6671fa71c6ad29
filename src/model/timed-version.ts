/** Published versions of data that only maps show: sweeps of single radars, fires, plumes of smoke. */

/** One published version: whole, immutable, named after its time. */
export interface TimedVersion {
  /** Unique within its dataset, in the order of time. */
  readonly version: string;
  /** When it was seen, epoch seconds: of a sweep its end, of fires the newest of them, of plumes the end of the newest. */
  readonly validTime: number;
  /** When this version was made, epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  /** True when the published version cannot be read and this is the one before it. */
  readonly isPrevious?: boolean;
}

export const FIRE_DATASETS = ['fires', 'plumes'] as const;
export type FireDatasetId = (typeof FIRE_DATASETS)[number];

/** Published versions. Cheap enough for every request: pointers are looked at again only every few seconds. */
export interface FireShelf {
  /**
   * The published version, or in its place the one before; null when nothing was ever published.
   *
   * @throws ObjectDefectError  neither can be read
   */
  newest(dataset: FireDatasetId): Promise<TimedVersion | null>;
  /** The version before the published one; null when there is none. @throws ObjectDefectError  it cannot be read */
  previous(dataset: FireDatasetId): Promise<TimedVersion | null>;
}

/** Sweeps of single radars, which are fetched when somebody wants to see them. */
export interface ScanShelf {
  /** The published sweep, or in its place the one before; null when there is none. @throws ObjectDefectError  as above */
  newest(site: string): Promise<TimedVersion | null>;
  /** The sweep before the published one; null when there is none. @throws ObjectDefectError  it cannot be read */
  previous(site: string): Promise<TimedVersion | null>;
}

/** How asking for a radar ended: there is a sweep; the radar has sent none of late, or none is known by that name; it failed. */
export type ScanOutcome = 'published' | 'silent' | 'failed';

/** Or it takes longer than anybody should wait, or its turn has not come: worth asking again soon. */
export type ScanAnswer = ScanOutcome | 'pending';

/** Has sweeps fetched: at most one fetch of a radar goes on, whoever asks. */
export interface ScanRequests {
  /**
   * Has the newest sweep of a radar fetched unless that was done within its cadence; resolves when that ended.
   *
   * @param site  ICAO
   */
  refresh(site: string): Promise<ScanAnswer>;
}
