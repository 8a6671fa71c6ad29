/**
 * Alerts: a colour for each severity, 60% opaque, and less where an area covers only a part of a pixel.
 *
 * Fifteen steps of coverage: with the transparent colour a tile of one severity has 16, which are 4 bits a pixel.
 */

import { SEVERITIES, type Severity } from '../../../model/alert.js';
import { legendColour, type Rgba, rgba, type TileStyle, TRANSPARENT, versioned } from './style.js';

export const COVERAGE_STEPS = 15;
const OPACITY = 0.6;

const HEX: Readonly<Record<Severity, string>> = {
  extreme: '8B0000',
  severe: 'FF0000',
  moderate: 'FF8C00',
  minor: 'FFD700',
  unknown: '808080',
};

export const ALERT_STYLE: TileStyle = versioned({
  unit: null,
  palette: [TRANSPARENT, ...SEVERITIES.flatMap(steps)],
  legend: SEVERITIES.map((severity) => ({
    from: null,
    to: null,
    ...legendColour(rgba(HEX[severity], OPACITY)),
    label: severity[0]!.toUpperCase() + severity.slice(1),
  })),
});

function steps(severity: Severity): Rgba[] {
  return Array.from({ length: COVERAGE_STEPS }, (_, i) => rgba(HEX[severity], (OPACITY * (i + 1)) / COVERAGE_STEPS));
}

/** Index of a pixel that areas of one severity cover by `coverage` 0..1; 0 where it is next to nothing. */
export function alertIndex(severity: Severity, coverage: number): number {
  const step = Math.min(COVERAGE_STEPS, Math.round(coverage * COVERAGE_STEPS));
  return step <= 0 ? 0 : SEVERITIES.indexOf(severity) * COVERAGE_STEPS + step;
}
