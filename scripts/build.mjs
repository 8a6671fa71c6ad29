/**
 * Compiles src/ and simulator/ to dist/ with the TypeScript compiler; skips the work when no source is newer than the last build.
 * Beside the compiled records it puts an empty database, made the way a first start would make it without one: that
 * takes 4 s and 700 MB, which the user's first start need not spend.
 * `--if-possible` (at install): does nothing where development dependencies are left out.
 */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'node_modules/typescript/bin/tsc';
const STAMP = 'dist/.built';
const COMMAND = 'dist/src/cli/main.js';
const EMPTY_DATABASE = 'dist/src/store/tables/empty-database.archive';
/** What the empty database comes from: the versions of the packages, and the tables. */
const DATABASE_INPUTS = ['package.json', 'src/store/tables'];
const INPUTS = ['src', 'simulator', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.mjs'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const isBuilt = (output, inputs) => existsSync(output) && statSync(output).mtimeMs >= Math.max(...inputs.map(newest));

async function makeEmptyDatabase() {
  const { openRecords } = await import('../dist/src/store/tables/records.js');
  const { packDirectory } = await import('../dist/src/store/tables/directory-archive.js');
  const { silentLog } = await import('../dist/src/base/log.js');
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-build-'));
  try {
    const records = await openRecords({ directory, log: silentLog });
    await records.close();
    return packDirectory(join(directory, 'records'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const skipped = process.argv.includes('--if-possible') && !existsSync(COMPILER);
if (skipped) console.log('TypeScript is not installed, so nothing was built');
else if (!isBuilt(STAMP, INPUTS)) {
  const database = isBuilt(EMPTY_DATABASE, DATABASE_INPUTS) ? readFileSync(EMPTY_DATABASE) : null;
  rmSync('dist', { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  chmodSync(COMMAND, 0o755); // npx links to it once; after a later build it would say "Permission denied"
  writeFileSync(EMPTY_DATABASE, database ?? (await makeEmptyDatabase()));
  writeFileSync(STAMP, '');
}
