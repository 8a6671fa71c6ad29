/** `weatherglass ingest FEED`: the newest run of a feed, or files given by hand, into the data directory. */

import { Command, InvalidArgumentError, Option } from 'commander';
import type { ProgressMode } from '../../base/progress.js';
import type { AlertFeedName, FireFeedName, RadarFeedName } from '../../config/config-table.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import type { DatasetId } from '../../model/dataset.js';
import { isRadarSite } from '../../model/radar-sites-table.js';
import { exitStatusOf, reportFailure } from '../exit-status.js';
import {
  configuredAlerts,
  configuredFires,
  configuredInTurn,
  configuredRadar,
  describeFeed,
  type FetchedName,
  INGEST_NAMES,
  type IngestName,
  isAlertName,
  isFireFeedName,
  isRadarName,
  NEXRAD,
  TERRAIN,
  titleOf,
} from '../feed-names.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';
import {
  alertExamplesOf,
  EXAMPLES,
  examplesOf,
  FIRE_FILES,
  fireExamplesOf,
  NEXRAD_EXAMPLES,
  radarExamplesOf,
} from './ingest-examples.js';
import {
  type IngestWork,
  ingestAlerts,
  ingestFeed,
  ingestFires,
  ingestGround,
  ingestRadar,
  ingestScan,
  ingestScanFiles,
  withIngest,
} from './ingest-work.js';

/** A day, s. */
const LONGEST_DEADLINE = 86_400;

interface IngestOptions extends DataOption {
  from?: string[];
  region?: string;
  run?: string;
  json?: boolean;
  quiet?: boolean;
  attached?: boolean;
  anew?: boolean;
  acceptGrid?: boolean;
  deadline?: number;
}

export function ingestCommand(): Command {
  const command = new Command('ingest').description('Fetch, decode and publish a feed');
  for (const name of INGEST_NAMES) command.addCommand(commandOf(name));
  return command.addCommand(nexradCommand()).addCommand(allCommand()).addHelpText('after', EXAMPLES);
}

function commandOf(name: IngestName): Command {
  if (name === TERRAIN) return terrainCommand();
  if (name === 'alert-zones') return zonesCommand();
  if (isRadarName(name)) return radarCommand(name);
  if (isFireFeedName(name)) return fireCommand(name);
  return isAlertName(name) ? alertsCommand(name) : feedCommand(name);
}

function feedCommand(name: DatasetId): Command {
  return withCommonOptions(new Command(name))
    .summary(describeFeed(name))
    .description(`${describeFeed(name)}.\nThe newest whole run, or files.`)
    .option('--from <file|directory|url...>', 'ingest these GRIB2 files instead of the newest run')
    .option('--run <YYYYMMDDHH>', 'this run instead of the newest')
    .option('--accept-grid', 'accept another grid than the feed is known for; of a run, from now on')
    .addHelpText('after', examplesOf(name))
    .action((options: IngestOptions) =>
      reporting(options, async () => {
        const run = options.run === undefined ? undefined : await referenceTimeOf(name, options.run);
        await ingest(options, options.from === undefined ? [name] : [], async (work) => {
          const { from = null, acceptGrid = false } = options;
          await ingestFeed(work, name, { ...(run === undefined ? {} : { run }), from, acceptGrid });
        });
      }),
    );
}

async function referenceTimeOf(name: DatasetId, run: string): Promise<number> {
  const { runNamed } = await import('../../ingest/ingest-feed.js');
  return runNamed(name, run);
}

function terrainCommand(): Command {
  return withCommonOptions(new Command(TERRAIN))
    .summary(describeFeed(TERRAIN))
    .description('Heights of the ground, once for the region or the globe; WEATHERGLASS_TERRAIN_ZOOM says how fine.')
    .option('--from <file|directory...>', 'GeoTIFF files or Terrarium tiles instead of those of the upstream')
    .option('--anew', 'make it again although it is published')
    .action((options: IngestOptions) =>
      reporting(options, () =>
        ingest(options, options.from === undefined ? [TERRAIN] : [], (work) =>
          ingestGround(work, { from: options.from ?? null, anew: options.anew === true }),
        ),
      ),
    );
}

function radarCommand(name: RadarFeedName): Command {
  return withCommonOptions(new Command(name))
    .summary(describeFeed(name))
    .description(
      `${describeFeed(name)}.\nOne poll: the newest frame with the motion that is seen in it, and what is new beside it.`,
    )
    .option(
      '--from <file|directory...>',
      'take these frames instead of those of the upstream; several, in order of time',
    )
    .addHelpText('after', radarExamplesOf(name))
    .action(pollOrFiles(name, ingestRadar));
}

function fireCommand(name: FireFeedName): Command {
  return withCommonOptions(new Command(name))
    .summary(describeFeed(name))
    .description(`${describeFeed(name)}.\nOne poll: what is new since the last one.`)
    .option('--from <file|directory...>', `take ${FIRE_FILES[name].what} from here`)
    .addHelpText('after', fireExamplesOf(name))
    .action(pollOrFiles(name, ingestFires));
}

/** What the command of a feed does that is polled: one poll, or the files that are named. */
function pollOrFiles<Name extends FetchedName>(
  name: Name,
  take: (work: IngestWork, name: Name, from: readonly string[] | null) => Promise<unknown>,
) {
  return ({ from, ...options }: IngestOptions) =>
    reporting(options, () =>
      ingest(options, from === undefined ? [name] : [], (work) => take(work, name, from ?? null)),
    );
}

