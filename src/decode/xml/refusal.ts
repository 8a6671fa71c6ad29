/** How a format says that its bytes break a rule: each with a tagged error of its own. */

/** Throws; `line` from 1, null where it is the file as a whole. */
export type Refuse = (rule: string, line: number | null, value?: string | number) => never;
