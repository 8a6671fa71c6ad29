/** The one rule for keys, checked by every backend at its door: what passes here cannot leave the store's root. */

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
/** S3 allows 1024 bytes of key; a file name at most 255. */
const LONGEST_KEY = 1024;
const LONGEST_PART = 200;

/** True for one part of a key: a dataset, a version, a file name. */
export function isKeyPart(text: string): boolean {
  return text.length <= LONGEST_PART && PART.test(text);
}

/** @throws RangeError  the key is not of the form that `object-store.ts` describes */
export function checkKey(key: string): void {
  if (key.length > LONGEST_KEY || !key.split('/').every(isKeyPart))
    throw new RangeError(`object key "${key}": parts of [A-Za-z0-9._-] that do not start with a dot, split by "/"`);
}

/** As `checkKey`, but the last part may be cut anywhere, even to nothing. */
export function checkPrefix(prefix: string): void {
  const parts = prefix.split('/');
  const last = parts.pop()!;
  if (prefix.length > LONGEST_KEY || !parts.every(isKeyPart) || !(last === '' || isKeyPart(last)))
    throw new RangeError(`object prefix "${prefix}": whole parts of [A-Za-z0-9._-], then the beginning of one`);
}
