/**
 * One area of a message, as it is read.
 *
 * A shape that cannot be read never makes an alert larger. Polygons and circles go before geocodes, so an area that loses
 * all of its shapes loses its geocodes too, instead of being taken for the whole counties behind them; it keeps its name.
 * What the message as a whole then is, `cap.ts` decides.
 */

import type { AlertArea, AlertCircle, AlertPolygon, Geocode, Ring } from '../../model/alert.js';
import { geocodesOf, withoutRepetitions } from './geocodes.js';
import { circleOfText, ringOfText, type ShapeFault } from './shapes.js';
import { type RefuseAlert, textOf } from './vocabulary.js';

/** What is read of one message, shapes and codes of all its areas together. */
const MOST_VERTICES = 500_000;
const MOST_AREAS = 20_000;
const MOST_SHAPES = 20_000;
const MOST_GEOCODES = 200_000;

/** Counts against memory: of one message. */
export interface AreaBudget {
  vertices: number;
  areas: number;
  shapes: number;
  geocodes: number;
}

export function newBudget(): AreaBudget {
  return { vertices: MOST_VERTICES, areas: MOST_AREAS, shapes: MOST_SHAPES, geocodes: MOST_GEOCODES };
}

/** @throws by `refuse`  when more is taken than is left */
export function take(budget: AreaBudget, what: keyof AreaBudget, count: number, refuse: RefuseAlert): void {
  budget[what] -= count;
  if (budget[what] < 0) refuse(`a message must have at most ${newBudget()[what]} ${what}`);
}

export class OpenArea {
  /** Why the first of the shapes that were lost is none. */
  lost: ShapeFault | null = null;
  #description = '';
  readonly #outer: Ring[] = [];
  readonly #holes: Ring[] = [];
  readonly #circles: AlertCircle[] = [];
  readonly #geocodes: Geocode[] = [];

  constructor(
    readonly budget: AreaBudget,
    readonly refuse: RefuseAlert,
  ) {
    take(budget, 'areas', 1, refuse);
  }

  get hasShape(): boolean {
    return this.#outer.length + this.#circles.length > 0;
  }

  describe(text: string): void {
    this.#description = textOf(text, this.refuse) ?? '';
  }

  /** An empty polygon or circle, which some systems write, is none at all. */
  addPolygon(text: string): void {
    if (text.trim() === '') return;
    const ring = this.#ring(text);
    if (typeof ring === 'string') this.lost ??= ring;
    else this.#outer.push(ring);
  }

  addCircle(text: string): void {
    if (text.trim() === '') return;
    take(this.budget, 'shapes', 1, this.refuse);
    const circle = circleOfText(text);
    if (typeof circle === 'string') this.lost ??= circle;
    else this.#circles.push(circle);
  }

  addGeocode(valueName: string, value: string): void {
    if (valueName.trim() === 'EXCLUDE_POLYGON') this.#addHole(value);
    else {
      const geocodes = geocodesOf(valueName, value);
      take(this.budget, 'geocodes', geocodes.length, this.refuse);
      for (const geocode of geocodes) this.#geocodes.push(geocode);
    }
  }

  /** The DWD's way to leave out what lies inside a polygon. One that cannot be read would widen the alert. */
  #addHole(text: string): void {
    if (text.trim() === '') return;
    const ring = this.#ring(text);
    if (typeof ring === 'string') this.refuse(`EXCLUDE_POLYGON must be a polygon: ${ring}`);
    this.#holes.push(ring);
  }

  #ring(text: string): Ring | ShapeFault {
    take(this.budget, 'shapes', 1, this.refuse);
    take(this.budget, 'vertices', commasIn(text), this.refuse);
    return ringOfText(text);
  }

  finish(): AlertArea {
    const isLost = this.lost !== null && !this.hasShape;
    return {
      description: this.#description,
      polygons: this.#polygons(),
      circles: this.#circles,
      geocodes: isLost ? [] : withoutRepetitions(this.#geocodes),
    };
  }

  #polygons(): AlertPolygon[] {
    const polygons = this.#outer.map((ring) => [ring]);
    if (this.#outer.length === 0) return polygons; // the polygon around the holes was lost
    const boxes = this.#outer.map(boxOf);
    for (const hole of this.#holes) polygons[indexAround(boxOf(hole), boxes)]!.push(hole);
    return polygons;
  }
}

/** As many as vertices, known before any is read. */
function commasIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++;
  return count;
}

type Box = readonly [west: number, south: number, east: number, north: number];

/** Of several polygons the one with the smallest box around the hole; of one, that. */
function indexAround(hole: Box, boxes: readonly Box[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, box] of boxes.entries()) {
    const size = (box[2] - box[0]) * (box[3] - box[1]);
    if (box[0] > hole[0] || box[1] > hole[1] || box[2] < hole[2] || box[3] < hole[3] || size >= least) continue;
    best = index;
    least = size;
  }
  return best;
}

function boxOf(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < ring.length; k += 2) {
    west = Math.min(west, ring[k]!);
    east = Math.max(east, ring[k]!);
    south = Math.min(south, ring[k + 1]!);
    north = Math.max(north, ring[k + 1]!);
  }
  return [west, south, east, north];
}
