/**
 * A field in one readable line, in the manner of wgrib2's inventories and the `.idx` files made of them:
 *
 *   d=2011011012:TMP:2 m above ground:120 hour fcst
 *
 * Unlike there, hours stay hours at multiples of a day ("0-24 hour acc fcst", not "0-1 day"), so that lines can be
 * compared. For people: nothing in the project takes a time or a parameter from this text.
 */

import type { FieldTime, StatisticalProcess } from '../../model/field.js';
import type { Aerosol } from './aerosol.js';
import type { GribField } from './field.js';
import { aerosolName, levelName, parameterName } from './parameter-tables.js';
import { printedNumber } from './printed-number.js';
import type { EnsembleMember, Probability, TimeRange } from './product-definition.js';

const PROCESS_WORDS: Readonly<Record<StatisticalProcess, string>> = {
  average: 'ave',
  accumulation: 'acc',
  maximum: 'max',
  minimum: 'min',
};
/** Code table 4.10 for the ranges inside the first, in the same words. */
const RANGE_WORDS: Readonly<Record<number, string>> = { 0: 'ave', 1: 'acc', 2: 'max', 3: 'min' };

/** What the inventory is made of. */
export type InventoryField = Pick<
  GribField,
  | 'parameter'
  | 'secondLevel'
  | 'time'
  | 'timeRanges'
  | 'timeUnit'
  | 'centre'
  | 'ensemble'
  | 'derived'
  | 'probability'
  | 'percentile'
  | 'aerosol'
  | 'processType'
>;

/**
 * Reference time, short name, level, time, then what the field is of: member, probability, percentile, aerosol.
 * Parameters that are not in the tables go by their numbers.
 */
export function inventoryLine(field: InventoryField): string {
  const { parameter, secondLevel, time, centre } = field;
  const { discipline, category, number, levelType, levelValue } = parameter;
  const name = parameterName(parameter, centre)?.shortName ?? `parameter ${discipline}-${category}-${number}`;
  const level = levelName(levelType, levelValue, secondLevel, centre);
  return [referenceText(time), name, level, timeText(field), ...subjectTexts(field)].join(':');
}

function referenceText({ referenceTime }: FieldTime): string {
  const digits = new Date(referenceTime * 1000).toISOString().replace(/\D/g, '');
  return `d=${referenceTime % 3600 === 0 ? digits.slice(0, 10) : digits.slice(0, 12)}`;
}

function timeText({ time: { referenceTime, validTime, interval }, timeRanges, timeUnit }: InventoryField): string {
  if (!interval && validTime === referenceTime) return 'anl';
  const start = (interval?.start ?? validTime) - referenceTime;
  const end = validTime - referenceTime;
  const wholeHours = timeUnit !== MINUTES && start % 3600 === 0 && end % 3600 === 0;
  const [unit, word] = wholeHours ? [3600, 'hour'] : [60, 'min'];
  if (!interval) return `${end / unit} ${word} fcst`;
  const inner = timeRanges.slice(1).map(innerText).join('');
  return `${start / unit}-${end / unit} ${word} ${PROCESS_WORDS[interval.process]}${inner} fcst`;
}

/** Code table 4.4. What is written in minutes stays in minutes: HRRR has "525-540 min" beside "8-9 hour". */
const MINUTES = 0;
const UNIT_WORDS: Readonly<Record<number, string>> = { 0: 'min', 1: 'hour', 2: 'day', 13: 'sec' };

/** " of 1 hour ave": the process inside the outermost one. */
function innerText({ process, unit, length }: TimeRange): string {
  const word = UNIT_WORDS[unit] ?? `unit ${unit}`;
  return ` of ${length} ${word} ${RANGE_WORDS[process] ?? `process ${process}`}`;
}

function subjectTexts({ ensemble, derived, probability, percentile, aerosol, processType }: InventoryField): string[] {
  return [
    ...(ensemble ? [memberText(ensemble)] : []),
    ...(derived === null ? [] : [DERIVED_WORDS[derived] ?? `derived ${derived}`]),
    ...(probability ? probabilityTexts(probability) : []),
    ...(percentile === null ? [] : [`${percentile}% level`]),
    ...(aerosol ? aerosolTexts(aerosol) : []),
    ...(processType === PROBABILITY_FORECAST && !probability ? ['probability forecast'] : []),
  ];
}

/** Code table 4.3. */
const PROBABILITY_FORECAST = 5;

/** Code table 4.7. */
const DERIVED_WORDS: Readonly<Record<number, string>> = {
  0: 'ens mean',
  1: 'wt ens mean',
  2: 'ens std dev',
  3: 'normalized ens std dev',
  4: 'ens spread',
  5: 'ens large anom index',
  6: 'unwt ens mean',
  7: '25%-75% range',
  8: 'min all members',
  9: 'max all members',
};

/** Code table 4.6: 0 and 1 are controls (high and low resolution), 2 is perturbed downward, 3 upward. */
function memberText({ type, member }: EnsembleMember): string {
  const sign = { 2: '-', 3: '+' }[type];
  if (sign) return `ENS=${sign}${member}`;
  return type <= 1 ? `ENS=${type === 0 ? 'hi' : 'low'}-res ctl` : `ENS=${member}`;
}

/** Code table 4.9: "prob >0.254", "prob >=5 <7", and which of how many. */
function probabilityTexts({ type, lower, upper, number, total }: Probability): string[] {
  const event: Readonly<Record<number, string>> = {
    0: `<${numberText(lower)}`,
    1: `>${numberText(upper)}`,
    2: `>=${numberText(lower)} <${numberText(upper)}`,
    3: `>${numberText(lower)}`,
    4: `<${numberText(upper)}`,
    5: `=${numberText(lower)}`,
    6: 'above normal',
    7: 'near normal',
    8: 'below normal',
  };
  return [`prob ${event[type] ?? `type ${type}`}`, `prob fcst ${number}/${total}`];
}

function aerosolTexts({ type, sizeFrom, sizeBelow, wavelengthFrom, wavelengthBelow }: Aerosol): string[] {
  const size = boundsText(sizeFrom, sizeBelow, '<');
  const wavelength = boundsText(wavelengthFrom, wavelengthBelow, '<=');
  return [
    `aerosol=${aerosolName(type)}`,
    ...(size === '' ? [] : [`aerosol_size ${size}`]),
    ...(wavelength === '' ? [] : [`aerosol_wavelength ${wavelength}`]),
  ];
}

function boundsText(from: number | null, below: number | null, sign: '<' | '<='): string {
  const parts = [from === null ? null : `>=${numberText(from)}`, below === null ? null : `${sign}${numberText(below)}`];
  return parts.filter((part) => part !== null).join(',');
}

function numberText(value: number | null): string {
  return value === null ? 'missing' : printedNumber(value);
}
