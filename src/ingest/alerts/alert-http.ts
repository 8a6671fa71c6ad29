/**
 * Downloads for polls of alerts: shorter patience than for model runs, since the next poll comes in a minute; a
 * User-Agent that names whoever runs the service; and for addresses beyond the base one, which an index named, a
 * connection that goes to public hosts only.
 */

import type { AlertFeed } from '../../sources/alert-feed.js';
import { isUnder } from '../../sources/alert-links.js';
import type { HttpDownload, HttpSettings } from '../../sources/http-download.js';
import type { AlertContext } from '../context.js';
import { openHttp } from '../poll/frame.js';

const ALERT_HTTP: Omit<HttpSettings, 'userAgent' | 'publicOnly'> = {
  timeouts: { head: 15, idle: 15, total: 120 },
  leastRate: { bytesPerSecond: 1024, overSeconds: 15 },
  policy: { attempts: 3, firstPauseSeconds: 0.5, longestPauseSeconds: 5 },
  longestRetryAfter: 30,
  connectionsPerHost: 4,
};

/** "weatherglass (ops@example.org)" */
export function userAgentOf(contact: string | null): string {
  return contact === null ? 'weatherglass' : `weatherglass (${contact})`;
}

export function createAlertHttp(deps: AlertContext, feed: Pick<AlertFeed, 'followsOtherHosts'>): HttpDownload {
  const settings = { ...ALERT_HTTP, userAgent: userAgentOf(deps.contact) };
  const own = openHttp(deps, settings);
  if (feed.followsOtherHosts !== true) return own;
  const others = openHttp({ ...deps, http: { ...deps.http, publicOnly: true } }, settings);
  const by = (url: string): HttpDownload => (isUnder(new URL(url), deps.baseUrl) ? own : others);
  return {
    head: (url, signal) => by(url).head(url, signal),
    get: (url, options) => by(url).get(url, options),
    traffic() {
      const [a, b] = [own.traffic(), others.traffic()];
      return { requests: a.requests + b.requests, bytes: a.bytes + b.bytes };
    },
    close() {
      own.close();
      others.close();
    },
  };
}
