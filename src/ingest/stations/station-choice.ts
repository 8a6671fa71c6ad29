/**
 * Chooses the stations that are worth keeping, and puts those near each other next to each other: series are stored 128
 * stations to an object, and a request reads those around one place.
 */

import type { InventoryRow, ListedStation } from '../../decode/ghcn/ghcn-stations.js';
import { type Box, isInside } from '../../model/box.js';

/** Elements of which at least one makes a station useful. */
const USEFUL = new Set(['TMAX', 'TMIN', 'PRCP']);
const LEAST_YEARS = 5;
/** Room around the region, degrees: places at its edge use stations up to 100 km away. */
const MARGIN = 1;

export interface StationWish {
  /** Null: the globe. */
  readonly region: Box | null;
  /** First year whose days are kept. */
  readonly firstYear: number;
}

/** Stations in the region with maximum, minimum or precipitation of at least five years that reach into the wanted ones. */
export function chooseStations(
  listed: readonly ListedStation[],
  inventory: readonly InventoryRow[],
  { region, firstYear }: StationWish,
): ListedStation[] {
  const useful = new Set<string>();
  for (const { id, element, firstYear: first, lastYear: last } of inventory)
    if (USEFUL.has(element) && last - first + 1 >= LEAST_YEARS && last >= firstYear) useful.add(id);
  const box = region === null ? null : widened(region);
  const isWanted = ({ id, latitude, longitude }: ListedStation) =>
    useful.has(id) && (box === null || isInside(box, latitude, longitude));
  return inPlaceOrder(listed.filter(isWanted));
}

function widened({ south, west, north, east }: Box): Box {
  const isAllAround = (east - west + 360) % 360 >= 360 - 2 * MARGIN || east - west >= 360 - 2 * MARGIN;
  const wrap = (longitude: number) => ((longitude + 540) % 360) - 180;
  return {
    south: south - MARGIN,
    north: north + MARGIN,
    west: isAllAround ? -180 : wrap(west - MARGIN),
    east: isAllAround ? 180 : wrap(east + MARGIN),
  };
}

/** Stations along a curve that keeps near places together (Morton 1966). */
export function inPlaceOrder<Place extends ListedStation>(stations: readonly Place[]): Place[] {
  const keyed = stations.map((station) => ({ station, key: placeKey(station) }));
  return keyed.sort((a, b) => a.key - b.key || (a.station.id < b.station.id ? -1 : 1)).map(({ station }) => station);
}

/** Bits of latitude and longitude in turn, 16 of each. */
function placeKey({ latitude, longitude }: ListedStation): number {
  const [x, y] = [Math.floor(((longitude + 180) / 360) * 65_535), Math.floor(((latitude + 90) / 180) * 65_535)];
  let key = 0;
  for (let bit = 15; bit >= 0; bit--) key = key * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
  return key;
}
