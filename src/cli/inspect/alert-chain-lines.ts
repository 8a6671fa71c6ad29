/** What `inspect alert` prints. */

import type { QuarantinedAlert } from '../../model/records.js';
import { formatInstant } from '../../model/time.js';
import type { AlertExplanation } from '../../products/alerts/explanation.js';
import { plainLine } from '../plain-text.js';
import { rowLine } from '../text-table.js';

type Link = AlertExplanation['chain'][number];

/** One block for each message of the chain, in the order they were sent, then what is broken. */
export function chainLines({ chain, broken }: AlertExplanation): string[] {
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
