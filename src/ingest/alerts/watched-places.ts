/**
 * Where a feed of alerts, or a branch of it, watches: the countries whose services speak through it, and boxes for the
 * sea, where there are no countries. Boxes alone would not do: that of the NWS holds Haiti, for which it warns nobody.
 */

import type { Box } from '../../model/box.js';
import type { AlertFeed } from '../../sources/alert-feed.js';
import { METEOALARM_COUNTRIES } from '../../sources/meteoalarm/countries-table.js';
import { HUB_COUNTRIES } from '../../sources/wmo-alert-hub/countries-table.js';

export interface WatchedPlaces {
  /** ISO 3166 codes, lower case; all: whatever the country, the boxes decide. */
  readonly countries: readonly string[] | 'all';
  readonly boxes: readonly Box[];
}

/** The NWS warns for the territories, and from Guam for the three states in free association. */
const OF_NWS = ['us', 'pr', 'vi', 'gu', 'mp', 'as', 'um', 'fm', 'mh', 'pw'];

/** Countries as MeteoAlarm's feeds spell them, with the small ones whose warnings a neighbour makes. */
const OF_METEOALARM: Readonly<Record<string, readonly string[]>> = {
  austria: ['at'],
  belgium: ['be'],
  'bosnia-herzegovina': ['ba'],
  bulgaria: ['bg'],
  croatia: ['hr'],
  cyprus: ['cy'],
  czechia: ['cz'],
  denmark: ['dk'],
  estonia: ['ee'],
  finland: ['fi', 'ax'],
  france: ['fr'],
  germany: ['de'],
  greece: ['gr'],
  hungary: ['hu'],
  iceland: ['is'],
  ireland: ['ie'],
  israel: ['il'],
  italy: ['it', 'sm', 'va'],
  latvia: ['lv'],
  lithuania: ['lt'],
  luxembourg: ['lu'],
  malta: ['mt'],
  moldova: ['md'],
  montenegro: ['me'],
  netherlands: ['nl'],
  norway: ['no', 'sj'],
  poland: ['pl'],
  portugal: ['pt'],
  'republic-of-north-macedonia': ['mk'],
  romania: ['ro'],
  serbia: ['rs'],
  slovakia: ['sk'],
  slovenia: ['si'],
  spain: ['es'],
  sweden: ['se'],
  switzerland: ['ch', 'li'],
  ukraine: ['ua'],
  'united-kingdom': ['gb', 'im', 'je', 'gg'],
};

/** Nowhere, until a poll has shown which branches there are. */
const OF_THE_HUB: WatchedPlaces = { countries: [], boxes: [] };

/** @param branch  "austria", "br-inmet-pt"; null: the feed as a whole */
export function watchedPlaces({ id, covers }: Pick<AlertFeed, 'id' | 'covers'>, branch: string | null): WatchedPlaces {
  switch (id) {
    case 'nws-alerts':
      return { countries: OF_NWS, boxes: covers };
    case 'dwd-alerts':
      return { countries: ['de'], boxes: covers };
    case 'eccc-alerts':
      return { countries: ['ca'], boxes: covers };
    case 'meteoalarm':
      return placesOfMeteoalarm(branch);
    case 'wmo-alert-hub':
      return branch === null ? OF_THE_HUB : placesOfHubSource(branch);
    default:
      throw new RangeError(`no watched places of feed "${id}"`);
  }
}

function placesOfMeteoalarm(branch: string | null): WatchedPlaces {
  const members = METEOALARM_COUNTRIES.filter(({ name }) => branch === null || name === branch);
  return {
    countries: members.flatMap(({ name }) => OF_METEOALARM[name] ?? []),
    boxes: members.map(({ box }) => box),
  };
}

/** What the built-in upstream has for all that its other issuers do not warn. */
const SIMULATED_SOURCE = 'xx-sim-en';
const WORLD: Box = { south: -90, west: -180, north: 90, east: 180 };

/** The name of a source begins with its country: "br-inmet-pt". Three letters are no code that we know. */
function placesOfHubSource(branch: string): WatchedPlaces {
  if (branch === SIMULATED_SOURCE) return { countries: 'all', boxes: [WORLD] };
  const country = branch.slice(0, branch.indexOf('-'));
  const box = HUB_COUNTRIES[country];
  return { countries: country.length === 2 ? [country] : [], boxes: box === undefined ? [] : [box] };
}
