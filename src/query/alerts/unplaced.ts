/** Active alerts that may be missing where they hold, because not every area of theirs can be placed. */

import type { Geocode } from '../../model/alert.js';
import type { StoredMessage } from '../../model/records.js';
import { type Entry, holds } from './entries.js';

export interface UnplacedAlert extends StoredMessage {
  /** Descriptions of the areas in question; none where the message names no area at all. */
  readonly areas: readonly string[];
  /** Codes that no zone is known for. */
  readonly missing: readonly Geocode[];
  /** Partial: other areas of it are placed, or other codes of the same area. */
  readonly extent: 'whole' | 'partial';
}

export function unplacedOf(entry: Entry, now: number): UnplacedAlert | null {
  const infos = entry.placement.filter((_, info) => holds(entry, info, now));
  const areas = infos.flat();
  const faulty = areas.filter(({ shapes, missing }) => shapes.length === 0 || missing.length > 0);
  if (infos.length === 0 || (faulty.length === 0 && areas.length > 0)) return null;
  const codes = faulty.flatMap(({ missing }) => missing);
  return {
    ...entry.standing.stored,
    areas: [...new Set(faulty.map(({ area }) => area.description))],
    missing: [...new Map(codes.map((code) => [`${code.scheme} ${code.value}`, code])).values()],
    extent: areas.some(({ shapes }) => shapes.length > 0) ? 'partial' : 'whole',
  };
}
