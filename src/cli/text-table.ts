/** Aligned columns of text for the terminal. */

export type TextAlignment = 'left' | 'right';

export interface TableColumn {
  /** One column with a heading, even an empty one, gives the table a heading line. */
  readonly heading?: string;
  /** Default: left. */
  readonly align?: TextAlignment;
  /** Least width, in characters as displayed. Longer cells are never cut. */
  readonly width?: number;
  /** Spaces before the column; the first column has none. Default: 2. */
  readonly gap?: number;
}

/** The heading line, if any, and a line for each row; each column is as wide as its widest cell. */
export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const hasHeading = columns.some(({ heading }) => heading !== undefined);
  const all = hasHeading ? [columns.map(({ heading = '' }) => heading), ...rows] : rows;
  const sized = columns.map((column, i) => ({
    ...column,
    width: Math.max(column.width ?? 0, ...all.map((row) => displayWidth(row[i]!))),
  }));
  return all.map((row) => rowLine(sized, row));
}

/** One line of a table that is printed row by row: columns are as wide as they say. */
export function rowLine(columns: readonly TableColumn[], cells: readonly string[]): string {
  return columns
    .map(({ align, width = 0, gap = 2 }, i) => `${' '.repeat(i === 0 ? 0 : gap)}${aligned(cells[i]!, width, align)}`)
    .join('')
    .trimEnd();
}

/** The heading line of a table that is printed row by row. */
export function headingLine(columns: readonly TableColumn[]): string {
  return rowLine(
    columns,
    columns.map(({ heading = '' }) => heading),
  );
}

/** A text filled up with spaces to at least `width` displayed characters. */
export function aligned(text: string, width: number, align: TextAlignment = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Letters of East Asia and emoji take two cells of a terminal; half-width forms take one. */
const WIDE =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;

/** Cells of a terminal that a text takes. */
function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
