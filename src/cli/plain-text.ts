/**
 * Texts of others for a terminal: what issuers write may hold control characters, and some of them move the cursor, change
 * colours or make a text read backwards.
 */

/** Control characters and invisible marks of direction; line feeds stay. */
const UNSEEN = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Of one or several lines, with what cannot be seen as "\u001b". */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (mark) => (mark === '\t' ? ' ' : `\\u${mark.codePointAt(0)!.toString(16).padStart(4, '0')}`));
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
