/** Everything that a service ingests by itself: its queues of models, a schedule for each polled feed, sweeps on demand. */

import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { steadyClock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { standardError } from '../../base/standard-error.js';
import type { Config } from '../../config/config.js';
import { ADDRESS_SETTINGS } from '../../config/config-table.js';
import { createFaultLog, type FaultLogDependencies } from '../../ingest/fault-log.js';
import { pauseAfterSuccess } from '../../ingest/feed-cadence.js';
import { chosenFeeds, chosenOf, ingestQueues } from '../../ingest/feed-choice.js';
import { type IngestEvent, type IngestProcess, startIngestProcess } from '../../ingest/ingest-process.js';
import { kindOf, type PollingRules } from '../../ingest/kinds.js';
import { createScanRequests, type RunningScanRequests } from '../../ingest/nexrad/scan-requests.js';
import { createIngestSchedule, type IngestSchedule, type IngestScheduleDependencies } from '../../ingest/schedule.js';
import type { IngestState } from '../../model/ingest-state.js';
import { HOUR, parseInstant } from '../../model/time.js';
import { type Feed, feedNamed, feedsOf, feedTitle } from '../../sources/feeds.js';
import { PAST_DEADLINE } from '../archive/past.js';

/** How often to ask for a run that may be whole: the real feeds politely, the simulated ones soon enough to watch. */
const POLL_SECONDS = { demo: 60, live: 300 } as const;
/** Measured at their peaks: GFS 1.4 GB, sub-hourly HRRR 0.7 GB, the service beside them half a GB. */
const MEMORY_FOR_TWO_QUEUES = 4e9;
/**
 * From its deadline until an ingest is ended, s. A model may still be built then: GFS takes 140 s on two cores, and many
 * times as long on smaller machines; so are station series, and what is built of them does not go on later. Other polls only
 * store what they have.
 */
const MODEL_GRACE = 900;
const POLL_GRACE = 30;
/**
 * Flags of Node for ingests: values of fields live outside of its heap, so its nursery may be small. Observed with GFS in the
 * demo: 302 MB at its peak instead of 415, in the same time.
 */
const INGEST_FLAGS = ['--max-semi-space-size=2'];
/**
 * More of them for the archive, whose analysis looks up the zones of a million cells: its heap grows by half of what is in use, not
 * by several times. Observed with two days of 92,000 cells at 0.25°: 283 MB at its peak instead of 475, for 5% more CPU.
 */
const ARCHIVE_FLAGS = ['--heap-growing-percent=50'];
/**
 * Settings of glibc's allocator for ingests. Without them it keeps the memory of freed arrays, once for each thread. Observed with MRMS in the demo: 142 MB at its peak instead of 180, in the same time.
 */
const INGEST_ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

export interface Schedules {
  /** The queues of models, terrain and shapes of zones; the feed that forecasts are first served from is in the first. */
  readonly models: readonly IngestSchedule[];
  /** Polled feeds, one in each: first polls at once, after forecasts, and when every model was tried; then the past of a demo. */
  readonly early: readonly IngestSchedule[];
  readonly late: readonly IngestSchedule[];
  readonly last: readonly IngestSchedule[];
  readonly past: readonly IngestSchedule[];
  readonly scans: RunningScanRequests;
  states(): readonly IngestState[];
  /** Feeds whose first ingest has not ended yet. */
  untried(): readonly string[];
  end(): Promise<void>;
}

/**
 * @param simulatedUrl  the upstream of the demo
 * @param served  what requests are answered from, as a sentence
 */
export function createSchedules(
  config: Config,
  simulatedUrl: string | null,
  log: Log,
  served: () => Promise<string>,
): Schedules {
  const startProcess = processStarter(config, simulatedUrl, log);
  const start = ingestStarter(startProcess);
  const shared = { log, clock: steadyClock, titleOf: feedTitle };
  const faults = createFaultLog({ ...shared, served, onNetworkBack: () => retryAll() });
  const scheduleOf = (
    feeds: readonly Feed[],
    graceSeconds: number,
    more: Pick<IngestScheduleDependencies, 'pauseAfterSuccess' | 'longestPauseSeconds'>,
  ) =>
    createIngestSchedule({
      ...{ ...shared, ...more, feeds: feeds.map(({ id }) => id), faults },
      start: (feed, onEvent) => start(feedNamed(feed)!, onEvent, { graceSeconds }),
    });
  const polled = (begins: FirstPoll): IngestSchedule[] =>
    pollsOf(config, begins).map(({ feed, ...rules }) => scheduleOf([feed], graceOf(feed), rules));
  const pauseOfModel = (feed: string, last: IngestEvent | null): number =>
    pauseAfterSuccess(feed, last, config.clock.now(), POLL_SECONDS[config.profile]);
  const queues = ingestQueues(config, config.ingestQueues ?? affordableQueues(config));
  const schedules = {
    models: queues.map((feeds) => scheduleOf(feeds, MODEL_GRACE, { pauseAfterSuccess: pauseOfModel })),
    early: polled('at-once'),
    late: [...polled('after-forecasts'), ...forecastArchive(config, startProcess, { ...shared, served })],
    last: polled('last'),
    past: pastOfDemo(config, startProcess, { ...shared, served }),
  };
  const all = Object.values(schedules).flat();
  const retryAll = (): void => {
    for (const schedule of all) schedule.retry();
  };
  const awaited = { isAwaited: true, graceSeconds: POLL_GRACE };
  const [nexrad] = feedsOf('sweeps');
  const scans = createScanRequests({
    start: (site, onEvent) => start(nexrad!, onEvent, awaited, site),
    ...{ clock: steadyClock, log, faults },
  });
  return {
    ...schedules,
    scans,
    states: () => all.flatMap((schedule) => schedule.states()),
    untried: () => all.flatMap((schedule) => schedule.untried()),
    async end() {
      await Promise.all([scans, ...all].map((one) => one.end()));
    },
  };
}

/** From its deadline until the poll of a feed is ended, s. */
export function graceOf(feed: Feed): number {
  return feed.kind === 'stations' ? MODEL_GRACE : POLL_GRACE;
}

interface Poll extends Pick<IngestScheduleDependencies, 'pauseAfterSuccess' | 'longestPauseSeconds'> {
  readonly feed: Feed;
}

type FirstPoll = 'at-once' | PollingRules['begins'];

/** Polls of the chosen feeds whose first one has this turn. */
function pollsOf(config: Config, begins: FirstPoll): Poll[] {
  return chosenFeeds(config).flatMap((feed) => {
    const { polling } = kindOf(feed);
    if (!('intervalSeconds' in feed) || (polling?.begins ?? 'at-once') !== begins) return [];
    const { demoIntervalSeconds = feed.intervalSeconds, longestPauseSeconds } = polling ?? {};
    const interval = config.profile === 'demo' ? demoIntervalSeconds : feed.intervalSeconds;
    const longest = longestPauseSeconds === undefined ? {} : { longestPauseSeconds };
    return [{ feed, pauseAfterSuccess: () => interval, ...longest }];
  });
}

/** The simulated upstream is never slow, and the demo is to fit into a laptop beside everything else. */
function affordableQueues({ profile }: Config): 1 | 2 {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return profile === 'demo' || memory < MEMORY_FOR_TWO_QUEUES ? 1 : 2;
}

type StartIngest = (
  feed: Feed,
  onEvent: (event: IngestEvent) => void,
  how: { readonly graceSeconds: number; readonly isAwaited?: boolean },
  ...words: readonly string[]
) => IngestProcess;

/** Starts `weatherglass …words` as a process that ends with this one, or after `longestSeconds`. */
type StartProcess = (
  words: readonly string[],
  limits: { readonly longestSeconds: number; readonly isAwaited?: boolean; readonly flags?: readonly string[] },
  onEvent: (event: IngestEvent) => void,
) => IngestProcess;

/** Starts processes with our configuration, and in the demo with our upstream. */
function processStarter(config: Config, simulatedUrl: string | null, log: Log): StartProcess {
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const environment = {
    ...INGEST_ALLOCATOR,
    ...process.env,
    WEATHERGLASS_PROFILE: config.profile,
    WEATHERGLASS_DATA: config.dataDirectory,
    WEATHERGLASS_LOG_FORMAT: config.logPretty ? 'pretty' : 'json',
    ...(simulatedUrl === null ? {} : Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, simulatedUrl]))),
  };
  return (words, { flags = [], ...limits }, onEvent) => {
    const whole = [...INGEST_FLAGS, ...flags, main, ...words, '--json', '--attached'];
    return startIngestProcess({ arguments: whole, environment, log, errors: standardError, ...limits }, onEvent);
  };
}

