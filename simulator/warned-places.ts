/** Who warns where in the simulated world, and the squares that are its coded zones. */

export interface AlertService {
  /** "nws", a country of MeteoAlarm, or "elsewhere". */
  readonly id: string;
  /** As senders of CAP messages are written. */
  readonly sender: string;
  readonly senderName: string;
  /** Of zones, where the service has any. */
  readonly scheme: 'UGC' | 'EMMA_ID' | null;
}

export interface SimulatedZone {
  readonly code: string;
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

type Box = readonly [south: number, west: number, north: number, east: number];

const STATES: Box = [24, -126, 51, -66];
/** Whichever comes first. */
const COUNTRIES: readonly (readonly [name: string, code: string, box: Box])[] = [
  ['united-kingdom', 'UK', [50, -8, 60, 2]],
  ['spain', 'ES', [36, -10, 44, 3]],
  ['france', 'FR', [44, -5, 50, 7]],
  ['italy', 'IT', [36, 7, 47, 18]],
  ['germany', 'DE', [47, 7, 55, 15]],
  ['poland', 'PL', [49, 15, 55, 24]],
  ['sweden', 'SE', [55, 11, 69, 24]],
  ['romania', 'RO', [43, 20, 48, 30]],
];
/** Degrees of a side of a zone in the States; half of it in Europe. */
const SIDE = 3;

const NWS: AlertService = {
  id: 'nws',
  sender: 'w-nws.webmaster@noaa.gov',
  senderName: 'NWS Simulated World',
  scheme: 'UGC',
};
const ELSEWHERE: AlertService = {
  id: 'elsewhere',
  sender: 'warnings@elsewhere.example',
  senderName: 'Weather Service of Elsewhere',
  scheme: null,
};
const EUROPE = COUNTRIES.map(
  ([name]): AlertService => ({
    id: name,
    sender: `warnings@${name}.example`,
    senderName: `Simulated weather service of ${name}`,
    scheme: 'EMMA_ID',
  }),
);

export function serviceAt(latitude: number, longitude: number): AlertService {
  if (isIn(STATES, latitude, longitude)) return NWS;
  const country = COUNTRIES.findIndex(([, , box]) => isIn(box, latitude, longitude));
  return EUROPE[country] ?? ELSEWHERE;
}

/** Whose storms ECCC warns of, beside the service of elsewhere. */
const CANADA: Box = [51, -141, 84, -52];

export function isInCanada(latitude: number, longitude: number): boolean {
  return isIn(CANADA, latitude, longitude);
}

function isIn([south, west, north, east]: Box, latitude: number, longitude: number): boolean {
  return latitude >= south && latitude < north && longitude >= west && longitude < east;
}

/** XAZ001 and so on, row by row from the south; XAC001 are counties of the same shapes. */
export const NWS_ZONES: readonly SimulatedZone[] = squares(STATES, SIDE).map((square) => ({
  ...square,
  code: `X${String.fromCharCode(65 + square.row)}Z${String(square.column + 1).padStart(3, '0')}`,
  name: `Square ${square.row + 1}-${square.column + 1}`,
}));

export const EMMA_ZONES: readonly SimulatedZone[] = COUNTRIES.flatMap(([name, code, box]) =>
  squares(box, SIDE / 2).map((square, n) => ({
    ...square,
    code: `${code}${String(n + 1).padStart(3, '0')}`,
    name: `${name} ${n + 1}`,
  })),
);

function squares([south, west, north, east]: Box, side: number) {
  const [rows, columns] = [Math.ceil((north - south) / side), Math.ceil((east - west) / side)];
  return Array.from({ length: rows * columns }, (_, n) => {
    const [row, column] = [Math.floor(n / columns), n % columns];
    const [bottom, left] = [south + row * side, west + column * side];
    return { row, column, south: bottom, west: left, north: bottom + side, east: left + side };
  });
}

/**
 * Zones of the service that the box around a ring touches; null where they do not hold all of its corners: then a
 * polygon must be sent.
 */
export function zonesTouching(
  { scheme }: AlertService,
  ring: readonly (readonly [number, number])[],
): readonly SimulatedZone[] | null {
  const zones = scheme === 'UGC' ? NWS_ZONES : scheme === 'EMMA_ID' ? EMMA_ZONES : [];
  const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const touched = zones.filter(
    (one) => one.south <= north && one.north >= south && one.west <= east && one.east >= west,
  );
  const holds = ([longitude, latitude]: readonly [number, number]) =>
    touched.some(({ south, west, north, east }) => isIn([south, west, north, east], latitude, longitude));
  return ring.every(holds) ? touched : null;
}
