/** Times as the names of radar files have them. */

/** "20261120" and "061000" of epoch seconds. */
export function stampOf(epochSeconds: number): [date: string, time: string] {
  const digits = new Date(epochSeconds * 1000).toISOString().replace(/\D/g, '');
  return [digits.slice(0, 8), digits.slice(8, 14)];
}

/** Epoch seconds of "20261120" and "061000"; null where there is no such time. */
export function timeOf(date: string, time: string): number | null {
  const part = (text: string, from: number): number => Number(text.slice(from, from + 2));
  const [year, month, day] = [Number(date.slice(0, 4)), part(date, 4) - 1, part(date, 6)];
  const at = Date.UTC(year, month, day, part(time, 0), part(time, 2), part(time, 4)) / 1000;
  if (Number.isNaN(at)) return null;
  return stampOf(at).join() === [date, time].join() ? at : null;
}
