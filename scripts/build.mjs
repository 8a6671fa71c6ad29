/**
 * Compiles src/ to dist/ with the TypeScript compiler; skips the work when no source is newer than the last build.
 * `--if-possible` (at install): does nothing where development dependencies are left out.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMPILER = 'node_modules/typescript/bin/tsc';
const STAMP = 'dist/.built';
const COMMAND = 'dist/cli/main.js';
const INPUTS = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.mjs'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const skipped = process.argv.includes('--if-possible') && !existsSync(COMPILER);
if (skipped) console.log('TypeScript is not installed, so nothing was built');
else if (!existsSync(STAMP) || statSync(STAMP).mtimeMs < Math.max(...INPUTS.map(newest))) {
  rmSync('dist', { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  chmodSync(COMMAND, 0o755); // npx links to it once; after a later build it would say "Permission denied"
  writeFileSync(STAMP, '');
}
