/** Names of the versions of radar frames. */

/** Name of the version of a frame, e.g. "20261120T061000Z". @param validTime  epoch seconds */
export function versionOf(validTime: number): string {
  if (!Number.isSafeInteger(validTime)) throw new RangeError(`valid time ${validTime}: whole seconds`);
  return new Date(validTime * 1000).toISOString().replaceAll(/[-:]|\.000/g, '');
}
