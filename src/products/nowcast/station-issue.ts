/**
 * What is said at one minute at all stations of a network, at the leads that accuracy is told of: the same numbers as
 * answers are made from, before units and rounding.
 */

import { isTagged } from '../../base/errors.js';
import { type Box, isInside } from '../../model/box.js';
import { NOWCAST_SOURCES } from '../../model/nowcast.js';
import { ISSUE_LEADS, type IssueStation, type NowcastIssue } from '../../model/nowcast-issue.js';
import type { RadarNetworkId } from '../../model/radar.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { isCovered } from '../../query/radar/network-coverage-table.js';
import type { IssuedNowcast } from './issued.js';
import type { NowcastProduct } from './nowcast.js';

/**
 * Verification stations in the region at which a network is the first to answer: where several look, the best one does.
 *
 * @param networks  those that are taken in, the best one first
 */
export function stationsOf(
  network: RadarNetworkId,
  networks: readonly RadarNetworkId[],
  region: Box | null,
): readonly IssueStation[] {
  return VERIFICATION_STATIONS.filter(({ latitude, longitude }) => {
    if (region !== null && !isInside(region, latitude, longitude)) return false;
    return networks.find((one) => isCovered(one, latitude, longitude)) === network;
  });
}

/**
 * @param time  epoch seconds; leads count from the minute that it lies in
 * @throws the signal's reason
 */
export async function issueAt(
  product: Pick<NowcastProduct, 'issue'>,
  stations: readonly IssueStation[],
  time: number,
  signal?: AbortSignal,
): Promise<NowcastIssue> {
  const issued: (IssuedNowcast | null)[] = [];
  for (const station of stations) {
    signal?.throwIfAborted();
    issued.push(await issuedOrNothing(product, station, time));
  }
  const values = issued.flatMap((nowcast) => ISSUE_LEADS.map((lead) => valuesAt(nowcast, lead)));
  return {
    issueTime: Math.floor(time / 60) * 60,
    stations: stations.map(({ id, latitude, longitude }) => ({ id, latitude, longitude })),
    leads: ISSUE_LEADS,
    rates: Float32Array.from(values, ({ rate }) => rate),
    probabilities: Float32Array.from(values, ({ chance }) => chance),
    confidence: Float32Array.from(values, ({ confidence }) => confidence),
    sources: Uint8Array.from(values, ({ source }) => source),
    networks: issued.map((nowcast) => nowcast?.radar?.network ?? null),
    validTimes: issued.map((nowcast) => nowcast?.radar?.validTime ?? null),
    simulated: issued.some((nowcast) => nowcast?.simulated),
  };
}

/** Null where an answer would be an error: neither radar nor models say anything there. */
async function issuedOrNothing(
  product: Pick<NowcastProduct, 'issue'>,
  { latitude, longitude }: IssueStation,
  time: number,
): Promise<IssuedNowcast | null> {
  try {
    return await product.issue({ latitude, longitude }, time);
  } catch (error) {
    if (isTagged(error, 'product-unavailable') || isTagged(error, 'invalid-request')) return null;
    throw error;
  }
}

/** The record that begins `lead` minutes after the first. */
function valuesAt(nowcast: IssuedNowcast | null, lead: number) {
  if (nowcast === null) return { rate: Number.NaN, chance: Number.NaN, confidence: Number.NaN, source: 0 };
  const { rates, chances, confidence, sources } = nowcast;
  const source = sources[lead] ?? null;
  return {
    rate: rates[lead]!,
    chance: chances[lead]!,
    confidence: confidence[lead]!,
    source: source === null ? 0 : NOWCAST_SOURCES.indexOf(source) + 1,
  };
}
