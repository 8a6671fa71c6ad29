/**
 * Memory of the polls of a feed of reports: validators for the next conditional request, the version that was published
 * with them, the hour up to which the record was made, and how the last polls went.
 *
 *   <directory>/<feed>/polls.json
 *
 * Validators count only while that version is the published one: a store that was restored or emptied is filled again. It is
 * a cache beside the store, and may be deleted.
 */

import { join } from 'node:path';
import type { Validators } from '../../sources/http-download.js';
import { isRecord, readMembers, replaceFile } from '../poll/memory-file.js';
import { isPollRecord, NEVER_POLLED, type PollRecord } from '../poll/poll-record.js';

export interface ReportMemory extends PollRecord {
  validators: Validators;
  /** Version that holds the file with these validators; null: none. */
  version: string | null;
  /** Epoch seconds; null: never. */
  recordedHour: number | null;
}

const fileOf = (directory: string, feed: string) => join(directory, feed, 'polls.json');

/** An empty one where there is none yet, or another program wrote it. */
export async function recallReports(directory: string, feed: string): Promise<ReportMemory> {
  const members = await readMembers(fileOf(directory, feed));
  const empty = { validators: {}, version: null, recordedHour: null, ...NEVER_POLLED };
  if (!isPollRecord(members)) return empty;
  const { lastSuccess, lastFailure, failure } = members;
  const { validators, version, recordedHour } = members as Readonly<Record<string, unknown>>;
  const record = { lastSuccess, lastFailure, failure };
  const areValidators = isRecord(validators) && Object.values(validators).every((value) => typeof value === 'string');
  return {
    ...empty,
    ...record,
    ...(areValidators && typeof version === 'string' ? { validators, version } : {}),
    recordedHour: typeof recordedHour === 'number' ? recordedHour : null,
  };
}

/** Replaces what is remembered, whole or not at all. */
export async function rememberReports(directory: string, feed: string, memory: ReportMemory): Promise<void> {
  await replaceFile(fileOf(directory, feed), JSON.stringify(memory));
}
