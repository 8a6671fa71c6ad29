/**
 * A directory of one run of the tests: what one worker has made, the other finds there. It is empty when a run begins,
 * and gone when the tests end.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    runDirectory: string;
  }
}

/** Set up once for all workers, by vitest.config.ts. */
export function setup(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-tests-'));
  const empty = () => rmSync(directory, { recursive: true, force: true });
  project.provide('runDirectory', directory);
  project.onTestsRerun(async () => {
    empty();
    mkdirSync(directory);
  });
  return empty;
}

type Result<Thing> = { readonly made: Thing } | { readonly error: string };

const BETWEEN_LOOKS = 10; // ms

/**
 * Things by name, each of them made by the worker that comes first; the other meanwhile makes those that nobody has begun,
 * then waits.
 *
 * @param make  a thing that can be cloned, as messages between threads are
 */
export async function madeOncePerRun<Thing>(
  names: readonly string[],
  make: (name: string) => Promise<Thing>,
): Promise<Thing[]> {
  const directory = inject('runDirectory');
  const file = (name: string) => join(directory, `${name}.made`);
  const own = new Map<string, Thing>();
  for (const name of names) {
    if (!isFirst(join(directory, name))) continue;
    try {
      own.set(name, await make(name));
      put<Thing>(file(name), { made: own.get(name)! });
    } catch (error) {
      put<Thing>(file(name), { error: String(error) });
      throw error;
    }
  }
  return Promise.all(names.map(async (name) => own.get(name) ?? (await taken<Thing>(file(name)))));
}

function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whole or not at all. */
function put<Thing>(file: string, result: Result<Thing>): void {
  writeFileSync(`${file}.part`, serialize(result));
  renameSync(`${file}.part`, file);
}

async function taken<Thing>(file: string): Promise<Thing> {
  while (!existsSync(file)) await wait(BETWEEN_LOOKS);
  const result = deserialize(readFileSync(file)) as Result<Thing>;
  if ('error' in result) throw new Error(`another worker could not make it: ${result.error}`);
  return result.made;
}