function ingestStarter(startProcess: StartProcess): StartIngest {
  return (feed, onEvent, { graceSeconds, ...how }, ...words) => {
    const deadline = feed.deadlineSeconds;
    const asked = ['ingest', feed.id, ...words, '--deadline', String(deadline)];
    return startProcess(asked, { longestSeconds: deadline + graceSeconds, ...how }, onEvent);
  };
}

/** Name of the archive of forecasts among the states of feeds. */
const FORECAST_ARCHIVE = 'forecast-archive';
/**
 * Longest time for an issue, the analysis of a day and the verification of 60 dates, s: some seconds as a rule, once a day three
 * minutes for the whole globe at 0.25°, and many times that beside an ingest on a small machine. The next hour has its issue still.
 */
const LONGEST_ISSUE = 3300;
/** Until the next look where there is no forecast yet, s. */
const NO_FORECAST_PAUSE = 60;
/** After failures, s: a later issue of the hour is better than none. */
const LONGEST_RETRY = 300;

/**
 * A schedule for the archive of forecasts, whose process analyses the days that are over too, also where no forecast is kept;
 * none without a model. An issue is a process of its own. Median of
 * other requests on two busy cores: 7 ms alone, 14 ms beside that process, 27 ms beside the same work in this process.
 */
function forecastArchive(
  config: Config,
  startProcess: StartProcess,
  shared: Pick<IngestScheduleDependencies, 'log' | 'clock'> & Pick<FaultLogDependencies, 'served'>,
): IngestSchedule[] {
  if (chosenOf('model', config).length === 0) return [];
  const named = { ...shared, titleOf: () => 'the forecast archive' };
  // A log of faults of its own: what this process does says nothing about the network.
  const faults = createFaultLog({ ...named, onNetworkBack: () => undefined });
  const schedule = createIngestSchedule({
    ...{ ...named, faults, feeds: [FORECAST_ARCHIVE], longestPauseSeconds: LONGEST_RETRY },
    start: (_, onEvent) => startProcess(['archive'], { longestSeconds: LONGEST_ISSUE, flags: ARCHIVE_FLAGS }, onEvent),
    pauseAfterSuccess: (_, last) => pauseOfArchive(last, config.clock.now()),
  });
  return [schedule];
}

