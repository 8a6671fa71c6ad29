/** The published frames as one text, which names what answers see. */

import { RADAR_DATASETS, type RadarDatasetId, type RadarNetworkId, type RadarShelf } from '../../model/radar.js';
import { newestOrDefect } from '../../query/radar/newest-frame.js';

/** Versions of the frames of these networks that the shelf gives at the moment, in the order of the datasets. */
export async function framesOf({
  radar,
  networks,
}: {
  readonly radar: RadarShelf;
  readonly networks: readonly RadarNetworkId[];
}): Promise<string> {
  const datasets = RADAR_DATASETS.filter(({ network }) => networks.includes(network));
  return (await Promise.all(datasets.map(({ id }) => versionOf(radar, id)))).join('+');
}

async function versionOf(radar: RadarShelf, dataset: RadarDatasetId): Promise<string> {
  const frame = await newestOrDefect(radar, dataset);
  return frame instanceof Error ? 'defective' : (frame?.description.version ?? 'none');
}
