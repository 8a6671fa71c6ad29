/** `weatherglass ingest gfs`: the newest run of the feed, or files given by hand, into the data directory. */

import { join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { openObjects } from '../app.js';
import { type Config, SETTINGS } from '../base/config.js';
import { isTagged } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { createProgress, type ProgressMode } from '../base/progress.js';
import type { IngestDependencies } from '../ingest/ingest-dependencies.js';
import { ingestFiles, ingestLatest, runNamed } from '../ingest/ingest-gfs.js';
import { startUpstreamThread, type UpstreamThread } from '../simulator/start-worker.js';
import { configOf, type DataOption, logOf, withDataOption } from './options.js';
import { openRecordsAccess } from './records-access.js';

const USAGE_ERROR = 2;

interface IngestOptions extends DataOption {
  from?: string[];
  region?: string;
  run?: string;
  json?: boolean;
  quiet?: boolean;
}

export function ingestCommand(): Command {
  const gfs = withDataOption(new Command('gfs'))
    .description("NOAA's global model: the newest whole run from WEATHERGLASS_GFS_URL, or files")
    .option('--from <file|directory|url...>', 'ingest these GRIB2 files instead of the newest run')
    .option('--run <YYYYMMDDHH>', 'this run instead of the newest')
    .option('--region <south,west,north,east>', 'keep only this box, degrees (WEATHERGLASS_REGION)')
    .option('--json', 'one JSON object per line for every step of the work')
    .option('--quiet', 'say nothing but errors')
    .exitOverride(exitOfUsage)
    .addHelpText('after', EXAMPLES)
    .action(ingestGfs);
  return new Command('ingest')
    .description('Fetch, decode and publish a feed')
    .exitOverride(exitOfUsage)
    .addCommand(gfs);
}

function exitOfUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : USAGE_ERROR);
}

async function ingestGfs(options: IngestOptions): Promise<void> {
  try {
    const config = configOf(options, options.region === undefined ? {} : { WEATHERGLASS_REGION: options.region });
    const run = options.run === undefined ? undefined : runNamed(options.run);
    await ingest(config, logOf(config), options, run);
  } catch (error) {
    process.exitCode = isTagged(error, 'config') ? USAGE_ERROR : 1;
    process.stderr.write(`weatherglass: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function ingest(config: Config, log: Log, options: IngestOptions, run: number | undefined): Promise<void> {
  const records = await openRecordsAccess(config, log);
  const objects = openObjects(config);
  let upstream: UpstreamThread | null = null;
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => stop.abort(new Error(`stopped by ${signal}`));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    // Last, because its thread would keep alive a process that could not open the rest.
    if (options.from === undefined && needsUpstream(config)) upstream = await startSimulated(config);
    const deps: IngestDependencies = {
      objects,
      stagingDirectory: join(config.dataDirectory, 'staging'),
      source: { baseUrl: upstream?.url ?? config.gfsUrl, simulated: config.profile === 'demo' },
      ledger: records.ledger,
      clock: config.clock,
      log,
      progress: createProgress(progressMode(options), process.stdout),
      region: config.region,
      random: Math.random,
      signal: stop.signal,
    };
    if (options.from === undefined) await ingestLatest(deps, run);
    else await ingestFiles(deps, options.from);
  } finally {
    process.removeListener('SIGTERM', onSignal).removeListener('SIGINT', onSignal);
    objects.close();
    await records.close();
    await upstream?.close();
  }
}

/** In the demo nobody but us simulates the feed; a server that does names the address in the environment. */
function needsUpstream(config: Config): boolean {
  const real = SETTINGS.find(({ name }) => name === 'WEATHERGLASS_GFS_URL')!.fallback;
  return config.profile === 'demo' && config.gfsUrl === real;
}

function startSimulated(config: Config) {
  return startUpstreamThread({ ...config.demo, now: config.now });
}

function progressMode({ json, quiet }: IngestOptions): ProgressMode {
  if (json) return 'json';
  if (quiet) return 'quiet';
  return process.stdout.isTTY ? 'terminal' : 'lines';
}

const EXAMPLES = `
Examples:
  weatherglass ingest gfs
  weatherglass ingest gfs --region 35,-12,72,45
  weatherglass ingest gfs --from gfs.t12z.pgrb2.0p25.f120

Exit status: 0 published or nothing new, 1 failed, 2 wrong use.`;
