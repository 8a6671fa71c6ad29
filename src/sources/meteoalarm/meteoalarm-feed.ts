/**
 * Warnings of the European weather services, as EUMETNET's MeteoAlarm collects them.
 *
 *   {base}/feeds/meteoalarm-legacy-atom-{country}     Atom index of one country, all that is in force
 *   {base}/api/v1/warnings/feeds-{country}/…          a CAP message
 *
 * An index has an entry for each area of a message, which all lead to the same file; a file never changes and is fetched
 * once. Areas have codes (EMMA_ID, of some countries NUTS) and no polygons: `alert-zones` brings their shapes. A country
 * fails alone.
 */

import type { AlertFeed, AlertRequest } from '../alert-feed.js';
import { meetsRegion } from '../feed.js';
import { METEOALARM_COUNTRIES } from './countries-table.js';

/** A busy one has 1 MB. */
const LARGEST_INDEX = 16 << 20;
const LARGEST_MESSAGE = 8 << 20;

export const METEOALARM_FEED: AlertFeed = {
  id: 'meteoalarm',
  kind: 'alerts',
  title: 'MeteoAlarm',
  issuer: 'MeteoAlarm',
  addresses: [
    {
      setting: 'WEATHERGLASS_METEOALARM_URL',
      fallback: 'https://feeds.meteoalarm.org',
      help: "base address of MeteoAlarm's feeds",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.5,
    perDay: 720,
    isMeasured: false,
    basis: 'of 38 countries those whose feed changed, up to 1 MB each, and new messages of 5 to 100 kB',
  },
  intervalSeconds: 120,
  deadlineSeconds: 300,
  covers: METEOALARM_COUNTRIES.map(({ box }) => box),
  attribution:
    'Source: MeteoAlarm, EUMETNET. Time delays between this service and meteoalarm.org are possible; for the most recent warnings see www.meteoalarm.org',
  licence: 'CC BY 4.0',
  atOnce: 4,
  begin: ({ baseUrl, region, chosen }) =>
    METEOALARM_COUNTRIES.filter(({ name, box }) =>
      chosen === null ? meetsRegion([box], region) : chosen.includes(name),
    ).map(({ name }) => ({
      url: `${baseUrl}/feeds/meteoalarm-legacy-atom-${name}`,
      document: 'alert-index',
      ceilingBytes: LARGEST_INDEX,
      branch: name,
      once: false,
    })),
  follow: ({ branch }, links) =>
    links.map(
      ({ url }): AlertRequest => ({
        url: wholeMessage(url),
        document: 'cap',
        ceilingBytes: LARGEST_MESSAGE,
        branch,
        once: true,
      }),
    ),
};

/** An entry may ask for one info and one area of the message (`index_info`, `index_area`); we want all of it, once. */
function wholeMessage(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('index_info');
  url.searchParams.delete('index_area');
  return url.href;
}
