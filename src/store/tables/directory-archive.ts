/**
 * A directory of many small files as one: what the first start unpacks instead of running initdb.
 *
 *   {"entries":[["base"],["base/1/112",0,71],…]}\n   directories first, then files with offset and length of their bytes
 *   gzip members, one after the other                 offsets count from the end of the first line
 *
 * Contents that occur more than once are kept once: the three databases that initdb makes are copies of each other
 * (30 MB in 977 files become 2.5 MB). Each file is a member of its own, so unpacking needs no more memory than the
 * largest of them.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Path of a directory; path, offset and length of a file. */
type Entry = readonly [path: string] | readonly [path: string, offset: number, length: number];

const LINE_FEED = 0x0a;
const BEST = { level: 9 };

/** Everything below `directory`: names and contents, no times and no permissions. */
export function packDirectory(directory: string): Uint8Array {
  const found = readdirSync(directory, { recursive: true, withFileTypes: true }).sort((a, b) =>
    pathOf(a) < pathOf(b) ? -1 : 1,
  );
  const members: Uint8Array[] = [];
  const known = new Map<string, readonly [offset: number, length: number]>();
  let end = 0;
  const place = (contents: Uint8Array) => {
    const hash = createHash('sha256').update(contents).digest('hex');
    const before = known.get(hash);
    if (before !== undefined) return before;
    const member = gzipSync(contents, BEST);
    const placed = [end, member.length] as const;
    members.push(member);
    known.set(hash, placed);
    end += member.length;
    return placed;
  };
  const entries = [
    ...found.filter((one) => one.isDirectory()).map((one): Entry => [below(directory, pathOf(one))]),
    ...found
      .filter((one) => one.isFile())
      .map((one): Entry => [below(directory, pathOf(one)), ...place(readFileSync(pathOf(one)))]),
  ];
  return Buffer.concat([Buffer.from(`${JSON.stringify({ entries })}\n`), ...members]);
}

/** Writes what `packDirectory` packed into a directory that is made for it; readable by its owner only. */
export function unpackDirectory(archive: Uint8Array, directory: string): void {
  const start = archive.indexOf(LINE_FEED) + 1;
  const { entries } = JSON.parse(Buffer.from(archive.subarray(0, start)).toString()) as { entries: readonly Entry[] };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const path = join(directory, entry[0]);
    if (entry.length === 1) mkdirSync(path, { mode: 0o700 });
    else writeFileSync(path, gunzipSync(memberOf(archive.subarray(start), entry[1], entry[2])), { mode: 0o600 });
  }
}

function memberOf(members: Uint8Array, offset: number, length: number): Uint8Array {
  return members.subarray(offset, offset + length);
}

function pathOf({ parentPath, name }: { readonly parentPath: string; readonly name: string }): string {
  return join(parentPath, name);
}

/** The path below the directory, with slashes on every system. */
function below(directory: string, path: string): string {
  return path.slice(join(directory, '/').length).replaceAll('\\', '/');
}
