/**
 * Lambert conformal grids as GRIB states them: the first cell in degrees and the spacing in the plane. One standard
 * parallel φ₀ (HRRR, NBM and AQM are tangent cones), a sphere of radius R, central meridian λ₀:
 *
 *   n = sin φ₀      F = cos φ₀ tanⁿ(π/4 + φ₀/2) ÷ n
 *   ρ = R F ÷ tanⁿ(π/4 + φ/2)      x = ρ sin n(λ − λ₀)      y = −ρ cos n(λ − λ₀)
 *
 * J. P. Snyder, Map Projections: A Working Manual (USGS 1987), p. 106. Kept apart from `grid/` on purpose: the
 * simulated upstream must not inherit an error of the code that it is there to test.
 */

const RADIANS = Math.PI / 180;

export interface LambertLattice {
  readonly kind: 'lambert-lattice';
  readonly columns: number;
  readonly rows: number;
  /** Centre of the south-western cell, degrees; longitude 0..360 as GRIB writes it. */
  readonly firstLatitude: number;
  readonly firstLongitude: number;
  /** φ₀ and λ₀, degrees. */
  readonly parallel: number;
  readonly meridian: number;
  /** Between cells along x and y, m, to whole millimetres. */
  readonly spacing: number;
  /** Radius of the sphere, m. 6,371,229 is written as shape 6, any other with its value (shape 1). */
  readonly radius: number;
  /** Winds are components along the grid's own axes. */
  readonly windsAlongGrid: boolean;
  /** Every second row is stored from east to west. */
  readonly alternatingRows: boolean;
}

/** Degrees [cell], rows from the south; longitudes −180..180. */
export interface CellCentres {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

function coneOf({ parallel, radius }: LambertLattice): { n: number; scale: number } {
  const phi = parallel * RADIANS;
  const n = Math.sin(phi);
  return { n, scale: (radius * Math.cos(phi) * Math.tan(Math.PI / 4 + phi / 2) ** n) / n };
}

/** Of the given cells, counted row by row from the south-west; without them of all. */
export function cellCentres(lattice: LambertLattice, cells?: readonly number[]): CellCentres {
  const { rows, columns, spacing, meridian } = lattice;
  const { n, scale } = coneOf(lattice);
  const first = planeOf(lattice, lattice.firstLatitude, lattice.firstLongitude);
  const count = cells?.length ?? rows * columns;
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const cell = cells?.[i] ?? i;
    const x = first.x + spacing * (cell % columns);
    const y = first.y + spacing * Math.floor(cell / columns);
    latitudes[i] = (2 * Math.atan((scale / Math.hypot(x, y)) ** (1 / n)) - Math.PI / 2) / RADIANS;
    longitudes[i] = turned(meridian + Math.atan2(x, -y) / n / RADIANS);
  }
  return { latitudes, longitudes };
}

/** Place in the plane, m from the pole of the cone. */
export function planeOf(lattice: LambertLattice, latitude: number, longitude: number): { x: number; y: number } {
  const { n, scale } = coneOf(lattice);
  const rho = scale / Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2) ** n;
  const angle = n * turned(longitude - lattice.meridian) * RADIANS;
  return { x: rho * Math.sin(angle), y: -rho * Math.cos(angle) };
}

/** Turns winds towards east and north into components along x and y of the lattice, in place, [cell]. */
export function turnWindToLattice(
  { parallel, meridian }: LambertLattice,
  longitudes: Float64Array,
  u: Float32Array,
  v: Float32Array,
): void {
  const n = Math.sin(parallel * RADIANS);
  for (let cell = 0; cell < u.length; cell++) {
    const angle = n * turned(longitudes[cell]! - meridian) * RADIANS;
    const [east, north] = [u[cell]!, v[cell]!];
    u[cell] = east * Math.cos(angle) - north * Math.sin(angle);
    v[cell] = east * Math.sin(angle) + north * Math.cos(angle);
  }
}

/** The angle in −180..180. */
function turned(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
