/**
 * The alerts that a drawing thread knows of, by version. It is told of changes only: a shape that stays is kept, with all that
 * was worked out for it, and what no version has any more is forgotten. The newest versions stay, for orders under way.
 *
 * A version never changes. Where its shapes are is worked out when its first tile is drawn.
 */

import Flatbush from 'flatbush';
import { ObjectMissingError } from '../../../../base/errors.js';
import type { Severity } from '../../../../model/alert.js';
import type { AlertChange, AlertShape, TileAddress } from '../../../../model/tile.js';
import { TILE_UNITS, UNITS } from '../areas/polygon-fill.js';
import { fillTile, type ProjectedPolygon, projectArea } from '../areas/projected-area.js';

/** Orders are drawn within seconds, and a large change may be told of in several. */
const VERSIONS_KEPT = 4;

export interface ScenePolygon {
  readonly severity: Severity;
  readonly polygon: ProjectedPolygon;
}

/** The alerts of one version. */
export interface AlertScene {
  readonly version: string;
  /** Polygons whose box meets the tile or the pixels around it. @throws RangeError  a zoom at which areas are not drawn */
  near(tile: TileAddress): readonly ScenePolygon[];
}

export interface AlertScenes {
  /**
   * From now on there is this version.
   *
   * @throws RangeError  a shape of it was never told, or no version of those that are kept has it
   */
  show(change: AlertChange): void;
  /** @throws ObjectMissingError  no such version, or one that is forgotten */
  at(version: string): AlertScene;
}

type Shapes = ReadonlyMap<string, readonly ScenePolygon[]>;

interface Version {
  readonly scene: AlertScene;
  readonly shapes: Shapes;
}

/** What is to be told to one who knows the shapes `before`. Exported for whoever does the telling. */
export function alertChange(
  before: ReadonlySet<string>,
  { version, ids, shapeOf }: { version: string; ids: readonly string[]; shapeOf(id: string): AlertShape },
): AlertChange {
  return { version, ids, added: ids.filter((id) => !before.has(id)).map(shapeOf) };
}

export function createAlertScene(): AlertScenes {
  /** Oldest first. */
  const versions = new Map<string, Version>();
  return {
    show({ version, ids, added }) {
      const told = new Map(added.map((shape) => [shape.id, shape]));
      const known = [...versions.values()].toReversed().map(({ shapes }) => shapes);
      const shapes = new Map(
        ids.map((id) => {
          const shape = known.find((some) => some.has(id))?.get(id) ?? polygonsOf(told.get(id));
          if (shape === null) throw new RangeError(`alert shape ${id} of version ${version} was not told`);
          return [id, shape];
        }),
      );
      versions.delete(version);
      versions.set(version, { scene: createScene(version, shapes), shapes });
      for (const oldest of versions.keys()) if (versions.size > VERSIONS_KEPT) versions.delete(oldest);
    },
    at(version) {
      const found = versions.get(version);
      if (found === undefined) throw new ObjectMissingError(`alerts/${version}`);
      return found.scene;
    },
  };
}

function polygonsOf(shape: AlertShape | undefined): readonly ScenePolygon[] | null {
  if (shape === undefined) return null;
  const { severity, polygons, circles } = shape;
  return projectArea(polygons, circles).map((polygon) => ({ severity, polygon }));
}

function createScene(version: string, shapes: Shapes): AlertScene {
  const polygons = [...shapes.values()].flat();
  let tree: Flatbush | null = null;
  return {
    version,
    near(address) {
      const { west, north, shift } = fillTile(address);
      if (polygons.length === 0) return [];
      tree ??= plantTree(polygons);
      const [x, y, margin, side] = [west << shift, north << shift, UNITS << shift, TILE_UNITS << shift];
      return tree.search(x - margin, y - margin, x + side + margin, y + side + margin).map((index) => polygons[index]!);
    },
  };
}

function plantTree(polygons: readonly ScenePolygon[]): Flatbush {
  const tree = new Flatbush(polygons.length, 16, Int32Array);
  for (const { polygon } of polygons) tree.add(...polygon.box);
  tree.finish();
  return tree;
}
