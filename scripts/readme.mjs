/**
 * Writes the generated tables of README.md and docs/data-sources.md (after a build): the settings from
 * src/config/config-table.ts, the downloads from src/ingest/feed-traffic-table.ts.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { CHOOSABLE_FEEDS, trafficInWords } from '../dist/src/cli/feed-traffic.js';
import { parseRegion } from '../dist/src/config/config-region.js';
import { SETTINGS } from '../dist/src/config/config-table.js';
import {
  FEED_TRAFFIC,
  gigabytesPerDay,
  MOST_AUTOMATIC_GIGABYTES,
  roundGigabytes,
} from '../dist/src/ingest/feed-traffic-table.js';

const settings = SETTINGS.map(
  ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${help} |`,
);

/** Downloads of "auto" in three places. */
const REGIONS = [
  ['no region', null],
  ['a region in Europe (`35,-12,72,45`)', parseRegion('35,-12,72,45')],
  ['a region in the contiguous US (`24,-126,50,-66`)', parseRegion('24,-126,50,-66')],
];
const downloads = REGIONS.map(([name, region]) => {
  const words = trafficInWords({ profile: 'live', region, feeds: { isAuto: true, named: [] } });
  return `| ${name} | ${words} |`;
});

const AUTOMATIC = { always: 'yes', 'with-region': 'in a region that it covers', never: 'by name only' };
const traffic = [...CHOOSABLE_FEEDS, { id: 'alert-zones', automatic: 'always' }].map(({ id, automatic }) => {
  const { unit, megabytes, firstMegabytes, perDay, isMeasured, basis } = FEED_TRAFFIC[id];
  const first = firstMegabytes === undefined ? '' : `, the first ${firstMegabytes} MB`;
  const often = perDay < 1 ? `every ${Math.round(1 / perDay)} days` : perDay;
  const total = gigabytesPerDay(id);
  const isLarge = automatic === 'with-region' && total > MOST_AUTOMATIC_GIGABYTES;
  const auto = AUTOMATIC[isLarge ? 'never' : automatic];
  const size = `${megabytes} MB per ${unit}${first}${isMeasured ? '' : ' (e)'}`;
  return `| \`${id}\` | ${size} | ${often} | ${roundGigabytes(total)} GB | ${auto} | ${basis} |`;
});

replaceTable('README.md', 'SETTINGS', '| setting | default | meaning |', settings);
replaceTable('README.md', 'DOWNLOADS', '| `auto` with | downloads |', downloads);
replaceTable(
  'docs/data-sources.md',
  'TRAFFIC',
  '| feed | one download | a day | total a day | `auto` | basis |',
  traffic,
);

/** Puts rows below a heading, in place of the table that begins with the heading or of a mark. */
function replaceTable(file, mark, heading, rows) {
  const text = readFileSync(file, 'utf8');
  const start = Math.max(text.indexOf(heading), text.indexOf(`@${mark}@`));
  const end = text.indexOf('\n\n', start);
  if (start < 0 || end < 0) throw new Error(`${file} has neither "${heading}" nor @${mark}@`);
  const line = heading.replace(/[^|]+/g, '---');
  writeFileSync(file, [text.slice(0, start), [heading, line, ...rows].join('\n'), text.slice(end)].join(''));
}
