/** Names of poll states: a part of a feed of alerts that fails alone has a state of its own. */

import { feedsOf } from '../../sources/feeds.js';

/** "meteoalarm/austria" */
export function stateName(feed: string, branch: string): string {
  return `${feed}/${branch}`;
}

/** Name of the issuer that a poll state belongs to: "MeteoAlarm (austria)". Null where no feed of alerts has it. */
export function issuerOfState(name: string): string | null {
  const [id, ...branch] = name.split('/');
  const feed = feedsOf('alerts').find((candidate) => candidate.id === id);
  if (feed === undefined) return null;
  return branch.length === 0 ? feed.issuer : `${feed.issuer} (${branch.join('/')})`;
}
