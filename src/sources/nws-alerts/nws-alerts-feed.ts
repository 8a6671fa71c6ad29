/**
 * Alerts of the US National Weather Service: everything that is in force, in one list, from api.weather.gov.
 *
 *   {base}/alerts/active?status=actual      GeoJSON, `pagination.next` where it has several pages
 *
 * The service wants a User-Agent that says how to reach whoever asks (WEATHERGLASS_CONTACT). An alert that leaves the
 * list ends by its own times or by a Cancel: nothing is concluded from its absence. Messages with status Test stay out by
 * the query; what is out of the list is not asked for one by one, so a Cancel that was never listed is not seen.
 */

import type { AlertFeed, AlertRequest } from '../alert-feed.js';

/** All states at once take 2 to 6 MB. */
const LARGEST_PAGE = 32_000_000;

function pageAt(url: string): AlertRequest {
  return {
    url,
    document: 'nws-geojson',
    ceilingBytes: LARGEST_PAGE,
    branch: null,
    once: false,
    accept: 'application/geo+json',
  };
}

export const NWS_ALERTS_FEED: AlertFeed = {
  id: 'nws-alerts',
  kind: 'alerts',
  title: 'NWS alerts',
  issuer: 'US National Weather Service',
  addresses: [
    {
      setting: 'WEATHERGLASS_NWS_URL',
      fallback: 'https://api.weather.gov',
      help: "base address of the US National Weather Service's interface: alerts",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.4,
    perDay: 1440,
    isMeasured: false,
    basis: '2 to 6 MB of active alerts; gzip leaves 8% of a real answer of 1.7 MB',
  },
  intervalSeconds: 60,
  deadlineSeconds: 180,
  covers: [
    { south: 15, west: -180, north: 75, east: -60 },
    { south: -20, west: 130, north: 30, east: -150 }, // Guam, Northern Marianas, American Samoa, Hawaii
  ],
  attribution: 'US National Weather Service',
  licence: 'public domain',
  begin: ({ baseUrl }) => [pageAt(`${baseUrl}/alerts/active?status=actual`)],
  follow: (_, links) => links.map(({ url }) => pageAt(url)),
};
