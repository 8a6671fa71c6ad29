/** For `inspect alert`: the messages that refer to one another, and what came in the place of messages and was broken. */

import type { AlertRecords, QuarantinedAlert } from '../../model/records.js';
import { alertState } from '../../query/alerts/alert-state.js';
import { type ChainLink, explain } from '../../query/alerts/explanation.js';

export interface AlertQuestion {
  /** As an issuer wrote it or as an answer names it ("…#2"); an address or file name finds what is broken. */
  readonly identifier: string;
  /** Null: of any sender. */
  readonly sender: string | null;
  /** Feeds whose broken messages are looked at, beside those that were ever polled. */
  readonly feeds: readonly string[];
  /** Epoch seconds. */
  readonly now: number;
}

export interface AlertExplanation {
  /** In the order they were sent; none where nobody knows the identifier. */
  readonly chain: readonly ChainLink[];
  /** Broken messages whose name or text has the identifier, last come first. */
  readonly broken: readonly QuarantinedAlert[];
}

/** The records keep no more of a feed. */
const MOST_BROKEN = 1000;
const NUMBER_OF_INFO = /#[1-9]\d*$/;

/** @throws RecordsError */
export async function explainAlert(
  records: Pick<AlertRecords, 'load' | 'quarantined' | 'pollStates'>,
  { identifier, sender, feeds, now }: AlertQuestion,
): Promise<AlertExplanation> {
  const { messages } = await records.load();
  const state = alertState(messages);
  const message = identifier.replace(NUMBER_OF_INFO, '');
  const chain = explain(state, sender, identifier, now) ?? explain(state, sender, message, now) ?? [];
  return { chain, broken: await brokenLike(records, identifier, feeds) };
}

async function brokenLike(
  records: Pick<AlertRecords, 'quarantined' | 'pollStates'>,
  identifier: string,
  feeds: readonly string[],
): Promise<QuarantinedAlert[]> {
  const polled = [...(await records.pollStates()).keys()].map((name) => name.split('/')[0]!);
  const found: QuarantinedAlert[] = [];
  for (const feed of new Set([...feeds, ...polled]))
    for (const one of await records.quarantined(feed, MOST_BROKEN))
      if (one.id?.includes(identifier) || one.excerpt?.includes(identifier)) found.push(one);
  return found.sort((a, b) => b.lastAt - a.lastAt);
}
