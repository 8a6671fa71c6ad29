/**
 * Writes the generated tables of README.md and docs/data-sources.md (after a build): the settings from
 * src/config/config-table.ts, the downloads from the rows of src/sources/feeds.ts.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { roundGigabytes, trafficInWords } from '../dist/src/cli/feed-traffic.js';
import { parseRegion } from '../dist/src/config/config.js';
import { SETTINGS } from '../dist/src/config/config-table.js';
import { MOST_AUTOMATIC_GIGABYTES } from '../dist/src/ingest/feed-choice.js';
import { gigabytesPerDay } from '../dist/src/sources/feed.js';
import { FEEDS } from '../dist/src/sources/feeds.js';

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

const AUTOMATIC = {
  always: 'yes',
  'with-alerts': 'yes',
  'with-region': 'in a region that it covers',
  never: 'by name only',
};
const traffic = FEEDS.filter((feed) => feed.traffic !== null).map((feed) => {
  const { id, automatic } = feed;
  const { unit, megabytes, firstMegabytes, perDay, isMeasured, basis } = feed.traffic;
  const first = firstMegabytes === undefined ? '' : `, the first ${firstMegabytes} MB`;
  const often = perDay < 1 ? `every ${Math.round(1 / perDay)} days` : perDay;
  const total = gigabytesPerDay(feed);
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
