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

/** A sphere (equal axes) or an ellipsoid, m (WMO code table 3.2). */
export interface EarthShape {
  readonly semiMajor: number;
  readonly semiMinor: number;
}

/**
 * Cells evenly spaced in the plane of a map projection, m. Columns run towards growing x; rows towards growing y when
 * `yStep` is positive, as GRIB's scanning from south to north has it.
 */
export interface PlaneAxes {
  readonly columns: number;
  readonly rows: number;
  readonly firstX: number;
  readonly firstY: number;
  readonly xStep: number;
  readonly yStep: number;
  readonly earth: EarthShape;
}

/** Lambert conformal conic (GRIB2 3.30), origin of the plane at the pole of the cone's axis; angles in degrees. */
export interface LambertGrid extends PlaneAxes {
  readonly kind: 'lambert';
  readonly centralMeridian: number;
  readonly standardParallels: readonly [number, number];
}

/** Polar stereographic (3.20), origin of the plane at the pole. */
export interface PolarStereographicGrid extends PlaneAxes {
  readonly kind: 'polar-stereographic';
  readonly pole: 'north' | 'south';
  readonly centralMeridian: number;
  readonly trueLatitude: number;
}

/** Mercator (3.10), x = 0 at `centralMeridian`, y = 0 at the equator. */
export interface MercatorGrid extends PlaneAxes {
  readonly kind: 'mercator';
  readonly centralMeridian: number;
  readonly trueLatitude: number;
}

/** Latitude/longitude of a rotated sphere (3.1): the axes are those of the rotated system. */
export interface RotatedGrid extends Omit<RegularGrid, 'kind'> {
  readonly kind: 'rotated';
  readonly southPoleLatitude: number;
  readonly southPoleLongitude: number;
  /** Turn about the new polar axis, degrees. */
  readonly rotation: number;
}

/** Gaussian latitudes, all rows equally long (3.40): row 0 is the `firstRow`-th of 2 × `parallels`, from the north. */
export interface GaussianGrid {
  readonly kind: 'gaussian';
  readonly columns: number;
  readonly rows: number;
  readonly parallels: number;
  readonly firstRow: number;
  /** 1 when rows run from north to south, −1 from south to north. */
  readonly rowStep: 1 | -1;
  readonly firstLongitude: number;
  readonly longitudeStep: number;
}

/** Every grid that a field or a cube can stand on: each has a module in `grid/`. */
export type Grid = RegularGrid | LambertGrid | PolarStereographicGrid | MercatorGrid | RotatedGrid | GaussianGrid;

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
