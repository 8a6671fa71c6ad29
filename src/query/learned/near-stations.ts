/** Stations around a place, out of a few hundred: by their chords through the sphere, without trigonometry for each. */

import { EARTH_RADIUS_M } from '../../science/great-circle.js';

export interface PlacedStation {
  readonly id: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea. */
  readonly elevation: number;
}

export interface NearStation<Station> {
  readonly station: Station;
  /** m */
  readonly distance: number;
}

const RADIANS = Math.PI / 180;

function unitVector(latitude: number, longitude: number): readonly [x: number, y: number, z: number] {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Finds the stations within a distance, m, in no order. */
export type FindNear<Station> = (latitude: number, longitude: number, within: number) => NearStation<Station>[];

export function indexStations<Station extends PlacedStation>(stations: readonly Station[]): FindNear<Station> {
  const vectors = Float64Array.from(stations.flatMap(({ latitude, longitude }) => unitVector(latitude, longitude)));
  return (latitude, longitude, within) => {
    const [x, y, z] = unitVector(latitude, longitude);
    const longest = (2 * Math.sin(within / (2 * EARTH_RADIUS_M))) ** 2;
    const found: NearStation<Station>[] = [];
    for (let i = 0, k = 0; i < stations.length; i++, k += 3) {
      const chord = (vectors[k]! - x) ** 2 + (vectors[k + 1]! - y) ** 2 + (vectors[k + 2]! - z) ** 2;
      if (chord > longest) continue;
      found.push({ station: stations[i]!, distance: 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(chord) / 2) });
    }
    return found;
  };
}
