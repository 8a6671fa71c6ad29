/** The daily analysis, from the published cubes to its record and back. */

import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { shareFor } from '../base/shared-value.js';
import type { Config } from '../config/config.js';
import type { DayAnalysed } from '../ingest/archive/daily-analysing.js';
import {
  ANALYSIS_DATASETS,
  type AnalysisDataset,
  type AnalysisSpan,
  type DailyAnalysis,
} from '../model/daily-analysis.js';
import { DAY, HOUR } from '../model/time.js';
import { type AnalysedPlace, type DaySpan, readAnalysedAir, readAnalysis } from '../query/history/analysed-days.js';
import { createElevationLookup } from '../query/place/elevation.js';
import { createAnalysisShelf } from '../store/analysis/analysis-shelf.js';
import { openObjects } from './objects.js';

/** Decoded chunks are read once each. */
const NO_CACHE = 1;

/**
 * Writes the days that are over everywhere and not yet in the record.
 *
 * @throws DirectoryLockedError  another process writes them
 * @throws the signal's reason
 */
export async function analyseDaysNow(config: Config, log: Log, signal: AbortSignal): Promise<DayAnalysed[]> {
  const { analyseDays } = await import('../ingest/archive/daily-analysing.js');
  const { createCubeShelf } = await import('../store/cubes/cube-shelf.js');
  const { zoneOfPlace } = await import('../query/place/time-zone.js');
  const { clock, dataDirectory } = config;
  const objects = openObjects(config);
  try {
    return await analyseDays({
      ...{ objects, clock, log, signal },
      directory: join(dataDirectory, 'staging', 'forecast'),
      shelf: createCubeShelf({ objects, clock: systemClock, log, cacheBytes: NO_CACHE }),
      zoneAt: (latitude, longitude) => zoneOfPlace(latitude, longitude).zone,
    });
  } finally {
    objects.close();
  }
}

/** From the midnight UTC after a day until it is over in the last zone, s. */
const LAST_ZONE = 12 * HOUR;

/** When the newest analysed day was over everywhere, epoch seconds; null: none is kept. For metrics and `doctor`. */
async function newestDayEnd(analysis: DailyAnalysis): Promise<number | null> {
  const newest = (await analysis.spans('daily-weather')).at(-1);
  return newest === undefined ? null : (newest.lastDay + 1) * DAY + LAST_ZONE;
}

const WATCH_SECONDS = 60;

/** The same for the metrics, looked up at most once a minute; null as well where the store does not respond. */
export function watchDailyAnalysis({ analysis, log }: { readonly analysis: DailyAnalysis; readonly log: Log }) {
  return shareFor(WATCH_SECONDS, systemClock, async (): Promise<number | null> => {
    try {
      return await newestDayEnd(analysis);
    } catch (error) {
      log.warn({ error: String(error) }, 'the daily analysis cannot be read; its age is unknown');
      return null;
    }
  });
}

/** What is kept of each analysis. */
export async function analysisSpans(
  config: Config,
  log: Log,
): Promise<ReadonlyMap<AnalysisDataset, readonly AnalysisSpan[]>> {
  const objects = openObjects(config);
  try {
    const analysis = createAnalysisShelf({ objects, clock: systemClock, log });
    const found = ANALYSIS_DATASETS.map(async (dataset) => [dataset, await analysis.spans(dataset)] as const);
    return new Map(await Promise.all(found));
  } finally {
    objects.close();
  }
}

/** Analysed days of a place. */
export interface AnalysedDays extends AnalysedPlace {
  readonly days: DaySpan;
  /** US air-quality index of each day; NaN: not known. */
  readonly airQuality: Float64Array;
}

/** The newest analysed days at a place, at most so many; null: none is kept. */
export async function newestAnalysedDays(
  config: Config,
  log: Log,
  place: { readonly latitude: number; readonly longitude: number },
  count: number,
): Promise<AnalysedDays | null> {
  const objects = openObjects(config);
  try {
    const reading = { objects, clock: systemClock, log };
    const analysis = createAnalysisShelf(reading);
    const spans = (await Promise.all(ANALYSIS_DATASETS.map((dataset) => analysis.spans(dataset)))).flat();
    if (spans.length === 0) return null;
    const last = Math.max(...spans.map(({ lastDay }) => lastDay));
    const days = [Math.max(last - count + 1, Math.min(...spans.map(({ firstDay }) => firstDay))), last] as const;
    const elevation = (await createElevationLookup(reading)(place.latitude, place.longitude)) ?? null;
    const { index: airQuality } = await readAnalysedAir(analysis, { ...place, elevation }, days);
    return { ...(await readAnalysis(analysis, { ...place, elevation }, days)), days, airQuality };
  } finally {
    objects.close();
  }
}
