/**
 * Files of GHCN-Daily in any of three layouts, read as they arrive: csv of NOAA Open Data Dissemination with or without
 * header, csv of NCEI's access service, and .dly. The first line decides which. Memory is one line and one piece.
 */

import { MalformedError } from '../../base/errors.js';
import { accessLines, isAccessHeader } from './ghcn-access.js';
import { dlyLines, type LineReader, noddLines } from './ghcn-rows.js';
import { emptyCounts, type GhcnCounts, refusedIn, type ValueSink } from './ghcn-values.js';

export interface GhcnReader {
  /** @throws MalformedError  the layout is not known, a line is too long, or too many lines break a rule */
  push(piece: Uint8Array): void;
  /** Reads the last line. @throws MalformedError  as above, or nothing could be read */
  end(): GhcnCounts;
}

const FORMAT = 'GHCN-Daily';
const LINE_END = 10;
const RETURN = 13;
/** The access csv has some hundred columns; .dly 269 bytes. */
const LONGEST_LINE = 16_384;
/** Lines that may break a rule: a few, and above that a share. More of them mean another format, or damage. */
const FEW_REFUSED = 20;
const MOST_REFUSED_SHARE = 0.01;

const NODD_HEADER = /^"?(ID|STATION)"?,"?(DATE|YEAR\/MONTH\/DAY)"?,"?ELEMENT"?,/i;
const NODD_ROW = /^[\w-]{11},\d{8},[A-Za-z0-9*#]{4},/;
const DLY_ROW = /^[\w-]{11}\d{6}[A-Za-z0-9*#]{4}[ \d-]/;

/** @param lastDay  last day that a value can be of, days since 1970-01-01; lines of later ones break a rule */
export function createGhcnReader(sink: ValueSink, lastDay: number): GhcnReader {
  const counts = emptyCounts();
  let carry: Buffer = Buffer.alloc(0);
  let lines = 0;
  let read: LineReader | null = null;

  function checkLength(bytes: Buffer, from: number, to: number): void {
    if (to - from <= LONGEST_LINE) return;
    const begin = bytes.toString('latin1', from, from + 40);
    throw new MalformedError(FORMAT, `a line has at most ${LONGEST_LINE} bytes`, begin);
  }

  function readLine(bytes: Buffer, from: number, to: number): void {
    checkLength(bytes, from, to);
    const end = to > from && bytes[to - 1] === RETURN ? to - 1 : to;
    if (end === from) return;
    lines++;
    if (read !== null) {
      read(bytes, from, end);
      return;
    }
    const first = bytes.toString('latin1', from, end).replace(/^\u00ef\u00bb\u00bf/, '');
    read = layoutOf(first, counts, sink, lastDay);
    if (!NODD_HEADER.test(first) && !isAccessHeader(first)) read(bytes, from, end);
  }

  function checkRefused(): void {
    const refused = refusedIn(counts);
    if (refused > FEW_REFUSED + MOST_REFUSED_SHARE * lines)
      throw new MalformedError(FORMAT, `at most 1% of the lines may break a rule; ${refused} do`, counts.firstRefused!);
  }

  return {
    push(piece) {
      const view = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const bytes = carry.length === 0 ? view : Buffer.concat([carry, view]);
      let from = 0;
      for (let to = bytes.indexOf(LINE_END, from); to >= 0; to = bytes.indexOf(LINE_END, from)) {
        readLine(bytes, from, to);
        from = to + 1;
      }
      checkLength(bytes, from, bytes.length);
      carry = Buffer.from(bytes.subarray(from));
      checkRefused();
    },
    end() {
      readLine(carry, 0, carry.length);
      checkRefused();
      if (lines === 0) throw new MalformedError(FORMAT, 'a file must have lines');
      if (counts.values === 0 && refusedIn(counts) > 0)
        throw new MalformedError(FORMAT, 'some line must be readable', counts.firstRefused!);
      return counts;
    },
  };
}

function layoutOf(first: string, counts: GhcnCounts, sink: ValueSink, lastDay: number): LineReader {
  if (NODD_HEADER.test(first) || NODD_ROW.test(first)) return noddLines(counts, sink, lastDay);
  if (DLY_ROW.test(first)) return dlyLines(counts, sink, lastDay);
  if (isAccessHeader(first)) return accessLines(first, counts, sink, lastDay);
  throw new MalformedError(
    FORMAT,
    'must be csv with ID,DATE,ELEMENT,VALUE, csv with STATION and DATE, or .dly',
    first.slice(0, 80),
  );
}
