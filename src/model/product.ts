/** What every product tells of itself besides its answers: for `/readyz`, `/metrics` and `doctor`. */

export type ProductState = 'ready' | 'stale' | 'warming' | 'unavailable';

export interface ProductStatus {
  readonly product: string;
  readonly state: ProductState;
  /** When the data behind the product was made, epoch seconds; null when there is none. */
  readonly updatedAt: number | null;
  /** Reference time of the newest run behind it, epoch seconds; null when there is none. */
  readonly referenceTime: number | null;
  /** One sentence for people: why it is not ready, or what it stands on. */
  readonly detail: string;
}
