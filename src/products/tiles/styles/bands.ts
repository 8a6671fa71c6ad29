/** Styles of continuous fields, made of their bands. */

import { type BandedStyle, type LegendEntry, legendColour, type Rgba, TRANSPARENT, versioned } from './style.js';

export interface Band {
  /** Where the band begins, in the unit that people read; −∞ where it has no lower end. */
  readonly from: number;
  readonly colour: Rgba;
  /** What stands for the numbers in the legend. */
  readonly label?: string;
}

export interface BandedField {
  readonly unit: string;
  /** Rising; each reaches to where the next begins, the last one on. */
  readonly bands: readonly Band[];
  /** A value in `unit` as one in the canonical unit of the field; by itself where they are the same. */
  readonly toCanonical?: (value: number) => number;
}

export function bandedStyle({ unit, bands, toCanonical = (value) => value }: BandedField): BandedStyle {
  return versioned<BandedStyle>({
    unit,
    palette: [TRANSPARENT, ...bands.map(({ colour }) => colour)],
    edges: bands.map(({ from }) => toCanonical(from)),
    legend: bands.map((band, i) => legendEntry(band, bands[i + 1]?.from ?? null, unit)),
  });
}

function legendEntry({ from, colour, label }: Band, to: number | null, unit: string): LegendEntry {
  const lowest = Number.isFinite(from) ? from : null;
  return { from: lowest, to, ...legendColour(colour), label: label ?? rangeLabel(lowest, to, unit) };
}

/** "−40 to −35 °C", "below −40 °C", "45 °C and above". */
export function rangeLabel(from: number | null, to: number | null, unit: string): string {
  if (from === null) return `below ${printed(to!)} ${unit}`;
  return to === null ? `${printed(from)} ${unit} and above` : `${printed(from)} to ${printed(to)} ${unit}`;
}

function printed(value: number): string {
  return String(value).replace('-', '−');
}
