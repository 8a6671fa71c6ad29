/** The warnings of one answer: each code once, in the order of the list of codes, in plain words. */

import { WARNING_CODES, type Warning, type WarningCode } from '../model/warning.js';

type Facts = Pick<Warning, 'variables' | 'count' | 'source'>;

export interface Notices {
  /** Adds a warning. A code that is there already gathers sentences, variables and sources, each once, and sums counts. */
  add(code: WarningCode, message: string, facts?: Facts): void;
  list(): Warning[];
}

export function createNotices(): Notices {
  const byCode = new Map<WarningCode, Warning>();
  return {
    add(code, message, facts = {}) {
      const known = byCode.get(code);
      if (known === undefined) byCode.set(code, { code, message, ...facts });
      else byCode.set(code, { ...known, message: together(known.message, message), ...merged(known, facts) });
    },
    list: () => WARNING_CODES.flatMap((code) => byCode.get(code) ?? []),
  };
}

function together(known: string, more: string): string {
  return known.includes(more) ? known : `${known} ${more}`;
}

function merged(known: Facts, more: Facts): Facts {
  return {
    ...(more.variables && { variables: [...new Set([...(known.variables ?? []), ...more.variables])] }),
    ...(more.source !== undefined && { source: joined(known.source, more.source) }),
    ...(more.count !== undefined && { count: (known.count ?? 0) + more.count }),
  };
}

/** "gfs, nbm": names of datasets, each once. */
function joined(known: string | undefined, more: string): string {
  return [...new Set([...(known?.split(', ') ?? []), ...more.split(', ')])].join(', ');
}
