/** Paths for property tests: anywhere, with poles, both sides of the date line, and waypoints that repeat. */

import fc from 'fast-check';
import { antipodalLeg } from '../src/products/route/path.js';

export interface RandomWaypoint {
  readonly latitude: number;
  readonly longitude: number;
}

const within = (reach: number) => fc.double({ min: -reach, max: reach, noNaN: true });

const waypoint: fc.Arbitrary<RandomWaypoint> = fc.oneof(
  fc.record({ latitude: within(90), longitude: within(180) }),
  fc.record({ latitude: fc.constantFrom(-90, 90), longitude: within(180) }),
  fc.record({ latitude: within(60), longitude: fc.constantFrom(-180, -179.9, 179.9, 180) }),
);

/** 2 waypoints or more, of which each may stand twice; no leg between opposite places. */
export const randomPath: fc.Arbitrary<RandomWaypoint[]> = fc
  .array(fc.tuple(waypoint, fc.boolean()), { minLength: 2, maxLength: 8 })
  .map((places) => places.flatMap(([place, twice]) => (twice ? [place, place] : [place])))
  .filter((places) => antipodalLeg(places) < 0);
