/**
 * Names of versions that are named after a moment, that of their data or that at which they were made: frames of radar,
 * sweeps, fires, plumes. In the order of the names they are in the order of time.
 */

const VERSION = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([1-9]))?$/;
/** Ranks are one digit, so that names are in the order of their ranks. */
const HIGHEST_RANK = 9;

/**
 * Name of the version of a moment, e.g. "20261120T061000Z"; of an upstream that sees the same instant several times, each
 * time more of it, "20261120T061000Z-5".
 *
 * @param validTime  epoch seconds
 * @param rank  0: there is but one version of this instant; else 1 to 9, the largest is the most complete
 */
export function versionOf(validTime: number, rank = 0): string {
  if (!Number.isSafeInteger(validTime)) throw new RangeError(`valid time ${validTime}: whole seconds`);
  if (!(Number.isInteger(rank) && rank >= 0 && rank <= HIGHEST_RANK))
    throw new RangeError(`rank ${rank}: 0 to ${HIGHEST_RANK}`);
  const name = new Date(validTime * 1000).toISOString().replaceAll(/[-:]|\.000/g, '');
  return rank === 0 ? name : `${name}-${rank}`;
}

/** The moment that a version is named after, epoch seconds; null: it is no such name. */
export function validTimeOf(version: string): number | null {
  const parts = VERSION.exec(version)?.slice(1);
  if (parts === undefined) return null;
  const [year, month, day, hour, minute, second, rank = 0] = parts.map((part) => part && Number(part)) as number[];
  const time = Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000;
  return versionOf(time, rank) === version ? time : null;
}

/** How complete the version with that name is, among those of its moment. */
export function rankOf(version: string): number {
  return Number(VERSION.exec(version)?.[7] ?? 0);
}

/** True when readers are better off with `version` than with `other`: it is later, or shows more of the same instant. */
export function isBetter(version: string, other: string): boolean {
  const later = (validTimeOf(version) ?? Number.NEGATIVE_INFINITY) - (validTimeOf(other) ?? Number.NEGATIVE_INFINITY);
  return later > 0 || (later === 0 && rankOf(version) > rankOf(other));
}
