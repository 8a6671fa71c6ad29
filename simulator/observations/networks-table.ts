/**
 * Weather services around the simulator's stations: FIPS country code, state, standard time, and the
 * numbers of the main station there: WBAN in the United States, WMO elsewhere, ICAO where it sends METAR. Numbers from the
 * lists of NCEI and WMO as far as known; in this world they are names and no more. The open sea has no row.
 */

export interface NetworkRow {
  /** As in the table of stations; the last two are cities with a table row of their own here. */
  readonly place: string;
  /** FIPS 10-4, two letters. */
  readonly country: string;
  /** Postal code of the state; empty outside the United States. */
  readonly state: string;
  /** Hours that standard time is ahead of UTC. */
  readonly utcOffset: number;
  /** Five digits: WBAN in the United States, WMO elsewhere. */
  readonly number: string;
  /** Null where no METAR is sent. */
  readonly icao: string | null;
}

function us(place: string, state: string, utcOffset: number, number: string, icao: string): NetworkRow {
  return { place, country: 'US', state, utcOffset, number, icao };
}

function abroad(
  place: string,
  country: string,
  utcOffset: number,
  number: string,
  icao: string | null = null,
): NetworkRow {
  return { place, country, state: '', utcOffset, number, icao };
}

/** Cities that people look up and that no station of the simulator stands for; degrees. */
export const FURTHER_PLACES = [
  { name: 'São Paulo', latitude: -23.55, longitude: -46.64 },
  { name: 'Munich', latitude: 48.14, longitude: 11.58 },
] as const;

export const NETWORKS: readonly NetworkRow[] = [
  us('Seattle', 'WA', -8, '24233', 'KSEA'),
  us('San Francisco', 'CA', -8, '23234', 'KSFO'),
  us('Los Angeles', 'CA', -8, '23174', 'KLAX'),
  us('San Diego', 'CA', -8, '23188', 'KSAN'),
  us('Las Vegas', 'NV', -8, '23169', 'KLAS'),
  us('Phoenix', 'AZ', -7, '23183', 'KPHX'),
  us('Salt Lake City', 'UT', -7, '24127', 'KSLC'),
  us('Boise', 'ID', -7, '24131', 'KBOI'),
  us('Billings', 'MT', -7, '24033', 'KBIL'),
  us('Leadville', 'CO', -7, '93009', 'KLXV'),
  us('Denver', 'CO', -7, '03017', 'KDEN'),
  us('Albuquerque', 'NM', -7, '23050', 'KABQ'),
  us('Bismarck', 'ND', -6, '24011', 'KBIS'),
  us('Omaha', 'NE', -6, '14942', 'KOMA'),
  us('Oklahoma City', 'OK', -6, '13967', 'KOKC'),
  us('Houston', 'TX', -6, '12960', 'KIAH'),
  us('Minneapolis', 'MN', -6, '14922', 'KMSP'),
  us('St. Louis', 'MO', -6, '13994', 'KSTL'),
  us('New Orleans', 'LA', -6, '12916', 'KMSY'),
  us('Chicago', 'IL', -6, '94846', 'KORD'),
  us('Atlanta', 'GA', -5, '13874', 'KATL'),
  us('Miami', 'FL', -5, '12839', 'KMIA'),
  us('Mount Washington', 'NH', -5, '14755', 'KMWN'),
  us('New York', 'NY', -5, '94728', 'KNYC'),
  us('Boston', 'MA', -5, '14739', 'KBOS'),
  us('Anchorage', 'AK', -9, '26451', 'PANC'),
  us('Honolulu', 'HI', -10, '22521', 'PHNL'),
  abroad('Vancouver', 'CA', -8, '71892', 'CYVR'),
  abroad('Churchill', 'CA', -6, '71913', 'CYYQ'),
  abroad('Mexico City', 'MX', -6, '76680', 'MMMX'),
  abroad('Havana', 'CU', -5, '78325', 'MUHA'),
  abroad('Bermuda', 'BD', -4, '78016', 'TXKF'),
  abroad('Quito', 'EC', -5, '84071', 'SEQM'),
  abroad('Manaus', 'BR', -4, '82332', 'SBEG'),
  abroad('La Paz', 'BL', -4, '85201', 'SLLP'),
  abroad('Buenos Aires', 'AR', -3, '87576', 'SAEZ'),
  abroad('Ushuaia', 'AR', -3, '87938', 'SAWH'),
  abroad('Reykjavik', 'IC', 0, '04030', 'BIRK'),
  abroad('London', 'UK', 0, '03772', 'EGLL'),
  abroad('Madrid', 'SP', 1, '08221', 'LEMD'),
  abroad('Zermatt', 'SZ', 1, '06748'),
  abroad('Vienna', 'AU', 1, '11035', 'LOWW'),
  abroad('Tromso', 'NO', 1, '01025', 'ENTC'),
  abroad('Moscow', 'RS', 3, '27612', 'UUEE'),
  abroad('Tamanrasset', 'AG', 1, '60680', 'DAAT'),
  abroad('Lagos', 'NI', 1, '65201', 'DNMM'),
  abroad('Nairobi', 'KE', 3, '63741', 'HKJK'),
  abroad('Cape Town', 'SF', 2, '68816', 'FACT'),
  abroad('Riyadh', 'SA', 3, '40438', 'OERK'),
  abroad('Mumbai', 'IN', 5.5, '43003', 'VABB'),
  abroad('Lhasa', 'CH', 8, '55591', 'ZULS'),
  abroad('Yakutsk', 'RS', 9, '24959', 'UEEE'),
  abroad('Beijing', 'CH', 8, '54511', 'ZBAA'),
  abroad('Tokyo', 'JA', 9, '47662', 'RJTT'),
  abroad('Singapore', 'SN', 8, '48698', 'WSSS'),
  abroad('Sydney', 'AS', 10, '94767', 'YSSY'),
  abroad('Suva', 'FJ', 12, '91690', 'NFNA'),
  abroad('Apia', 'WS', 13, '91762', 'NSFA'),
  abroad('Summit, Greenland', 'GL', -2, '04416'),
  abroad('Alert', 'CA', -5, '71082', 'CYLT'),
  abroad('Vostok', 'AY', 5, '89606'),
  abroad('South Pole', 'AY', 12, '89009', 'NZSP'),
  abroad('São Paulo', 'BR', -3, '83781', 'SBSP'),
  abroad('Munich', 'GM', 1, '10870', 'EDDM'),
];
