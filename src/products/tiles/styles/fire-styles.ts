/**
 * Fires as orange dots, alone or over smoke: that of a model in its bands, and plumes as an analyst drew them.
 *
 * A dot's edge is softened in steps of coverage, since a palette cannot mix it with what lies under it.
 */

import type { SmokeDensity } from '../../../model/fire.js';
import { SMOKE_STYLE } from './air-styles.js';
import { type LegendEntry, legendColour, type Rgba, rgba, type TileStyle, TRANSPARENT, versioned } from './style.js';

const FIRE_HEX = 'FF4500';
/** Of coverage, from a quarter to all of a pixel. */
const COVERAGE_STEPS = 4;

const DOT: readonly Rgba[] = Array.from({ length: COVERAGE_STEPS }, (_, i) => rgba(FIRE_HEX, (i + 1) / COVERAGE_STEPS));
const FIRE_ENTRY = legendEntry(rgba(FIRE_HEX), 'Fire seen by satellite within 24 hours');

/** Browner than the smoke of models, so that the two can be told apart. */
const PLUMES: Readonly<Record<SmokeDensity, Rgba>> = {
  light: rgba('B89B7A', 0.35),
  medium: rgba('9A7650', 0.45),
  heavy: rgba('73502F', 0.55),
};
const DENSITIES = ['light', 'medium', 'heavy'] as const satisfies readonly SmokeDensity[];

const FIRST_PLUME = SMOKE_STYLE.palette.length;
const FIRST_DOT_OVER_SMOKE = FIRST_PLUME + DENSITIES.length;

export const FIRE_STYLE: TileStyle = versioned({ unit: null, palette: [TRANSPARENT, ...DOT], legend: [FIRE_ENTRY] });

export const FIRE_SMOKE_STYLE: TileStyle = versioned({
  unit: SMOKE_STYLE.unit,
  palette: [...SMOKE_STYLE.palette, ...DENSITIES.map((density) => PLUMES[density]), ...DOT],
  legend: [
    ...SMOKE_STYLE.legend,
    ...DENSITIES.map((density) => legendEntry(PLUMES[density], `Smoke seen by satellite, ${density}`)),
    FIRE_ENTRY,
  ],
});

/** Index of a pixel that a dot covers by `coverage` 0..1, on its own or over smoke; 0 where it is next to nothing. */
export function fireIndex(coverage: number, layer: 'fire-global' | 'fire-smoke'): number {
  const step = Math.round(coverage * COVERAGE_STEPS);
  return step <= 0 ? 0 : (layer === 'fire-global' ? 1 : FIRST_DOT_OVER_SMOKE) + Math.min(step, COVERAGE_STEPS) - 1;
}

/** Index of a plume in `FIRE_SMOKE_STYLE`: the denser, the larger. */
export function plumeIndex(density: SmokeDensity): number {
  return FIRST_PLUME + DENSITIES.indexOf(density);
}

function legendEntry(colour: Rgba, label: string): LegendEntry {
  return { from: null, to: null, ...legendColour(colour), label };
}
