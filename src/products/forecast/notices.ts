/** The warnings of one answer: each code once, in the order of the list of codes, in plain words. */

import { WARNING_CODES, type Warning, type WarningCode } from '../../model/warning.js';

export interface Notices {
  /** Adds a warning; a code that is there already gathers the further variables and keeps its first message. */
  add(code: WarningCode, message: string, facts?: Omit<Warning, 'code' | 'message'>): void;
  list(): Warning[];
}

export function createNotices(): Notices {
  const byCode = new Map<WarningCode, Warning>();
  return {
    add(code, message, facts = {}) {
      const known = byCode.get(code);
      if (known === undefined) byCode.set(code, { code, message, ...facts });
      else if (facts.variables)
        byCode.set(code, { ...known, variables: [...new Set([...(known.variables ?? []), ...facts.variables])] });
    },
    list: () => WARNING_CODES.flatMap((code) => byCode.get(code) ?? []),
  };
}
