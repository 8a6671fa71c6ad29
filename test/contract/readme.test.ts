import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/base/config-table.js';

const readme = readFileSync('README.md', 'utf8');

test('the README has a row for every setting, with its default and its meaning, and no other', () => {
  const rows = SETTINGS.map(
    ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${help} |`,
  );
  for (const row of rows) expect(readme).toContain(row);
  expect(readme.match(/^\| `[A-Z_]+` \|/gm)).toHaveLength(rows.length);
});

test('every file that the papers of the house link to is there', async () => {
  const { existsSync } = await import('node:fs');
  const { dirname, join } = await import('node:path');
  for (const paper of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'bench/README.md']) {
    const links = [...readFileSync(paper, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(dirname(paper), link)))).toEqual([]);
  }
});

test('ARCHITECTURE names only files and folders that exist', async () => {
  const { existsSync, readdirSync } = await import('node:fs');
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const named = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([a-z0-9/-]+\.ts)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(20);
  const known = (name: string) => existsSync(name) || files.some((file) => file === name || file.endsWith(`/${name}`));
  expect(named.filter((name) => !known(name))).toEqual([]);
});
