/**
 * Bytes of an XML file to its text, piece by piece.
 *
 * The encoding is that of the byte order mark, else that of the declaration, else UTF-8 (XML 1.0, section 4.3.3 and
 * appendix F). Besides UTF-8 and UTF-16, which every reader of XML must know, there are ISO-8859-1 and windows-1252:
 * older tools on Windows write them, and declare them.
 */

import type { Refuse } from './refusal.js';

/** Declared names, in lower case, and what they are to a `TextDecoder`. */
const DECODERS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
};

/** Bytes decoded at once: the text of a large file never stands in memory as a whole. */
const PIECE = 1 << 16;
/** A declaration comes first and is short. */
const DECLARATION = 200;

/**
 * The text of `bytes`, without a byte order mark; refuses an encoding that is not read, and bytes that are not in the
 * one they claim.
 */
export function* piecesOfText(bytes: Uint8Array, refuse: Refuse): Generator<string> {
  const { label, isSaid } = encodingOf(bytes, refuse);
  const rule = isSaid ? `the text must be ${label}, as it says` : `the text must be ${label}, or say what it is`;
  const decoder = new TextDecoder(label, { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE) {
    const end = Math.min(at + PIECE, bytes.length);
    try {
      yield decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      refuse(rule, null, `other bytes at ${at} to ${end - 1}`);
    }
  }
}

interface Encoding {
  /** For a `TextDecoder`. */
  readonly label: string;
  /** By a mark or a declaration, not by default. */
  readonly isSaid: boolean;
}

function encodingOf(bytes: Uint8Array, refuse: Refuse): Encoding {
  const [first, second] = bytes;
  // without a mark the NUL beside "<" tells which byte comes first
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return { label: 'utf-16le', isSaid: true };
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return { label: 'utf-16be', isSaid: true };
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION));
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1];
  if (declared === undefined) return { label: 'utf-8', isSaid: false }; // also behind the mark of UTF-8, which says it already
  const name = declared.toLowerCase();
  const label = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (label !== undefined) return { label, isSaid: true };
  return refuse('encoding must be UTF-8, UTF-16, ISO-8859-1 or windows-1252', 1, declared.slice(0, 40));
}
