/**
 * An order of decoded values that depends on nothing but the values, so that of two contents of one message the same is
 * kept in whatever order they came. Numbers by size, NaN first; texts by code unit; lists and records member by member.
 * What decoders make is not deep, so it may recurse.
 */

type Listed = ArrayLike<unknown>;

const isListed = (value: unknown): value is Listed => Array.isArray(value) || ArrayBuffer.isView(value);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return isListed(value) ? 'list' : typeof value;
}

function compareOrdered<Ordered extends number | string>(a: Ordered, b: Ordered): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: number, b: number): number {
  return compareOrdered(Number(!Number.isNaN(a)), Number(!Number.isNaN(b))) || compareOrdered(a, b);
}

function compareLists(a: Listed, b: Listed): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareContents(a[i], b[i]);
    if (order !== 0) return order;
  }
  return compareOrdered(a.length, b.length);
}

function compareRecords(a: object, b: object): number {
  const members = (record: object) => Object.entries(record).sort(([one], [other]) => compareOrdered(one, other));
  return compareLists(members(a).flat(), members(b).flat());
}

/** Below zero, zero or above as `a` comes before `b`, is the same, or comes after. */
export function compareContents(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const kind = kindOf(a);
  const order = compareOrdered(kind, kindOf(b));
  if (order !== 0) return order;
  if (isListed(a) && isListed(b)) return compareLists(a, b);
  if (kind === 'object') return compareRecords(a as object, b as object);
  return kind === 'number' ? compareNumbers(a as number, b as number) : compareOrdered(String(a), String(b));
}
