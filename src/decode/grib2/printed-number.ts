/** Six digits as C prints them, and so the inventories: 0.254, 2.5e-06, 85000. JavaScript would print 0.0000025. */
export function printedNumber(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(Number(value.toPrecision(6)));
  const [digits, exponent] = value.toExponential(5).split('e-') as [string, string];
  return `${Number(digits)}e-${exponent.padStart(2, '0')}`;
}
