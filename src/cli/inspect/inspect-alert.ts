/** `weatherglass inspect alert ID`: the messages that an alert refers to or that refer to it, and why each is active or not. */

import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import { explainAlert } from '../../products/alerts/explanation.js';
import { feedsOf } from '../../sources/feeds.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { plainLine } from '../plain-text.js';
import { openRecordsAccess, type RecordsAccess } from '../records-access.js';
import { chainLines } from './alert-chain-lines.js';

interface AlertOptions extends DataOption {
  readonly sender?: string;
  readonly json?: boolean;
}

/** What the command needs; tests bring their own. */
export interface AlertInspection {
  readonly access: Pick<RecordsAccess, 'alerts' | 'close'>;
  /** Epoch seconds. */
  readonly now: number;
}

export type OpenInspection = (options: DataOption) => Promise<AlertInspection>;

/** The command `alert`, a child of `inspect`. */
export function alert(open: OpenInspection = openConfigured, sink: TextSink = process.stdout): Command {
  return withDataOption(new Command('alert'))
    .description('The chain of an alert message, and why each message of it is active or not; also what was broken')
    .argument('<id>', 'identifier as in an answer, or as the issuer wrote it; begins with "-": after "--"')
    .option('--sender <sender>', 'only messages of this sender, where several use one identifier')
    .option('--json', 'print JSON: whole messages, epoch seconds')
    .addHelpText('after', EXAMPLES)
    .action(async (identifier: string, options: AlertOptions) => {
      const sender = options.sender ?? null;
      if (identifier.trim() === '') throw new UsageError('give the identifier of a message; got nothing');
      const { access, now } = await open(options);
      try {
        const feeds = feedsOf('alerts').map(({ id }) => id);
        const found = await explainAlert(access.alerts, { identifier, sender, feeds, now });
        if (found.chain.length + found.broken.length === 0) throw new Error(nothingOf(identifier, sender));
        sink.write(options.json ? `${JSON.stringify(found, plainRings)}\n` : `${chainLines(found).join('\n')}\n`);
      } finally {
        await access.close();
      }
    });
}

async function openConfigured(options: DataOption): Promise<AlertInspection> {
  const config = configOf(options);
  return { access: await openRecordsAccess(config, quietLogOf(config)), now: config.clock.now() };
}

function nothingOf(identifier: string, sender: string | null): string {
  const from = sender === null ? '' : ` of ${plainLine(sender)}`;
  return `no message${from} has the identifier "${plainLine(identifier)}", or refers to it; two days after their end messages are forgotten`;
}

function plainRings(_key: string, value: unknown): unknown {
  return value instanceof Float64Array ? [...value] : value;
}

const EXAMPLES = `
A star marks what is active now.

Examples:
  weatherglass inspect alert urn:oid:2.49.0.1.840.0.0123456789abcdef.001.1
  weatherglass inspect alert 1234 --sender w-nws.webmaster@noaa.gov
  weatherglass inspect alert -- -odd-identifier`;
