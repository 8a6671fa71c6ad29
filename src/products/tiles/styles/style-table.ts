/** Which style each layer has. */

import type { TileLayerId } from '../../../model/tile.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from './air-styles.js';
import { ALERT_STYLE } from './alert-style.js';
import { FIRE_SMOKE_STYLE, FIRE_STYLE } from './fire-styles.js';
import { PRECIPITATION_STYLE, REFLECTIVITY_STYLE } from './rain-styles.js';
import type { TileStyle } from './style.js';
import { TEMPERATURE_STYLE } from './temperature-style.js';

export const TILE_STYLES = {
  radar: REFLECTIVITY_STYLE,
  'precipitation-global': PRECIPITATION_STYLE,
  'radar-future': REFLECTIVITY_STYLE,
  'radar-site': REFLECTIVITY_STYLE,
  temperature: TEMPERATURE_STYLE,
  'temperature-global': TEMPERATURE_STYLE,
  'air-quality': AIR_QUALITY_STYLE,
  'air-quality-global': AIR_QUALITY_STYLE,
  smoke: SMOKE_STYLE,
  'fire-smoke': FIRE_SMOKE_STYLE,
  'smoke-global': SMOKE_STYLE,
  'fire-global': FIRE_STYLE,
  alerts: ALERT_STYLE,
} as const satisfies Readonly<Record<TileLayerId, TileStyle>>;
