/** What the feeds of radar are told beside the world: how fine, which part, when, and what is wrong with their files. */

import type { Clock } from '../../src/base/clock.js';
import type { Box } from '../../src/model/box.js';
import type { StandingFaults } from '../faults.js';

export interface RadarSetting {
  /** Of MRMS; the others in proportion: the real ones belong to 0.01. */
  readonly stepDegrees: number;
  /** Part of the world that is simulated, on whole degrees or pixels; null: all of it. */
  readonly window: Box | null;
  readonly clock: Clock;
  readonly faults: StandingFaults;
}

/** 1400 × 700 pixels over the States, made in a seventh of a second. */
export const DEFAULT_RADAR_STEP = 0.05;

/** As the demo has it, and nothing wrong with it. */
export function plainRadar(clock: Clock): RadarSetting {
  const faults: StandingFaults = { latenessOf: () => 0, isDuplicate: () => false };
  return { stepDegrees: DEFAULT_RADAR_STEP, window: null, clock, faults };
}
