/**
 * `keys.journal`: every change of a key, flushed to the disk before it counts.
 *
 * PGlite calls no fsync, so what it acknowledged can be gone after a power cut, or its directory damaged. A lost key is
 * a user's broken program, a lost revocation is an open door. The journal holds both, and rebuilds the table.
 *
 *   line = CRC-32C of the JSON, 8 hex digits | space | JSON | line feed
 *   JSON = {"event":"insert","key":{…}} | {"event":"revoke","id":"…","at":…}
 *
 * Lines are only appended. What follows the last line feed was cut off by a crash and never acknowledged: it is removed
 * at open. A line that does not match its checksum is left where it is, logged and passed over.
 */

import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32c } from '../../base/crc32c.js';
import { RecordsError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ApiKeyRecord } from '../../model/records.js';

export type KeyEvent =
  | { readonly event: 'insert'; readonly key: ApiKeyRecord }
  | { readonly event: 'revoke'; readonly id: string; readonly at: number };

export interface KeyJournal {
  /** The keys as all events up to now leave them. */
  readonly keys: ReadonlyMap<string, ApiKeyRecord>;
  /** Resolves when the event is on the disk. One at a time: the caller waits before the next. */
  append(event: KeyEvent): Promise<void>;
  close(): Promise<void>;
}

const LINE = /^([0-9a-f]{8}) (\{.*\})$/;
const LINE_FEED = 0x0a;

/** @throws RecordsError  when the file cannot be read or written */
export async function openKeyJournal(path: string, log: Log): Promise<KeyJournal> {
  try {
    const file = await open(path, 'a+', 0o600);
    const bytes = await file.readFile();
    const length = bytes.lastIndexOf(LINE_FEED) + 1;
    if (length < bytes.length) {
      log.warn({ path, bytes: bytes.length - length }, 'the key journal ends in an unfinished line, which is removed');
      await file.truncate(length);
    }
    await file.sync();
    await flushDirectory(dirname(path));
    return journalOf(path, file, length, readKeys(bytes.toString('utf8', 0, length), path, log));
  } catch (error) {
    throw new RecordsError(`cannot open ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function journalOf(path: string, file: FileHandle, start: number, keys: Map<string, ApiKeyRecord>): KeyJournal {
  let length = start;
  let failed = false;
  return {
    keys,
    async append(event) {
      const line = Buffer.from(lineOf(event));
      try {
        // a write that failed half-way (disk full) would otherwise be glued to this line
        if (failed) await file.truncate(length);
        failed = true;
        await file.appendFile(line);
        await file.datasync();
      } catch (error) {
        throw new RecordsError(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
      }
      failed = false;
      length += line.length;
      apply(keys, event);
    },
    close: () => file.close(),
  };
}

function lineOf(event: KeyEvent): string {
  const json = JSON.stringify(event);
  return `${checksum(json)} ${json}\n`;
}

function checksum(json: string): string {
  return crc32c(new TextEncoder().encode(json)).toString(16).padStart(8, '0');
}

function readKeys(text: string, path: string, log: Log): Map<string, ApiKeyRecord> {
  const keys = new Map<string, ApiKeyRecord>();
  const lines = text.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const match = LINE.exec(line);
    if (match && checksum(match[2]!) === match[1]) apply(keys, JSON.parse(match[2]!));
    else log.error({ path, line: index + 1 }, 'a line of the key journal is damaged and passed over');
  }
  return keys;
}

/** The first insertion of an id and its first revocation hold. */
function apply(keys: Map<string, ApiKeyRecord>, event: KeyEvent): void {
  if (event.event === 'insert') {
    // lines of version 0.1 have no pepperId
    if (!keys.has(event.key.id)) keys.set(event.key.id, { ...event.key, pepperId: event.key.pepperId ?? null });
    return;
  }
  const key = keys.get(event.id);
  if (key && key.revokedAt === null) keys.set(event.id, { ...key, revokedAt: event.at });
}

/** A new file survives a power cut only once its directory is flushed. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
