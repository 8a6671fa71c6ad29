/** Which files of an upstream a poll would have. */

import { formatInstant } from '../../model/time.js';
import type { RadarFrameFile } from '../../sources/radar-feed.js';
import { isAhead } from './frame-quality.js';
import { isHeld, newestHeld } from './held-frames.js';
import { listFrames } from './radar-listing.js';
import { isWorthFetching, noteAhead } from './radar-memory.js';
import { type RadarSession, tell } from './radar-session.js';

/** How far back frames are asked for, s: the oldest that is of use, and 20 minutes before it. */
const WINDOW = 3600;
/** How far ahead directories are looked into: frames that a clock of theirs dates ahead of ours, s. */
const AHEAD = 600;
/** A less complete frame waits so long for the whole one, s; the whole one of RRQPE takes 17 to 22 minutes. */
const PATIENCE = 1500;

/** Frames of the upstream that are not held and may be fetched now, newest first. */
export async function wantedFiles(session: RadarSession): Promise<RadarFrameFile[]> {
  const { deps, rate, http, now, memory } = session;
  const range = { from: now - WINDOW, to: now + AHEAD, signal: deps.signal };
  const listed = await listFrames(http, rate, deps.source.baseUrl, range);
  const ahead = listed.filter(({ validTime }) => isAhead(validTime, session));
  for (const { url, validTime } of ahead) setAside(session, url, validTime);
  const due = listed.filter(({ validTime }) => !isAhead(validTime, session));
  const best = due.reduce((most, { rank }) => Math.max(most, rank), 0);
  return due.filter(
    (file) =>
      isWanted(session, file) &&
      isWorthFetching(memory, file.url, now) &&
      (file.rank === best || file.validTime < now - PATIENCE),
  );
}

/** What is held has to be more complete only where readers get it. */
function isWanted(session: RadarSession, file: RadarFrameFile): boolean {
  return file.validTime === newestHeld(session) ? !isHeld(session, file) : !session.held.has(file.validTime);
}

/** Told once, not in every poll until its time has come. */
function setAside(session: RadarSession, url: string, validTime: number): void {
  if (!noteAhead(session.memory, url, session.now)) return;
  const facts = { url, validTime: formatInstant(validTime) };
  session.deps.log.warn({ feed: session.feed.id, ...facts }, 'a frame from the future is set aside');
  tell(session, 'set-aside', `${url} is from the future and is set aside`, facts);
}
