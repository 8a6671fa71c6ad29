/** Staging files given by hand: paths, directories of files, or addresses. Every step that they hold is staged. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UpstreamError } from '../../base/errors.js';
import { frameMessages } from '../../decode/grib2/message.js';
import { cannotRead, readLocalFile } from '../../sources/local-files.js';
import type { ModelFeed } from '../../sources/model-feed.js';
import { formatRun } from '../../sources/runs.js';
import type { StagedSlice } from '../cube/cube-build.js';
import type { IngestSession } from '../ingest-session.js';
import { LARGEST_GRIB_FILE, unpackGribFile } from './grib-file.js';
import { messagesByTime } from './part-messages.js';
import { openSlice } from './slice-file.js';
import { namingOrigin, readHeaders } from './stage-step.js';
import { holdsElements, isWantedMessage, type StepTimes } from './step-selection.js';

/**
 * @throws UpstreamError  nothing there, too large, damaged, or no field that is wanted
 */
export async function stageFiles(session: IngestSession, from: readonly string[]): Promise<StagedSlice[]> {
  const origins = (await Promise.all(from.map(filesOf))).flat();
  const slices: StagedSlice[] = [];
  for (const [i, origin] of origins.entries()) {
    const bytes = await unpackGribFile(await readOrigin(session, origin), origin);
    const messages = framed(bytes, origin).filter((message) => isWantedMessage(session.feed, message));
    const steps = stepsOf(session.feed, messages, origin);
    if (steps.length === 0) throw new UpstreamError('framing', origin, 'holds no field of the forecast elements');
    const messagesOf = messagesByTime({ messages, url: origin });
    for (const times of steps) slices.push(await stageStepOf(session, origin, messagesOf(times.validTime), times, i));
    session.tell('step', `${i + 1} of ${origins.length} files`, { origin, done: i + 1, of: origins.length });
  }
  return slices;
}

function framed(bytes: Uint8Array, origin: string): Uint8Array[] {
  try {
    return [...frameMessages(bytes)].map((frame) => frame.bytes);
  } catch (error) {
    throw namingOrigin(error, origin);
  }
}

/** The path or address itself, or what a directory holds apart from indexes. */
async function filesOf(from: string): Promise<string[]> {
  if (isAddress(from)) return [from];
  try {
    if (!(await stat(from)).isDirectory()) return [from];
    const names = (await readdir(from)).filter((name) => !name.startsWith('.') && !/\.(idx|index)$/.test(name)).sort();
    if (names.length === 0) throw new UpstreamError('not-yet', from, 'the directory holds no file');
    return names.map((name) => join(from, name));
  } catch (error) {
    throw cannotRead(from, error);
  }
}

function isAddress(from: string): boolean {
  return /^https?:\/\//.test(from);
}

async function readOrigin({ http, deps }: IngestSession, origin: string): Promise<Uint8Array> {
  if (isAddress(origin)) {
    const answer = await http.get(origin, { ceilingBytes: LARGEST_GRIB_FILE, signal: deps.signal });
    return answer.notModified ? new Uint8Array(0) : answer.bytes;
  }
  return readLocalFile(origin, LARGEST_GRIB_FILE);
}

/** The steps of which the messages hold something that is wanted. */
function stepsOf(feed: ModelFeed, messages: readonly Uint8Array[], origin: string): StepTimes[] {
  const fields = readHeaders(messages, origin);
  const all = new Map(
    fields.map(({ time: { referenceTime, validTime } }) => [
      `${referenceTime} ${validTime}`,
      { referenceTime, validTime },
    ]),
  );
  return [...all.values()].filter((times) => holdsElements(feed, fields, times));
}

async function stageStepOf(
  session: IngestSession,
  origin: string,
  messages: readonly Uint8Array[],
  times: StepTimes,
  place: number,
): Promise<StagedSlice> {
  const lead = times.validTime - times.referenceTime;
  // several files may hold parts of one step, as pgrb2 and pgrb2b do
  const path = session.staging.filePathOf(`${place}-${formatRun(times.referenceTime)}-${lead}.slice`);
  const { region, source } = session.deps;
  const staged = await session.work.stage({
    feed: session.feed.id,
    messages,
    origin,
    times,
    strict: false,
    statics: true,
    region,
    simulated: source.simulated && origin.startsWith(source.baseUrl),
    accepted: session.grids.current(),
    path,
  });
  if (staged.damaged.length > 0)
    session.deps.log.warn({ origin, damaged: staged.damaged }, 'damaged fields are passed over');
  session.seconds.decode += staged.decode;
  session.seconds.pack += staged.pack;
  session.seconds.stage += staged.write;
  session.counts.staged++;
  const slice = (await openSlice(path))!;
  await slice.close();
  return { path, header: slice.header };
}
