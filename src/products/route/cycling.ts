/**
 * Cycling over hills: whoever holds a speed on the level spends a power, and spends the same uphill and downhill.
 *
 *   η P = m g Crr v₀ + ½ ρ CdA v₀³                           on the level, W
 *   η P = m g (sin θ + Crr cos θ) v + ½ ρ CdA v³             on a grade of tan θ, to be solved for v
 *
 * Martin et al., J. Appl. Biomech. 14 (1998), 276, of whose terms wind, bearings and acceleration are left out. Rider
 * and bicycle m = 85 kg, rolling Crr = 0.005, drag area CdA = 0.40 m², air at sea level ρ = 1.225 kg/m³, drivetrain
 * η = 0.976. Distances are level ones, as on a map: at 10% the way is 0.5% longer, less than any of these is known.
 *
 * Slower than 4 km/h nobody stays upright, so one walks; faster than 50 km/h one brakes. Both bounds give way to the
 * flat speed of the caller: at 3 km/h on the level hills are also taken at 3, at 60 km/h descents at 60. So the level
 * has the speed that was asked for, and a steeper climb is never faster than a gentler one.
 */

import type { Profile } from './profile.js';

const GRAVITY = 9.80665;
const MASS = 85; // kg
const ROLLING = 0.005;
const DRAG = 0.5 * 1.225 * 0.4; // ½ ρ CdA, kg/m
const DRIVETRAIN = 0.976;
const WALKING_SPEED = 4 / 3.6; // m/s
const BRAKING_SPEED = 50 / 3.6;
const CONVERGED = 1e-9; // m/s; the error after such a step is its square

/** Force of the grade (tangent: 0.05 is 5% up) and of the tyres against the rider, N; negative where he rolls. */
function slopeForce(grade: number): number {
  const theta = Math.atan(grade); // finite at a cliff, where the tangent is not
  return MASS * GRAVITY * (Math.sin(theta) + ROLLING * Math.cos(theta));
}

const powerAgainst = (force: number, speed: number) => ((force + DRAG * speed * speed) * speed) / DRIVETRAIN;

/** Power at the pedals that holds `speed`, m/s, on a grade: W; negative where one must brake. */
export function cyclingPower(grade: number, speed: number): number {
  return powerAgainst(slopeForce(grade), speed);
}

/**
 * Speed on a grade, m/s, with the power that holds `flatSpeed` on the level.
 *
 * What a speed takes beyond that power, as a function of v, is negative up to its only root and convex: Newton's
 * steps from above the root come down to it and never pass it, whatever the grade.
 */
export function cyclingSpeed(grade: number, flatSpeed: number): number {
  const power = cyclingPower(0, flatSpeed);
  const slowest = Math.min(WALKING_SPEED, flatSpeed);
  const force = slopeForce(grade);
  let speed = Math.max(BRAKING_SPEED, flatSpeed);
  if (powerAgainst(force, speed) <= power) return speed;
  for (;;) {
    const slope = (force + 3 * DRAG * speed * speed) / DRIVETRAIN;
    const next = speed - (powerAgainst(force, speed) - power) / slope;
    if (next <= slowest) return slowest;
    if (!(speed - next >= CONVERGED)) return next;
    speed = next;
  }
}

/** Seconds from the start to each node: first 0, never decreasing; unknown heights count as level. */
export function cyclingTimes({ distances, elevations }: Profile, flatSpeed: number): Float64Array {
  const seconds = new Float64Array(distances.length);
  for (let i = 1; i < distances.length; i++) {
    const run = distances[i]! - distances[i - 1]!;
    const grade = (elevations[i]! - elevations[i - 1]!) / run;
    const speed = Number.isNaN(grade) ? flatSpeed : cyclingSpeed(grade, flatSpeed);
    seconds[i] = seconds[i - 1]! + run / speed;
  }
  return seconds;
}
