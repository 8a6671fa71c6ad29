/** Numbers as XML Schema writes them. */

/** A decimal number, exponent allowed; null for all else, also for what only JavaScript takes for one (0x10, ''). */
export function decimalOf(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
