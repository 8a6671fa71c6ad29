/** Decides which feeds a configuration switches on, and why others stay off. */

import type { Config } from '../config/config.js';
import type { Box } from '../model/box.js';
import { type FetchingFeed, gigabytesPerDay, MOST_AUTOMATIC_GIGABYTES } from './feed-traffic-table.js';

export type FeedSetting = Pick<Config, 'profile' | 'region' | 'feeds'>;

/** Facts about a feed that decide whether it is on. */
export interface Choosable {
  readonly id: FetchingFeed;
  /** True where its data and the region have something in common. */
  isIn(region: Box): boolean;
  /** "auto" includes it always, only with a region that it covers, or never. */
  readonly automatic: 'always' | 'with-region' | 'never';
  /** True: only the region of its data is kept, so outside the region nothing is left of it. */
  readonly isCropped: boolean;
}

/**
 * on; off: not asked for; outside: it does not cover the region; too-large: above `MOST_AUTOMATIC_GIGABYTES`, so "auto"
 * leaves it out; needs-region: "auto" leaves it out while no region is configured.
 */
export type FeedState = 'on' | 'off' | 'outside' | 'too-large' | 'needs-region';

/** The demo's upstream is simulated, so traffic limits nothing there. */
export function stateOf(
  { id, isIn, automatic, isCropped }: Choosable,
  { profile, region, feeds }: FeedSetting,
): FeedState {
  const isNamed = feeds.named.includes(id);
  if (!isNamed && (!feeds.isAuto || automatic === 'never')) return 'off';
  if ((!isNamed || isCropped) && region !== null && !isIn(region)) return 'outside';
  if (isNamed || profile === 'demo' || automatic === 'always') return 'on';
  if (region === null) return 'needs-region';
  return gigabytesPerDay(id) > MOST_AUTOMATIC_GIGABYTES ? 'too-large' : 'on';
}
