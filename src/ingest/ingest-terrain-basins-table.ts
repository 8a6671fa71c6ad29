/**
 * Land more than 10 m below the sea: the closed basins of the earth, each as a box that holds no sea and the lowest
 * height of its ground or of the surface of its lake, m, as atlases give it, rounded down.
 *
 * The first box that holds a place counts, so the deep ones stand before the wide ones around them. Hand-drawn: inland a
 * box may be generous, near a coast (Assal, the Danakil, the Caspian apart) it stops short of it.
 */

export interface DryBasin {
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  /** m */
  readonly floor: number;
}

export const DRY_BASINS: readonly DryBasin[] = [
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
];
