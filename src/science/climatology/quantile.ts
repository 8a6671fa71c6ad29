/** Quantiles by selection: a window of 29 days in 30 years has 870 values, and to sort them all costs seven times as much. */

/**
 * Quantile, linear between order statistics (type 7 of Hyndman & Fan 1996, The American Statistician 50, 361).
 *
 * @param values  at least one, none NaN; their order changes
 * @param share  0..1
 */
export function quantile(values: Float64Array, share: number): number {
  const position = share * (values.length - 1);
  const below = Math.floor(position);
  const lower = select(values, below);
  if (position === below) return lower;
  let upper = Number.POSITIVE_INFINITY;
  for (let n = below + 1; n < values.length; n++) upper = Math.min(upper, values[n]!);
  return lower + (position - below) * (upper - lower);
}

/** Value that would be at `wanted` if all were sorted: smaller ones then lie before it, larger ones behind (Hoare 1961). */
function select(values: Float64Array, wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = median(values[low]!, values[(low + high) >> 1]!, values[high]!);
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return values[wanted]!;
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
