/** What every product tells of itself besides its answers: for `/readyz`, `/metrics` and `doctor`. */

export type ProductState = 'ready' | 'stale' | 'warming' | 'unavailable';

/** One source behind a product. */
export interface SourceStatus {
  /** Dataset id: "gfs". */
  readonly source: string;
  /** Ready, late, or not to be read. */
  readonly state: 'ready' | 'stale' | 'unavailable';
  /**
   * Reference time of its newest run and when it was made, epoch seconds; null when it cannot be read. Of a feed of alerts
   * both are the end of its last poll that succeeded.
   */
  readonly referenceTime: number | null;
  readonly updatedAt: number | null;
}

export interface ProductStatus {
  readonly product: string;
  readonly state: ProductState;
  /** When the data behind the product was made, epoch seconds; null when there is none. */
  readonly updatedAt: number | null;
  /** Reference time of the newest run behind it, epoch seconds; null when there is none. */
  readonly referenceTime: number | null;
  /** One sentence for people: why it is not ready, or what it stands on. */
  readonly detail: string;
  /** False: the service is worth asking without it, so it does not hold up readiness. Default: true. */
  readonly isMain?: boolean;
  /** Every source that was ever published, in the order of the datasets; absent for products of one source. */
  readonly sources?: readonly SourceStatus[];
}
