/** The warning that learned corrections are in an answer. */

import type { Notices } from './notices.js';

/** Corrections that were applied at a place. */
export interface AppliedCorrections {
  /** Largest size of the bias that temperatures are moved by, K; 0: none. */
  readonly bias: number;
  /** Probabilities are calibrated. */
  readonly calibration: boolean;
}

const TEMPERATURES = ['temperature', 'temperature_max', 'temperature_min'];
const PROBABILITIES = ['precipitation_probability'];

/** @param variables  those of the answer */
export function addLearnedNotice(
  notices: Notices,
  { bias, calibration }: AppliedCorrections,
  variables: { has(name: string): boolean },
): void {
  const asked = (names: readonly string[]) => names.filter((name) => variables.has(name));
  const temperatures = bias > 0 ? asked(TEMPERATURES) : [];
  const probabilities = calibration ? asked(PROBABILITIES) : [];
  if (temperatures.length > 0)
    notices.add(
      'learned_correction',
      `Temperatures are corrected by up to ${bias.toFixed(1)} K, from the errors of the last 30 days near here.`,
      { variables: temperatures },
    );
  if (probabilities.length > 0)
    notices.add(
      'learned_correction',
      'Probabilities are corrected by how often such forecasts came true in this weather region.',
      { variables: probabilities },
    );
}
