/** `weatherglass ingest FEED`: the newest run of a feed, or files given by hand, into the data directory. */

import { Command, InvalidArgumentError, Option } from 'commander';
import type { ProgressMode } from '../../base/progress.js';
import { chosenFeeds } from '../../ingest/feed-choice.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import { type IngestKind, type IngestOptions, kindOf } from '../../ingest/kinds.js';
import { FEEDS, type Feed, feedTitle } from '../../sources/feeds.js';
import { exitStatusOf, reportFailure } from '../exit-status.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';
import { withIngest } from './open-context.js';

/** A day, s. */
const LONGEST_DEADLINE = 86_400;
const WRONG_USE = '2 wrong use of an option or a setting';
const EXAMPLES = `
Examples:
  weatherglass ingest gfs
  weatherglass ingest all --region 35,-12,72,45
  weatherglass ingest hrrr --help
  weatherglass ingest nexrad KTLX

Exit status: 0 published, nothing new, or nothing in the region; 1 failed, or out of time; ${WRONG_USE}.`;

interface CommandOptions extends DataOption, Omit<IngestOptions, 'from' | 'argument'> {
  from?: string[];
  region?: string;
  json?: boolean;
  quiet?: boolean;
  attached?: boolean;
  deadline?: number;
}

export function ingestCommand(): Command {
  const command = new Command('ingest').description('Fetch, decode and publish a feed');
  for (const feed of FEEDS) command.addCommand(feedCommand(feed));
  return command.addCommand(allCommand()).addHelpText('after', EXAMPLES);
}

function feedCommand(feed: Feed): Command {
  const kind = kindOf(feed);
  const { help, argument } = kind;
  const line = kind.describe(feed);
  const command = withCommonOptions(new Command(feed.id))
    .summary(line)
    .description(help.description ?? `${line}.\n${help.what}`);
  if (argument !== undefined) command.argument(`[${argument.name}...]`, argument.help, checkedArgument(argument));
  for (const [flags, words] of help.options(feed)) command.option(flags, words);
  return command.addHelpText('after', examplesOf(feed, kind)).action(async (...given: unknown[]) => {
    const values = argument === undefined ? [] : (given[0] as string[]);
    const options = given[argument === undefined ? 0 : 1] as CommandOptions;
    const { from = null } = options;
    if (argument !== undefined && (values.length === 0) === (from === null))
      command.error(`error: give ${argument.plural}, e.g. ${argument.example}, or --from FILE`);
    await reporting(options, () => ingestFeed(feed, options, values));
  });
}

/** Collects the values of an argument, each checked. */
function checkedArgument({ fault }: NonNullable<IngestKind<Feed>['argument']>) {
  return (value: string, before: readonly string[] = []): readonly string[] => {
    const broken = fault(value);
    if (broken !== null) throw new InvalidArgumentError(broken);
    return [...before, value];
  };
}

/** Values of an argument are ingested one after the other: one that fails does not keep the others from their turn. */
async function ingestFeed(feed: Feed, given: CommandOptions, values: readonly string[]): Promise<void> {
  const kind = kindOf(feed);
  const options: IngestOptions = { ...given, from: given.from ?? null };
  await kind.check?.(feed, options);
  await ingest(given, options.from === null ? [feed] : [], async (begin, signal) => {
    if (values.length === 0) await kind.ingest(begin(), feed, options);
    for (const argument of values)
      if (!signal.aborted) await reporting(given, () => kind.ingest(begin(), feed, { ...options, argument }), feed.id);
  });
}

function examplesOf(feed: Feed, { help }: IngestKind<Feed>): string {
  const examples = help.examples(feed).map((words) => `  weatherglass ingest ${feed.id} ${words}`.trimEnd());
  if (examples.length === 0) return '';
  const note = help.note === undefined ? '' : `\n${help.note}\n`;
  return `${note}
Examples:
${examples.join('\n')}

Exit status: 0 ${help.success}; 1 ${help.failure ?? 'failed'}; ${WRONG_USE}.`;
}

/** Every configured feed once. One that fails does not keep the others from their turn. */
function allCommand(): Command {
  return withCommonOptions(new Command('all'))
    .summary('every feed of WEATHERGLASS_FEEDS, one after the other')
    .description('Every feed of WEATHERGLASS_FEEDS once, one after the other; exit status 1 when one failed.')
    .action((options: CommandOptions) =>
      reporting(options, async () => {
        const chosen = chosenFeeds(configFor(options));
        // polls first: they take seconds, and a model run takes minutes
        const feeds = [...chosen.filter((feed) => !('queue' in feed)), ...chosen.filter((feed) => 'queue' in feed)];
        await ingest(options, feeds, async (begin, signal) => {
          for (const feed of feeds)
            if (!signal.aborted)
              await reporting(options, () => kindOf(feed).ingest(begin(), feed, { from: null }), feed.id);
        });
      }),
    );
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

/** Reports a failure to a person, or to the service that started the ingest. @param feed  id, where it is one of several */
async function reporting(
  { attached = false }: Pick<CommandOptions, 'attached'>,
  work: () => Promise<unknown>,
  feed?: string,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!attached) return reportFailure(error, feed === undefined ? '' : `${feedTitle(feed)}: `);
    process.exitCode = exitStatusOf(error);
    process.stdout.write(`${JSON.stringify({ event: 'failed', ...faultOf(error) })}\n`);
  }
}

function configFor(options: CommandOptions) {
  return configOf(options, options.region === undefined ? {} : { WEATHERGLASS_REGION: options.region });
}

/** @param fetched  what is fetched from upstreams, which in the demo must be simulated */
async function ingest(
  options: CommandOptions,
  fetched: readonly Feed[],
  work: Parameters<typeof withIngest>[1],
): Promise<void> {
  const config = configFor(options);
  const { attached = false, deadline: deadlineSeconds = null } = options;
  const mode = progressMode(options);
  await withIngest({ config, log: logOf(config), fetched, mode, attached, deadlineSeconds }, work);
}

function progressMode({ json, quiet }: CommandOptions): ProgressMode {
  if (json) return 'json';
  if (quiet) return 'quiet';
  return process.stdout.isTTY ? 'terminal' : 'lines';
}
