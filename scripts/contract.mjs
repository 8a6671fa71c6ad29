/**
 * `node scripts/contract.mjs` (after a build): holds the OpenAPI document against the tools of its readers.
 *
 *   1. openapi-typescript, openapi-python-client and openapi-generator make clients from it, without a warning.
 *   2. The clients compile, and those in TypeScript and Python make real requests.
 *   3. Schemathesis sends at least 2,000 requests made from it, and no check fails.
 *   4. At the forty largest cities no amount of rain contradicts its chance or condition.
 *
 * `node scripts/contract.mjs DIRECTORY` keeps tools, clients and the report there, and finds the tools again.
 *
 * All of it runs against one demo on loopback, with a fixed clock, so that a run can be repeated. Needs Python 3.11 and
 * its venv; everything else is installed into a temporary directory in pinned versions.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileClients, generateClients, requestWithClients } from './contract/clients.mjs';
import { startDemo } from './contract/demo.mjs';
import { fuzz } from './contract/fuzz.mjs';
import { checkRain } from './contract/rain.mjs';
import { installTools } from './contract/tools.mjs';

const [kept] = process.argv.slice(2);
const directory = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'weatherglass-contract-'));
for (const made of ['data', 'clients', 'report']) rmSync(join(directory, made), { recursive: true, force: true });
const demo = await startDemo(join(directory, 'data'));
try {
  const tools = await installTools(join(directory, 'tools'));
  await generateClients(tools, demo, join(directory, 'clients'));
  await compileClients(tools, join(directory, 'clients'));
  await demo.ready();
  await requestWithClients(tools, demo, join(directory, 'clients'));
  await fuzz(tools, demo, join(directory, 'report'));
  await checkRain(demo);
} finally {
  await demo.stop();
  if (!kept) rmSync(directory, { recursive: true, force: true });
}
