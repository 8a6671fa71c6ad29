/**
 * The height that the numbers of each spot speak of, and how far each source is moved to it: `layers/layer-plan.ts` at
 * many places.
 */

import type { DatasetId } from '../../model/dataset.js';
import { elevationStep } from '../../science/downscale.js';
import { type Footing, groundBelow, heightOfPlace } from '../rules/heights.js';
import { WEATHER_SOURCES } from '../rules/layer-table.js';
import { inOrder } from '../rules/order.js';
import type { TrackSpots } from './track.js';
import { AWAY, type TrackVersion } from './track-version.js';

export interface Grounds {
  /** m above mean sea level, NaN unknown. */
  readonly elevations: Float64Array;
  /** Share of land by the best source that knows it, 0..1; NaN unknown. */
  readonly land: Float64Array;
  /** Height of each spot above what the numbers of a version speak of, m; NaN unknown. */
  rises(version: TrackVersion): Float64Array;
  /** The same within the limits, 0 where it is unknown. */
  steps(version: TrackVersion): Float64Array;
}

export function groundsOf(versions: readonly TrackVersion[], { count, heights }: TrackSpots): Grounds {
  const weather = inOrder(versions, WEATHER_SOURCES);
  const elevations = heights.map((height, i) => (Number.isNaN(height) ? heightOfPlace(footings(weather, i)) : height));
  const land = new Float64Array(count).fill(Number.NaN);
  for (const version of weather)
    for (let i = 0; i < count; i++)
      if (version.standing[i] !== AWAY && Number.isNaN(land[i]!)) land[i] = version.land?.[i] ?? Number.NaN;
  const rises = (version: TrackVersion) => {
    const above = new Float64Array(count);
    for (let i = 0; i < count; i++) above[i] = elevations[i]! - groundFor(versions, version, i);
    return above;
  };
  const steps = (version: TrackVersion) => {
    const limited = rises(version);
    for (let i = 0; i < count; i++) limited[i] = elevationStep(limited[i]!, 0).dz;
    return limited;
  };
  return { elevations, land, rises, steps };
}

function footings(weather: readonly TrackVersion[], i: number): Footing[] {
  return weather.flatMap(({ dataset, standing, places, elevations }) =>
    standing[i] === AWAY ? [] : [{ dataset, edgeDistance: places.edges[i]!, elevation: elevations?.[i] ?? Number.NaN }],
  );
}

/** The ground that the values of a version refer to at a spot, m; NaN unknown. */
function groundFor(versions: readonly TrackVersion[], { dataset, elevations }: TrackVersion, i: number): number {
  return groundBelow(dataset, elevations?.[i] ?? Number.NaN, (other) => groundOf(versions, other, i));
}

function groundOf(versions: readonly TrackVersion[], dataset: DatasetId, i: number): number {
  for (const version of versions)
    if (version.dataset === dataset && version.standing[i] !== AWAY) return version.elevations?.[i] ?? Number.NaN;
  return Number.NaN;
}
