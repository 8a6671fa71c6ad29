/**
 * Messages from files, by hand or by whoever receives them another way (Sarracenia for ECCC, NOAAPort for the NWS). What
 * a file is its name says:
 *
 *   .cap .xml        one CAP message
 *   .zip             an archive of them
 *   .json .geojson   alerts as api.weather.gov has them
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UpstreamError } from '../../base/errors.js';
import type { AlertDocument, AlertFeed } from '../../sources/alert-feed.js';
import { decodeDocument } from './alert-decoding.js';
import type { AlertDependencies } from './alert-dependencies.js';

const DOCUMENTS: readonly (readonly [ending: RegExp, document: AlertDocument])[] = [
  [/\.(cap|xml)$/i, 'cap'],
  [/\.zip$/i, 'cap-zip'],
  [/\.(geo)?json$/i, 'nws-geojson'],
];
const DEEPEST = 5;
const MOST_FILES = 100_000;
const LARGEST_FILE = 64 << 20;

export interface FileOutcome {
  readonly files: number;
  readonly messages: number;
  readonly added: number;
  readonly broken: number;
}

/**
 * Adds the messages of these files and directories; a broken message is set aside and stops nothing.
 *
 * @throws UpstreamError  a file cannot be read, or there is none of these
 * @throws AlertMalformedError  an archive or a list cannot be read as a whole
 * @throws RecordsError
 */
export async function ingestAlertFiles(
  { alerts, clock, progress, signal }: AlertDependencies,
  feed: Pick<AlertFeed, 'id' | 'title'>,
  from: readonly string[],
): Promise<FileOutcome> {
  const paths = (await Promise.all(from.map((path) => filesUnder(path)))).flat().filter((path) => documentOf(path));
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), 'holds no .cap, .xml, .zip or .json file');
  const outcome = { files: paths.length, messages: 0, added: 0, broken: 0 };
  for (const path of paths.sort()) {
    signal?.throwIfAborted();
    const { messages, broken } = decodeDocument(documentOf(path)!, await read(path), path);
    const now = clock.now();
    if (messages.length > 0) outcome.added += (await alerts.add(feed.id, messages, now)).added;
    if (broken.length > 0) await alerts.quarantine(feed.id, broken, now);
    outcome.messages += messages.length;
    outcome.broken += broken.length;
  }
  const words = `${outcome.added} new of ${outcome.messages} messages in ${outcome.files} files`;
  const text = `${feed.title}: ${words}${outcome.broken > 0 ? `, ${outcome.broken} broken` : ''}`;
  progress({ event: 'polled', text, lasting: true, facts: { feed: feed.id, ...outcome } });
  return outcome;
}

function documentOf(path: string): AlertDocument | undefined {
  return DOCUMENTS.find(([ending]) => ending.test(path))?.[1];
}

async function filesUnder(root: string): Promise<string[]> {
  const found: string[] = [];
  async function walk(path: string, depth: number): Promise<void> {
    const isDirectory = (await stat(path)).isDirectory();
    if (!isDirectory) found.push(path);
    else if (depth < DEEPEST)
      for (const name of await readdir(path)) if (!name.startsWith('.')) await walk(join(path, name), depth + 1);
    if (found.length > MOST_FILES) throw new UpstreamError('too-large', root, `holds more than ${MOST_FILES} files`);
  }
  try {
    await walk(root, 0);
  } catch (error) {
    throw cannotRead(root, error);
  }
  return found;
}

async function read(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE) throw new UpstreamError('too-large', path, `${size} bytes, at most ${LARGEST_FILE}`);
    return await readFile(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string, error: unknown): unknown {
  if (error instanceof UpstreamError) return error;
  return new UpstreamError('network', path, `cannot be read: ${(error as Error).message}`, { cause: error });
}
