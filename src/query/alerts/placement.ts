/**
 * Where the areas of an info are. An area with polygons or circles is those, and its codes do not count (the codes of a
 * storm's warning are the counties that it touches); otherwise it is its codes, looked up among the zones.
 *
 * One info may have areas of both kinds; they are places of their own, so both count, but for warn cells: the DWD draws
 * the warned area and then lists, one area each, the communes that it touches. Those would widen it.
 *
 * Codes of several schemes describe one area several times, more and less finely: the finest scheme holds of which every
 * code has a shape. Where that is not the finest of all, what the finest has counts too, and the area is approximate; where
 * no scheme is whole, every shape of every scheme counts. So a county of a SAME code, which is larger than the zone of the
 * UGC code beside it, counts only where the zone is not known. An area that cannot use one of its rings is approximate too.
 *
 * The NWS lists the counties of all areas together: an area of SAME codes alone that has the names of all areas of UGC
 * codes stands in for those of them whose zone is not known, and otherwise says nothing new.
 *
 * The same area comes again in every language of a message (the DWD writes eight), so a message's own shapes are made
 * once for all infos that have the same corners.
 */

import { type Area, createArea } from '../../grid/areas.js';
import type { AlertArea, AlertMessage, AlertZone, Geocode, GeocodeScheme } from '../../model/alert.js';
import { compareContents } from './content-order.js';
import type { ZoneShapes } from './zone-shapes.js';

/** Finest first. */
const SCHEMES: readonly GeocodeScheme[] = ['warncellid', 'ugc', 'clc', 'emma_id', 'nuts', 'same'];

export type MatchedBy = 'polygon' | 'circle' | 'zone';

export interface PlacedShape {
  readonly by: MatchedBy;
  readonly shape: Area;
  /** Null where the shape is the message's own. */
  readonly zone: AlertZone | null;
}

export interface PlacedArea {
  readonly area: AlertArea;
  /** None where the area cannot be placed. */
  readonly shapes: readonly PlacedShape[];
  /** Codes without a shape, though they were needed. */
  readonly missing: readonly Geocode[];
  /** True where the shapes are not what the issuer drew. */
  readonly isApproximate: boolean;
}

function makeShapes({ polygons, circles }: AlertArea): readonly PlacedShape[] {
  const shapes: PlacedShape[] = [];
  if (polygons.length > 0) shapes.push({ by: 'polygon', shape: createArea(polygons, []), zone: null });
  if (circles.length > 0) shapes.push({ by: 'circle', shape: createArea([], circles), zone: null });
  return shapes.filter(({ shape }) => shape.boxes.length > 0);
}

type ShapesOf = (area: AlertArea) => readonly PlacedShape[];

/** Makes shapes that are the same only once. */
function createShapeMaker(): ShapesOf {
  const made = new Map<string, { area: AlertArea; shapes: readonly PlacedShape[] }[]>();
  return (area) => {
    if (!isDrawn(area)) return [];
    const { polygons, circles } = area;
    const ring = polygons[0]?.[0];
    const likeness = `${polygons.length} ${circles.length} ${ring?.length} ${ring?.[0]} ${ring?.[1]}`;
    if (!made.has(likeness)) made.set(likeness, []);
    const alike = made.get(likeness)!;
    const same = alike.find(
      (other) =>
        compareContents(other.area.polygons, polygons) === 0 && compareContents(other.area.circles, circles) === 0,
    );
    if (same !== undefined) return same.shapes;
    const shapes = makeShapes(area);
    alike.push({ area, shapes });
    return shapes;
  };
}

interface SchemeShapes {
  readonly shapes: readonly PlacedShape[];
  readonly missing: readonly Geocode[];
  readonly isExact: boolean;
}

function shapesOfScheme(geocodes: readonly Geocode[], zones: ZoneShapes): SchemeShapes {
  const found = geocodes.map((geocode) => zones.find(geocode));
  const shapes = found.flatMap((coded) => coded?.shapes ?? []);
  return {
    shapes: shapes.map(({ zone, area }) => ({ by: 'zone', shape: area, zone })),
    missing: geocodes.filter((_, i) => found[i] === null),
    isExact: found.every((coded) => coded?.isExact ?? true),
  };
}

