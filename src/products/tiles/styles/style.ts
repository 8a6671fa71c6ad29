/**
 * How a layer looks: the colours that a pixel can have, and what each of them says.
 *
 * Colours are sRGB, not premultiplied, as PNG has them. A style's version is a hash of all that decides a pixel, so that a
 * changed colour changes the entity tags of its tiles without anybody thinking of it.
 */

import { createHash } from 'node:crypto';

/** Red, green, blue and opacity, each 0..255. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export interface LegendEntry {
  /** First value of the band, in the unit of the style; null: no lower end, or a thing without values. */
  readonly from: number | null;
  /** Where the next band begins; null: no upper end. */
  readonly to: number | null;
  /** "#RRGGBB" */
  readonly color: string;
  /** 0..1 */
  readonly opacity: number;
  readonly label: string;
}

export interface TileStyle {
  readonly version: string;
  /** At most 256 colours; index 0 is transparent. */
  readonly palette: readonly Rgba[];
  /** In the order in which a legend shows them. */
  readonly legend: readonly LegendEntry[];
  /** Of the legend's values: "°C", "mm/h" …; null where there are none. */
  readonly unit: string | null;
}

/** A style of a continuous field: a value v has the index i + 1 of the last of the edges with v ≥ edges[i], else 0. */
export interface BandedStyle extends TileStyle {
  /** In the canonical unit of the field, rising; −∞ first where nothing is too low to be shown. */
  readonly edges: readonly number[];
}

export const TRANSPARENT: Rgba = [0, 0, 0, 0];

/** @param hex  "RRGGBB"  @param opacity  0..1 */
export function rgba(hex: string, opacity = 1): Rgba {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4), Math.round(opacity * 255)];
}

/** "#RRGGBB" and opacity, as legends have them; the opacity to two decimals. */
export function legendColour([red, green, blue, alpha]: Rgba): Pick<LegendEntry, 'color' | 'opacity'> {
  const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('');
  return { color: `#${hex.toUpperCase()}`, opacity: Math.round((alpha / 255) * 100) / 100 };
}

/** A style with its version worked out. */
export function versioned<Style extends TileStyle>(style: Omit<Style, 'version'>): Style {
  const version = createHash('sha256').update(JSON.stringify(style)).digest('hex').slice(0, 8);
  return { ...style, version } as Style;
}
