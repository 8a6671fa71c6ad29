/** `weatherglass serve`: the service in one process, with its ingest beside it and, in the demo, its upstream inside it. */

import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { Command } from 'commander';
import { startService } from '../../app.js';
import { steadyClock } from '../../base/clock.js';
import type { Config } from '../../base/config.js';
import { ADDRESS_SETTINGS } from '../../base/config-table.js';
import type { Log } from '../../base/log.js';
import { standardError } from '../../base/standard-error.js';
import { pauseAfterSuccess } from '../../ingest/feed-cadence.js';
import { startIngestProcess } from '../../ingest/ingest-process.js';
import { createScanRequests, type RunningScanRequests } from '../../ingest/nexrad/scan-requests.js';
import {
  createIngestSchedule,
  type IngestEvent,
  type IngestProcess,
  type IngestSchedule,
  type IngestScheduleDependencies,
} from '../../ingest/schedule.js';
import { startUpstreamThread, type UpstreamThread } from '../../simulator/start-worker.js';
import {
  configuredAlerts,
  configuredInTurn,
  configuredObservations,
  configuredRadar,
  NEXRAD,
  titleOf,
} from '../feed-names.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';
import { announce, isReady } from './announcement.js';
import { banner } from './banner.js';
import { beginInTurn } from './first-polls.js';

/** However often radar has failed, it is asked again after this, s: frames are of use for half an hour only. */
const LONGEST_RADAR_PAUSE = 120;
/** When to look which feeds are due. */
const EVERY_MINUTE = '* * * * *';
/** How often to ask for a run that may be whole: the real feeds politely, the simulated ones soon enough to watch. */
const POLL_SECONDS = { demo: 60, live: 300 } as const;
/**
 * Of the ingest's Node: values of fields live outside of its heap, so its nursery may be small. Observed with GFS in the
 * demo: 302 MB at its peak instead of 415, in the same time.
 */
const INGEST_FLAGS = ['--max-semi-space-size=2'];
/**
 * Of the ingest's allocator, where it is glibc's, which else keeps for later what large arrays have left, once for each
 * thread. Observed with MRMS in the demo: 142 MB at its peak instead of 180, in the same time.
 */
const INGEST_ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Fires and smoke of the demo are worth a look sooner than an hour later, s. */
const DEMO_OBSERVATION_PAUSE = 900;
/** For requests in progress and running ingests once the service stops listening. */
const CLOSING_MILLISECONDS = 15_000;
const BETWEEN_LOOKS = 500; // ms

interface ServeOptions extends DataOption {
  port?: string;
  host?: string;
  ingest: boolean;
}

export function serveCommand(): Command {
  return withDataOption(new Command('serve'))
    .description('Answer the interface over HTTP and keep the data fresh')
    .option('--port <number>', 'port (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--no-ingest', 'answer from what the data directory holds; contact nothing')
    .addHelpText('after', '\nExample:\n  WEATHERGLASS_PROFILE=live weatherglass serve --port 8080')
    .action(async (options: ServeOptions) => {
      const config = configOf(options, {
        ...(options.port === undefined ? {} : { PORT: options.port }),
        ...(options.host === undefined ? {} : { HOST: options.host }),
      });
      await serve(config, options.ingest);
    });
}

async function serve(config: Config, ingest: boolean): Promise<void> {
  const simulated = ingest && config.profile === 'demo';
  // The service needs seconds to open its records, and then an ingest of GFS asks for exactly these files.
  const ahead = config.feeds.includes('gfs');
  const upstream = simulated ? await startUpstreamThread({ ...config.demo, now: config.now, ahead }) : null;
  try {
    await serveWith(upstream, config, ingest);
  } catch (error) {
    await upstream?.close(); // its thread would keep a process alive that has nothing to do
    throw error;
  }
}

async function serveWith(upstream: UpstreamThread | null, config: Config, ingest: boolean): Promise<void> {
  const log = logOf(config);
  const ingests = ingestsOf(config, upstream?.url ?? null, log);
  const starting: Starting = (feed, onEvent) => ingests([feed], onEvent);
  const schedule = ingest ? scheduleOf(config, starting, log) : null;
  const { alerts, radar, observations } = ingest ? polledSchedulesOf(config, starting, log) : NOTHING_POLLED;
  const polled = [...radar, ...alerts, ...observations];
  const scans = ingest ? scanRequestsOf(ingests, log) : null;
  let isEnding = false;
  const service = await endingOnSignal(() =>
    startService(config, log, {
      ingestProgress: () => progressWords(schedule?.latest() ?? null),
      untried: () => [schedule, ...polled].flatMap((one) => one?.untried() ?? []),
      ...(scans === null ? {} : { scans }),
    }),
  );
  closeWithGrace(
    {
      delay: CLOSING_MILLISECONDS + config.drainSeconds * 1000,
      logger: { error: (problem: unknown) => log.error({ problem: String(problem) }, 'shutdown') },
    },
    async ({ err }) => {
      if (err) log.error({ error: err.stack }, 'stopping after an unexpected error');
      else log.info({ seconds: config.drainSeconds }, 'draining');
      isEnding = true;
      service.drain();
      const ends = [schedule, scans, ...polled].map((one) => one?.end());
      if (!err) await wait(config.drainSeconds * 1000);
      await Promise.all(ends);
      await service.close();
      await upstream?.close();
    },
  );
  const [status] = await service.readiness();
  process.stdout.write(banner(config, service, { ingest, ready: isReady(status) }));
  const pause = () => wait(BETWEEN_LOOKS, undefined, { ref: false });
  schedule?.begin(EVERY_MINUTE);
  beginInTurn({
    ...{ alerts, radar, observations, pause },
    isFirstRunAwaited: async () => isTrying(schedule, config) && !isReady((await service.readiness())[0]),
    isEnding: () => isEnding,
    clock: steadyClock,
  }).catch((error: unknown) => log.error({ error: String(error) }, 'first polls cannot be begun'));
  if (config.feeds.length === 0 && ingest) return; // forecasts will not be served, so there is nothing to wait for
  announce({
    readiness: service.readiness,
    untried: () => schedule?.untried() ?? [],
    hasFailed: (feed) => (schedule?.failures(feed) ?? 0) > 0,
    say: (text) => process.stdout.write(text),
    pause,
  }).catch((error: unknown) => log.error({ error: String(error) }, 'readiness cannot be told'));
}

