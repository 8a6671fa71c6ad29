/**
 * Answers of series as JSON bytes, straight from columns: no rows, no objects, no formatting of floats.
 *
 * The bytes are exactly those that JSON.stringify would write for the same records as objects. Every column is brought
 * to one form, an integer for each record and a table from integers to texts: scaled numbers share one table for each
 * count of decimals (filled as values come up, kept for the life of the process), texts get a table of their own.
 */

import { type Column, type ForecastAnswer, NULL_SCALED, type RecordTable } from '../model/answer.js';

/**
 * Scaled integers that have a place in a table: all quantities of the weather, pressure in Pa included. Visibility in
 * metres beyond 131 km has none and is formatted on the spot, as is null.
 */
const LOWEST = -16_384;
const HIGHEST = 131_071;

/** Not yet formatted. */
const UNKNOWN = '';

const tables = new Map<number, string[]>();

function tableOf(decimals: number): string[] {
  const known = tables.get(decimals);
  if (known !== undefined) return known;
  const table = new Array<string>(HIGHEST - LOWEST + 1).fill(UNKNOWN);
  tables.set(decimals, table);
  return table;
}

interface PrintedColumn {
  /** `,"name":` */
  readonly key: string;
  /** One entry for each record: `lowest` + index into `texts`, or an integer that has no place there. */
  readonly codes: Int32Array;
  readonly texts: string[];
  readonly lowest: number;
  readonly decimals: number;
}

function printed(column: Column): PrintedColumn {
  const key = `,${JSON.stringify(column.name)}:`;
  if (column.kind === 'text') return { key, ...coded(column.values), lowest: 0, decimals: 0 };
  const { scaled: codes, decimals } = column;
  return { key, codes, texts: tableOf(decimals), lowest: LOWEST, decimals };
}

/** Texts of a column repeat (19 conditions in 384 hours): each distinct one is quoted once. */
function coded(values: readonly (string | null)[]): { codes: Int32Array; texts: string[] } {
  const codes = new Int32Array(values.length);
  const texts: string[] = [];
  const known = new Map<string | null, number>();
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    let code = known.get(value);
    if (code === undefined) {
      code = texts.push(JSON.stringify(value)) - 1;
      known.set(value, code);
    }
    codes[i] = code;
  }
  return { codes, texts };
}

/**
 * The text of `scaled / 10^decimals`. The quotient is the double nearest to the decimal number, and the shortest text of
 * a double that is nearest to a number of ten digits is that number itself.
 */
function formatScaled(scaled: number, decimals: number): string {
  return scaled === NULL_SCALED ? 'null' : String(scaled / 10 ** decimals);
}

function lookUp({ texts, lowest, decimals }: PrintedColumn, code: number): string {
  const at = code - lowest;
  if (at < 0 || at >= texts.length) return formatScaled(code, decimals);
  if (texts[at] === UNKNOWN) texts[at] = formatScaled(code, decimals);
  return texts[at]!;
}

/** The records as JSON objects, in order, joined by commas, no brackets around them. */
export function writeRecords({ label, labels, columns }: RecordTable): string {
  const opening = `{${JSON.stringify(label)}:`;
  const all = columns.map(printed);
  let text = '';
  for (let i = 0; i < labels.length; i++) {
    text += (i === 0 ? opening : `,${opening}`) + JSON.stringify(labels[i]);
    for (let k = 0; k < all.length; k++) {
      const column = all[k]!;
      text += column.key + lookUp(column, column.codes[i]!);
    }
    text += '}';
  }
  return text;
}

/** A whole answer as JSON in UTF-8. A section that was not requested is absent; fields come in the interface's order. */
export function writeForecastAnswer(answer: ForecastAnswer): Buffer {
  const { location, units, current, quarter_hourly, hourly, daily, updated_at, stale, warnings } = answer;
  let text = `{"location":${JSON.stringify(location)},"units":${JSON.stringify(units)}`;
  if (current) text += `,"current":${writeRecords(current)}`;
  if (quarter_hourly) text += `,"quarter_hourly":[${writeRecords(quarter_hourly)}]`;
  if (hourly) text += `,"hourly":[${writeRecords(hourly)}]`;
  if (daily) text += `,"daily":[${writeRecords(daily)}]`;
  text += `,${JSON.stringify({ updated_at, stale, warnings }).slice(1)}`;
  return Buffer.from(text);
}
