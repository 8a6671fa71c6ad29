/**
 * Origins of the values in GHCN-Daily by source flag ("SFLAG1" of its readme, version 3.26), best first as the network
 * prefers them. NOAA publishes all of them; those of other countries may carry terms of their provider.
 */

export interface StationOrigin {
  /** Source flag. */
  readonly flag: string;
  readonly name: string;
  /** Credited beside NOAA; null: nobody. */
  readonly provider: string | null;
  /** False: collected outside the United States, or under terms of another body. */
  readonly isPublicDomain: boolean;
}

const of = (flag: string, name: string, provider: string | null = null, isPublicDomain = true): StationOrigin => ({
  flag,
  name,
  provider,
  isPublicDomain,
});

const HIGH_PLAINS = 'High Plains Regional Climate Center';

export const STATION_ORIGINS: readonly StationOrigin[] = [
  of('Z', 'Datzilla additions and replacements'),
  of('R', 'U.S. Climate Reference Network'),
  of('D', 'U.S. National Weather Service CF6 daily summaries', HIGH_PLAINS),
  of('0', 'U.S. Cooperative Summary of the Day'),
  of('6', 'CDMP Cooperative Summary of the Day'),
  of('C', 'Environment Canada', 'Environment and Climate Change Canada', false),
  of('X', 'U.S. First-Order Summary of the Day'),
  of('W', 'WBAN/ASOS Summary of the Day'),
  of('K', 'U.S. Cooperative Summary of the Day, from paper forms'),
  of('7', 'U.S. Cooperative Summary of the Day, WxCoder3'),
  of('F', 'U.S. Fort data'),
  of('B', 'U.S. ASOS, 2000 to 2005'),
  of('M', 'Monthly METAR extract'),
  of('m', 'Mexican National Water Commission', 'CONAGUA', false),
  of('r', 'All-Russian Research Institute of Hydrometeorological Information', 'RIHMI-WDC', false),
  of('E', 'European Climate Assessment and Dataset', 'ECA&D (Klein Tank et al., 2002)', false),
  of('z', 'Uzbekistan update', null, false),
  of('u', 'Ukraine update', null, false),
  of('b', 'Belarus update', null, false),
  of('s', 'China Meteorological Administration', 'National Meteorological Information Center', false),
  of('a', 'Australian Bureau of Meteorology', 'Bureau of Meteorology', false),
  of('G', 'Global Climate Observing System', null, false),
  of('Q', 'African meteorological services', null, false),
  of('I', 'International collection', null, false),
  of('A', 'U.S. ASOS, real time'),
  of('N', 'Community Collaborative Rain, Hail and Snow Network', 'CoCoRaHS', false),
  of('T', 'SNOTEL', 'U.S. Department of Agriculture, NRCS'),
  of('U', 'Remote Automatic Weather Stations', 'Western Regional Climate Center', false),
  of('H', 'High Plains Regional Climate Center, real time', HIGH_PLAINS, false),
  of('S', 'Global Summary of the Day'),
];

/** Network of the daily series. */
const STATION_NETWORK = 'GHCN-Daily';
/** In place of a source flag: days made of hourly METAR, which the daily series do not have yet. */
export const METAR_FLAG = 'METAR';

const PUBLISHER = 'NOAA National Centers for Environmental Information, GHCN-Daily (Menne et al., 2012)';

/** An origin as a response names and credits it. */
export interface CreditedOrigin {
  readonly id: string;
  /** Network that its stations belong to. */
  readonly network: string;
  readonly name: string;
  readonly attribution: string;
  readonly license: string;
}

const PUBLIC_DOMAIN = 'U.S. Government work, public domain';

const METAR: CreditedOrigin = {
  id: 'metar',
  network: 'METAR',
  name: 'Hourly reports of airports',
  attribution: 'U.S. National Weather Service, Aviation Weather Center',
  license: PUBLIC_DOMAIN,
};

const BY_FLAG = new Map(STATION_ORIGINS.map((origin) => [origin.flag, origin]));

/** Origin of a source flag; later versions of the network may have flags that are not in the table. */
export function creditedOrigin(flag: string): CreditedOrigin {
  if (flag === METAR_FLAG) return METAR;
  const unknown = { name: `Source ${flag} of ${STATION_NETWORK}`, provider: null, isPublicDomain: false };
  const { name, provider, isPublicDomain } = BY_FLAG.get(flag) ?? unknown;
  return {
    ...{ id: `ghcn-daily:${flag}`, network: STATION_NETWORK, name },
    attribution: provider === null ? PUBLISHER : `${provider}; ${PUBLISHER}`,
    license: isPublicDomain
      ? PUBLIC_DOMAIN
      : 'Published by NOAA; terms of the provider may restrict commercial use (WMO Resolution 40)',
  };
}
