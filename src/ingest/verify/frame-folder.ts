/**
 * A folder of frames of one network, as hindcasts read it: which instants there are, and the field of each.
 *
 * Fields are held in tiles, the last few only: a CONUS frame would be 98 MB as float32, and a folder has dozens.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { MalformedError } from '../../base/errors.js';
import { ignoreProgress, type Progress } from '../../base/progress.js';
import type { Grid } from '../../model/field.js';
import type { TiledField } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { type FrameFormat, type FrameHeader, formatOf, frameTitles } from './frame-formats.js';

export interface FrameFolder {
  readonly title: string;
  readonly grid: Grid;
  /** Valid times, epoch seconds, rising. */
  readonly times: readonly number[];
  /** Whole minutes from frame to frame: the median. */
  readonly cadenceMinutes: number;
  /** For people: gaps, and files that are no frames. */
  readonly notes: readonly string[];
  /** The frame within half a minute of an instant (MRMS has seconds of its own), or null. */
  timeNear(time: number): number | null;
  /** Rates in mm/h of a frame of `times`. */
  field(time: number): Promise<TiledField>;
}

interface FrameFile extends FrameHeader {
  readonly path: string;
  readonly format: FrameFormat;
}

/** As many as a start needs at once: three for the motion, one to compare with, and those that the next start shares. */
const FIELDS_HELD = 6;
const SAME_INSTANT_SECONDS = 30;

/** @throws MalformedError  no frames, two at one instant, or of more than one grid; a decoder's for a broken file */
export async function openFrames(directory: string, progress: Progress = ignoreProgress): Promise<FrameFolder> {
  const { files, others } = await readHeaders(directory, progress);
  const first = files[0];
  if (!first || files.length < 2)
    throw refusal(`${directory} must hold two frames or more, ${frameTitles().join(' or ')}`, countOf(files));
  checkAlike(files);
  const byTime = new Map(files.map((file) => [file.validTime, file]));
  const times = [...byTime.keys()];
  const cadenceMinutes = cadenceOf(times);
  const held = new LRUCache<number, TiledField>({ max: FIELDS_HELD });
  return {
    title: first.format.title,
    grid: first.grid,
    times,
    cadenceMinutes,
    notes: [...others, ...gapsOf(times, cadenceMinutes)],
    timeNear: (time) => times.find((frame) => Math.abs(frame - time) <= SAME_INSTANT_SECONDS) ?? null,
    async field(time) {
      const known = held.get(time);
      if (known) return known;
      const file = byTime.get(time);
      if (!file) throw new RangeError(`no frame at ${formatInstant(time)}`);
      const { field } = await file.format.decode(readFileSync(file.path));
      held.set(time, field);
      return field;
    },
  };
}

async function readHeaders(directory: string, progress: Progress): Promise<{ files: FrameFile[]; others: string[] }> {
  const files: FrameFile[] = [];
  const others: string[] = [];
  const entries = readdirSync(directory, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  for (const [index, name] of names.sort().entries()) {
    const path = join(directory, name);
    const bytes = readFileSync(path);
    const format = formatOf(bytes);
    if (format) files.push({ path, format, ...(await headerOf(format, bytes, path)) });
    else others.push(`${name} is no frame`);
    const text = `reading headers: ${index + 1} of ${names.length} files`;
    progress({ event: 'header', text, facts: { file: name } });
  }
  return { files: files.sort((a, b) => a.validTime - b.validTime), others };
}

async function headerOf(format: FrameFormat, bytes: Uint8Array, path: string): Promise<FrameHeader> {
  try {
    return await format.header(bytes);
  } catch (cause) {
    throw refusal(`${path} is ${format.title}`, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function checkAlike(files: readonly FrameFile[]): void {
  for (const [index, file] of files.entries()) {
    const first = files[0]!;
    if (file.format !== first.format || !isDeepStrictEqual(file.grid, first.grid))
      throw refusal(`all frames are on the grid of ${first.path}`, `another one in ${file.path}`);
    const before = files[index - 1];
    if (before?.validTime === file.validTime)
      throw refusal('there is one frame for each instant', `${before.path} and ${file.path}`);
  }
}

/** The median: a gap of an hour must not make all other frames too early. */
function cadenceOf(times: readonly number[]): number {
  const intervals = times.slice(1).map((time, i) => time - times[i]!);
  const median = intervals.sort((a, b) => a - b)[intervals.length >> 1]!;
  return Math.max(1, Math.round(median / 60));
}

function gapsOf(times: readonly number[], cadenceMinutes: number): string[] {
  return times.slice(1).flatMap((time, i) => {
    const minutes = (time - times[i]!) / 60;
    return minutes > 1.5 * cadenceMinutes ? [`no frame for ${minutes} minutes after ${formatInstant(times[i]!)}`] : [];
  });
}

function countOf(files: readonly FrameFile[]): string {
  return files.length === 1 ? 'one frame' : 'none';
}

function refusal(rule: string, value: string, cause?: unknown): MalformedError {
  return new MalformedError('folder of frames', rule, value, cause === undefined ? undefined : { cause });
}
