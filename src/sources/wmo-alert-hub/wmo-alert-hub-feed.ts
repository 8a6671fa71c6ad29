/**
 * Alerts of the world's weather services, as WMO's Alert Hub and Severe Weather Information Centre list them.
 *
 *   {base}/json/sources.json                     register of sources: id, country, whether it works
 *   {base}/cap-alerts/{source}/rss.xml           RSS of one source
 *
 * An RSS leads to CAP files, on the Centre's own host or on that of the weather service, always by https. A source fails
 * alone: among a hundred some always do. Countries that NWS and MeteoAlarm bring are left out unless they are named.
 * Each issuer has terms of its own.
 *
 * Not confirmed: the register's address (it is also said to be at /json/sources.json of the host).
 */

import type { AlertFeed, AlertLink, AlertRequest, AlertSetting } from '../alert-feed.js';
import { meetsRegion } from '../feed.js';
import { HUB_COUNTRIES } from './countries-table.js';

const LARGEST_REGISTER = 8 << 20;
const LARGEST_INDEX = 16 << 20;
const LARGEST_MESSAGE = 8 << 20;

/** ISO 3166 codes of the countries that other feeds bring. */
const ELSEWHERE = new Set(
  'us at be ba bg hr cy cz dk ee fi fr de gr hu is ie il it lv lt lu mt md me nl no pl pt mk ro rs sk si es se ch ua gb uk'.split(
    ' ',
  ),
);

export const WMO_ALERT_HUB_FEED: AlertFeed = {
  id: 'wmo-alert-hub',
  kind: 'alerts',
  title: 'WMO Alert Hub',
  issuer: 'WMO Alert Hub',
  addresses: [
    {
      setting: 'WEATHERGLASS_WMO_ALERTS_URL',
      fallback: 'https://severeweather.wmo.int/v2',
      help: "base address of WMO's Severe Weather Information Centre",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.7,
    perDay: 288,
    isMeasured: false,
    basis: 'some 100 indexes, of which few changed, and new messages',
  },
  intervalSeconds: 300,
  deadlineSeconds: 600,
  covers: [{ south: -90, west: -180, north: 90, east: 180 }],
  attribution: 'WMO Severe Weather Information Centre and the issuers named in each alert',
  licence: 'terms of each issuer',
  atOnce: 4,
  followsOtherHosts: true,
  begin: ({ baseUrl }) => [
    {
      url: `${baseUrl}/json/sources.json`,
      document: 'wmo-sources',
      ceilingBytes: LARGEST_REGISTER,
      branch: null,
      once: false,
    },
  ],
  follow: (from, links, setting) =>
    from.document === 'wmo-sources'
      ? links.filter((link) => isWanted(link, setting)).map((link) => indexOf(link, setting.baseUrl))
      : links.map(({ url }) => ({
          url,
          document: 'cap',
          ceilingBytes: LARGEST_MESSAGE,
          branch: from.branch,
          once: true,
        })),
};

/** "br-inmet-pt" */
const SOURCE_ID = /^[a-z]{2,3}(-[a-z0-9]+)+$/;

function isWanted({ name, country, isOperating }: AlertLink, { region, chosen }: AlertSetting): boolean {
  if (name === null || !SOURCE_ID.test(name)) return false;
  if (chosen !== null) return chosen.includes(name);
  const code = country ?? name.slice(0, name.indexOf('-'));
  const box = HUB_COUNTRIES[code];
  return isOperating && !ELSEWHERE.has(code) && (box === undefined || meetsRegion([box], region));
}

/** The Centre's own copy: the issuer's address in the register is often http, and sometimes dead. */
function indexOf({ name }: AlertLink, baseUrl: string): AlertRequest {
  return {
    url: `${baseUrl}/cap-alerts/${name}/rss.xml`,
    document: 'alert-index',
    ceilingBytes: LARGEST_INDEX,
    branch: name,
    once: false,
    mayBeAbsent: true,
  };
}
