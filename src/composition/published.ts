/** What the products read from the data directory, and the products that are made of it. */

import { steadyClock, systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { countPeriods } from '../base/shared-value.js';
import type { Config } from '../config/config.js';
import { watchedPlaces } from '../ingest/alerts/watched-places.js';
import { chosenOf } from '../ingest/feed-choice.js';
import type { RadarNetworkId } from '../model/radar.js';
import type { AlertRecords } from '../model/records.js';
import { type AlertsProduct, createAlertsProduct } from '../products/alerts/alerts.js';
import { versionsOf } from '../products/published.js';
import { createLearning } from '../query/learned/learned.js';
import { createElevationLookup } from '../query/place/elevation.js';
import { createStationDays } from '../query/reports/station-days.js';
import { createSurfaceAnalysis } from '../query/surface/surface-analysis.js';
import { regionNear } from '../science/climatology/region-near.js';
import { RECORD_FORM } from '../science/verification/record-layout.js';
import { createAccuracyShelf } from '../store/accuracy/accuracy-shelf.js';
import { createAnalysisShelf } from '../store/analysis/analysis-shelf.js';
import { createCubeShelf } from '../store/cubes/cube-shelf.js';
import { createLearnedShelf } from '../store/learning/learned-store.js';
import { limitReads, type ReadLimit } from '../store/objects/read-limit.js';
import { createRadarShelf } from '../store/radar/radar-shelf.js';
import { createReportShelf } from '../store/reports/report-shelf.js';
import { createStationShelf } from '../store/stations/station-shelf.js';
import { watchPointers } from '../store/versions/pointer-watch.js';
import { openObjects } from './objects.js';

/** A request reads several objects one after the other, so one read may take this share of its time. */
const READ_SHARE = 0.4;
/** The record of hourly observations changes once an hour and has no pointer: it is listed again after this time, s. */
const RECORD_SECONDS = 60;
/** Frames of radar are 20 MB and are read ahead of the requests for them, seconds. */
const FRAME_READ_SECONDS = 30;

/** Time for one read on behalf of a request, s. */
export function readSeconds({ requestSeconds }: Pick<Config, 'requestSeconds'>): number {
  return READ_SHARE * requestSeconds;
}

export interface ReadOptions extends Pick<ReadLimit, 'onUnavailable'> {
  /** Files that stay open between ranged reads. */
  readonly openFiles?: number;
  /** Longest time for one read, s; default: a share of the time of a request. */
  readonly seconds?: number;
}

/** The data that products read: one cube shelf, with one cache, and one watch of the pointers for all of them. */
export function openPublished(config: Config, log: Log, options: ReadOptions = {}) {
  const { openFiles, onUnavailable, seconds = readSeconds(config) } = options;
  const opened = openObjects(config, openFiles);
  const limit = { seconds, clock: steadyClock, log, onUnavailable };
  const objects = { ...limitReads(opened, limit), close: () => opened.close() };
  // Pointers age by the machine's clock: a service whose weather clock stands still must see new versions too.
  const reading = { objects, clock: systemClock, log };
  const pointers = watchPointers(reading);
  const shelved = { ...reading, pointers };
  const shelf = createCubeShelf(shelved);
  // Frames may take longer than a request; their pointers, which all readers share, may not.
  const frames = limitReads(opened, { ...limit, seconds: FRAME_READ_SECONDS });
  const radar = createRadarShelf({ ...shelved, objects: frames });
  const elevationAt = createElevationLookup(shelved); // which hands all of this to its terrain shelf
  const stations = createStationShelf(shelved).open;
  const { clock } = config;
  const stationDays = createStationDays({ objects, clock, log, period: countPeriods(RECORD_SECONDS, systemClock) });
  const analysis = createAnalysisShelf(reading);
  const accuracy = createAccuracyShelf({ ...reading, form: RECORD_FORM });
  const { period } = pointers;
  const surface = createSurfaceAnalysis({
    ...{ shelf, newest: createReportShelf(shelved).newest, seconds },
    versions: versionsOf({ shelf, clock, elevationAt, period }),
  });
  const learning = createLearning({ newest: createLearnedShelf(shelved).newest, clock, regionNear });
  const made = { shelf, radar, stations, stationDays, analysis, accuracy, elevationAt, surface, learning };
  const published = { ...made, clock, log, period };
  return { objects, pointers, published };
}

export function networksOf(config: Config): readonly RadarNetworkId[] {
  return chosenOf('radar', config).map(({ id }) => id);
}

/** The stored alerts, read once: they need no records afterwards. */
export async function readAlerts(config: Config, records: AlertRecords): Promise<AlertsProduct> {
  const alerts = createAlerts(config, records, {});
  await alerts.refresh();
  return alerts;
}

/** Answers from its records once it is refreshed. */
export function createAlerts(
  config: Config,
  records: AlertRecords,
  { untried }: { readonly untried?: () => readonly string[] },
): AlertsProduct {
  const { clock, profile } = config;
  const feeds = chosenOf('alerts', config).map((feed) => ({
    ...feed,
    places: (branch: string | null) => watchedPlaces(feed, branch),
  }));
  return createAlertsProduct({ records, feeds, clock, simulated: profile === 'demo', ...(untried && { untried }) });
}