/** Name of the past of the demo among the states of feeds. */
const PAST = 'past';
/** Between two runs where days are left, s. */
const PAST_PAUSE = 300;

/**
 * A schedule for the past that a demo begins with, after everything else was tried once: it makes its upstream work for half a
 * minute, and nobody waits for it. None where the weather is real.
 */
function pastOfDemo(
  config: Config,
  startProcess: StartProcess,
  shared: Pick<IngestScheduleDependencies, 'log' | 'clock'> & Pick<FaultLogDependencies, 'served'>,
): IngestSchedule[] {
  if (config.profile !== 'demo') return [];
  const named = { ...shared, titleOf: () => 'the past of the demo' };
  const faults = createFaultLog({ ...named, onNetworkBack: () => undefined });
  const schedule = createIngestSchedule({
    ...{ ...named, faults, feeds: [PAST] },
    start: (_, onEvent) =>
      startProcess(['past'], { longestSeconds: PAST_DEADLINE + POLL_GRACE, flags: ARCHIVE_FLAGS }, onEvent),
    pauseAfterSuccess: (_, last) => pauseOfPast(last),
  });
  return [schedule];
}

/** Seconds until the next run; infinite when every day is stored. */
export function pauseOfPast(last: IngestEvent | null): number {
  return last === null || (last.event === 'past' && last.left !== 0) ? PAST_PAUSE : Number.POSITIVE_INFINITY;
}

/**
 * Seconds until the hour after the one that has its issue. An issue that was made at the end of its hour may end in the next
 * hour, which is then due at once.
 *
 * @param now  epoch seconds
 */
export function pauseOfArchive(last: IngestEvent | null, now: number): number {
  const { event, issue } = last ?? { event: null, issue: null };
  if (event === 'no-stations' || event === 'off') return HOUR - (now % HOUR); // for the days that are over
  const issueTime = typeof issue === 'string' ? parseInstant(issue) : null;
  return issueTime === null ? NO_FORECAST_PAUSE : Math.max(0, (Math.floor(issueTime / HOUR) + 1) * HOUR - now);
}
