/** The structure of src/ and simulator/ as a table: who may import whom, how long a file may be, and names that are not allowed. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const GROUND = ['base', 'model', 'science', 'grid'];
const MAY_IMPORT: Record<string, readonly string[]> = {
  base: [],
  model: ['base'],
  science: ['base', 'model'],
  grid: ['base', 'model'],
  sources: GROUND,
  config: ['base', 'model', 'sources'],
  decode: GROUND,
  store: ['base', 'model', 'grid'],
  ingest: [...GROUND, 'config', 'sources', 'decode', 'store'],
  query: [...GROUND, 'store'],
  products: [...GROUND, 'query'],
  http: ['base', 'model', 'products'],
  simulator: GROUND,
  cli: ['base', 'model', 'sources', 'config', 'products', 'ingest', 'http', 'simulator', 'composition', 'app.ts'],
  'tile-worker.ts': ['base', 'model', 'store', 'query', 'products', 'tile-threads.ts'],
  'tile-threads.ts': ['base', 'products'],
  composition: [
    ...GROUND,
    ...['config', 'sources', 'decode', 'store', 'ingest', 'query', 'products', 'http', 'tile-threads.ts'],
  ],
  'app.ts': [...GROUND, 'config', 'store', 'query', 'products', 'http', 'composition'],
};
/** Folders whose children do not import each other; files directly inside serve all of them. */
const SIBLINGS_APART = new Set(['sources', 'products']);
/** Rooms of the store: who may import whom. Every format stands on versions of Zarr groups in an object store. */
const FORMAT = ['objects', 'versions', 'zarr'];
const STORE: Record<string, readonly string[]> = {
  objects: [],
  tables: [],
  'tile-cache': [],
  versions: ['objects'],
  zarr: ['objects', 'versions'],
  ...{ cubes: FORMAT, fires: FORMAT, radar: FORMAT, scans: FORMAT, terrain: FORMAT, archive: FORMAT },
  ...{ accuracy: FORMAT, analysis: FORMAT, learning: FORMAT, reports: FORMAT, stations: FORMAT },
};
/** Rooms that must stay pure: no I/O, no clock, no randomness. */
const PURE = new Set(['model', 'science', 'grid']);
const IMPURE = /from '(node:(?!buffer|assert)[^']*)'|Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/;
const JUNK_DRAWERS = /^(utils?|helpers?|common|misc|shared|lib)(\.ts)?$/;
const LONGEST_FILE = 400;

/** Paths without "src/", so that the simulator is a room beside those of the product. */
const files = ['src', 'simulator']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => roomPath(join(root, file))))
  .filter((file) => file.endsWith('.ts'));

function roomPath(path: string): string {
  return path.replace(/^src\//, '');
}

function pathOf(file: string): string {
  return file.startsWith('simulator/') ? file : join('src', file);
}

/** The file that an import of `file` names, as a room and the path in it. */
function imported(file: string, spec: string): string {
  return roomPath(join(dirname(pathOf(file)), spec).replace(/\.js$/, '.ts'));
}

function importsOf(text: string): string[] {
  const statics = text.matchAll(/^(?:import|export)[^'"]*from ['"](\.[^'"]+)['"]/gm);
  const bare = text.matchAll(/(?:^import |\bimport\()['"](\.[^'"]+)['"]/gm);
  return [...statics, ...bare].map((match) => match[1]!);
}

function forbiddenImports(file: string, text: string): string[] {
  const [from, fromChild] = file.split('/');
  const isTest = file.endsWith('.test.ts');
  const found: string[] = [];
  for (const spec of importsOf(text)) {
    const [to, toChild] = imported(file, spec).split('/');
    if (isTest && (to === 'simulator' || to === 'test')) continue; // tests may use the simulated world and test/
    if (to !== from && !MAY_IMPORT[from!]?.includes(to!)) found.push(`${from} may not import ${to} (${spec})`);
    if (
      to === 'store' &&
      from === 'store' &&
      !isTest &&
      toChild !== fromChild &&
      !STORE[fromChild!]?.includes(toChild!)
    )
      found.push(`store/${fromChild} may not import store/${toChild} (${spec})`);
    const shared = toChild?.endsWith('.ts') || fromChild?.endsWith('.ts');
    if (to === from && SIBLINGS_APART.has(from!) && toChild !== fromChild && !shared)
      found.push(`${from}/${fromChild} may not import its sibling ${toChild} (${spec})`);
  }
  return found;
}

test('there are files to look at, and every folder has a row in the table', () => {
  expect(files.length).toBeGreaterThan(20);
  const rooms = new Set(files.map((file) => file.split('/')[0]!));
  expect([...rooms].filter((room) => MAY_IMPORT[room] === undefined)).toEqual([]);
});

for (const file of files) {
  const text = readFileSync(pathOf(file), 'utf8');
  test(`${pathOf(file)} imports only what it may`, () => {
    expect(forbiddenImports(file, text)).toEqual([]);
  });
  if (PURE.has(file.split('/')[0]!) && !file.endsWith('.test.ts'))
    test(`${pathOf(file)} does no I/O and reads no clock`, () => {
      expect(text.match(IMPURE)?.[0] ?? null).toBeNull();
    });
}

test('the rules catch planted violations', () => {
  expect(forbiddenImports('science/sun.ts', "import { a } from '../store/cubes/cube.js';")).toHaveLength(1);
  expect(forbiddenImports('products/forecast/a.ts', "import { b } from '../route/b.js';")).toHaveLength(1);
  expect(forbiddenImports('http/a.ts', "const x = await import('../query/b.js');")).toHaveLength(1);
  expect(forbiddenImports('store/zarr/a.ts', "import { b } from '../cubes/b.js';")).toHaveLength(1);
  expect(IMPURE.test('const t = Date.now();')).toBe(true);
});

/** Files that import each other in a circle, types included: groups of more than one file that all reach each other. */
function circlesAmong(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const open = [...(imports.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      if (!reached.has(file)) {
        reached.add(file);
        open.push(...(imports.get(file) ?? []));
      }
    return reached;
  };
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file)]));
  const circle = (file: string) => [...reached.get(file)!].filter((other) => reached.get(other)?.has(file)).sort();
  const circles = [...reached].filter(([file, others]) => others.has(file)).map(([file]) => circle(file).join(' '));
  return [...new Set(circles)].map((group) => group.split(' '));
}

test('no files import each other in a circle, types included', () => {
  const imports = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file): [string, string[]] => {
      const specs = importsOf(readFileSync(pathOf(file), 'utf8'));
      return [file, specs.map((spec) => imported(file, spec))];
    });
  expect(circlesAmong(new Map(imports))).toEqual([]);
});

test('a circle through types is found', () => {
  const circle: [string, string[]][] = [
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ];
  expect(circlesAmong(new Map(circle))).toEqual([['b', 'c']]);
});

test(`no file is longer than ${LONGEST_FILE} lines, tables of data aside`, () => {
  const long = files
    .filter((file) => !/\.test\.ts$|tables?\.ts$/.test(file))
    .map((file) => [file, readFileSync(pathOf(file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > LONGEST_FILE);
  expect(long).toEqual([]);
});

test('no junk drawers', () => {
  expect(files.flatMap((file) => file.split('/')).filter((part) => JUNK_DRAWERS.test(part))).toEqual([]);
});
