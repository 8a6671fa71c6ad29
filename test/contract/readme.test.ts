import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/config-table.js';

const readme = readFileSync('README.md', 'utf8');

test('the README has a row for every setting, with its default and its meaning, and no other', () => {
  const rows = SETTINGS.map(
    ({ name, fallback, help }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${help} |`,
  );
  expect(readme.match(/^\| `[A-Z_]+` \|.*$/gm)).toEqual(rows);
});

test('every file and heading that the papers of the house link to is there', async () => {
  const { existsSync, readdirSync } = await import('node:fs');
  const { dirname, join, normalize } = await import('node:path');
  const named = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/README.md',
    'examples/README.md',
  ];
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  for (const paper of [...named, ...docs.map((file) => join('docs', file))]) {
    const links = [...readFileSync(paper, 'utf8').matchAll(/\]\(([^):]+)\)/g)].map((match) => match[1]!);
    const broken = links.filter((link) => {
      const [path, heading] = link.split('#') as [string, string?];
      const file = path === '' ? paper : normalize(join(dirname(paper), path));
      return !existsSync(file) || (heading !== undefined && !anchorsIn(readFileSync(file, 'utf8')).includes(heading));
    });
    expect(broken, paper).toEqual([]);
  }
});

/** Headings as a page names them: "Where is …" is where-is-. */
function anchorsIn(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

test('ARCHITECTURE names only files and folders that exist', async () => {
  const { existsSync, readdirSync } = await import('node:fs');
  const files = ['src', 'simulator'].flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }));
  const named = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([a-z0-9/-]+\.ts)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(20);
  const known = (name: string) => existsSync(name) || files.some((file) => file === name || file.endsWith(`/${name}`));
  expect(named.filter((name) => !known(name))).toEqual([]);
});
