/**
 * In which countries a place may lie, by its time zone: zones do not cross borders, and the runtime knows which zones a
 * country has (CLDR, supplemental data, `timezoneData`).
 */

/** The two spellings of one question: ECMAScript's Intl Locale Info made the property a method. */
interface ZonesOfLocale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
}

/**
 * Names of all zones of these countries as the runtime spells them; null where the runtime does not tell.
 *
 * @param countries  ISO 3166 codes of two letters, any case
 */
export function zonesOfCountries(countries: readonly string[]): ReadonlySet<string> | null {
  const zones = new Set<string>();
  for (const country of countries) {
    const locale = new Intl.Locale(`und-${country}`) as ZonesOfLocale;
    const ofCountry = locale.getTimeZones?.() ?? locale.timeZones;
    if (ofCountry === undefined) return null;
    for (const zone of ofCountry) zones.add(runtimeName(zone));
  }
  return zones;
}

const names = new Map<string, string>();

/** "Asia/Calcutta" of "Asia/Kolkata", or the other way round, as the runtime has it; an unknown name is itself. */
export function runtimeName(zone: string): string {
  let name = names.get(zone);
  if (name === undefined) {
    name = resolved(zone);
    names.set(zone, name);
  }
  return name;
}

function resolved(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return zone; // newer than the runtime's tz database
    throw error;
  }
}
