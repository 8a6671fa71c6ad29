/**
 * Gates of a radar's sweep by latitude and longitude, and the other way round.
 *
 *   ψ = 2 asin(d/2R)                      angle at the earth's centre, d the chord to the place (`horizon-frame.ts`)
 *   r = R' sin(ψ R/R') / cos(θ + ψ R/R')   distance along the beam, R' = 4R/3        (Doviak and Zrnić 1993, eq. 2.28)
 *
 * The beam bends with a standard atmosphere, as if it were straight above an earth of 4/3 of the radius. Azimuths are those of
 * the vertical plane, in which the antenna looks. Chords are those of the ellipsoid: on a sphere of the mean radius they
 * would be wrong by up to 0.5%, nine gates of super resolution at their far end. R is the mean radius all the same: it bends
 * the chord, which changes the distance by a metre in 460 km. Heights of antenna and ground are left out, 20 m there.
 *
 * What stays is the weather's own: refraction that is not standard, and the angle of elevation, told in tenths of a degree
 * (12 m at 300 km and 2.4°). A gate is found within a tenth of a gate of super resolution.
 */

import type { PolarSweep } from '../model/radial-product.js';
import { RADIANS_PER_DEGREE } from './angles.js';
import type { Place } from './geometry.js';
import { horizonFrame } from './horizon-frame.js';

/** Mean radius of the ellipsoid (IUGG R1), m. */
const EARTH_RADIUS = 6_371_008.8;
const BEAM_RADIUS = (4 / 3) * EARTH_RADIUS;
/** Azimuths are told in tenths of a degree: a table of them is exact. */
const TENTHS = 3600;
const NO_RADIAL = -1;

export interface SweepLocator {
  /** Index of the gate in `levels` of a product, radial by radial; −1 where no gate is. */
  gateAt(latitude: number, longitude: number): number;
  /** The middle of a gate. */
  placeOf(radial: number, gate: number): Place;
}

export function sweepLocator(sweep: PolarSweep): SweepLocator {
  const { firstGate, gateSpacing, gates, elevationAngle, starts, widths } = sweep;
  const frame = horizonFrame(sweep.latitude, sweep.longitude);
  const radials = radialOfTenths(sweep);
  const distance = elevationAngle === null ? groundDistance : beamDistance(elevationAngle * RADIANS_PER_DEGREE);
  const angle = elevationAngle === null ? groundAngle : beamAngle(elevationAngle * RADIANS_PER_DEGREE);
  return {
    gateAt(latitude, longitude) {
      const { east, north, up } = frame.position(latitude, longitude);
      const chord = Math.sqrt(east * east + north * north + up * up);
      const gate = Math.floor(
        (distance(2 * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS)))) - firstGate) / gateSpacing,
      );
      if (!(gate >= 0 && gate < gates)) return NO_RADIAL;
      const radial = radials[tenthOf(Math.atan2(east, north) / RADIANS_PER_DEGREE)]!;
      return radial < 0 ? NO_RADIAL : radial * gates + gate;
    },
    placeOf(radial, gate) {
      const psi = angle(firstGate + (gate + 0.5) * gateSpacing);
      const azimuth = (starts[radial]! + widths[radial]! / 2) * RADIANS_PER_DEGREE;
      const chord = 2 * EARTH_RADIUS * Math.sin(psi / 2);
      const level = chord * Math.cos(psi / 2);
      return frame.place({
        east: level * Math.sin(azimuth),
        north: level * Math.cos(azimuth),
        up: -chord * Math.sin(psi / 2),
      });
    },
  };
}

/** Of azimuths in −180..180. */
function tenthOf(azimuth: number): number {
  return Math.floor((azimuth < 0 ? azimuth + 360 : azimuth) * 10) % TENTHS;
}

/** Which radial looks where; of two that do, the later one. */
function radialOfTenths({ starts, widths }: PolarSweep): Int16Array {
  const radials = new Int16Array(TENTHS).fill(NO_RADIAL);
  for (let radial = 0; radial < starts.length; radial++) {
    const from = Math.round(starts[radial]! * 10);
    const count = Math.min(TENTHS, Math.round(widths[radial]! * 10));
    for (let n = 0; n < count; n++) radials[(from + n) % TENTHS] = radial;
  }
  return radials;
}

/** m, of an angle at the earth's centre; Infinity where the beam does not come down to. */
type Distance = (psi: number) => number;

const groundDistance: Distance = (psi) => psi * EARTH_RADIUS;
const groundAngle = (distance: number) => distance / EARTH_RADIUS;

function beamDistance(elevation: number): Distance {
  return (psi) => {
    const bent = (psi * EARTH_RADIUS) / BEAM_RADIUS;
    const cosine = Math.cos(elevation + bent);
    return cosine > 0 ? (BEAM_RADIUS * Math.sin(bent)) / cosine : Number.POSITIVE_INFINITY;
  };
}

/** The way back: the angle under which the point of the beam is seen from the centre of the earth of 4/3. */
function beamAngle(elevation: number): (distance: number) => number {
  const [sin, cos] = [Math.sin(elevation), Math.cos(elevation)];
  return (distance) => (Math.atan2(distance * cos, BEAM_RADIUS + distance * sin) * BEAM_RADIUS) / EARTH_RADIUS;
}
