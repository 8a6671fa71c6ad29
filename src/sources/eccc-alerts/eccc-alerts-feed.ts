/**
 * Alerts of Environment and Climate Change Canada, from the hourly directories of the MSC Datamart.
 *
 *   {base}/today/alerts/cap/{YYYYMMDD}/{office}/{HH}/                       of this day
 *   {base}/{YYYYMMDD}/WXO-DD/alerts/cap/{YYYYMMDD}/{office}/{HH}/           of a day before
 *
 * The Datamart forbids to poll directories again and again for something new; what it offers instead is AMQP. So a
 * directory is listed once, when its hour is over, and its files fetched once: alerts come up to an hour late, which is
 * why this feed is polled only where the configuration names it. Better roads to the same messages: an AMQP subscriber
 * (Sarracenia) that hands each file to `weatherglass ingest eccc-alerts --from FILE`, or `wmo-alert-hub`, which has the
 * Canadian source as well. Tornado and thunderstorm warnings are filed under LAND and WATR instead of their office.
 *
 * Not confirmed: that a directory of an hour without alerts is absent, and the path of a day before.
 */

import { HOUR } from '../../model/time.js';
import type { AlertFeed, AlertRequest } from '../alert-feed.js';

/** Of the Datamart's list of responsible offices. */
const OFFICES = ['LAND', 'WATR', 'CWUL', 'CWEG', 'CWNT', 'CWWG', 'CWVR', 'CWTO', 'CYQX', 'CWAO', 'CWIS', 'CWHX'];
/** A file of the hour's last minute is there by then. */
const SETTLED = 5 * 60;
/** Hours looked back on, should one have failed. */
const HOURS = 3;
const LARGEST_LISTING = 2 << 20;
const LARGEST_MESSAGE = 8 << 20;

export const ECCC_ALERTS_FEED: AlertFeed = {
  id: 'eccc-alerts',
  kind: 'alerts',
  title: 'ECCC alerts',
  issuer: 'Environment and Climate Change Canada',
  addresses: [
    {
      setting: 'WEATHERGLASS_ECCC_URL',
      fallback: 'https://dd.weather.gc.ca',
      help: 'base address of the MSC Datamart of ECCC: alerts',
    },
  ],
  automatic: 'never',
  traffic: {
    unit: 'poll',
    megabytes: 0.4,
    perDay: 144,
    isMeasured: false,
    basis: "12 listings an hour and the hour's messages of 17 to 40 kB",
  },
  intervalSeconds: 600,
  deadlineSeconds: 600,
  covers: [{ south: 41, west: -142, north: 84, east: -48 }],
  attribution: 'Data source: Environment and Climate Change Canada',
  licence: 'ECCC Data Servers End-use Licence 2.1',
  atOnce: 2,
  begin: ({ baseUrl, now }) => {
    const last = Math.floor((now - SETTLED) / HOUR) * HOUR - HOUR;
    const hours = Array.from({ length: HOURS }, (_, i) => last - i * HOUR);
    return hours.flatMap((hour) => OFFICES.map((office) => directoryOf(baseUrl, office, hour, now)));
  },
  follow: (from, links) =>
    links
      .filter(({ url }) => url.endsWith('.cap') && url.startsWith(from.url))
      .map(({ url }) => ({ url, document: 'cap', ceilingBytes: LARGEST_MESSAGE, branch: null, once: true })),
};

function directoryOf(baseUrl: string, office: string, hour: number, now: number): AlertRequest {
  const day = dayOf(hour);
  const root = day === dayOf(now) ? 'today' : `${day}/WXO-DD`;
  const hourOfDay = new Date(hour * 1000).toISOString().slice(11, 13);
  return {
    url: `${baseUrl}/${root}/alerts/cap/${day}/${office}/${hourOfDay}/`,
    document: 'directory',
    ceilingBytes: LARGEST_LISTING,
    branch: null,
    once: true,
    mayBeAbsent: true,
  };
}

function dayOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10).replaceAll('-', '');
}
