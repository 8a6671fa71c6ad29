/**
 * Boxes of which one knows the lowest surface, m: the closed basins of land more than 10 m below the sea, and the lakes
 * whose bed the sources of bathymetry hold (ETOPO1 has the Great Lakes of North America, and no other above the sea).
 *
 * `floor` is the lowest ground or the surface of the lake, as atlases give it, basins rounded down. The first box that
 * holds a place counts, so the deep ones stand before the wide ones around them. Hand-drawn: inland a box may be
 * generous, near a coast (Assal, the Danakil) it stops short of the sea, and a lake's box holds no land below the lake.
 */

export interface KnownFloor {
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  /** m */
  readonly floor: number;
}

export const KNOWN_FLOORS: readonly KnownFloor[] = [
  { name: 'Dead Sea and Jordan valley', south: 30.55, west: 35.18, north: 33.2, east: 35.85, floor: -440 },
  { name: 'Lake Assal', south: 11.6, west: 42.3, north: 11.75, east: 42.47, floor: -157 },
  { name: 'Danakil', south: 13.3, west: 40.0, north: 14.55, east: 40.7, floor: -130 },
  { name: 'Turpan', south: 42.2, west: 88.0, north: 43.2, east: 90.5, floor: -156 },
  { name: 'Qattara and Siwa', south: 28.3, west: 24.8, north: 30.45, east: 29.0, floor: -135 },
  { name: 'Faiyum and Wadi el Rayan', south: 28.9, west: 30.1, north: 29.7, east: 31.1, floor: -62 },
  { name: 'Wadi Natrun', south: 30.15, west: 29.9, north: 30.65, east: 30.6, floor: -25 },
  { name: 'Karagiye', south: 43.35, west: 51.55, north: 43.75, east: 52.2, floor: -134 },
  { name: 'Caspian', south: 36.2, west: 45.4, north: 49.6, east: 55.0, floor: -30 },
  { name: 'Karakum and Sarykamysh', south: 39.0, west: 55.0, north: 42.8, east: 58.8, floor: -95 },
  { name: 'Death Valley', south: 35.5, west: -117.4, north: 37.0, east: -116.4, floor: -88 },
  { name: 'Salton Sea', south: 32.4, west: -116.4, north: 33.9, east: -115.1, floor: -74 },
  { name: 'Lake Enriquillo', south: 18.35, west: -72.1, north: 18.75, east: -71.15, floor: -48 },
  { name: 'Laguna del Carbón', south: -49.8, west: -68.7, north: -49.3, east: -68.0, floor: -107 },
  { name: 'Bajo del Gualicho', south: -40.6, west: -65.7, north: -40.1, east: -64.9, floor: -74 },
  { name: 'Chotts Melrhir and Gharsa', south: 33.4, west: 5.7, north: 34.7, east: 8.3, floor: -42 },
  { name: 'Sebkha Tah', south: 27.5, west: -12.85, north: 27.85, east: -12.3, floor: -60 },
  { name: 'Lake Eyre', south: -29.6, west: 136.5, north: -27.4, east: 138.2, floor: -18 },
  { name: 'Lignite pits of the Rhineland', south: 50.7, west: 6.2, north: 51.2, east: 6.8, floor: -300 },
  { name: 'Lake Superior', south: 46.4, west: -92.3, north: 49.1, east: -84.4, floor: 183 },
  { name: 'Lake Michigan', south: 41.5, west: -88.2, north: 46.2, east: -84.7, floor: 176 },
  { name: 'Lake Huron', south: 43.0, west: -84.8, north: 46.2, east: -81.2, floor: 176 },
  { name: 'Georgian Bay', south: 44.4, west: -82.5, north: 46.2, east: -79.7, floor: 176 },
  { name: 'Lake Erie', south: 41.3, west: -83.6, north: 42.95, east: -78.8, floor: 174 },
  { name: 'Lake Ontario', south: 43.15, west: -79.9, north: 44.25, east: -76.1, floor: 74 },
];
