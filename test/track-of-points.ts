/**
 * A track that is read place by place, as the forecast reads: slow, and right by construction. Like the fast one it gives
 * nothing beyond the time that was asked for, though the points know an hour and more on each side.
 */

import type { CubeShelf } from '../src/model/cube.js';
import type { ElementId } from '../src/model/element.js';
import { HOUR } from '../src/model/time.js';
import { type LayeredPoint, readLayers } from '../src/query/layers/layers.js';
import { readPhaseFlags } from '../src/query/layers/phase-flags.js';
import { WEATHER_SOURCES } from '../src/query/rules/layer-table.js';
import { leadOrigin, weightAt } from '../src/query/rules/weights.js';
import type { LayeredTrack, TrackSpots, TrackWant } from '../src/query/track/track.js';
import { blendHourAt, blendShareOf, blendSixHoursAt } from '../src/query/weather/blend.js';
import { regionalAt } from '../src/query/weather/place/chances.js';

/** Every spot must be covered by some source of the weather. */
export async function trackOfPoints(
  shelf: CubeShelf,
  now: number,
  spots: TrackSpots,
  wants: readonly TrackWant[],
): Promise<{ track: LayeredTrack; points: readonly LayeredPoint[] }> {
  const points = await Promise.all(
    Array.from({ length: spots.count }, async (_, i) => {
      const place = { latitude: spots.latitudes[i]!, longitude: spots.longitudes[i]! };
      const [start, end] = [spots.starts[i]! - HOUR, spots.ends[i]! + 2 * HOUR];
      const wanted = wants.map(({ id, before = 0 }) => ({ id, span: { start: start - before, end } }));
      const height = Number.isNaN(spots.heights[i]!) ? null : spots.heights[i]!;
      const read = await readLayers(shelf, now, place, height, wanted, { start, end });
      if (read.kind !== 'point') throw new Error(`nothing answers at ${place.latitude}, ${place.longitude}`);
      return read.point;
    }),
  );
  return { track: trackOf(points, limitsOf(spots, wants)), points };
}

type Limits = (id: ElementId, i: number, from: number, to: number) => void;

/** @throws RangeError  of the returned, for times that were not asked for */
function limitsOf({ starts, ends }: TrackSpots, wants: readonly TrackWant[]): Limits {
  return (id, i, from, to) => {
    const want = wants.find((each) => each.id === id);
    if (want !== undefined && from >= starts[i]! - (want.before ?? 0) && to <= ends[i]!) return;
    throw new RangeError(`${id} of spot ${i} from ${from} to ${to} was not asked for`);
  };
}

function trackOf(points: readonly LayeredPoint[], check: Limits): LayeredTrack {
  const flags = points.map(readPhaseFlags);
  const each = (take: (point: LayeredPoint, i: number) => number) => Float64Array.from(points, take);
  const single = (start: number, step: number) => ({ start, step, count: 1 });
  const filled = (out: Float64Array, take: (point: LayeredPoint, i: number) => Float64Array) => {
    for (const [i, point] of points.entries()) out[i] = take(point, i)[0]!;
    return out;
  };
  return {
    states: points.map(() => 'known'),
    sources: [],
    unopened: [],
    elevations: each(({ elevation }) => elevation),
    land: each(({ land }) => land),
    rises: each(() => 0),
    leadOrigins: (hours) =>
      each(({ members, sources }, i) =>
        leadOrigin(
          members?.referenceTime ?? Number.NaN,
          sources.flatMap(({ dataset, description }) => (WEATHER_SOURCES.includes(dataset) ? [description] : [])),
          hours[i]! + HOUR / 2,
        ),
      ),
    blendShare: blendShareOf(points[0]!.sources),
    has: (id: ElementId) => points.some((point) => point.layers(id).length > 0),
    instants: (id, times, out) =>
      filled(out, (point, i) => {
        check(id, i, times[i]!, times[i]!);
        return point.instants(id, single(times[i]!, HOUR), new Float64Array(1));
      }),
    totals: (id, starts, seconds, out) =>
      filled(out, (point, i) => {
        check(id, i, starts[i]!, starts[i]! + seconds[i]!);
        return point.totals(id, single(starts[i]!, seconds[i]!), new Float64Array(1));
      }),
    means: (id, starts, seconds, out) =>
      filled(out, (point, i) => {
        check(id, i, starts[i]!, starts[i]! + seconds[i]!);
        return point.means(id, single(starts[i]!, seconds[i]!), new Float64Array(1));
      }),
    flags: (i, hour) => flags[i]!.ofHour(hour),
    flagsOfStepEnding: (i, time) => flags[i]!.ofStepEnding(time),
    members: (hours, threshold) => {
      const [known, exceeding] = [each(() => 0), each(() => 0)];
      for (const [i, { members }] of points.entries())
        members?.count(
          single(hours[i]!, HOUR),
          threshold,
          exceeding.subarray(i, i + 1) as Float64Array,
          known.subarray(i, i + 1) as Float64Array,
        );
      return { known, exceeding };
    },
    rankedMembers: (i, hour) => points[i]!.members!.rankedAt(hour),
    regional: (hours) => each((point, i) => regionalAt(point, hours[i]! + HOUR / 2)),
    blend: (hours) => ({
      hour: each((point, i) => firstOf(point, 'probability_1h', (layer) => blendHourAt(layer, hours[i]!))),
      weight: each((point, i) => firstOf(point, 'probability_1h', (layer) => weightAt(layer, hours[i]! + HOUR / 2))),
      sixHours: each((point, i) => firstOf(point, 'probability_6h', (layer) => blendSixHoursAt(layer, hours[i]!))),
    }),
  };
}

type FirstLayer = ReturnType<LayeredPoint['layers']>[number];

function firstOf(point: LayeredPoint, id: ElementId, take: (layer: FirstLayer) => number): number {
  const [layer] = point.layers(id);
  return layer === undefined ? Number.NaN : take(layer);
}
