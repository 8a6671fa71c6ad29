/**
 * Gates of a radar's sweep by latitude and longitude, and the other way round.
 *
 *   ψ = R'/R atan[r cos θ / (R' + r sin θ)]   angle at the earth's centre, r along the beam (Doviak and Zrnić 1993, eq. 2.28)
 *   d = 2R sin(ψ/2)                           chord from the antenna to the place on the ground (`horizon-frame.ts`)
 *
 * with R' = 4R/3 and θ the elevation.
 *
 * The beam bends with a standard atmosphere, as if it were straight above an earth of 4/3 of the radius. Azimuths are those of
 * the vertical plane, in which the antenna looks. Chords are those of the ellipsoid: on a sphere of the mean radius they
 * would be wrong by up to 0.5%, nine gates of super resolution at their far end. R is the mean radius all the same: it only
 * bends the chord, a few metres in 460 km. Heights of antenna and ground are left out (7 m there for each 100 m).
 *
 * What stays is what the product tells roughly, the antenna's place in thousandths of a degree (up to 70 m) and the elevation
 * in tenths (20 m at 300 km and 2.4°), and the weather's own: refraction that is not standard. docs/methods/radar-sweeps.md
 */

import type { PolarSweep } from '../model/radial-product.js';
import { RADIANS_PER_DEGREE } from './angles.js';
import { azimuthTenth } from './azimuth-tenths.js';
import type { Place } from './geometry.js';
import { horizonFrame } from './horizon-frame.js';

/** Mean radius of the ellipsoid (IUGG R1), m. */
const EARTH_RADIUS = 6_371_008.8;
const BEAM_RADIUS = (4 / 3) * EARTH_RADIUS;
/** Azimuths are told in tenths of a degree: a table of them is exact. */
const TENTHS = 3600;
const NO_GATE = -1;

export interface SweepLocator {
  /** Index of the gate in `levels` of a product, radial by radial; −1 where no gate is. */
  gateAt(latitude: number, longitude: number): number;
  /**
   * The same for all crossings of parallels and meridians, row by row, as the pixels of a map are.
   *
   * @param gates  one for each; written
   */
  gatesOn(latitudes: ArrayLike<number>, longitudes: ArrayLike<number>, gates: Int32Array): void;
  /** The middle of a gate. */
  placeOf(radial: number, gate: number): Place;
}

export function sweepLocator(sweep: PolarSweep): SweepLocator {
  const { firstGate, gateSpacing, gates, starts, widths } = sweep;
  const frame = horizonFrame(sweep.latitude, sweep.longitude);
  const radials = radialOfTenths(sweep);
  const gateOfChord = chordSearch(sweep);
  const indexOf = (east: number, north: number, up: number) => {
    const gate = gateOfChord(Math.sqrt(east * east + north * north + up * up));
    if (gate < 0) return NO_GATE;
    const radial = radials[azimuthTenth(east, north)]!;
    return radial < 0 ? NO_GATE : radial * gates + gate;
  };
  return {
    gateAt(latitude, longitude) {
      const { east, north, up } = frame.position(latitude, longitude);
      return indexOf(east, north, up);
    },
    gatesOn(latitudes, longitudes, found) {
      const across = longitudes.length;
      const [east, north, up] = [new Float64Array(across), new Float64Array(across), new Float64Array(across)];
      const writeParallel = frame.parallels(longitudes);
      for (let row = 0, at = 0; row < latitudes.length; row++, at += across) {
        writeParallel(latitudes[row]!, { east, north, up });
        for (let i = 0; i < across; i++) found[at + i] = indexOf(east[i]!, north[i]!, up[i]!);
      }
    },
    placeOf(radial, gate) {
      const psi = centralAngle(sweep, firstGate + (gate + 0.5) * gateSpacing);
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

/** Which radial looks where; of two that do, the later one. */
function radialOfTenths({ starts, widths }: PolarSweep): Int16Array {
  const radials = new Int16Array(TENTHS).fill(NO_GATE);
  for (let radial = 0; radial < starts.length; radial++) {
    const from = Math.round(starts[radial]! * 10);
    const count = Math.min(TENTHS, Math.round(widths[radial]! * 10));
    for (let n = 0; n < count; n++) radials[(from + n) % TENTHS] = radial;
  }
  return radials;
}

/** Angle at the earth's centre between the antenna and what is below a point of the beam, radians. */
function centralAngle({ elevationAngle }: PolarSweep, distance: number): number {
  if (elevationAngle === null) return distance / EARTH_RADIUS;
  const elevation = elevationAngle * RADIANS_PER_DEGREE;
  const bent = Math.atan2(distance * Math.cos(elevation), BEAM_RADIUS + distance * Math.sin(elevation));
  return (bent * BEAM_RADIUS) / EARTH_RADIUS;
}

/** Of a gate's length. Where a step has no edge in it, as most have, its gate is known without looking for it. */
const STEPS_PER_GATE = 8;

/**
 * The gate of a chord, −1 where none is. Chords grow with distance, so the gates' edges are worked out once as chords, and
 * no angle is for a pixel: it looks up the gate in which its step begins, and goes on from there.
 */
function chordSearch(sweep: PolarSweep): (chord: number) => number {
  const { firstGate, gateSpacing, gates } = sweep;
  const edges = Float64Array.from({ length: gates + 1 }, (_, gate) => {
    const psi = centralAngle(sweep, firstGate + gate * gateSpacing);
    return 2 * EARTH_RADIUS * Math.sin(psi / 2);
  });
  const [near, far] = [edges[0]!, edges[gates]!];
  const steps = STEPS_PER_GATE * gates;
  const perMetre = steps / (far - near);
  const firstOfStep = new Int16Array(steps + 1);
  for (let n = 0, gate = 0; n <= steps; n++) {
    while (gate < gates - 1 && edges[gate + 1]! <= near + n / perMetre) gate++;
    firstOfStep[n] = gate;
  }
  return (chord) => {
    if (!(chord >= near && chord < far)) return NO_GATE;
    let gate = firstOfStep[((chord - near) * perMetre) | 0]!;
    while (chord >= edges[gate + 1]!) gate++;
    while (chord < edges[gate]!) gate--; // the step's own rounding
    return gate;
  };
}
