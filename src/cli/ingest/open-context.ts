/** Opens what ingests share: records, arrays, a way to be stopped, and in the demo the simulated upstream. */

import { join } from 'node:path';
import { startUpstreamThread, type UpstreamThread } from '../../../simulator/start-worker.js';
import type { Log } from '../../base/log.js';
import { createProgress, type ProgressMode } from '../../base/progress.js';
import { openObjects } from '../../composition/objects.js';
import type { Config } from '../../config/config.js';
import { SETTINGS } from '../../config/config-table.js';
import { startIngestDeadline } from '../../ingest/ingest-deadline.js';
import type { IngestContext } from '../../ingest/kinds.js';
import type { AddressSetting } from '../../sources/feed.js';
import type { Feed } from '../../sources/feeds.js';
import { onOutputLost } from '../exit-status.js';
import { openRecordsAccess, type RecordsAccess } from '../records-access.js';

export interface IngestSetting {
  readonly config: Config;
  readonly log: Log;
  /** Feeds that are fetched: in the demo their upstream must be simulated. */
  readonly fetched: readonly Feed[];
  readonly mode: ProgressMode;
  /**
   * A service started it, and keeps its standard input open: it goes when that service goes, also by kill -9, and never
   * opens the records itself, or the next start of the service would find them taken.
   */
  readonly attached: boolean;
  /** The time that each feed has for its downloads, s; null: all of it. */
  readonly deadlineSeconds: number | null;
}

/** Zoom 4 is 10 km: as fine as the simulated ground is worth, and 256 tiles for the globe. */
const DEMO_ZOOM = 4;

/**
 * Opens everything, does the work, closes everything. SIGTERM and SIGINT abort the signal.
 *
 * @param work  receives a function that begins an ingest: the deadline of its context starts then
 */
export async function withIngest(
  setting: IngestSetting,
  work: (begin: () => IngestContext, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { config, log } = setting;
  let records: Promise<RecordsAccess> | null = null; // opening takes a second, and radar needs none
  const opened: ReturnType<typeof openObjects>[] = []; // none where nothing asks for arrays
  let upstream: UpstreamThread | null = null;
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => stop.abort(new Error(`stopped by ${signal}`));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  if (setting.attached) whenLeftAlone(() => stop.abort(new Error(LEFT_ALONE)));
  try {
    const { clock, region, now, demo, terrainZoom, alerts: alertChoice } = config;
    if (setting.fetched.some((feed) => needsUpstream(config, feed)))
      upstream = await startUpstreamThread({ ...demo, now, ahead: setting.fetched.some(({ id }) => id === 'gfs') });
    const shared = {
      ...{ clock, log, region, terrainZoom, alertChoice, signal: stop.signal, random: Math.random },
      progress: createProgress(setting.mode, process.stdout),
      isSimulated: config.profile === 'demo',
      directory: join(config.dataDirectory, 'staging'),
      ...(config.profile === 'demo' ? { highestTerrainZoom: DEMO_ZOOM } : {}),
      addressOf: (name: AddressSetting) =>
        upstream !== null && isReal(config, name) ? upstream.url : config.addresses[name]!,
      objects() {
        opened[0] ??= openObjects(config);
        return opened[0];
      },
      records() {
        records ??= openRecordsAccess(config, log, setting.attached ? { open: refuseToOpen } : {});
        const opening = records;
        opening.catch(() => {
          if (records === opening) records = null; // the next feed tries again
        });
        return opening;
      },
      archiveNowcasts: async (...[network, signal]: Parameters<IngestContext['archiveNowcasts']>) =>
        (await import('../../app.js')).archiveNowcasts(config, log, network, signal ?? stop.signal),
    };
    const begin = (): IngestContext => {
      const { deadlineSeconds } = setting;
      return { ...shared, deadline: deadlineSeconds === null ? undefined : startIngestDeadline(deadlineSeconds) };
    };
    await work(begin, stop.signal);
  } finally {
    process.removeListener('SIGTERM', onSignal).removeListener('SIGINT', onSignal);
    for (const objects of opened) objects.close();
    await closeRecords(records);
    await upstream?.close();
  }
}

/** Records that could not be opened need no closing: whoever asked for them has the error. */
async function closeRecords(records: Promise<RecordsAccess> | null): Promise<void> {
  const access = await records?.catch(() => null);
  await access?.close();
}

const LEFT_ALONE = 'the service that started it has ended';

const refuseToOpen = (): Promise<never> => Promise.reject(new Error(LEFT_ALONE));

function whenLeftAlone(end: () => void): void {
  process.stdin.once('end', end).once('error', end).resume();
  process.stdin.unref(); // work that is done ends the process
  onOutputLost(end); // nobody reads what it says any more
}

/** In the demo nobody but us simulates the feed; a server that does names the address in the environment. */
function needsUpstream(config: Config, feed: Feed): boolean {
  return config.profile === 'demo' && feed.addresses.some(({ setting }) => isReal(config, setting));
}

function isReal(config: Config, setting: AddressSetting): boolean {
  return config.addresses[setting] === SETTINGS.find(({ name }) => name === setting)!.fallback;
}
