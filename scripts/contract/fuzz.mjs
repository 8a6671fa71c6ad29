/** Schemathesis over the demo: all of its checks, on requests that are made from the document. */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './command.mjs';

const FEWEST_CASES = 2000;
const MAX_SECONDS = 360;

export async function fuzz({ schemathesis }, { url, key, now }, report) {
  const folder = resolve('scripts/contract');
  const env = {
    WEATHERGLASS_URL: url,
    WEATHERGLASS_KEY: key,
    WEATHERGLASS_NOW: now,
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const settings = ['--config-file', join(folder, 'schemathesis.toml')];
  const options = ['--checks', 'all', '--no-color', '--report', 'json', '--report-dir', '.'];
  const command = [...settings, 'run', `${url}/openapi.json`, ...options];
  mkdirSync(report, { recursive: true });
  await run(schemathesis, command, { cwd: report, env, seconds: MAX_SECONDS, echo: true }); // keeps its cache there
  const file = readdirSync(report).find((name) => name.endsWith('.json'));
  const { test_cases: cases, operations } = JSON.parse(readFileSync(join(report, file), 'utf8'));
  if (cases.generated < FEWEST_CASES || operations.tested < operations.total)
    throw new Error(
      `Schemathesis must send at least ${FEWEST_CASES} requests to all ${operations.total} operations; ` +
        `it sent ${cases.generated} to ${operations.tested}`,
    );
}
