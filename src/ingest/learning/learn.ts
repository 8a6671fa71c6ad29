/**
 * Learning from the record of accuracy, once a night after it was verified: which corrections would have made the forecasts of
 * the last 60 dates better, and what they are for the forecasts to come (docs/methods/learning.md).
 */

import { systemClock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { sharedTurns } from '../../base/turns.js';
import { ACCURACY_LEADS } from '../../model/accuracy.js';
import type { AccuracyGroup, AccuracyRecord } from '../../model/accuracy-record.js';
import {
  BIAS_VARIABLES,
  type BiasVariable,
  type ChanceCalibration,
  type LearnedCorrections,
  type StationBias,
} from '../../model/learned-corrections.js';
import { REGIONS } from '../../model/region.js';
import { binsIn, chanceHistory, type DailyBins, learnedCurve } from '../../science/learning/chance-learning.js';
import { biasHistory, type DailyErrors, errorsIn, learnedBias } from '../../science/learning/temperature-bias.js';
import { RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { createLearnedShelf, publishLearned } from '../../store/learning/learned-store.js';
import type { ObjectStore } from '../../store/objects/object-store.js';

type Interval = '1h' | '1d';

/** Blocks of the record that hold the errors of a variable before corrections. */
const BLOCKS = {
  temperature: { interval: '1h', block: 'temperature_uncorrected' },
  temperature_max: { interval: '1d', block: 'temperature_max_uncorrected' },
  temperature_min: { interval: '1d', block: 'temperature_min_uncorrected' },
} as const;
const INTERVALS: readonly Interval[] = ['1h', '1d'];

const leadsOf = (interval: Interval): readonly number[] =>
  ACCURACY_LEADS.find((row) => row.interval === interval)!.leads;
const LONGEST_DAYS = Math.max(...leadsOf('1d'));

/** Decimals that are kept: 0.001 K, 0.000001 of a probability and of a gain. */
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/**
 * Learns from a record and publishes the corrections, unless that was done since the record was written. Those that do not score
 * better than none are left out. A document without corrections is published too: it ends those of yesterday.
 *
 * @param options.now  epoch seconds
 * @throws ObjectDefectError  a part of the record is damaged: nothing is published
 * @throws StoreUnavailableError  the store did not respond
 */
export async function learn(
  objects: ObjectStore,
  record: AccuracyRecord,
  options: { readonly now: number; readonly log: Log },
): Promise<LearnedCorrections> {
  const known = await publishedBefore(objects, options.log);
  const isCurrent = known !== null && known.lastDay === record.lastDay && known.simulated === record.simulated;
  if (isCurrent && known.createdAt >= Math.floor(record.createdAt)) return known;
  const learned = await publishLearned(objects, {
    ...{ createdAt: Math.floor(options.now), lastDay: record.lastDay, simulated: record.simulated },
    biases: await learnBiases(record, known),
    calibrations: await learnCalibrations(record, known),
  });
  const { version, biases, calibrations } = learned;
  const facts = { version, biases: biases.length, calibrations: calibrations.length };
  options.log.info(facts, 'corrections of forecasts were learned');
  return learned;
}

/** Corrections that are on already; null where they cannot be read. */
async function publishedBefore(objects: ObjectStore, log: Log): Promise<LearnedCorrections | null> {
  try {
    return await createLearnedShelf({ objects, clock: systemClock, log }).newest();
  } catch (error) {
    if (isTagged(error, 'object-defect')) return null;
    throw error;
  }
}

/** Errors of one group by variable and lead. */
type ErrorsByVariable = Readonly<Record<BiasVariable, readonly DailyErrors[]>>;

async function errorsOf(record: AccuracyRecord, group: AccuracyGroup): Promise<ErrorsByVariable> {
  const firstDay = Math.max(record.firstDay, record.lastDay - biasHistory(LONGEST_DAYS) + 1);
  const dates = record.lastDay - firstDay + 1;
  const read = async (interval: Interval) => record.rows(group, interval, [firstDay, record.lastDay]);
  const rows = { '1h': await read('1h'), '1d': await read('1d') };
  const errorsBy = (variable: BiasVariable) => {
    const { interval, block } = BLOCKS[variable];
    const days = { firstDay, width: rows[interval].length / dates };
    const layout = RECORD_LAYOUTS[interval];
    return leadsOf(interval).map((_, lead) => errorsIn(rows[interval], days, { layout, interval, lead, block }));
  };
  return {
    temperature: errorsBy('temperature'),
    temperature_max: errorsBy('temperature_max'),
    temperature_min: errorsBy('temperature_min'),
  };
}

async function learnBiases(record: AccuracyRecord, known: LearnedCorrections | null): Promise<StationBias[]> {
  if (record.lastDay < record.firstDay) return [];
  const on = new Set(known?.biases.map(({ station, variable }) => `${station} ${variable}`));
  const network = await errorsOf(record, 'network');
  const found: StationBias[] = [];
  for (const station of record.stations) {
    const errors = await errorsOf(record, `station/${station}`);
    for (const variable of BIAS_VARIABLES) {
      const leads = errors[variable].map((own, n) => ({ own, network: network[variable][n]! }));
      const learned = learnedBias(leads, record.lastDay, on.has(`${station} ${variable}`));
      if (learned === null) continue;
      const { biases, gain, dates } = learned;
      found.push({
        ...{ station, variable, biases: biases.map((bias) => rounded(bias, 3)) },
        ...{ gain: rounded(gain, 6), dates },
      });
    }
    await sharedTurns.pause();
  }
  return found;
}

async function binsOf(record: AccuracyRecord, group: AccuracyGroup, interval: Interval): Promise<DailyBins[]> {
  const firstDay = Math.max(record.firstDay, record.lastDay - chanceHistory(LONGEST_DAYS) + 1);
  const rows = await record.rows(group, interval, [firstDay, record.lastDay]);
  const layout = RECORD_LAYOUTS[interval];
  return leadsOf(interval).map((_, lead) => binsIn(rows, firstDay, { layout, interval, lead }));
}

async function learnCalibrations(
  record: AccuracyRecord,
  known: LearnedCorrections | null,
): Promise<ChanceCalibration[]> {
  if (record.lastDay < record.firstDay) return [];
  const on = new Set(known?.calibrations.map(({ group, interval, lead }) => `${group} ${interval} ${lead}`));
  const found: ChanceCalibration[] = [];
  for (const interval of INTERVALS) {
    const network = await binsOf(record, 'network', interval);
    for (const group of ['network', ...REGIONS.map(({ id }) => id)] as const) {
      const own = group === 'network' ? network : await binsOf(record, `region/${group}`, interval);
      for (const [n, lead] of leadsOf(interval).entries()) {
        const wasOn = on.has(`${group} ${interval} ${lead}`);
        const learned = learnedCurve(own[n]!, network[n]!, record.lastDay, wasOn);
        if (learned !== null) found.push(calibrationRow({ group, interval, lead }, learned));
        await sharedTurns.pause();
      }
    }
  }
  return found;
}

function calibrationRow(
  place: Pick<ChanceCalibration, 'group' | 'interval' | 'lead'>,
  { curve, gain, dates }: NonNullable<ReturnType<typeof learnedCurve>>,
): ChanceCalibration {
  const { given, said } = curve;
  return { ...place, given, said: said.map((value) => rounded(value, 6)), gain: rounded(gain, 6), dates };
}