/** One radar that fails does not keep the others from their turn. */
function nexradCommand(): Command {
  const command = withCommonOptions(new Command(NEXRAD));
  return command
    .summary(describeFeed(NEXRAD))
    .description('The newest sweep of each of these radars. A service fetches them by itself, when a map shows one.')
    .argument('[site...]', 'ICAO identifiers of radars, e.g. KTLX', siteNamed)
    .option('--from <file|directory...>', 'take these Level 3 products of reflectivity, of whatever radars')
    .addHelpText('after', NEXRAD_EXAMPLES)
    .action((sites: readonly string[], options: IngestOptions) => {
      const { from } = options;
      if ((sites.length === 0) === (from === undefined)) command.error('error: give radars, e.g. KTLX, or --from FILE');
      return reporting(options, () =>
        ingest(options, from === undefined ? [NEXRAD] : [], async (work) => {
          if (from !== undefined) await ingestScanFiles(work, from);
          for (const site of sites)
            if (!work.signal.aborted) await reporting(options, () => ingestScan(work, site), NEXRAD);
        }),
      );
    });
}

function siteNamed(site: string, before: readonly string[] = []): readonly string[] {
  if (!isRadarSite(site)) throw new InvalidArgumentError('No radar of NEXRAD; they are named as KTLX.');
  return [...before, site];
}

function alertsCommand(name: AlertFeedName): Command {
  return withCommonOptions(new Command(name))
    .summary(describeFeed(name))
    .description(`${describeFeed(name)}.\nOne poll: what is new since the last one.`)
    .option('--from <file|directory...>', 'take CAP messages, archives of them, or GeoJSON of the NWS from here')
    .addHelpText('after', alertExamplesOf(name))
    .action(pollOrFiles(name, ingestAlerts));
}

function zonesCommand(): Command {
  return withCommonOptions(new Command('alert-zones'))
    .summary(describeFeed('alert-zones'))
    .description(
      'Shapes of the zones that alerts name by their codes, where they are newer than those that are stored.',
    )
    .action(pollOrFiles('alert-zones', ingestAlerts));
}

/** Every configured feed once. One that fails does not keep the others from their turn. */
function allCommand(): Command {
  return withCommonOptions(new Command('all'))
    .summary('every feed of WEATHERGLASS_FEEDS, one after the other')
    .description('Every feed of WEATHERGLASS_FEEDS once, one after the other; exit status 1 when one failed.')
    .action((options: IngestOptions) =>
      reporting(options, async () => {
        const config = configFor(options);
        const alerts = configuredAlerts(config).map(({ name }) => name);
        const radar = configuredRadar(config).map(({ name }) => name);
        const fires = configuredFires(config).map(({ name }) => name);
        const names = [...alerts, ...radar, ...fires, ...configuredInTurn(config)];
        await ingest(options, names, async (work) => {
          for (const name of names) {
            if (work.signal.aborted) return;
            await reporting(options, () => ingestNewest(work, name), name);
          }
        });
      }),
    );
}

function ingestNewest(work: IngestWork, name: IngestName): Promise<unknown> {
  if (name === TERRAIN) return ingestGround(work, { from: null, anew: false });
  if (isRadarName(name)) return ingestRadar(work, name, null);
  if (isFireFeedName(name)) return ingestFires(work, name, null);
  return isAlertName(name) ? ingestAlerts(work, name, null) : ingestFeed(work, name, { from: null });
}

function withCommonOptions(command: Command): Command {
  return withDataOption(command)
    .option('--region <south,west,north,east>', 'keep only this box, degrees (WEATHERGLASS_REGION)')
    .option('--json', 'one JSON object per line for every step of the work')
    .option('--quiet', 'say nothing but errors')
    .addOption(
      new Option('--deadline <seconds>', 'end the downloads then; the next ingest goes on from there').argParser(
        secondsNamed,
      ),
    )
    .addOption(new Option('--attached', 'started by a service: ends when standard input does').hideHelp());
}

function secondsNamed(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= LONGEST_DEADLINE))
    throw new InvalidArgumentError(`Must be a number above 0 and at most ${LONGEST_DEADLINE}.`);
  return seconds;
}

/** Reports a failure to a person, or to the service that started the ingest. @param name  where it is one of several */
async function reporting(
  { attached = false }: Pick<IngestOptions, 'attached'>,
  work: () => Promise<unknown>,
  name?: FetchedName,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!attached) return reportFailure(error, name === undefined ? '' : `${titleOf(name)}: `);
    process.exitCode = exitStatusOf(error);
    process.stdout.write(`${JSON.stringify({ event: 'failed', ...faultOf(error) })}\n`);
  }
}

function configFor(options: IngestOptions) {
  return configOf(options, options.region === undefined ? {} : { WEATHERGLASS_REGION: options.region });
}

/** @param fetched  what is fetched from upstreams, which in the demo must be simulated */
async function ingest(
  options: IngestOptions,
  fetched: readonly FetchedName[],
  work: Parameters<typeof withIngest>[1],
): Promise<void> {
  const config = configFor(options);
  const { attached = false, deadline: deadlineSeconds = null } = options;
  const mode = progressMode(options);
  await withIngest({ config, log: logOf(config), fetched, mode, attached, deadlineSeconds }, work);
}

function progressMode({ json, quiet }: IngestOptions): ProgressMode {
  if (json) return 'json';
  if (quiet) return 'quiet';
  return process.stdout.isTTY ? 'terminal' : 'lines';
}
