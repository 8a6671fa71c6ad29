/**
 * A polygon of an alert as a region of the globe: its rings, and which poles lie inside. Everything else follows by the
 * even-odd rule along a meridian: inside changes at every edge between a place and the pole.
 *
 * CAP says nothing of directions, and issuers use both, so a ring that goes round the axis is the edge of the smaller of
 * the two parts it divides the globe into: the one at the pole that is nearer in the mean.
 */

import type { AlertPolygon } from '../model/alert.js';
import { type GlobeRing, meanLatitude, readRing } from './rings.js';

export interface Region {
  /** Outer ring first, then holes; none where the region is all or nothing of the globe. */
  readonly rings: readonly GlobeRing[];
  readonly northPole: boolean;
  readonly southPole: boolean;
}

/** The region without what cannot be read; a sentence for each such ring goes to `ignored`. */
export function readRegion(polygon: AlertPolygon, ignored: string[]): Region | null {
  const [outer, ...holes] = polygon.map((ring, i) => acceptRing(readRing(ring), i, ignored));
  if (outer === null || outer === undefined) return null;
  const { northPole, southPole } = insideOf(outer);
  const turning = holes.filter((hole) => hole !== null && hole.turns !== 0).length;
  if (outer.turns === 0) {
    if (turning > 0) ignored.push('a hole around a pole, in a ring that does not go round it');
    return { rings: present([outer, ...holes.filter((hole) => hole?.turns === 0)]), northPole, southPole };
  }
  // a hole round the pole inside of a ring round the pole leaves a belt between them
  const atPole = turning % 2 === 0;
  return { rings: present([outer, ...holes]), northPole: northPole && atPole, southPole: southPole && atPole };
}

/** What a ring that can be an outer one goes round. */
export function insideOf(outer: GlobeRing): Region {
  const north = outer.turns !== 0 && meanLatitude(outer) > 0;
  return { rings: [outer], northPole: north, southPole: outer.turns !== 0 && !north };
}

function acceptRing(ring: GlobeRing | string, index: number, ignored: string[]): GlobeRing | null {
  const fault = typeof ring === 'string' ? ring : turningFault(ring, index === 0);
  if (fault !== null) ignored.push(index === 0 ? fault : `${fault} (hole ${index})`);
  return fault === null && typeof ring !== 'string' ? ring : null;
}

function turningFault(ring: GlobeRing, isOuter: boolean): string | null {
  if (Math.abs(ring.turns) > 1) return `a ring that goes ${Math.abs(ring.turns)} times round the axis`;
  if (isOuter && ring.turns !== 0 && meanLatitude(ring) === 0)
    return 'a ring that divides the globe evenly, so has no inside';
  return null;
}

function present(rings: readonly (GlobeRing | null)[]): GlobeRing[] {
  return rings.filter((ring) => ring !== null);
}
