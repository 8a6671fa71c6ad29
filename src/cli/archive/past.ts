/** `weatherglass past`: stores and verifies the past that a demo begins with, so that it can say how good it is from its first day on. */

import { Command, Option } from 'commander';
import type { ProgressEvent } from '../../base/progress.js';
import type { PastOutcome } from '../../ingest/archive/past-days.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import { METAR_FEED } from '../../sources/metar/metar-feed.js';
import { SIMULATED_PAST } from '../../sources/simulated-past.js';
import { exitStatusOf, reportFailure } from '../exit-status.js';
import { withIngest } from '../ingest/open-context.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';
import { accuracyFacts } from './archive.js';

interface PastOptions extends DataOption {
  readonly json?: boolean;
  readonly attached?: boolean;
}

/** Blocks of 60 dates before the last 60: the past has 120 dates. */
const PAST_BLOCKS = 2;

/** Longest time for one run, s: the next one goes on from there. On two free cores it takes two minutes. */
export const PAST_DEADLINE = 900;

export function pastCommand(): Command {
  return withDataOption(new Command('past'))
    .description('Store and verify the past that the demo begins with; a running demo does so itself')
    .option('--json', 'print every day as JSON')
    .addOption(new Option('--attached', 'started by a service: ends when standard input does').hideHelp())
    .addHelpText('after', EXAMPLES)
    .action(async (options: PastOptions) => {
      try {
        await past(options);
      } catch (error) {
        if (options.attached !== true) return reportFailure(error);
        process.exitCode = exitStatusOf(error);
        process.stdout.write(`${JSON.stringify({ event: 'failed', ...faultOf(error) })}\n`);
      }
    });
}

async function past({ json = false, attached = false, ...options }: PastOptions): Promise<void> {
  const config = configOf(options);
  if (config.profile !== 'demo') {
    process.stdout.write(`${json ? JSON.stringify({ event: 'no-past', contacted: false }) : NO_PAST}\n`);
    return;
  }
  const log = logOf(config);
  const mode = json ? 'json' : process.stdout.isTTY ? 'terminal' : 'lines';
  const setting = { config, log, fetched: [METAR_FEED], mode, attached, deadlineSeconds: PAST_DEADLINE } as const;
  await withIngest(setting, async (begin, signal) => {
    const { recallPast } = await import('../../ingest/archive/past-days.js');
    const { stationsIn } = await import('../../products/forecast/station-issue.js');
    const begun = performance.now();
    const context = begin();
    const source = { baseUrl: context.addressOf(SIMULATED_PAST.setting), simulated: context.isSimulated };
    const stations = stationsIn(config.region);
    const deps = { ...context, objects: context.objects(), source, stations, keepDays: config.archiveDays };
    const outcome = await recallPast(deps);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    if (attached && outcome.issues + outcome.hours > 0) log.info({ ...outcome, seconds }, 'past of the demo stored');
    if (outcome.isKept && outcome.left === 0) {
      const { progress } = context;
      const { recordAccuracyNow } = await import('../../app.js');
      const recorded = await recordAccuracyNow(config, log, { progress, signal, olderBlocks: PAST_BLOCKS });
      if (attached && recorded.kind === 'recorded') log.info(accuracyFacts(recorded), 'past of the demo verified');
    }
    // The event of the past comes last, because its schedule goes by the last one.
    context.progress(eventOf(outcome, seconds));
  });
}

const NO_PAST = 'no past is stored: only the simulated upstream of the demo keeps one';

function eventOf(outcome: PastOutcome, seconds: number): ProgressEvent {
  const { issues, hours, left, isKept } = outcome;
  const rest = left === 0 ? '' : `; ${left} days are left for the next run`;
  const text = isKept ? `issues of ${issues} days and hours of ${hours} days stored${rest}` : NO_PAST;
  return { event: isKept ? 'past' : 'no-past', text, facts: { issues, hours, left, seconds }, lasting: true };
}

const EXAMPLES = `
Examples:
  weatherglass past
  weatherglass inspect accuracy

Exit status: 0 stored, or nothing to store; 1 failed; 2 wrong use of an option or a setting.`;
