/**
 * The areas that maps draw: of all alerts active now, each area once for each severity.
 *
 * Active is what the answer for a point calls active (`query/alerts/active.ts`), placed as there (`placement.ts`), zones with
 * their full shapes. Of the infos that share an area those in one language count, chosen as at a point (`language.ts`). So a
 * pixel has the severity of the first alert that the answer for its place has; only where infos of one message are of other
 * areas in other languages, and of other severities, it may have one that the answer, which chooses between them, lacks.
 *
 * An area's id is a hash of its corners and severity: what an update leaves as it was, or another message or zone repeats,
 * stays the same area, also after a restart. So does the version, a hash of all ids. Hashing thousands of zones takes a tenth
 * of a second, once, and is done in turns (`base/turns.ts`); afterwards only what is new costs anything, and until
 * something begins, ends or comes in, nothing does.
 */

import { createHash, type Hash } from 'node:crypto';
import { sharedTurns, type Turns } from '../../base/turns.js';
import type { Area } from '../../grid/areas.js';
import type { AlertCircle, AlertMessage, AlertPolygon, Severity } from '../../model/alert.js';
import { infoWindow } from '../../model/alert-times.js';
import type { AlertShape } from '../../model/tile.js';
import { activeInfos, isShown } from '../../query/alerts/active.js';
import type { AlertIndex } from '../../query/alerts/alert-index.js';
import type { Standing } from '../../query/alerts/alert-state.js';
import type { Placement } from '../../query/alerts/entries.js';
import { chooseInfos } from '../../query/alerts/language.js';
import type { PlacedArea, PlacedShape } from '../../query/alerts/placement.js';

export interface DrawnAlerts {
  /** The same for the same ids. */
  readonly version: string;
  /** Ascending, each once. */
  readonly ids: readonly string[];
  /** @throws RangeError  it is none of the ids */
  shapeOf(id: string): AlertShape;
}

/** What is drawn of an index at a time, epoch seconds. One set is made at a time, and kept while it holds. */
export type DrawAlerts = (index: AlertIndex, now: number) => Promise<DrawnAlerts>;

/** Holds from `from` to before `until`, epoch seconds. */
interface Made extends DrawnAlerts {
  readonly index: AlertIndex;
  readonly from: number;
  readonly until: number;
}

/** Corners and circles of one shape, and their hash. */
interface Figure {
  readonly key: string;
  readonly polygons: readonly AlertPolygon[];
  readonly circles: readonly AlertCircle[];
}

type Figures = WeakMap<Area, Figure>;

/** What was worked out lives as long as the messages and zones that it is of. */
interface Memory {
  readonly figures: Figures;
  /** Of a message, while `infos` of it held. */
  readonly shapes: WeakMap<Placement, { readonly infos: string; readonly shapes: readonly AlertShape[] }>;
}

export function createDrawAlerts(turns: Turns = sharedTurns): DrawAlerts {
  const memory: Memory = { figures: new WeakMap(), shapes: new WeakMap() };
  let made: Made | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const holds = (index: AlertIndex, now: number) =>
    made !== null && made.index === index && made.from <= now && now < made.until ? made : null;

  async function make(index: AlertIndex, now: number): Promise<DrawnAlerts> {
    made = holds(index, now) ?? (await draw(index, now, memory, turns));
    return made;
  }

  return async (index, now) => {
    const current = holds(index, now);
    if (current !== null) return current;
    const next = last.then(
      () => make(index, now),
      () => make(index, now),
    );
    last = next;
    return next;
  };
}

async function draw(index: AlertIndex, now: number, memory: Memory, turns: Turns): Promise<Made> {
  const shapes = new Map<string, AlertShape>();
  let until = Number.POSITIVE_INFINITY;
  for (const standing of index.state.standings) {
    const turn = turns.pause();
    if (turn !== undefined) await turn;
    if (!isShown(standing) || standing.supersededAt <= now) continue;
    until = Math.min(until, nextChange(standing, now));
    for (const shape of shapesOf(index, standing, activeInfos(standing, now), memory)) shapes.set(shape.id, shape);
  }
  const ids = await inOrder(shapes.keys(), turns);
  const hash = createHash('sha256');
  for (const id of ids) hash.update(id);
  return { version: textOf(hash), ids, shapeOf: (id) => shapeIn(shapes, id), index, from: now, until };
}

