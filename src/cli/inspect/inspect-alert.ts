/** `weatherglass inspect alert ID`: the messages that an alert refers to or that refer to it, and why each is active or not. */

import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import type { QuarantinedAlert } from '../../model/records.js';
import { formatInstant } from '../../model/time.js';
import { type AlertExplanation, explainAlert } from '../../products/alerts/explanation.js';
import { feedsOf } from '../../sources/feeds.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { plainLine } from '../plain-text.js';
import { openRecordsAccess, type RecordsAccess } from '../records-access.js';
import { rowLine } from '../text-table.js';

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

type Link = AlertExplanation['chain'][number];

/** One block for each message of the chain, in the order they were sent, then what is broken. */
function chainLines({ chain, broken }: AlertExplanation): string[] {
  return [
    ...chain.flatMap((link, i) => [...(i === 0 ? [] : ['']), ...linkLines(link)]),
    ...(chain.length > 0 && broken.length > 0 ? [''] : []),
    ...broken.flatMap(brokenLines),
  ];
}

/** Mark, time, type and identifier of a message. */
const LINK_COLUMNS = [{ width: 1 }, { width: 20, gap: 1 }, { width: 7 }, { gap: 1 }];

function linkLines({ sender, identifier, sent, stored, isActive, why, references }: Link): string[] {
  const instant = sent === null ? 'time unknown' : formatInstant(sent);
  const type = stored?.message.messageType ?? 'missing';
  return [
    rowLine(LINK_COLUMNS, [isActive ? '*' : '', instant, type, plainLine(identifier)]),
    `    ${plainLine(why)}`,
    ...(stored === null ? [] : [`    ${hazardsOf(stored)}`]),
    ...references.map((reference) => `    refers to ${plainLine(reference)}`),
    `    from ${plainLine(sender) || '(no sender)'}${stored === null ? '' : roadOf(stored)}`,
  ];
}

type Stored = NonNullable<Link['stored']>;

/** "Flood Warning (severe, en-US)", for each info. */
function hazardsOf({ message: { infos } }: Stored): string {
  if (infos.length === 0) return '(no info)';
  const words = infos.map(
    ({ event, severity, language }) => `${plainLine(event ?? '(no event)')} (${severity}, ${plainLine(language)})`,
  );
  return [...new Set(words)].join('; ');
}

function roadOf({ feed, receivedAt }: Stored): string {
  return `, by ${feed} at ${formatInstant(receivedAt)}`;
}

function brokenLines({ id, feed, reason, firstAt, lastAt, times }: QuarantinedAlert): string[] {
  const when =
    times === 1
      ? `at ${formatInstant(lastAt)}`
      : `${times} times from ${formatInstant(firstAt)} to ${formatInstant(lastAt)}`;
  return [`! broken: ${plainLine(id ?? '(no name)')}`, `    ${plainLine(reason)}`, `    by ${feed}, ${when}`];
}

const EXAMPLES = `
A star marks what is active now.

Examples:
  weatherglass inspect alert urn:oid:2.49.0.1.840.0.0123456789abcdef.001.1
  weatherglass inspect alert 1234 --sender w-nws.webmaster@noaa.gov
  weatherglass inspect alert -- -odd-identifier`;
