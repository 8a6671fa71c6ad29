/**
 * Which of the fires and plumes that were read are published.
 *
 * Fires: those of the last 24 hours, each once: of the same place and minute the first. The lists overlap in time from file
 * to file, and a list that could not be had is older than the others, so the age is looked at here and not taken from a
 * file's name.
 *
 * Plumes: those of the newest day that has any. Analysts draw a day anew as it goes on and leave what they have drawn; plumes of
 * two days on one picture would show the same smoke where it was and where it is. Of that day, what was last seen more than
 * 24 hours ago is left out.
 */

import { FIRE_CONFIDENCES, type FirePoint, type FireTable, type SmokePlume } from '../../model/fire.js';
import { DAY } from '../../model/time.js';
import { MOST_FIRES } from '../../store/fires/fire-documents.js';

/** A satellite's clock and ours may differ by so much, s; what is dated further ahead is wrong. */
const AHEAD = 900;

/** A list as columns, since the objects of some lists together would take hundreds of MB. */
export function tableOf(points: readonly FirePoint[]): FireTable {
  return {
    latitudes: Float64Array.from(points, ({ latitude }) => latitude),
    longitudes: Float64Array.from(points, ({ longitude }) => longitude),
    times: Float64Array.from(points, ({ time }) => time),
    radiativePowers: Float32Array.from(points, ({ radiativePower }) => radiativePower),
    confidences: Uint8Array.from(points, ({ confidence }) => FIRE_CONFIDENCES.indexOf(confidence)),
  };
}

/** @param now  epoch seconds; of the 24 hours before it. The newest `MOST_FIRES` where there are more, oldest first. */
export function selectFires(lists: readonly FireTable[], now: number): FireTable {
  const all = joined(lists);
  const { latitudes, longitudes, times } = all;
  const isNew = (time: number) => time > now - DAY && time <= now + AHEAD;
  const order = Uint32Array.from(times.keys())
    .filter((n) => isNew(times[n]!))
    .sort((a, b) => times[a]! - times[b]! || latitudes[a]! - latitudes[b]! || longitudes[a]! - longitudes[b]!);
  const once = order.filter((n, i) => i === 0 || !isSame(all, n, order[i - 1]!));
  return picked(all, once.slice(-MOST_FIRES));
}

function isSame({ latitudes, longitudes, times }: FireTable, a: number, b: number): boolean {
  return times[a] === times[b] && latitudes[a] === latitudes[b] && longitudes[a] === longitudes[b];
}

function joined(lists: readonly FireTable[]): FireTable {
  const count = lists.reduce((sum, { times }) => sum + times.length, 0);
  const all = emptyTable(count);
  let at = 0;
  for (const list of lists) {
    for (const column of COLUMNS) all[column].set(list[column], at);
    at += list.times.length;
  }
  return all;
}

function picked(table: FireTable, numbers: Uint32Array): FireTable {
  const some = emptyTable(numbers.length);
  for (const column of COLUMNS) {
    const [from, to] = [table[column], some[column]];
    for (let i = 0; i < numbers.length; i++) to[i] = from[numbers[i]!]!;
  }
  return some;
}

const COLUMNS = ['latitudes', 'longitudes', 'times', 'radiativePowers', 'confidences'] as const;

function emptyTable(count: number): FireTable {
  return {
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
    times: new Float64Array(count),
    radiativePowers: new Float32Array(count),
    confidences: new Uint8Array(count),
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
