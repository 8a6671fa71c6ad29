/** `weatherglass serve`: the service in one process, with its ingest beside it and, in the demo, its upstream inside it. */

import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { Command } from 'commander';
import { startUpstreamThread, type UpstreamThread } from '../../../simulator/start-worker.js';
import { startService } from '../../app.js';
import { steadyClock } from '../../base/clock.js';
import type { Config } from '../../config/config.js';
import { chosenOf, queuedFeeds } from '../../ingest/feed-choice.js';
import { durationWords, runningWords } from '../../ingest/ingest-words.js';
import type { IngestState } from '../../model/ingest-state.js';
import type { ProductStatus } from '../../model/product.js';
import { feedTitle } from '../../sources/feeds.js';
import { onOutputLost, stopEndingOnSignals } from '../exit-status.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';
import { announce, isReady } from './announcement.js';
import { banner } from './banner.js';
import { beginInTurn, EVERY_TEN_SECONDS } from './first-polls.js';
import { createSchedules, type Schedules } from './schedules.js';

/** For running ingests (8 s), then requests in progress (10 s) and the records; a supervisor kills a process after some 30 s. */
const CLOSING_MILLISECONDS = 25_000;
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
  onOutputLost(() => undefined); // the service goes on when nobody reads its banner, or the disk of its output is full
  const simulated = ingest && config.profile === 'demo';
  // The service needs seconds to open its records, and then an ingest of GFS asks for exactly these files.
  const ahead = chosenOf('model', config).some(({ id }) => id === 'gfs');
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
  const served = async (): Promise<string> => servedWords(await service.readiness(), config.clock.now());
  const schedules = ingest ? createSchedules(config, upstream?.url ?? null, log, served) : null;
  let isEnding = false;
  const service = await startService(config, log, {
    ingestProgress: () => progressWords(schedules?.models.flatMap((queue) => queue.states()) ?? []),
    untried: () => schedules?.untried() ?? [],
    ...(schedules === null ? {} : { scans: schedules.scans, ingestStates: schedules.states }),
  });
  stopEndingOnSignals();
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
      const ended = schedules?.end();
      if (!err) await wait(config.drainSeconds * 1000);
      await ended;
      await service.close();
      await upstream?.close();
    },
  );
  const [status] = await service.readiness();
  process.stdout.write(banner(config, service, { ingest, ready: isReady(status) }));
  const pause = () => wait(BETWEEN_LOOKS, undefined, { ref: false });
  for (const queue of schedules?.models ?? []) queue.begin(EVERY_TEN_SECONDS);
  if (schedules !== null)
    beginInTurn({
      ...{ ...schedules, pause },
      isFirstRunAwaited: async () => isTrying(schedules, config) && !isReady((await service.readiness())[0]),
      areModelsAwaited: () => schedules.models.some((queue) => queue.untried().length > 0),
      isEnding: () => isEnding,
      clock: steadyClock,
    }).catch((error: unknown) => log.error({ error: String(error) }, 'first polls cannot be begun'));
  if (chosenOf('model', config).length === 0 && ingest) return; // forecasts will not be served, so there is nothing to wait for
  const models = () => schedules?.models.flatMap((queue) => queue.states()) ?? [];
  announce({
    readiness: service.readiness,
    untried: () => schedules?.models.flatMap((queue) => queue.untried()) ?? [],
    hasFailed: (name) => models().some(({ feed, failures }) => feed === name && failures > 0),
    say: (text) => process.stdout.write(text),
    pause,
  }).catch((error: unknown) => log.error({ error: String(error) }, 'readiness cannot be told'));
}

/** True while the model that forecasts are first answered from has its first ingest. */
function isTrying({ models }: Schedules, config: Config): boolean {
  const [first] = queuedFeeds(config);
  return models.some((queue) => first !== undefined && queue.untried().includes(first.id));
}

/** Progress of the running model ingests, for `/readyz` before any data is published. Null: none is running. */
function progressWords(states: readonly IngestState[]): string | null {
  const running = states.filter(({ state }) => state === 'running');
  if (running.length === 0) return null;
  return running.map((state) => `${feedTitle(state.feed)}, ${runningWords(state)}`).join('; ');
}

/** "Served from stored data: forecast and route (3.5 h old). Not available: nowcast." */
function servedWords(statuses: readonly ProductStatus[], now: number): string {
  const isServed = ({ state }: ProductStatus): boolean => state === 'ready' || state === 'stale';
  const served = statuses.filter(isServed).map(({ product, updatedAt }) => {
    const age = updatedAt === null ? '' : ` (${durationWords(Math.max(0, now - updatedAt))} old)`;
    return `${product}${age}`;
  });
  const missing = statuses.filter((status) => !isServed(status)).map(({ product }) => product);
  const parts = [
    ...(served.length > 0 ? [`Served from stored data: ${served.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Not available: ${missing.join(', ')}.`] : []),
  ];
  return parts.join(' ');
}
