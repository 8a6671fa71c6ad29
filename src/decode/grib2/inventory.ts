/**
 * A field in one readable line, in the manner of wgrib2's inventories and the `.idx` files made of them:
 *
 *   d=2011011012:TMP:2 m above ground:120 hour fcst
 *
 * Unlike there, hours stay hours at multiples of a day ("0-24 hour acc fcst", not "0-1 day"), so that lines can be
 * compared. For people: nothing in the project takes a time or a parameter from this text.
 */

import type { FieldTime, StatisticalProcess } from '../../model/field.js';
import type { GribField } from './field.js';
import { levelName, parameterName } from './parameter-tables.js';
import type { EnsembleMember } from './product-definition.js';

const PROCESS_WORDS: Readonly<Record<StatisticalProcess, string>> = {
  average: 'ave',
  accumulation: 'acc',
  maximum: 'max',
  minimum: 'min',
};

/** Reference time, short name, level, time and member; parameters that are not in the tables by their numbers. */
export function inventoryLine(
  field: Pick<GribField, 'parameter' | 'secondLevel' | 'time' | 'centre' | 'ensemble'>,
): string {
  const { parameter, secondLevel, time, centre, ensemble } = field;
  const { discipline, category, number, levelType, levelValue } = parameter;
  const name = parameterName(parameter, centre)?.shortName ?? `parameter ${discipline}-${category}-${number}`;
  const parts = [referenceText(time), name, levelName(levelType, levelValue, secondLevel, centre), timeText(time)];
  return [...parts, ...(ensemble ? [memberText(ensemble)] : [])].join(':');
}

function referenceText({ referenceTime }: FieldTime): string {
  const digits = new Date(referenceTime * 1000).toISOString().replace(/\D/g, '');
  return `d=${referenceTime % 3600 === 0 ? digits.slice(0, 10) : digits.slice(0, 12)}`;
}

function timeText({ referenceTime, validTime, interval }: FieldTime): string {
  if (!interval && validTime === referenceTime) return 'anl';
  const start = (interval?.start ?? validTime) - referenceTime;
  const end = validTime - referenceTime;
  const [unit, word] = start % 3600 === 0 && end % 3600 === 0 ? [3600, 'hour'] : [60, 'min'];
  if (!interval) return `${end / unit} ${word} fcst`;
  return `${start / unit}-${end / unit} ${word} ${PROCESS_WORDS[interval.process]} fcst`;
}

/** Code table 4.6: 0 and 1 are controls (high and low resolution), 2 is perturbed downward, 3 upward. */
function memberText({ type, member }: EnsembleMember): string {
  const sign = { 2: '-', 3: '+' }[type];
  if (sign) return `ENS=${sign}${member}`;
  return type <= 1 ? `ENS=${type === 0 ? 'hi' : 'low'}-res ctl` : `ENS=${member}`;
}
