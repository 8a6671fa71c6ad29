/** What DWD's composite shows of this world: amounts of five minutes, mm, NaN out of sight, on its own lattice. */

import { createBoundedCache } from '../bounded-cache.js';
import { pointsAt } from '../points.js';
import type { World } from '../world.js';
import { dwdPlaneOf, placeInDwdPlane } from './dwd-plane.js';
import { DWD_SITES } from './sites-table.js';

/** Rows from the north, columns from the west; the outer corner of the first pixel is (−500 m, 500 m) in the plane. */
export interface DwdLattice {
  readonly rows: number;
  readonly columns: number;
  /** m. */
  readonly pixel: number;
}

export interface DwdScene {
  /** The picture of an instant, moved on by `lead` seconds; float32 [row, column]. */
  amounts(validTime: number, lead: number): Float32Array;
}

const REAL = { rows: 1200, columns: 1100, pixel: 1000, step: 0.01 } as const;
/** What a scan for rain sees, m on the ground. */
const RANGE = 150_000;
const SHARE_OF_HOUR = 1 / 12;
/** The 25 members of two frames ask for the same picture. */
const KEPT = 2;
/** Pixels that are looked at together. */
const PIECE = 4096;
const MIDDLE = { latitude: 51, longitude: 10 } as const;
/** m in the plane for one on the ground, at the latitudes of Germany (true at 60°). */
const STRETCH = (1 + Math.sin(Math.PI / 3)) / (1 + Math.sin((MIDDLE.latitude * Math.PI) / 180));

/** The real lattice with pixels larger by the ratio of steps; what of the last ones would reach beyond is left out. */
export function dwdLattice(stepDegrees: number): DwdLattice {
  const times = Math.max(1, Math.round(stepDegrees / REAL.step));
  return {
    rows: Math.floor(REAL.rows / times),
    columns: Math.floor(REAL.columns / times),
    pixel: REAL.pixel * times,
  };
}

export function createDwdScene(world: World, lattice: DwdLattice): DwdScene {
  const seen = seenPixels(lattice);
  const pictures = createBoundedCache<number, Float32Array>(KEPT, () => 1);
  const pictureAt = (validTime: number): Float32Array =>
    pictures.get(validTime, () => {
      const amounts = new Float32Array(lattice.rows * lattice.columns).fill(Number.NaN);
      for (let first = 0; first < seen.pixels.length; first += PIECE)
        fillPiece(amounts, world, seen, first, Math.min(seen.pixels.length, first + PIECE), validTime);
      return amounts;
    });
  return {
    amounts(validTime, lead) {
      const { u, v } = world.steeringWind(MIDDLE.latitude, MIDDLE.longitude, validTime);
      const pixels = (speed: number): number => Math.round((speed * lead * STRETCH) / lattice.pixel);
      return moved(pictureAt(validTime), lattice, pixels(u), -pixels(v));
    },
  };
}

/** Pixels in sight, and where they are, degrees. */
interface SeenPixels {
  readonly pixels: Uint32Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

function seenPixels({ rows, columns, pixel }: DwdLattice): SeenPixels {
  const sites = DWD_SITES.map(({ latitude, longitude }) => dwdPlaneOf(latitude, longitude));
  const planeOf = (n: number) => ({
    x: -500 + ((n % columns) + 0.5) * pixel,
    y: 500 - (Math.floor(n / columns) + 0.5) * pixel,
  });
  const isSeen = (n: number): boolean => {
    const { x, y } = planeOf(n);
    return sites.some((site) => Math.hypot(x - site.x, y - site.y) < RANGE * STRETCH);
  };
  const pixels = Uint32Array.from({ length: rows * columns }, (_, n) => n).filter(isSeen);
  const places = Array.from(pixels, (n) => {
    const { x, y } = planeOf(n);
    return placeInDwdPlane(x, y);
  });
  return {
    pixels,
    latitudes: Float64Array.from(places, ({ latitude }) => latitude),
    longitudes: Float64Array.from(places, ({ longitude }) => longitude),
  };
}

/** The waves at a piece of the pixels are not kept: all together they would take 20 MB, and come anew in a tenth of a second. */
function fillPiece(
  amounts: Float32Array,
  world: World,
  { pixels, latitudes, longitudes }: SeenPixels,
  first: number,
  end: number,
  validTime: number,
): void {
  const points = pointsAt(latitudes.slice(first, end), longitudes.slice(first, end), world.waves);
  const rates = new Float32Array(end - first);
  world.fillPrecipitation(rates, points, validTime, null);
  for (const [i, rate] of rates.entries()) amounts[pixels[first + i]!] = rate * SHARE_OF_HOUR;
}

/** The picture shifted by whole pixels; what comes in from outside is not known. */
function moved(picture: Float32Array, { rows, columns }: DwdLattice, right: number, down: number): Float32Array {
  if (right === 0 && down === 0) return picture;
  const out = new Float32Array(picture.length).fill(Number.NaN);
  const first = Math.max(0, right);
  const last = Math.min(columns, columns + right);
  for (let y = Math.max(0, down); y < Math.min(rows, rows + down); y++) {
    if (last <= first) break;
    const from = (y - down) * columns - right;
    out.set(picture.subarray(from + first, from + last), y * columns + first);
  }
  return out;
}
