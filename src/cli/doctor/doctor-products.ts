/** What `doctor` finds out about the products that answer: whether they can, and from what. */

import { type OpenAlerts, openProducts } from '../../app.js';
import { silentLog } from '../../base/log.js';
import type { Config } from '../../config/config.js';
import type { ProductStatus } from '../../model/product.js';
import { RADAR_NETWORKS } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import type { Attempts } from './doctor-feeds.js';
import type { Finding } from './finding.js';

/** How forecast, nowcast and maps stand, and what is damaged of what they are made from, even where another copy stood in. */
export async function productFindings(
  config: Config,
  attempts: Attempts,
  alerts: OpenAlerts | null,
): Promise<Finding[]> {
  const damages: Finding[] = [];
  const note = (facts: { object?: string }, message: string) =>
    void damages.push(['wrong', 'store', facts.object === undefined ? message : `${message}: ${facts.object}`]);
  const log = { ...silentLog, warn: note, error: note };
  // damage of what only maps show is a matter of their own line
  const options = { alerts: alerts ?? undefined, withTiles: true, tileLog: silentLog };
  const { objects, products } = await openProducts(config, log, options);
  try {
    const found: Finding[] = [];
    for (const [name, title, inWords] of LINES) found.push(await findingOf(title, products[name]!, inWords, attempts));
    return [...damages, ...found];
  } finally {
    objects.close();
  }
}

/** Products with a line of their own; a route reads what a forecast reads, and alerts have a line for each feed. */
const LINES: readonly (readonly [
  product: 'forecast' | 'nowcast' | 'tiles',
  title: string,
  (status: ProductStatus) => Finding,
])[] = [
  ['forecast', 'forecast', forecastFinding],
  ['nowcast', 'nowcast', nowcastFinding],
  ['tiles', 'map tiles', mapsFinding],
];

async function findingOf(
  name: string,
  product: { status(): Promise<ProductStatus> },
  inWords: (status: ProductStatus) => Finding,
  { last, isServed }: Attempts,
): Promise<Finding> {
  try {
    const status = await product.status();
    const isIngesting = isServed && [...last.values()].some((attempt) => attempt.status === 'running');
    if (isIngesting && status.sources?.length === 0)
      return ['note', name, 'nothing to serve yet: the running service is preparing the first run'];
    return inWords(status);
  } catch (error) {
    return ['wrong', name, (error as Error).message];
  }
}

/** Runs and ages of its sources stand in the lines of their feeds. */
function forecastFinding({ state, detail, sources = [], referenceTime }: ProductStatus): Finding {
  if (state !== 'ready' || referenceTime === null) return ['wrong', 'forecast', `${state}: ${detail}`];
  const from = sources.length === 1 ? 'one source' : `${sources.length} sources`;
  return ['ok', 'forecast', `ready, from ${from}; newest run ${formatInstant(referenceTime)}`];
}

const RATES: ReadonlySet<string> = new Set(RADAR_NETWORKS.map(({ rate }) => rate));

/** Where radar is late or away the models answer: wrong is only that neither does. Ages stand in the lines of the feeds. */
export function nowcastFinding({ state, detail, sources = [], referenceTime }: ProductStatus): Finding {
  const networks = sources.filter(({ source }) => RATES.has(source));
  const inTime = networks.filter((network) => network.state === 'ready').length;
  if (state === 'unavailable' || referenceTime === null) return ['wrong', 'nowcast', `${state}: ${detail}`];
  if (networks.length === 0) return ['note', 'nowcast', 'no frame of radar yet; the models answer alone'];
  if (inTime === 0) return ['note', 'nowcast', `${state}: ${detail}`];
  const from = `${inTime} of ${networks.length} ${networks.length === 1 ? 'network' : 'networks'}`;
  return ['ok', 'nowcast', `ready, from ${from} of radar; newest frame ${formatInstant(referenceTime)}`];
}

/** Without maps the weather is answered. */
function mapsFinding({ state, detail }: ProductStatus): Finding {
  return state === 'ready' ? ['ok', 'map tiles', detail] : ['note', 'map tiles', `${state}: ${detail}`];
}
