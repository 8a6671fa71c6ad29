/**
 * The messages that one updates or cancels: "sender,identifier,sent" with blanks between (CAP 3.2.1).
 *
 * Neither sender nor identifier may have a blank or a comma, and some have. A time can be told from both, so a reference
 * ends at the word that ends in one; before it, the first comma ends the sender, and all else is the identifier. A word
 * of exactly three parts is one also when its time cannot be read. What is left over is taken as sender and identifier,
 * or as an identifier of the same sender: a Cancel that names its message badly still means it.
 */

import type { AlertReference } from '../../model/alert.js';
import { parseInstant } from '../../model/time.js';

const ENDS_IN_TIME = /(?:^|,)(\d{4}-\d\d-\d\dT[\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)$/i;

export function referencesOf(text: string, sender: string): AlertReference[] {
  const found: AlertReference[] = [];
  let open: string[] = [];
  let commas = 0;
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const isWhole = open.length === 0 && /^[^,]+,[^,]+,[^,]+$/.test(word);
    open.push(word);
    commas += word.split(',').length - 1;
    if (!isWhole && !(commas >= 2 && ENDS_IN_TIME.test(word))) continue;
    found.push(tripleOf(open.join(' ')));
    open = [];
    commas = 0;
  }
  return [...found, ...open.flatMap((word) => leftOver(word, sender))];
}

function tripleOf(text: string): AlertReference {
  const first = text.indexOf(',');
  const lastComma = text.lastIndexOf(',');
  const time = ENDS_IN_TIME.exec(text.slice(text.lastIndexOf(' ') + 1))?.[1];
  const end = time === undefined ? lastComma : text.length - time.length;
  return {
    sender: text.slice(0, first).trim(),
    identifier: text
      .slice(first + 1, end)
      .replace(/[\s,]+$/, '')
      .trim(),
    sent: parseInstant((time ?? text.slice(lastComma + 1)).replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  };
}

function leftOver(word: string, sender: string): AlertReference[] {
  const [first = '', ...rest] = word.split(',').filter((part) => part !== '');
  if (first === '') return [];
  return rest.length === 0
    ? [{ sender, identifier: first, sent: null }]
    : [{ sender: first, identifier: rest.join(','), sent: null }];
}
