/** Reading answers in tests: columns back to what the answer prints. */

import { type Column, NULL_SCALED, type RecordTable } from '../src/model/answer.js';

/** Values of one column of a section, null where the answer says null. */
export function column(table: RecordTable | undefined, name: string): (number | string | null)[] {
  const found = table?.columns.find((each: Column) => each.name === name);
  if (found === undefined) throw new RangeError(`no column ${name}`);
  if (found.kind === 'text') return [...found.values];
  return Array.from(found.scaled, (scaled) => (scaled === NULL_SCALED ? null : scaled / 10 ** found.decimals));
}

/** As `column`, for columns that are numbers throughout. */
export function numbers(table: RecordTable | undefined, name: string): number[] {
  return column(table, name).map((value) => {
    if (typeof value !== 'number') throw new RangeError(`${name} has ${value}`);
    return value;
  });
}
