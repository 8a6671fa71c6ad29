/** What `serve` says on its standard output: where it is, a key, one request to try, and what kind of weather this is. */

import type { Config } from '../../config/config.js';
import { chosenFeeds, chosenOf } from '../../ingest/feed-choice.js';
import type { ProductStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import { firstRunInWords, leftOutInWords, namedOutside, trafficInWords } from '../feed-traffic.js';

export interface Announced {
  readonly url: string;
  /** The key made at the very first start; null ever after. */
  readonly firstKey: string | null;
}

const REQUEST =
  '{"location":{"latitude":52.52,"longitude":13.41},"current":{"variables":["temperature","condition","wind_speed"]}}';

export interface DataState {
  /** Whether new runs are fetched. */
  readonly ingest: boolean;
  /** Whether there is a run to answer from already. */
  readonly ready: boolean;
}

export function banner(config: Config, { url, firstKey }: Announced, data: DataState): string {
  // in double quotes, so that a shell puts the key in when it stands in a variable
  const authorization = `"Authorization: Bearer ${firstKey ?? '$WEATHERGLASS_KEY'}"`;
  const lines = [
    '',
    `  Weatherglass is listening on ${url}`,
    '',
    firstKey === null
      ? '  Your key was printed at the first start; make another with: npx weatherglass keys create'
      : `  Your API key, shown only this once: ${firstKey}`,
    '',
    '  Try it:',
    `    curl -s ${url}/v1/forecast -H ${authorization} -H 'Content-Type: application/json' \\`,
    `      -d '${REQUEST}'`,
    '',
    `  The interface: ${url}/openapi.json     Is it ready: ${url}/readyz`,
    '',
    ...weather(config, data),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function weather(config: Config, { ingest, ready }: DataState): string[] {
  const { profile } = config;
  const models = chosenOf('model', config);
  const simulated = [
    '  This weather is SIMULATED: a made-up world behind the real pipeline. For real forecasts start with',
    '    WEATHERGLASS_PROFILE=live npm start',
  ];
  const kind = profile === 'demo' ? simulated : [];
  if (!ingest) return [...kind, '  Ingest is off: answers come from what the data directory holds.'];
  if (models.length === 0) return [...kind, ...withoutModels(config), ...traffic(config)];
  if (profile === 'demo')
    return ready ? kind : [...kind, '  The first model run is being prepared now; that takes less than a minute.'];
  const live = `  Live data: ${models.map(({ title }) => title).join(', ')}.`;
  const first = ready || !models.some(({ id }) => id === 'gfs') ? '' : `; the first run of GFS is ${firstRunInWords()}`;
  return [live, ...traffic(config, first)];
}

/** Gigabytes of live feeds; the demo's upstream is simulated and costs no traffic. */
function traffic(config: Config, first = ''): string[] {
  if (config.profile === 'demo') return [];
  const left = leftOutInWords(config);
  return [
    `  Download: ${trafficInWords(config)}${first}.`,
    ...(config.region === null && config.feeds.isAuto
      ? [
          '  WEATHERGLASS_REGION saves disk, not traffic: files come whole, and "auto" then adds the feeds that cover the region.',
        ]
      : []),
    ...(left === null ? [] : [`  Left out: ${left}`]),
    ...namedOutside(config).map((name) => `  Not downloaded: ${name}, which does not cover WEATHERGLASS_REGION.`),
  ];
}

function withoutModels(config: Config): string[] {
  const polled = chosenFeeds(config).filter((feed) => 'intervalSeconds' in feed);
  const names = polled.map(({ title }) => title).join(', ');
  return [
    `  WEATHERGLASS_FEEDS switches on no model, so forecasts are not answered; what comes in: ${names || 'nothing'}.`,
  ];
}

/** @param more  whether other feeds are still to come in */
export function readyLine({ referenceTime }: ProductStatus, more: boolean): string {
  const run = referenceTime === null ? '' : `, run of ${formatInstant(referenceTime)}`;
  const others = more ? ' The other feeds follow.' : '';
  return `  Ready: forecasts are being served${run}.${others}\n`;
}

/** What is said once every feed had its first turn. */
export function completeLine(failed: readonly string[]): string {
  if (failed.length === 0) return '  All feeds have come in.\n';
  return `  All feeds have been asked; to be tried again: ${failed.join(', ')}.\n`;
}