/**
 * Ends the process when a signal comes while it starts. PID 1 of a container ignores signals that nothing listens to, and
 * a start can wait 30 s for the lock of a killed server.
 */
async function endingOnSignal<T>(start: () => Promise<T>): Promise<T> {
  const end = () => process.exit(0);
  process.once('SIGTERM', end).once('SIGINT', end);
  try {
    return await start();
  } finally {
    process.removeListener('SIGTERM', end).removeListener('SIGINT', end);
  }
}

type Starting = IngestScheduleDependencies['start'];

/** Starts `weatherglass ingest` with these words. */
type Ingests = (
  words: readonly string[],
  onEvent: (event: IngestEvent) => void,
  more?: { readonly isAwaited: boolean },
) => IngestProcess;

/** An ingest as a process of its own, with our configuration, and in the demo with our upstream. */
function ingestsOf(config: Config, simulatedUrl: string | null, log: Log): Ingests {
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const environment = {
    ...INGEST_ALLOCATOR,
    ...process.env,
    WEATHERGLASS_PROFILE: config.profile,
    WEATHERGLASS_DATA: config.dataDirectory,
    WEATHERGLASS_LOG_FORMAT: config.logPretty ? 'pretty' : 'json',
    ...(simulatedUrl === null ? {} : Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, simulatedUrl]))),
  };
  return (words, onEvent, more) => {
    const whole = [...INGEST_FLAGS, main, 'ingest', ...words, '--json', '--attached'];
    return startIngestProcess({ arguments: whole, environment, log, errors: standardError, ...more }, onEvent);
  };
}

/** Sweeps of single radars, fetched when a map shows one. */
function scanRequestsOf(start: Ingests, log: Log): RunningScanRequests {
  const awaited = { isAwaited: true };
  return createScanRequests({
    start: (site, onEvent) => start([NEXRAD, site], onEvent, awaited),
    clock: steadyClock,
    log,
  });
}

function scheduleOf(config: Config, start: Starting, log: Log): IngestSchedule {
  return createIngestSchedule({
    feeds: configuredInTurn(config),
    start,
    pauseAfterSuccess: (feed, last) => pauseAfterSuccess(feed, last, config.clock.now(), POLL_SECONDS[config.profile]),
    clock: steadyClock,
    log,
  });
}

/** True while the model that forecasts are first answered from has its first turn. */
function isTrying(schedule: IngestSchedule | null, config: Config): boolean {
  const [first] = configuredInTurn(config);
  return first !== undefined && (schedule?.untried().includes(first) ?? false);
}

type Polled = Readonly<Record<'alerts' | 'radar' | 'observations', readonly IngestSchedule[]>>;

const NOTHING_POLLED: Polled = { alerts: [], radar: [], observations: [] };

/**
 * Each feed of alerts, radar, fires and smoke for itself: neither an alert nor the rain that falls now waits until a model run is
 * built, nor for another issuer's timeout.
 */
function polledSchedulesOf(config: Config, start: Starting, log: Log): Polled {
  const alone = (
    name: string,
    intervalSeconds: number,
    more: Pick<IngestScheduleDependencies, 'longestPauseSeconds'>,
  ) =>
    createIngestSchedule({
      feeds: [name],
      start,
      pauseAfterSuccess: () => intervalSeconds,
      clock: steadyClock,
      log,
      ...more,
    });
  return {
    radar: configuredRadar(config).map(({ name, intervalSeconds }) =>
      alone(name, intervalSeconds, { longestPauseSeconds: LONGEST_RADAR_PAUSE }),
    ),
    alerts: configuredAlerts(config).map(({ name, intervalSeconds }) => alone(name, intervalSeconds, {})),
    observations: configuredObservations(config).map(({ name, intervalSeconds }) =>
      alone(name, config.profile === 'demo' ? DEMO_OBSERVATION_PAUSE : intervalSeconds, {}),
    ),
  };
}

const STAGES: Readonly<Record<string, string>> = {
  step: 'steps of the run',
  past: 'steps of earlier runs',
  shard: 'bands of the cube',
};

/** How far the running ingest is, for who asks `/readyz` before there is anything to serve. */
function progressWords(latest: ReturnType<IngestSchedule['latest']>): string | null {
  if (latest === null) return null;
  const stage = STAGES[latest.event];
  const words = stage === undefined ? 'just begun' : `${latest.done} of ${latest.of} ${stage}`;
  return `${titleOf(latest.feed)}, ${words}`;
}
