/**
 * The index that ECMWF writes beside a GRIB file (`.index` in the place of `.grib2`): one JSON object per line.
 *
 *   {"domain": "g", "date": "20260830", "time": "0000", "class": "od", "type": "fc", "stream": "oper",
 *    "step": "6", "levtype": "sfc", "param": "2t", "_offset": 22287774, "_length": 649771}
 *
 * Offsets are in no order, lengths are told. `param` is ECMWF's short name, which stays while the parameter's GRIB
 * numbers change with the model cycle. Whether the field is a total or an extreme is not told.
 *
 * As entries: `name` is `param`, `level` is `levtype` ("sfc"; with the level itself for others: "pl 850"), and `extra`
 * holds what makes it another thing than the plain forecast: "type=cf", "number=3".
 */

import { UpstreamError } from '../base/errors.js';
import type { IndexEntry } from './grib-index.js';

/** More lines than any file has (of 51 members about 8,500), so that a hostile index costs no memory. */
const MOST_LINES = 20_000;

/**
 * @param url  where the text came from, for the error
 * @throws UpstreamError "framing"  when a line is no index line, or there is no line at all
 */
export function parseEcmwfIndex(text: string, url: string): IndexEntry[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > MOST_LINES)
    throw new UpstreamError('framing', url, `an index of ${lines.length} lines`);
  return lines.map((line, i) => parseLine(line, String(i + 1), url));
}

function parseLine(line: string, number: string, url: string): IndexEntry {
  const fields = readObject(line, url);
  const { _offset: offset, _length: length } = fields;
  const text = (name: string): string => String(fields[name] ?? '');
  const whole = isByteCount(offset, 0) && isByteCount(length, 1) && text('param') !== '';
  if (!whole) throw new UpstreamError('framing', url, `no index line: "${line.slice(0, 80)}"`);
  return {
    number,
    offset: offset as number,
    length: length as number,
    referenceTime: text('date') + text('time').slice(0, 2),
    name: text('param'),
    level: [text('levtype'), text('levelist')].filter((part) => part !== '').join(' '),
    time: text('step'),
    process: null,
    extra: [
      ...(text('type') === 'fc' ? [] : [`type=${text('type')}`]),
      ...(text('number') === '' ? [] : [`number=${text('number')}`]),
    ],
  };
}

function readObject(line: string, url: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch (cause) {
    throw new UpstreamError('framing', url, `no index line: "${line.slice(0, 80)}"`, { cause });
  }
}

function isByteCount(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
