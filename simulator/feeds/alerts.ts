/**
 * The simulated issuers of alerts, who warn of this world's storms (`storm-warnings.ts`):
 *
 *   /alerts/active                                        NWS: GeoJSON of what is in force and what was cancelled
 *   /feeds/meteoalarm-legacy-atom-{country}               MeteoAlarm: Atom index; other countries have nothing to say
 *   /api/v1/warnings/feeds-{country}/{identifier}         a CAP message of it
 *   /cap/COMMUNEUNION_DWD_STAT/…_MUL.zip                  DWD: the messages of Germany, the same as MeteoAlarm's
 *   /json/sources.json, /cap-alerts/xx-sim-en/rss.xml     WMO Alert Hub: one source, for the rest of the world
 *   /cap-alerts/xx-sim-en/{identifier}.xml                a CAP message of it
 *   /{today|day/WXO-DD}/alerts/cap/{day}/LAND/{hour}/     ECCC: a directory of messages sent in the hour, of storms over
 *                                                         Canada, the same as the hub's; other offices have none
 *
 * A list is that of its minute.
 */

import { zipSync } from 'fflate';
import type { Clock } from '../../src/base/clock.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { type StormWarning, warningNamed, warningsAt, warningsSent } from '../storm-warnings.js';
import { isInCanada } from '../warned-places.js';
import type { World } from '../world.js';
import { atomOf, capMessage, listingOf, nwsFeature, rssOf } from './alert-messages.js';
import type { FoundFile, SimulatedFeed } from './simulated-feed.js';

const SOURCE = 'xx-sim-en';
/** Of files in an archive, so that equal contents are equal archives; zip knows no time before 1980. */
const LONG_AGO = new Date(1990, 0, 1);

type Make = (now: number, part: string) => string | Uint8Array | null;

type Listing = (now: number, service: (warning: StormWarning) => boolean) => readonly StormWarning[];

interface Route {
  readonly path: RegExp;
  readonly contentType: string;
  /** Whether what is there never changes. */
  readonly isMessage?: boolean;
  make: Make;
}

export function createAlertsFeed(world: World, clock: Clock): SimulatedFeed {
  // Forty countries and their messages are asked for in one minute, and each list is of all storms.
  let listed: { readonly now: number; readonly warnings: readonly StormWarning[] } = { now: Number.NaN, warnings: [] };
  const warningsOf = (now: number): readonly StormWarning[] => {
    if (listed.now !== now) listed = { now, warnings: warningsAt(world, now) };
    return listed.warnings;
  };
  const of: Listing = (now, service) => warningsOf(now).filter(service);
  const message: Make = (now, part) => {
    const warning = warningsOf(now).find(({ identifier }) => identifier === part) ?? warningNamed(world, part);
    return warning === null || warning.sent > now ? null : capMessage(warning);
  };
  const routes: readonly Route[] = [
    {
      path: /^\/alerts\/active()$/,
      contentType: 'application/geo+json',
      make(now) {
        const warnings = of(now, ({ service }) => service.id === 'nws');
        const features = warnings.map(nwsFeature);
        return JSON.stringify({
          type: 'FeatureCollection',
          features,
          title: 'Current watches, warnings, and advisories',
        });
      },
    },
    {
      path: /^\/feeds\/meteoalarm-legacy-atom-([a-z-]{1,40})$/,
      contentType: 'application/atom+xml',
      make(now, country) {
        const warnings = of(now, ({ service }) => service.id === country);
        const entries = warnings.map(({ identifier }) => ({
          id: identifier,
          href: `/api/v1/warnings/feeds-${country}/${identifier}`,
        }));
        return atomOf(`MeteoAlarm ${country}`, Math.max(0, ...warnings.map(({ sent }) => sent)), entries);
      },
    },
    {
      path: /^\/api\/v1\/warnings\/feeds-[a-z-]{1,40}\/([a-z0-9.-]{1,60})$/,
      contentType: 'application/cap+xml',
      isMessage: true,
      make: message,
    },
    {
      path: /^\/cap\/COMMUNEUNION_DWD_STAT\/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL\.zip()$/,
      contentType: 'application/zip',
      make(now) {
        const warnings = of(now, ({ service }) => service.id === 'germany');
        const files = warnings.map(
          (warning) => [`${warning.identifier}.xml`, Buffer.from(capMessage(warning))] as const,
        );
        return zipSync(Object.fromEntries(files), { mtime: LONG_AGO });
      },
    },
    ...routesOfHub(of, message),
    ...routesOfCanada(world, message),
  ];
  return {
    find(path) {
      for (const route of routes) {
        const part = route.path.exec(path)?.[1];
        if (part !== undefined) return foundBy(route, path, part, clock.now());
      }
      return null;
    },
  };
}

function routesOfHub(of: Listing, message: Make): readonly Route[] {
  return [
    {
      path: /^\/json\/sources\.json()$/,
      contentType: 'application/json',
      make: () => JSON.stringify({ sources: [{ source: { sourceId: SOURCE, capAlertFeedStatus: 'operating' } }] }),
    },
    {
      path: /^\/cap-alerts\/xx-sim-en\/rss\.xml()$/,
      contentType: 'application/rss+xml',
      make(now) {
        const warnings = of(now, ({ service }) => service.id === 'elsewhere');
        return rssOf(
          'Elsewhere',
          warnings.map(({ identifier }) => `/cap-alerts/${SOURCE}/${identifier}.xml`),
        );
      },
    },
    {
      path: /^\/cap-alerts\/xx-sim-en\/([a-z0-9.-]{1,60})\.xml$/,
      contentType: 'application/cap+xml',
      isMessage: true,
      make: message,
    },
  ];
}

/** Directories of hours, and the messages in them. */
function routesOfCanada(world: World, message: Make): readonly Route[] {
  return [
    {
      path: /^\/(?:today|\d{8}\/WXO-DD)\/alerts\/cap\/(\d{8}\/LAND\/\d\d)\/$/,
      contentType: 'text/html',
      make(now, part) {
        const begins = hourOf(part);
        const sent = warningsSent(world, begins, Math.min(now, begins + HOUR));
        const names = sent.filter(isOfCanada).map(({ identifier }) => `${identifier}.cap`);
        return names.length === 0 ? null : listingOf(names);
      },
    },
    {
      path: /^\/(?:today|\d{8}\/WXO-DD)\/alerts\/cap\/\d{8}\/LAND\/\d\d\/([a-z0-9.-]{1,60})\.cap$/,
      contentType: 'application/cap+xml',
      isMessage: true,
      make: message,
    },
  ];
}

/** Epoch seconds of "20261120/LAND/11". */
function hourOf(part: string): number {
  const [year, month, day, hour] = [part.slice(0, 4), part.slice(4, 6), part.slice(6, 8), part.slice(-2)].map(Number);
  return Date.UTC(year!, month! - 1, day, hour) / 1000;
}

/** By where the storm was when the message was sent. */
function isOfCanada({ service, ring }: StormWarning): boolean {
  const [longitude, latitude] = ring[0]!;
  return service.id === 'elsewhere' && isInCanada(latitude, longitude);
}

function foundBy({ make, isMessage, contentType }: Route, path: string, part: string, at: number): FoundFile | null {
  const now = Math.floor(at / MINUTE) * MINUTE;
  const contents = make(now, part);
  if (contents === null) return null;
  const grib = typeof contents === 'string' ? Buffer.from(contents) : contents;
  return {
    key: isMessage ? path : `${path}@${now}`,
    availableAt: isMessage ? 0 : now,
    isIndex: false,
    contentType,
    make: () => ({ grib, index: null }),
  };
}
