/** Boxes on the globe, in degrees, between two meridians and two parallels. */

/** Longitudes −180..180; `west` greater than `east`: the box crosses the date line. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** True for a place in the box or on its edge. @param longitude  −180..180 */
export function isInside({ south, west, north, east }: Box, latitude: number, longitude: number): boolean {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** True where two boxes have a point in common, the second one made larger by `margin` degrees on each side. */
export function meets(a: Box, b: Box, margin = 0): boolean {
  return (
    a.south <= b.north + margin &&
    a.north >= b.south - margin &&
    arcsOf(a, 0).some(([west, east]) => arcsOf(b, margin).some(([w, e]) => west <= e && east >= w))
  );
}

/** Longitudes of a box as one arc, repeated a turn to the east and to the west. */
function arcsOf({ west, east }: Box, margin: number): [number, number][] {
  const [w, e] = [west - margin, (west > east ? east + 360 : east) + margin];
  return [
    [w, e],
    [w + 360, e + 360],
    [w - 360, e - 360],
  ];
}

/** "latitude 35 to 72 and longitude -12 to 45"; over the date line "longitude 170 to 180 and -180 to -170". */
export function boxInWords({ south, west, north, east }: Box): string {
  const longitudes = west < east ? `${west} to ${east}` : `${west} to 180 and -180 to ${east}`;
  return `latitude ${south} to ${north} and longitude ${longitudes}`;
}
