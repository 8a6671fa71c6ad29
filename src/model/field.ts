/** What moves between decode, grid and ingest: a grid, and one two-dimensional field of one parameter on it. */

/**
 * Regular latitude/longitude grid. Row 0 is the first row as stored, `latitudeStep` is negative when rows run from
 * north to south. Longitudes are of the first column, degrees east, −180..360. Columns always run eastward.
 */
export interface RegularGrid {
  readonly kind: 'regular';
  readonly columns: number;
  readonly rows: number;
  readonly firstLatitude: number;
  readonly firstLongitude: number;
  readonly latitudeStep: number;
  readonly longitudeStep: number;
}

/** Every grid that a field or a cube can stand on. A projection adds a member here and a module in `grid/`. */
export type Grid = RegularGrid;

/** Statistical process of WMO code table 4.10, the ones that the feeds use. */
export type StatisticalProcess = 'average' | 'accumulation' | 'maximum' | 'minimum';

/** Identity of a parameter as the message states it: WMO discipline, category, number and level (code table 4.5). */
export interface ParameterIdentity {
  readonly discipline: number;
  readonly category: number;
  readonly number: number;
  readonly levelType: number;
  /** In the unit of the level type (m, Pa …); null where the level type has no value (surface, whole atmosphere). */
  readonly levelValue: number | null;
}

/** Time that the field speaks of, epoch seconds: an instant, or a process over an interval. */
export interface FieldTime {
  readonly referenceTime: number;
  /** The instant, or the end of the interval. */
  readonly validTime: number;
  /** Present for processed fields only. */
  readonly interval?: { readonly start: number; readonly end: number; readonly process: StatisticalProcess };
}

/** One decoded field. `values`: float32 [row, column] in the order of `grid`, unit of the WMO parameter, NaN missing. */
export interface Field {
  readonly parameter: ParameterIdentity;
  readonly time: FieldTime;
  readonly grid: Grid;
  readonly values: Float32Array;
}