function placeCodes(area: AlertArea, zones: ZoneShapes): PlacedArea {
  const schemes = SCHEMES.map((scheme) => area.geocodes.filter((geocode) => geocode.scheme === scheme))
    .filter((geocodes) => geocodes.length > 0)
    .map((geocodes) => shapesOfScheme(geocodes, zones));
  const [finest] = schemes;
  if (finest === undefined) return { area, shapes: [], missing: [], isApproximate: true };
  const whole = schemes.find(({ missing }) => missing.length === 0);
  if (whole === finest) return { area, shapes: whole.shapes, missing: [], isApproximate: !whole.isExact };
  if (whole !== undefined)
    return { area, shapes: eachOnce([...finest.shapes, ...whole.shapes]), missing: [], isApproximate: true };
  return {
    area,
    shapes: eachOnce(schemes.flatMap(({ shapes }) => shapes)),
    missing: finest.missing,
    isApproximate: true,
  };
}

/** A county may come by its UGC and by its SAME code. */
function eachOnce(shapes: readonly PlacedShape[]): PlacedShape[] {
  return [...new Map(shapes.map((placed) => [placed.shape, placed])).values()];
}

function placeArea(area: AlertArea, zones: ZoneShapes, shapesOf: ShapesOf): PlacedArea {
  const own = shapesOf(area);
  const isWhole = own.every(({ shape }) => shape.ignored.length === 0);
  if (own.length > 0) return { area, shapes: own, missing: [], isApproximate: !isWhole };
  const coded = placeCodes(area, zones);
  return isDrawn(area) ? { ...coded, isApproximate: true } : coded;
}

const isDrawn = ({ polygons, circles }: AlertArea): boolean => polygons.length + circles.length > 0;

const isOnlyOf = ({ geocodes }: AlertArea, scheme: GeocodeScheme): boolean =>
  geocodes.length > 0 && geocodes.every((geocode) => geocode.scheme === scheme);

/** Names a part of what other areas of its info draw. */
const isMention = (area: AlertArea): boolean => isOnlyOf(area, 'warncellid');

/** Without stand-ins where every zone is known; else with them, for those areas of which nothing is. */
function settleStandIns(placed: readonly PlacedArea[]): readonly PlacedArea[] {
  const zoned = placed.filter(({ area }) => area.geocodes.some(({ scheme }) => scheme === 'ugc'));
  const names = zoned.map(({ area }) => area.description).join('; ');
  const isStandIn = ({ area }: PlacedArea) => !isDrawn(area) && isOnlyOf(area, 'same') && area.description === names;
  if (zoned.length === 0 || !placed.some(isStandIn)) return placed;
  const others = placed.filter((one) => !isStandIn(one));
  const standIns = placed.filter((one) => isStandIn(one) && one.shapes.length > 0);
  if (zoned.every(({ missing }) => missing.length === 0) || standIns.length === 0) return others;
  const areWhole = standIns.every(({ missing }) => missing.length === 0);
  const settled = others.flatMap((one) => {
    if (!areWhole || one.missing.length === 0 || !zoned.includes(one)) return [one];
    return one.shapes.length === 0 ? [] : [{ ...one, missing: [] }];
  });
  return [...settled, ...standIns.map((one) => ({ ...one, missing: [], isApproximate: true }))];
}

/** The areas of each info of a message, but for those that only say again what others say. */
export function placeMessage({ infos }: AlertMessage, zones: ZoneShapes): readonly (readonly PlacedArea[])[] {
  const shapesOf = createShapeMaker();
  return infos.map(({ areas }) => {
    const hasOwn = areas.some((area) => shapesOf(area).length > 0);
    const counting = areas.filter((area) => isDrawn(area) || !hasOwn || !isMention(area));
    return settleStandIns(counting.map((area) => placeArea(area, zones, shapesOf)));
  });
}
