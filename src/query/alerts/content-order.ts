/**
 * An order of decoded values that depends on nothing but the values, so that of two contents of one message the same is
 * kept in whatever order they came. Numbers by size, texts by code unit, lists and records by their members; records
 * come from the decoders, so theirs are few and not deep.
 */

type Listed = ArrayLike<unknown>;

function compareLists(a: Listed, b: Listed): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareContents(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareRecords(a: object, b: object): number {
  const members = (record: object) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  return compareLists(members(a).flat(), members(b).flat());
}

const isListed = (value: object): value is object & Listed => Array.isArray(value) || ArrayBuffer.isView(value);

/** Below zero, zero or above as `a` comes before `b`, is the same, or comes after; zero only for equal contents. */
export function compareContents(a: unknown, b: unknown): number {
  if (Object.is(a, b)) return 0;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null)
    return isListed(a) && isListed(b) ? compareLists(a, b) : compareRecords(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : 1;
  return `${typeof a} ${a}` < `${typeof b} ${b}` ? -1 : 1;
}
