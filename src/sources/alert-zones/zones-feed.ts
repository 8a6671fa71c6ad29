/** Shapes of the zones that alerts name by their codes; `zone-files-table.ts` lists the files. */

import type { QueuedFeed } from '../feed.js';

export interface ZonesFeed extends QueuedFeed {
  readonly kind: 'zones';
}

export const ALERT_ZONES_FEED: ZonesFeed = {
  id: 'alert-zones',
  kind: 'zones',
  title: 'Shapes of alert zones',
  addresses: [
    {
      setting: 'WEATHERGLASS_NWS_ZONES_URL',
      fallback: 'https://www.weather.gov',
      help: 'base address of the shapes of NWS zones and counties',
    },
    {
      setting: 'WEATHERGLASS_EMMA_ZONES_URL',
      fallback: 'https://gitlab.com',
      help: 'base address of the shapes of MeteoAlarm areas (EMMA_ID)',
    },
    {
      setting: 'WEATHERGLASS_NUTS_ZONES_URL',
      fallback: '',
      help: 'base address of the shapes of NUTS regions, which MeteoAlarm uses in Belgium, Bulgaria, France and Hungary; empty: they are not fetched, since the terms of GISCO exclude commercial use',
    },
    {
      setting: 'WEATHERGLASS_DWD_ZONES_URL',
      fallback: 'https://maps.dwd.de/geoserver/dwd',
      help: "base address of the shapes of DWD's warning cells",
    },
  ],
  automatic: 'with-alerts',
  traffic: {
    unit: 'update',
    megabytes: 200,
    perDay: 1 / 30,
    isMeasured: false,
    basis: 'shapes of 100 to 300 MB, once a month',
  },
  queue: 'regional',
  deadlineSeconds: 1800,
};
