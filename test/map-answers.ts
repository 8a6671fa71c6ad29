/** What the forecast of a place says of the fields that cubes keep as maps: the step that begins then, or that instant. */

import type { MapFieldId } from '../src/model/map-slice.js';
import { HOUR } from '../src/model/time.js';
import type { LayeredPoint } from '../src/query/layers/layers.js';
import { airQualityOn } from '../src/query/weather/place/air-quality.js';
import { createScratch } from '../src/query/weather/scratch.js';

const one = (): Float64Array => new Float64Array(1);

/** In the unit of the field; `time` epoch seconds, `step` s. */
export const MAP_ANSWERS: Record<MapFieldId, (point: LayeredPoint, time: number, step: number) => number> = {
  temperature: (point, time) => point.instants('temperature', { start: time, step: HOUR, count: 1 }, one())[0]!,
  precipitation_rate: (point, time, step) =>
    point.totals('precipitation', { start: time, step, count: 1 }, one())[0]! / (step / HOUR),
  smoke_pm2_5: (point, time, step) => point.means('smoke_pm2_5', { start: time, step, count: 1 }, one())[0]!,
  air_quality_index: (point, time) => airQualityOn(point, { start: time, step: HOUR, count: 1 }, createScratch())[0]!,
};
