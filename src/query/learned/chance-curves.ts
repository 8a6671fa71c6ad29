/** Learned calibrations of probabilities at a place: which curve is for which hour and day. */

import { ACCURACY_LEADS } from '../../model/accuracy.js';
import type { ChanceCalibration, ChanceCurve } from '../../model/learned-corrections.js';
import { HOUR, localDateNumber, type Zone } from '../../model/time.js';
import { followCurve } from '../../science/learning/chance-curve.js';
import type { PlaceCalibration } from '../weather/chances.js';

const leadsOf = (interval: string): readonly number[] => ACCURACY_LEADS.find((row) => row.interval === interval)!.leads;
const HOURS = leadsOf('1h');
const DAYS = leadsOf('1d');
/** From the last verified lead on a calibration fades, until here it is none, h. */
const HOURS_UNTIL = 36;

/** Curves by lead; null: the probability stays as it is. */
export interface GroupCurves {
  readonly hours: readonly (ChanceCurve | null)[];
  readonly days: readonly (ChanceCurve | null)[];
}

/** Curves of each group that has any. */
export function curvesByGroup(calibrations: readonly ChanceCalibration[]): ReadonlyMap<string, GroupCurves> {
  const groups = new Set(calibrations.map(({ group }) => group));
  const curvesOf = (group: string, interval: string) =>
    leadsOf(interval).map(
      (lead) =>
        calibrations.find((one) => one.group === group && one.interval === interval && one.lead === lead) ?? null,
    );
  return new Map([...groups].map((group) => [group, { hours: curvesOf(group, '1h'), days: curvesOf(group, '1d') }]));
}

/** @param now  time of the forecast, epoch seconds */
export function calibrationWith({ hours, days }: GroupCurves, now: number): PlaceCalibration {
  return {
    hour: (chance, start) => chanceOfHour(hours, chance, (start - now) / HOUR),
    day(chance, day, zone: Zone) {
      const lead = day - localDateNumber(now, zone);
      const at = Math.min(lead, DAYS.at(-1)!);
      const curve = days[DAYS.indexOf(at)] ?? null;
      // The day behind the last verified one has half of its calibration, later ones have none.
      const share = Math.max(0, 1 - (lead - at) / 2);
      return lead - at > 1 ? chance : mixed(chance, followed(curve, chance), share);
    },
  };
}

/** Linear between leads. The hour in progress has the first lead; hours before it are left as they are. */
function chanceOfHour(curves: GroupCurves['hours'], chance: number, lead: number): number {
  const last = HOURS.length - 1;
  if (lead <= -1 || lead >= HOURS_UNTIL) return chance;
  if (lead <= HOURS[0]!) return followed(curves[0]!, chance);
  if (lead >= HOURS[last]!) {
    const share = (lead - HOURS[last]!) / (HOURS_UNTIL - HOURS[last]!);
    return mixed(followed(curves[last]!, chance), chance, share);
  }
  let next = 1;
  while (HOURS[next]! < lead) next += 1;
  const share = (lead - HOURS[next - 1]!) / (HOURS[next]! - HOURS[next - 1]!);
  return mixed(followed(curves[next - 1]!, chance), followed(curves[next]!, chance), share);
}

function followed(curve: ChanceCurve | null, chance: number): number {
  return curve === null ? chance : followCurve(curve, chance);
}

function mixed(a: number, b: number, share: number): number {
  return (1 - share) * a + share * b;
}
