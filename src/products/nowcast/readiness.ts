/** How the nowcast stands: on the newest frame of each network that is taken in, and behind them on the models. */

import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { RADAR_NETWORKS, type RadarDescription, type RadarNetworkId, type RadarShelf } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { isFrameLate } from '../../query/radar/frame-age.js';
import { newestOrDefect } from '../../query/radar/newest-frame.js';
import type { Published } from '../published.js';
import { statusOf } from '../status.js';
import { ageInWords, networkTitle } from './notices.js';
import { PRODUCT } from './outcome.js';

export interface NowcastSources extends Published {
  readonly radar: RadarShelf;
  /** Those that are taken in. */
  readonly networks: readonly RadarNetworkId[];
  /** True while a first poll of any of them runs; default never. */
  readonly isWarming?: () => boolean;
}

interface Standing {
  readonly network: RadarNetworkId;
  /** Null when there was never one, the error when there is one that cannot be read. */
  readonly frame: RadarDescription | null | Error;
}

/**
 * Ready while any network is in time, stale when the frames of all are late. Before the first frame the models answer, so
 * it stands as they do, or is warming.
 */
export async function nowcastStatus(deps: NowcastSources): Promise<ProductStatus> {
  const now = deps.clock.now();
  const [models, standings] = await Promise.all([statusOf(PRODUCT, deps), standingsOf(deps)]);
  const rows = standings.flatMap((standing) => sourceRow(standing, now) ?? []);
  const sources = [...rows, ...(models.sources ?? [])];
  const frames = standings.flatMap(({ frame }) => (frame === null || frame instanceof Error ? [] : [frame]));
  const newest = frames.sort((a, b) => b.validTime - a.validTime)[0];
  if (newest === undefined) return { ...withoutFrames(models, deps), isMain: false, sources };
  const inTime = rows.some(({ state }) => state === 'ready');
  return {
    product: PRODUCT,
    state: inTime ? 'ready' : 'stale',
    updatedAt: newest.createdAt,
    referenceTime: newest.validTime,
    detail: standings.flatMap((standing) => sentence(standing, now) ?? []).join(', '),
    isMain: false,
    sources,
  };
}

function withoutFrames(models: ProductStatus, { networks, isWarming }: NowcastSources): ProductStatus {
  if (isWarming?.() ?? false)
    return { ...models, state: 'warming', detail: 'the first radar frames are being fetched' };
  if (models.state === 'unavailable')
    return { ...models, detail: `no radar frame has come in yet, and ${models.detail}` };
  if (networks.length === 0) return { ...models, detail: `no radar is taken in, the models answer: ${models.detail}` };
  return { ...models, detail: `no radar frame has come in yet, the models answer: ${models.detail}` };
}

function standingsOf({ radar, networks }: NowcastSources): Promise<Standing[]> {
  return Promise.all(networks.map(async (network) => ({ network, frame: await newestOf(radar, network) })));
}

async function newestOf(radar: RadarShelf, network: RadarNetworkId): Promise<Standing['frame']> {
  const frame = await newestOrDefect(radar, RADAR_NETWORKS.find(({ id }) => id === network)!.rate);
  return frame instanceof Error ? frame : (frame?.description ?? null);
}

function sourceRow({ network, frame }: Standing, now: number): SourceStatus | null {
  if (frame === null) return null;
  const source = RADAR_NETWORKS.find(({ id }) => id === network)!.rate;
  if (frame instanceof Error) return { source, state: 'unavailable', referenceTime: null, updatedAt: null };
  const { validTime: referenceTime, createdAt: updatedAt } = frame;
  return { source, state: isFrameLate(network, now - referenceTime) ? 'stale' : 'ready', referenceTime, updatedAt };
}

/** "MRMS frame of 2026-11-20T10:30:00Z", "DWD's composite RV frame of … (40 minutes old)" */
function sentence({ network, frame }: Standing, now: number): string | null {
  if (frame === null) return null;
  if (frame instanceof Error) return `${networkTitle(network)} cannot be read`;
  const age = now - frame.validTime;
  const late = isFrameLate(network, age) ? ` (${ageInWords(age)} old)` : '';
  return `${networkTitle(network)} frame of ${formatInstant(frame.validTime)}${late}`;
}
