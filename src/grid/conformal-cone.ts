/**
 * The plane of a conformal cone, of which polar stereographic is the flat one (n = ±1). Origin at the pole that the cone
 * points to, y upward along the central meridian λ₀:
 *
 *   ρ = K tⁿ    θ = n (λ − λ₀)    x = ρ sin θ    y = −ρ cos θ        Snyder (1987) eq. 15-7, 14-4, 14-1, 14-2, ρ₀ = 0
 *
 * n and K are negative for a southern cone. Back: ρ = ±√(x² + y²), θ = atan2(±x, ∓y), t = (ρ/K)^(1/n), λ = λ₀ + θ/n
 * (eq. 14-10, 14-11, 15-11, 14-9). The scale of the map is k = n ρ / (a m) (eq. 15-4).
 *
 * +y is turned clockwise from true north by θ, which is α = n (λ − λ₀); on the plane its sine is x/ρ and its cosine
 * −y/ρ, so winds are turned without trigonometry. The plane is cut along the meridian opposite to λ₀: a Lambert grid
 * that reaches beyond it has cells that no place maps to.
 */

import type { PlaneAxes } from '../model/field.js';
import { RADIANS_PER_DEGREE, wrapLongitude } from './angles.js';
import { conformalT, latitudeFromT, parallelRadius } from './conformal-latitude.js';
import { type Geometry, type GridPosition, type Place, snapped } from './geometry.js';

export interface Cone {
  readonly semiMajor: number;
  /** e, 0 on a sphere. */
  readonly eccentricity: number;
  /** n: sine of the cone's half angle, negative about the south pole. */
  readonly n: number;
  /** K: |ρ| of the equator with the sign of n, m. */
  readonly equatorRadius: number;
  /** Degrees east. */
  readonly centralMeridian: number;
}

export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** t of the north pole as seen by a southern cone, whose 1/t must stay finite; what rounding makes of the south pole's. */
const FAR_POLE = 1e-16;

/** Metres in the plane. Finite for every place, though as far as 10²³ m at the other pole. */
export function toPlane(cone: Cone, latitude: number, longitude: number): PlanePoint {
  const radius = coneRadius(cone, latitude);
  const angle = coneAngle(cone, longitude);
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

/** ρ of a parallel, m. */
function coneRadius({ eccentricity, equatorRadius, n }: Cone, latitude: number): number {
  const t = conformalT(latitude * RADIANS_PER_DEGREE, eccentricity);
  return equatorRadius * (n < 0 ? Math.max(FAR_POLE, t) : t) ** n;
}

/** θ of a meridian, radians. */
function coneAngle({ centralMeridian, n }: Cone, longitude: number): number {
  return n * wrapLongitude(longitude - centralMeridian) * RADIANS_PER_DEGREE;
}

function toGlobe({ eccentricity, n, equatorRadius, centralMeridian }: Cone, x: number, y: number): Place {
  const side = Math.sign(n);
  const radius = side * Math.sqrt(x * x + y * y);
  const angle = Math.atan2(side * x, -side * y);
  const t = (radius / equatorRadius) ** (1 / n);
  return {
    latitude: latitudeFromT(t, eccentricity) / RADIANS_PER_DEGREE,
    longitude: wrapLongitude(centralMeridian + angle / n / RADIANS_PER_DEGREE),
  };
}

/** Metres on the map for a metre on the ground. At a pole m is 0, so the scale of its neighbourhood stands for it. */
function scaleAt({ semiMajor, eccentricity, n, equatorRadius }: Cone, latitude: number): number {
  const phi = Math.max(-89.99, Math.min(89.99, latitude)) * RADIANS_PER_DEGREE;
  return (n * equatorRadius * conformalT(phi, eccentricity) ** n) / (semiMajor * parallelRadius(phi, eccentricity));
}

export function coneGeometry(grid: PlaneAxes, cone: Cone): Geometry {
  const position = (latitude: number, longitude: number): GridPosition | null => {
    const plane = toPlane(cone, latitude, longitude);
    const x = snapped((plane.x - grid.firstX) / grid.xStep);
    const y = snapped((plane.y - grid.firstY) / grid.yStep);
    return x >= 0 && x <= grid.columns - 1 && y >= 0 && y <= grid.rows - 1 ? { x, y } : null;
  };
  return {
    separation: {
      kind: 'cone',
      plane: grid,
      radius: (latitude) => coneRadius(cone, latitude),
      angle: (longitude) => coneAngle(cone, longitude),
    },
    columnsAround: null,
    position,
    place: (y, x) => toGlobe(cone, grid.firstX + x * grid.xStep, grid.firstY + y * grid.yStep),
    north: (_, longitude) => cone.n * wrapLongitude(longitude - cone.centralMeridian),
    edgeDistance(latitude, longitude) {
      const inside = position(latitude, longitude);
      if (inside === null) return 0;
      const across = Math.min(inside.x, grid.columns - 1 - inside.x) * grid.xStep;
      const along = Math.min(inside.y, grid.rows - 1 - inside.y) * Math.abs(grid.yStep);
      return Math.min(across, along) / scaleAt(cone, latitude);
    },
    turnRow(row, sines, cosines) {
      const side = Math.sign(cone.n);
      const y = grid.firstY + row * grid.yStep;
      for (let column = 0; column < grid.columns; column++) {
        const x = grid.firstX + column * grid.xStep;
        const radius = side * Math.sqrt(x * x + y * y);
        sines[column] = radius === 0 ? 0 : x / radius;
        cosines[column] = radius === 0 ? 1 : -y / radius;
      }
    },
  };
}
