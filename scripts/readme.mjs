/** Writes the settings table of README.md from the table in src/base/config-table.ts (after a build). */

import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../dist/base/config-table.js';

const rows = SETTINGS.map(
  ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${help} |`,
);
const table = ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
const readme = readFileSync('README.md', 'utf8');
writeFileSync('README.md', readme.replace(/@SETTINGS@|\| setting \| default[\s\S]*?(?=\n\n)/, table));
