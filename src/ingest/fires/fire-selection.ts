/**
 * Which of the fires and plumes that were read are published.
 *
 * Fires: those of the last 24 hours, each once. The lists overlap in time from file to file and a list that could not be
 * had is older than the others, so the age is looked at here and not taken from a file's name.
 *
 * Plumes: those of the newest day that has any. Analysts draw a day anew as it goes on and leave what they have drawn; plumes of
 * two days on one picture would show the same smoke where it was and where it is. Of that day, what was last seen more than
 * 24 hours ago is left out.
 */

import type { FirePoint, FireTable, SmokePlume } from '../../model/fire.js';

const DAY = 86_400;
/** A satellite's clock and ours may differ by so much, s; what is dated further ahead is wrong. */
const AHEAD = 900;
/** A day of many fires has some 200,000. */
const MOST_FIRES = 1_000_000;
const CONFIDENCES = ['low', 'nominal', 'high'] as const;

/** @param now  epoch seconds; of the last 24 hours before it. The newest `MOST_FIRES` where there are more, oldest first. */
export function selectFires(lists: readonly (readonly FirePoint[])[], now: number): FireTable {
  const met = new Set<string>();
  const points: FirePoint[] = [];
  for (const list of lists)
    for (const point of list) {
      if (point.time <= now - DAY || point.time > now + AHEAD) continue;
      const { latitude, longitude, time, satellite } = point;
      const name = `${latitude} ${longitude} ${time} ${satellite}`;
      if (met.has(name)) continue;
      met.add(name);
      points.push(point);
    }
  points.sort((a, b) => a.time - b.time);
  return tableOf(points.slice(-MOST_FIRES));
}

function tableOf(points: readonly FirePoint[]): FireTable {
  return {
    latitudes: Float64Array.from(points, ({ latitude }) => latitude),
    longitudes: Float64Array.from(points, ({ longitude }) => longitude),
    times: Float64Array.from(points, ({ time }) => time),
    radiativePowers: Float32Array.from(points, ({ radiativePower }) => radiativePower),
    confidences: Uint8Array.from(points, ({ confidence }) => CONFIDENCES.indexOf(confidence)),
  };
}

/** When the newest of them was seen, epoch seconds; null where there is none. */
export function newestFire({ times }: FireTable): number | null {
  return times.length === 0 ? null : times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
}

/** @param days  newest first */
export function selectPlumes(days: readonly (readonly SmokePlume[])[], now: number): readonly SmokePlume[] {
  const isNew = ({ start, end }: SmokePlume) => (end ?? start ?? now) > now - DAY;
  return days.map((plumes) => plumes.filter(isNew)).find((plumes) => plumes.length > 0) ?? [];
}

/** When the newest of them was last seen, epoch seconds; null where that is told of none. */
export function newestPlume(plumes: readonly SmokePlume[]): number | null {
  const times = plumes.flatMap(({ start, end }) => end ?? start ?? []);
  return times.length === 0 ? null : times.reduce((latest, time) => Math.max(latest, time));
}
