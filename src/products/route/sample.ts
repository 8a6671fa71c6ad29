/** The samples of a route as columns, before any weather is read: one entry per sample, in the order of their index. */

export interface SampleColumns {
  readonly count: number;
  /** Instant of arrival, epoch seconds; never decreases. */
  readonly times: Float64Array;
  readonly latitudes: Float64Array;
  /** [−180, 180) */
  readonly longitudes: Float64Array;
  /** From the start of the route, m; never decreases. */
  readonly distances: Float64Array;
  /** 1 for the caller's own waypoints. */
  readonly waypoints: Uint8Array;
}
