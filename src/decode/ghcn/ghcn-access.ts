/**
 * The csv of NCEI's access service: one row a day, a column for each element and one for its attributes.
 *
 *   "STATION","DATE",…,"PRCP","PRCP_ATTRIBUTES",…
 *   "USC00205450","1984-08-01",…,"    0","P,,0",…              attributes: measurement, quality, source, time
 *
 * The same service converts units when it is asked to. Converted values have decimals, and are refused as a whole: a file
 * in degrees that were read as tenths of a degree would look like a cold climate.
 */

import { MalformedError } from '../../base/errors.js';
import { parseDate } from '../../model/time.js';
import type { LineReader } from './ghcn-rows.js';
import { acceptValue, ELEMENT_CODES, type GhcnCounts, refuse, type ValueFlags, type ValueSink } from './ghcn-values.js';

const FORMAT = 'GHCN-Daily csv';
const ATTRIBUTES = '_ATTRIBUTES';

interface Columns {
  readonly station: number;
  readonly date: number;
  readonly elements: readonly { readonly code: number; readonly value: number; readonly attributes: number }[];
}

/** True for the header of this layout, or of an export that resembles it. */
export function isAccessHeader(line: string): boolean {
  const names = fieldsOf(line).map((name) => name.toUpperCase());
  return names.includes('DATE') && (names.includes('STATION') || names.includes('VALUE'));
}

/** @throws MalformedError  the header lacks the station, or the attributes of an element */
export function accessLines(header: string, counts: GhcnCounts, sink: ValueSink, lastDay: number): LineReader {
  const { station, date, elements } = columnsOf(header);
  return (bytes, from, to) => {
    const line = bytes.toString('utf8', from, to);
    const fields = fieldsOf(line);
    const [id, text] = [fields[station] ?? '', fields[date] ?? ''];
    const day = parseDate(text);
    if (id.length !== 11 || day === null) return refuse(counts, 'a row has an id of 11 characters and a date', line);
    for (const { code, value, attributes } of elements) {
      const [number, words] = [fields[value]?.trim() ?? '', fields[attributes]];
      if (number === '') continue;
      if (words === undefined) return refuse(counts, 'a row has as many fields as the header', line);
      if (/^-?\d+\.\d+$/.test(number) && Number(number) < 999)
        throw new MalformedError(FORMAT, 'values must be whole numbers of the network, not in converted units', number);
      const flags = flagsOf(words);
      if (!/^-?\d{1,6}$/.test(number) || flags === null) {
        refuse(counts, 'value is a whole number, attributes are "m,q,s,time"', line);
        continue;
      }
      const row = { station: id.toUpperCase(), day, code, value: Number(number) };
      acceptValue(row, flags, { counts, sink, lastDay, where: () => line });
    }
  };
}

function columnsOf(header: string): Columns {
  const names = fieldsOf(header).map((name) => name.toUpperCase());
  const [station, date] = [names.indexOf('STATION'), names.indexOf('DATE')];
  if (station < 0)
    throw new MalformedError(
      FORMAT,
      'the header must name the station (exports of Climate Data Online do not)',
      header,
    );
  const elements = [...ELEMENT_CODES].flatMap(([name, code]) => {
    const value = names.indexOf(name);
    const attributes = names.indexOf(name + ATTRIBUTES);
    if (value >= 0 && attributes < 0)
      throw new MalformedError(FORMAT, `${name} must have a column of attributes, or its quality is not known`, header);
    return value < 0 ? [] : [{ code, value, attributes }];
  });
  return { station, date, elements };
}

/** Null: not "m", "m,q", "m,q,s" or "m,q,s,time". */
function flagsOf(words: string): ValueFlags | null {
  const [measurement = '', quality = '', source = '', time = '', ...more] = words.split(',');
  const isTime = time === '' || /^\d{4}$/.test(time);
  if (more.length > 0 || !isTime || [measurement, quality, source].some((flag) => flag.length > 1)) return null;
  const codeOf = (flag: string) => (flag === '' ? 32 : flag.charCodeAt(0));
  const codes = { measurement: codeOf(measurement), quality: codeOf(quality), source: codeOf(source) };
  return { ...codes, time: time === '' ? -1 : Number(time) };
}

/** Fields of a line of csv, without their quotation marks. */
function fieldsOf(line: string): string[] {
  const fields = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [];
  return fields.map((field) =>
    field
      .replace(/,$/, '')
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  );
}
