/** Runs of a model on rows and columns of latitude and longitude, the last few of which are kept. */

import type { DatasetId } from '../../src/model/dataset.js';
import { createBoundedCache } from '../bounded-cache.js';
import { createModelRun, type ModelRun, type ModelRunOptions } from '../model-run.js';
import { forecastOf } from '../models.js';
import type { Places } from '../places.js';
import type { World } from '../world.js';

const KEPT_RUNS = 2;

/** The run of a reference time, epoch seconds; `hours` are its steps. */
export function gridRuns(
  world: World,
  dataset: DatasetId,
  places: Places,
  hours: readonly number[],
  sampleSeconds: ModelRunOptions['sampleSeconds'],
): (referenceTime: number) => ModelRun {
  const model = forecastOf(dataset, world);
  const runs = createBoundedCache<number, ModelRun>(KEPT_RUNS, () => 1);
  return (referenceTime) =>
    runs.get(referenceTime, () =>
      createModelRun({
        referenceTime,
        cells: places.elevation.length,
        leads: hours.map((hour) => hour * 3600),
        sampleSeconds,
        fill: (out, lead) => world.fillWeather(out, places, referenceTime + lead, model.errorAt(referenceTime, lead)),
      }),
    );
}
