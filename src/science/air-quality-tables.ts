/**
 * Breakpoints of the US air quality index as revised in 2024.
 *
 * 40 CFR part 58 appendix G, 89 FR 16202 (in force since 6 May 2024); Technical Assistance Document EPA-454/B-24-002
 * (May 2024). Concentrations are truncated to `decimals` before they are looked up, so a row ends where the next begins
 * one step of the last decimal later.
 */

export type Pollutant =
  | 'pm2_5'
  | 'pm10'
  | 'ozone_8h'
  | 'ozone_1h'
  | 'carbon_monoxide'
  | 'sulphur_dioxide'
  | 'nitrogen_dioxide';

export interface BreakpointRow {
  /** Lowest and highest concentration, in the pollutant's unit. */
  readonly concentration: readonly [number, number];
  readonly index: readonly [number, number];
}

export interface PollutantTable {
  readonly unit: 'µg/m³' | 'ppm' | 'ppb';
  /** Of the concentration, after truncation. */
  readonly decimals: number;
  readonly averaging: string;
  readonly rows: readonly BreakpointRow[];
  /** Whether values above the last row go on along it; else they have the index of its end. */
  readonly openEnded: boolean;
}

const INDEX_ROWS = [
  [0, 50],
  [51, 100],
  [101, 150],
  [151, 200],
  [201, 300],
  [301, 500],
] as const;

/** Rows from the highest concentration of each; `first` is the index row of the first. */
function rows(lowest: number, decimals: number, tops: readonly number[], first = 0): BreakpointRow[] {
  const step = 10 ** -decimals;
  return tops.map((top, i) => {
    const from = i === 0 ? lowest : Number((tops[i - 1]! + step).toFixed(decimals));
    return { concentration: [from, top], index: INDEX_ROWS[first + i]! };
  });
}

export const AIR_QUALITY_TABLES: Readonly<Record<Pollutant, PollutantTable>> = {
  pm2_5: {
    unit: 'µg/m³',
    decimals: 1,
    averaging: '24 h',
    rows: rows(0, 1, [9.0, 35.4, 55.4, 125.4, 225.4, 325.4]),
    openEnded: true,
  },
  pm10: {
    unit: 'µg/m³',
    decimals: 0,
    averaging: '24 h',
    rows: rows(0, 0, [54, 154, 254, 354, 424, 604]),
    openEnded: true,
  },
  /** Ends at 300: above 0.200 ppm the value of one hour decides. */
  ozone_8h: {
    unit: 'ppm',
    decimals: 3,
    averaging: '8 h',
    rows: rows(0, 3, [0.054, 0.07, 0.085, 0.105, 0.2]),
    openEnded: false,
  },
  /** Begins at 101: below 0.125 ppm the value of eight hours decides. */
  ozone_1h: {
    unit: 'ppm',
    decimals: 3,
    averaging: '1 h',
    rows: rows(0.125, 3, [0.164, 0.204, 0.404, 0.604], 2),
    openEnded: true,
  },
  carbon_monoxide: {
    unit: 'ppm',
    decimals: 1,
    averaging: '8 h',
    rows: rows(0, 1, [4.4, 9.4, 12.4, 15.4, 30.4, 50.4]),
    openEnded: true,
  },
  /** Of one hour to 304 ppb; above, the appendix wants the mean of 24 h. */
  sulphur_dioxide: {
    unit: 'ppb',
    decimals: 0,
    averaging: '1 h',
    rows: rows(0, 0, [35, 75, 185, 304]),
    openEnded: false,
  },
  nitrogen_dioxide: {
    unit: 'ppb',
    decimals: 0,
    averaging: '1 h',
    rows: rows(0, 0, [53, 100, 360, 649, 1249, 2049]),
    openEnded: true,
  },
};
