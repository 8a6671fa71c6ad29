/** Warnings about the height of one place: whether it is known, and how far the models are moved to it. */

import { datasetTitle } from '../model/dataset.js';
import type { LayeredPoint } from '../query/layers/layers.js';
import type { Quantity } from '../query/weather/quantities.js';
import { LARGEST_ADJUSTMENT_M } from '../science/downscale.js';
import type { Notices } from './notices.js';
import { MADE_FOR_THE_PLACE } from './source-notices.js';

/** Only where something that is asked for changes with height. */
export function addElevationNotices(
  notices: Notices,
  quantities: ReadonlySet<Quantity>,
  point: LayeredPoint,
  height: number | null,
): void {
  if (!quantities.has('temperature') && !quantities.has('uv')) return;
  if (height === null) {
    const message = "The height of the place is not known; values are for the models' own ground.";
    notices.add('elevation_unavailable', message);
    return;
  }
  if (!quantities.has('temperature')) return;
  for (const { dataset } of point.layers('temperature'))
    if (Number.isNaN(point.rise(dataset)) && !MADE_FOR_THE_PLACE.has(dataset))
      notices.add(
        'elevation_unavailable',
        `How high ${datasetTitle(dataset)} has the ground here is not known; its values are not moved to the place.`,
      );
  const rises = point.layers('temperature').map(({ dataset }) => Math.abs(point.rise(dataset)));
  const rise = Math.max(0, ...rises.filter((each) => !Number.isNaN(each)));
  if (rise <= LARGEST_ADJUSTMENT_M) return;
  const message =
    `The place is ${Math.round(rise)} m off the ground of a model; ` +
    `its values are moved by ${LARGEST_ADJUSTMENT_M} m only.`;
  notices.add('elevation_clamped', message);
}
