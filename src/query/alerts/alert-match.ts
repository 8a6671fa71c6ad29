/** An alert at a point: one info of a message, and how its areas hold the point. */

import { type AlertArea, type AlertInfo, type AlertZone, SEVERITIES } from '../../model/alert.js';
import type { StoredMessage } from '../../model/records.js';
import type { Entry } from './entries.js';
import { chooseInfos } from './language.js';
import type { MatchedBy, PlacedArea } from './placement.js';
import type { Use } from './shape-tree.js';

export interface MatchedArea {
  readonly area: AlertArea;
  readonly by: MatchedBy;
  /** Those that hold the point, where matched by zone. */
  readonly zones: readonly AlertZone[];
}

export interface AlertMatch extends StoredMessage {
  /** The message's identifier; from the second info of its language on with "#2", "#3" …, the same at every point. */
  readonly id: string;
  readonly info: AlertInfo;
  /** At least one. */
  readonly areas: readonly MatchedArea[];
  /** True where a larger shape, or an incomplete one, stands for one of the areas. */
  readonly isApproximate: boolean;
}

function matchedAreas(uses: readonly Use[]): MatchedArea[] {
  const areas = new Map<PlacedArea, { area: AlertArea; by: MatchedBy; zones: AlertZone[] }>();
  for (const { placed, shape } of uses.toSorted((a, b) => a.area - b.area)) {
    if (!areas.has(placed)) areas.set(placed, { area: placed.area, by: shape.by, zones: [] });
    if (shape.zone !== null) areas.get(placed)!.zones.push(shape.zone);
  }
  return [...areas.values()];
}

/** What holds of one message, as alerts in the language that is chosen. */
export function matchesOf({ standing }: Entry, uses: readonly Use[]): AlertMatch[] {
  const { message } = standing.stored;
  const holding = [...new Set(uses.map(({ info }) => info))].sort((a, b) => a - b);
  return chooseInfos(message.infos, holding).map(({ info, number }) => {
    const ofInfo = uses.filter((use) => use.info === info);
    return {
      ...standing.stored,
      id: number === 1 ? message.identifier : `${message.identifier}#${number}`,
      info: message.infos[info]!,
      areas: matchedAreas(ofInfo),
      isApproximate: ofInfo.some(({ placed }) => placed.isApproximate),
    };
  });
}

const severityRank = ({ info }: AlertMatch): number => SEVERITIES.indexOf(info.severity);

/**
 * Most severe first, then those sent last; at last by identifier and sender, so that two alerts of one second do not
 * change places from answer to answer.
 */
export function compareMatches(a: AlertMatch, b: AlertMatch): number {
  const order = severityRank(a) - severityRank(b) || b.message.sent - a.message.sent;
  if (order !== 0) return order;
  const [one, other] = [`${a.id} ${a.message.sender}`, `${b.id} ${b.message.sender}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
