/** `npm run bench -- NAME …`: compiles src/ and bench/ and runs the named benchmarks one after the other; none named: all. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const all = readdirSync('bench')
  .filter((file) => file.endsWith('.ts') && !file.includes('.fixture'))
  .map((file) => file.slice(0, -3));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  process.exit(2);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.bench.json']);
for (const name of named.length > 0 ? named : all) {
  console.log(`\n== ${name}`);
  const entry = `build/bench/${name}.js`;
  if (!existsSync(entry)) throw new Error(`${entry} was not built`);
  run(process.execPath, ['--expose-gc', entry]);
}
