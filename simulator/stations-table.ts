/**
 * Places at which served forecasts are held against the truth: coasts, mountains, plains, islands, ice, and the seams of
 * the sources (inside and outside of HRRR, on its edge, near the date line and the poles). Positions to 0.01°, from an
 * atlas.
 */

export interface StationRow {
  readonly name: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly setting: 'plain' | 'coast' | 'mountain' | 'island' | 'desert' | 'polar' | 'sea';
}

function row(name: string, latitude: number, longitude: number, setting: StationRow['setting']): StationRow {
  return { name, latitude, longitude, setting };
}

/** In the contiguous United States, so inside HRRR, NBM and AQM. */
export const US_STATIONS: readonly StationRow[] = [
  row('Seattle', 47.61, -122.33, 'coast'),
  row('San Francisco', 37.77, -122.42, 'coast'),
  row('Los Angeles', 34.05, -118.24, 'coast'),
  row('San Diego', 32.72, -117.16, 'coast'),
  row('Las Vegas', 36.17, -115.14, 'desert'),
  row('Phoenix', 33.45, -112.07, 'desert'),
  row('Salt Lake City', 40.76, -111.89, 'mountain'),
  row('Boise', 43.62, -116.2, 'mountain'),
  row('Billings', 45.78, -108.5, 'plain'),
  row('Leadville', 39.25, -106.29, 'mountain'),
  row('Denver', 39.74, -104.99, 'mountain'),
  row('Albuquerque', 35.08, -106.65, 'desert'),
  row('Bismarck', 46.81, -100.78, 'plain'),
  row('Omaha', 41.26, -95.94, 'plain'),
  row('Oklahoma City', 35.47, -97.52, 'plain'),
  row('Houston', 29.76, -95.37, 'coast'),
  row('Minneapolis', 44.98, -93.27, 'plain'),
  row('St. Louis', 38.63, -90.2, 'plain'),
  row('New Orleans', 29.95, -90.07, 'coast'),
  row('Chicago', 41.88, -87.63, 'plain'),
  row('Atlanta', 33.75, -84.39, 'plain'),
  row('Miami', 25.76, -80.19, 'coast'),
  row('Mount Washington', 44.27, -71.3, 'mountain'),
  row('New York', 40.71, -74.01, 'coast'),
  row('Boston', 42.36, -71.06, 'coast'),
];

export const WORLD_STATIONS: readonly StationRow[] = [
  row('Anchorage', 61.22, -149.9, 'coast'),
  row('Honolulu', 21.31, -157.86, 'island'),
  row('Vancouver', 49.28, -123.12, 'coast'),
  row('Churchill', 58.77, -94.17, 'coast'),
  row('Mexico City', 19.43, -99.13, 'mountain'),
  row('Havana', 23.11, -82.37, 'island'),
  row('Bermuda', 32.3, -64.78, 'island'),
  row('Quito', -0.18, -78.47, 'mountain'),
  row('Manaus', -3.12, -60.02, 'plain'),
  row('La Paz', -16.5, -68.15, 'mountain'),
  row('Buenos Aires', -34.6, -58.38, 'coast'),
  row('Ushuaia', -54.8, -68.3, 'coast'),
  row('Reykjavik', 64.15, -21.94, 'island'),
  row('London', 51.51, -0.13, 'coast'),
  row('Madrid', 40.42, -3.7, 'plain'),
  row('Zermatt', 46.02, 7.75, 'mountain'),
  row('Vienna', 48.21, 16.37, 'plain'),
  row('Tromso', 69.65, 18.96, 'coast'),
  row('Moscow', 55.76, 37.62, 'plain'),
  row('Tamanrasset', 22.79, 5.53, 'desert'),
  row('Lagos', 6.52, 3.38, 'coast'),
  row('Nairobi', -1.29, 36.82, 'mountain'),
  row('Cape Town', -33.92, 18.42, 'coast'),
  row('Riyadh', 24.71, 46.68, 'desert'),
  row('Mumbai', 19.08, 72.88, 'coast'),
  row('Lhasa', 29.65, 91.1, 'mountain'),
  row('Yakutsk', 62.03, 129.73, 'plain'),
  row('Beijing', 39.9, 116.41, 'plain'),
  row('Tokyo', 35.68, 139.69, 'coast'),
  row('Singapore', 1.35, 103.82, 'island'),
  row('Sydney', -33.87, 151.21, 'coast'),
  row('Suva', -18.14, 178.44, 'island'),
  row('Apia', -13.83, -171.77, 'island'),
  row('North Atlantic', 45, -35, 'sea'),
  row('Summit, Greenland', 72.58, -38.46, 'polar'),
  row('Alert', 82.5, -62.35, 'polar'),
  row('Vostok', -78.46, 106.84, 'polar'),
  row('South Pole', -90, 0, 'polar'),
];