/** Sorted by bits of the hash that begins each: ten thousand at once would take ten milliseconds. */
async function inOrder(ids: Iterable<string>, turns: Turns): Promise<string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const group = groups.get(id[0]!);
    if (group === undefined) groups.set(id[0]!, [id]);
    else group.push(id);
  }
  const sorted: string[] = [];
  for (const first of [...groups.keys()].sort()) {
    await turns.pause();
    for (const id of groups.get(first)!.sort()) sorted.push(id);
  }
  return sorted;
}

function shapeIn(shapes: ReadonlyMap<string, AlertShape>, id: string): AlertShape {
  const shape = shapes.get(id);
  if (shape === undefined) throw new RangeError(`no shape ${id} among the alerts drawn`);
  return shape;
}

/** When the message, which is not superseded, or one of its infos next begins or ends to hold; Infinity when never. */
function nextChange({ stored: { message }, supersededAt }: Standing, now: number): number {
  let next = supersededAt;
  for (const info of message.infos) {
    const { from, until } = infoWindow(message, info);
    if (from > now && from < until) next = Math.min(next, from);
    else if (until > now) next = Math.min(next, until);
  }
  return next;
}

/** What a message has of shapes: the same for as long as the same of its infos hold. */
function shapesOf(
  { placements }: AlertIndex,
  { stored: { message } }: Standing,
  infos: readonly number[],
  { figures, shapes }: Memory,
): readonly AlertShape[] {
  const placement = placements.get(message);
  if (placement === undefined || infos.length === 0) return [];
  const known = shapes.get(placement);
  if (known !== undefined && known.infos === infos.join()) return known.shapes;
  const made = severitiesOf(message, placement, infos).flatMap(([placing, severities]) => {
    const { key, polygons, circles } = figureOf(placing, figures);
    return [...severities].map((severity): AlertShape => ({ id: `${key}-${severity}`, severity, polygons, circles }));
  });
  shapes.set(placement, { infos: infos.join(), shapes: made });
  return made;
}

/** A shape by which an area of an info is placed. */
interface Placing {
  readonly placed: PlacedArea;
  readonly shape: PlacedShape;
}

/** Shapes of the infos that hold, each once, with the severities that alerts have there. */
function severitiesOf(
  message: AlertMessage,
  placement: Placement,
  infos: readonly number[],
): readonly (readonly [Placing, ReadonlySet<Severity>])[] {
  const uses = new Map<Area, { readonly placing: Placing; readonly infos: Set<number> }>();
  for (const info of infos)
    for (const placed of placement[info]!)
      for (const shape of placed.shapes) {
        const use = uses.get(shape.shape);
        if (use === undefined) uses.set(shape.shape, { placing: { placed, shape }, infos: new Set([info]) });
        else use.infos.add(info);
      }
  return [...uses.values()].map(({ placing, infos: holding }) => {
    const chosen = chooseInfos(message.infos, [...holding]);
    return [placing, new Set(chosen.map(({ info }) => message.infos[info]!.severity))];
  });
}

function figureOf({ placed: { area }, shape: { by, zone, shape } }: Placing, figures: Figures): Figure {
  const known = figures.get(shape);
  if (known !== undefined) return known;
  const polygons = by === 'circle' ? [] : (zone ?? area).polygons;
  const circles = by === 'circle' ? area.circles : [];
  const figure = { key: keyOf(polygons, circles), polygons, circles };
  figures.set(shape, figure);
  return figure;
}

/** Hash of the numbers, and of where each ring and polygon begins. */
function keyOf(polygons: readonly AlertPolygon[], circles: readonly AlertCircle[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([polygons.map((rings) => rings.map(({ length }) => length)), circles]));
  for (const ring of polygons.flat()) hash.update(ring);
  return textOf(hash);
}

/** 96 bits are enough to tell areas apart. */
function textOf(hash: Hash): string {
  return hash.digest('base64url').slice(0, 16);
}
