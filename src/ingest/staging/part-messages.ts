/** What was fetched together, by the time that it speaks of. */

import type { PartMessages } from '../../sources/feed-source.js';
import { readHeaders } from './stage-step.js';

/**
 * The messages by the valid times of their fields; one with several is with each. A message whose headers are not read
 * goes nowhere.
 *
 * @returns for a valid time copies, because a thread takes what it is given and the other times still need theirs
 * @throws UpstreamError "framing"  a message is damaged
 */
export function messagesByTime({
  messages,
  url,
}: Pick<PartMessages, 'messages' | 'url'>): (validTime: number) => Uint8Array[] {
  const byTime = new Map<number, Uint8Array[]>();
  for (const message of messages)
    for (const time of new Set(readHeaders([message], url).map((field) => field.time.validTime))) {
      const held = byTime.get(time);
      if (held) held.push(message);
      else byTime.set(time, [message]);
    }
  return (validTime) => (byTime.get(validTime) ?? []).map((message) => new Uint8Array(message));
}
