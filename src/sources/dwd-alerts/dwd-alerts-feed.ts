/**
 * Warnings of Deutscher Wetterdienst: one zip archive of CAP messages in several languages, all that is in force, by
 * municipality, replaced whenever that changes.
 *
 *   {base}/cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip
 *
 * It is a state, not a history: a warning that was lifted early leaves it without a Cancel and then stays until it ends
 * by its times. DWD has Cancels in directories of differences (COMMUNEUNION_DWD_DIFF), whose file names we could not
 * confirm.
 */

import type { AlertFeed } from '../alert-feed.js';

/** A real one of a quiet day has 62 KB, on a day of storms a few MB. */
const LARGEST_ARCHIVE = 32 << 20;
const PATH = 'cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip';

export const DWD_ALERTS_FEED: AlertFeed = {
  id: 'dwd-alerts',
  kind: 'alerts',
  title: 'DWD warnings',
  issuer: 'Deutscher Wetterdienst',
  addresses: [
    {
      setting: 'WEATHERGLASS_DWD_ALERTS_URL',
      fallback: 'https://opendata.dwd.de/weather/alerts',
      help: "base address of the warnings in DWD's open data",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.1,
    perDay: 720,
    isMeasured: false,
    basis: 'an archive of 62 kB on a quiet day and some MB on a stormy one, when it changed',
  },
  intervalSeconds: 120,
  deadlineSeconds: 180,
  covers: [{ south: 47, west: 3, north: 56, east: 15.5 }],
  attribution: 'Source: Deutscher Wetterdienst',
  licence: 'CC BY 4.0',
  begin: ({ baseUrl }) => [
    {
      url: `${baseUrl}/${PATH}`,
      document: 'cap-zip',
      ceilingBytes: LARGEST_ARCHIVE,
      branch: null,
      once: false,
    },
  ],
  follow: () => [],
};
