/**
 * Messages from files, by hand or by whoever receives them another way (Sarracenia for ECCC, NOAAPort for the NWS). What
 * a file is its name says:
 *
 *   .cap .xml        one CAP message
 *   .zip             an archive of them
 *   .json .geojson   alerts as api.weather.gov has them
 */

import { UpstreamError } from '../../base/errors.js';
import type { AlertDocument, AlertFeed } from '../../sources/alert-feed.js';
import { filesUnder, readLocalFile } from '../../sources/local-files.js';
import type { AlertContext } from '../context.js';
import { decodeDocument } from './alert-decoding.js';

const DOCUMENTS: readonly (readonly [ending: RegExp, document: AlertDocument])[] = [
  [/\.(cap|xml)$/i, 'cap'],
  [/\.zip$/i, 'cap-zip'],
  [/\.(geo)?json$/i, 'nws-geojson'],
];
const TREE = { deepest: 5, mostFiles: 100_000 };
const LARGEST_FILE = 64 << 20;

export interface FileOutcome {
  readonly files: number;
  readonly messages: number;
  readonly added: number;
  readonly broken: number;
}

/**
 * Adds the messages of these files and directories; a broken message is set aside and does not stop the others.
 *
 * @throws UpstreamError  a file cannot be read, there is none of these, or all messages are broken
 * @throws MalformedError  an archive or a list cannot be read as a whole
 * @throws RecordsError
 */
export async function ingestAlertFiles(
  { alerts, clock, progress, signal }: AlertContext,
  feed: Pick<AlertFeed, 'id' | 'title'>,
  from: readonly string[],
): Promise<FileOutcome> {
  const paths = (await Promise.all(from.map((path) => filesUnder(path, TREE))))
    .flat()
    .filter((path) => documentOf(path));
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), 'holds no .cap, .xml, .zip or .json file');
  const outcome = { files: paths.length, messages: 0, added: 0, broken: 0 };
  let firstFault: { readonly path: string; readonly reason: string } | null = null;
  for (const path of paths.sort()) {
    signal?.throwIfAborted();
    const bytes = await readLocalFile(path, LARGEST_FILE);
    const now = clock.now();
    const { messages, broken } = decodeDocument(documentOf(path)!, bytes, path, now);
    if (messages.length > 0) outcome.added += (await alerts.add(feed.id, messages, now)).added;
    if (broken.length > 0) {
      await alerts.quarantine(feed.id, broken, now);
      firstFault ??= { path, reason: broken[0]!.reason };
    }
    outcome.messages += messages.length;
    outcome.broken += broken.length;
  }
  if (outcome.messages === 0 && firstFault !== null) {
    const which =
      outcome.broken === 1 ? 'its only message is broken' : `all ${outcome.broken} messages are broken, the first`;
    throw new UpstreamError('framing', firstFault.path, `${which}: ${firstFault.reason}`);
  }
  const files = outcome.files === 1 ? '1 file' : `${outcome.files} files`;
  const words = `${outcome.added} new of ${outcome.messages} messages in ${files}`;
  const text = `${feed.title}: ${words}${outcome.broken > 0 ? `, ${outcome.broken} broken` : ''}`;
  progress({ event: 'polled', text, lasting: true, facts: { feed: feed.id, ...outcome } });
  return outcome;
}

function documentOf(path: string): AlertDocument | undefined {
  return DOCUMENTS.find(([ending]) => ending.test(path))?.[1];
}
