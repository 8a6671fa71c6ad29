/**
 * Section 4: what the numbers are: parameter, level, time, and what kind of forecast.
 *
 * The templates are one scheme. Aerosol inserts octets behind the parameter; then all go on alike, counted here from the
 * octet P of the generating process; then come what the field is of (member, probability …) and its interval.
 *
 *   10 category · 11 number · [12-35 aerosol] · P process type · P+6 unit of time · P+7 to P+10 forecast time
 *   P+11 level type · P+12 scale · P+13 to P+16 value · P+17 to P+22 the same for the second level of a layer
 *   P+23 of what    member type, member, members  |  derived forecast, members  |  percentile
 *                   |  number, total, type of probability, scale and value of the lower limit, of the upper limit
 *   then            end of the interval (7) · number of time ranges (1) · missing (4) · then per range:
 *                   process (1) · increment type (1) · unit (1) · length (4) · unit (1) · increment (4)
 *
 * P is 12 without aerosol, 25 with it (4.44, 4.46), 36 with its optical properties (4.48).
 *
 * Times come from here and only from here: the text of an index says "0-1 day acc" where the template says 24 hours.
 * Of several time ranges the first is the outermost and gives the process. The end of the interval is the one that the
 * template states; only if those octets are empty is it start + length of the first range.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import type { FieldTime, ParameterIdentity, StatisticalProcess } from '../../model/field.js';
import { type Aerosol, readAerosol } from './aerosol.js';
import { calendarTime, type Identification } from './identification.js';
import { levelHasValue } from './parameter-tables.js';
import { readScaledValue } from './scaled-value.js';
import { malformed, octet, octets, type Section } from './sections.js';
import { addTimeUnits, readTimeCount } from './time-units.js';

/** A fixed surface of code table 4.5; `value` in the unit of its type, null where the type has none. */
export interface Level {
  readonly type: number;
  readonly value: number | null;
}

/** One member of an ensemble (code table 4.6 for `type`: 0/1 control, 2/3 perturbed, 192 and above local). */
export interface EnsembleMember {
  readonly type: number;
  readonly member: number;
  readonly members: number;
}

/** The values are the probability of an event, not the parameter itself. */
export interface Probability {
  /** Code table 4.9: 0 below the lower limit, 1 above the upper, 2 between, 3 above the lower, 4 below the upper. */
  readonly type: number;
  /** In the unit of the parameter; null where the message leaves it out. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Which of how many probabilities; 255 is what NBM writes for both. */
  readonly number: number;
  readonly total: number;
}

/** One of the ranges of time that a process runs over, the outermost first. */
export interface TimeRange {
  /** Code table 4.10. */
  readonly process: number;
  /** Code table 4.4. */
  readonly unit: number;
  readonly length: number;
}

export interface ProductDefinition {
  readonly template: number;
  readonly parameter: ParameterIdentity;
  /** The other surface of a layer; null when the field is on one surface. */
  readonly secondLevel: Level | null;
  /** Code table 4.3 type of generating process: 0 analysis, 2 forecast, 4 ensemble forecast, 8 observation. */
  readonly processType: number;
  readonly time: FieldTime;
  /** As written: number of units from the reference time to the instant or the start of the interval. */
  readonly forecastTime: number;
  readonly timeUnit: number;
  /** Empty for an instant. */
  readonly timeRanges: readonly TimeRange[];
  readonly ensemble: EnsembleMember | null;
  readonly probability: Probability | null;
  /** Code table 4.7: 0 mean, 2 standard deviation, 4 spread of the members … */
  readonly derived: number | null;
  readonly percentile: number | null;
  readonly aerosol: Aerosol | null;
}

/** What a field can be of, and how many octets say so. */
const SUBJECT_OCTETS = { member: 3, derived: 2, percentile: 1, probability: 13 } as const;

interface Layout {
  readonly aerosol?: 'sizes' | 'optics';
  readonly subject?: keyof typeof SUBJECT_OCTETS;
  readonly interval?: true;
}

const TEMPLATES: Readonly<Record<number, Layout>> = {
  0: {},
  1: { subject: 'member' },
  2: { subject: 'derived' },
  5: { subject: 'probability' },
  6: { subject: 'percentile' },
  8: { interval: true },
  9: { subject: 'probability', interval: true },
  10: { subject: 'percentile', interval: true },
  11: { subject: 'member', interval: true },
  12: { subject: 'derived', interval: true },
  44: { aerosol: 'sizes' },
  46: { aerosol: 'sizes', interval: true },
  48: { aerosol: 'optics' },
};

/** Octet of the generating process, P above. */
const PROCESS_AT = { none: 12, sizes: 25, optics: 36 } as const;

/** Code table 4.10, the processes that the model knows. */
const PROCESSES: Readonly<Record<number, StatisticalProcess>> = {
  0: 'average',
  1: 'accumulation',
  2: 'maximum',
  3: 'minimum',
};

/**
 * Parameters (category-number) that are an extreme by name. NCEP sent their process as missing (255) until 2011 and
 * later, so it is taken from the name then.
 */
const IMPLIED_PROCESSES: Readonly<Record<string, StatisticalProcess>> = {
  '0-4': 'maximum',
  '0-5': 'minimum',
};

/** @throws GribUnsupportedError for other templates, processes and units of time; MalformedError for broken octets */
export function readProductDefinition(
  section: Section,
  discipline: number,
  { centre, referenceTime }: Identification,
): ProductDefinition {
  const template = octets(section, 8, 2);
  const layout = TEMPLATES[template];
  if (!layout) throw new GribUnsupportedError('product definition template', `4.${template}`);
  const head = readHead(section, template, PROCESS_AT[layout.aerosol ?? 'none']);
  const level = readLevel(section, head.levelAt, centre);
  const second = readLevel(section, head.levelAt + 6, centre);
  const subjectAt = head.levelAt + 12;
  const intervalAt = layout.interval ? subjectAt + (layout.subject ? SUBJECT_OCTETS[layout.subject] : 0) : null;
  return {
    template,
    parameter: {
      discipline,
      category: octet(section, 10),
      number: octet(section, 11),
      levelType: level.type,
      levelValue: level.value,
    },
    secondLevel: second.type === 255 ? null : second,
    processType: head.processType,
    time: readTime(section, referenceTime, head, intervalAt),
    forecastTime: head.forecastTime,
    timeUnit: head.timeUnit,
    timeRanges: intervalAt === null ? [] : readTimeRanges(section, intervalAt),
    ensemble: layout.subject === 'member' ? readMember(section, subjectAt) : null,
    probability: layout.subject === 'probability' ? readProbability(section, subjectAt) : null,
    derived: layout.subject === 'derived' ? octet(section, subjectAt) : null,
    percentile: layout.subject === 'percentile' ? octet(section, subjectAt) : null,
    aerosol: layout.aerosol ? readAerosol(section, layout.aerosol === 'optics') : null,
  };
}

interface Head {
  readonly processType: number;
  readonly timeUnit: number;
  readonly forecastTime: number;
  readonly levelAt: number;
}

/** The manual gives template 4.44 two octets of forecast time where all others have four; files have either. */
const SHORT_TEMPLATE_44 = 45;

function readHead(section: Section, template: number, processAt: number): Head {
  const isShort = template === 44 && section.bytes.length === SHORT_TEMPLATE_44;
  return {
    processType: octet(section, processAt),
    timeUnit: octet(section, processAt + 6),
    forecastTime: isShort ? octets(section, processAt + 7, 2) : readTimeCount(section, processAt + 7, 'forecast time'),
    levelAt: processAt + (isShort ? 9 : 11),
  };
}

function readLevel(section: Section, first: number, centre: number): Level {
  const type = octet(section, first);
  const value = readScaledValue(section, first + 1);
  return { type, value: levelHasValue(type, centre) ? value : null };
}

function readMember(section: Section, at: number): EnsembleMember {
  return { type: octet(section, at), member: octet(section, at + 1), members: octet(section, at + 2) };
}

function readProbability(section: Section, at: number): Probability {
  return {
    type: octet(section, at + 2),
    lower: readScaledValue(section, at + 3),
    upper: readScaledValue(section, at + 8),
    number: octet(section, at),
    total: octet(section, at + 1),
  };
}

function readTime(section: Section, referenceTime: number, head: Head, intervalAt: number | null): FieldTime {
  const start = addTimeUnits(referenceTime, head.forecastTime, head.timeUnit, section);
  if (intervalAt === null) return { referenceTime, validTime: start };
  const ranges = octet(section, intervalAt + 7);
  if (ranges < 1) throw malformed(section, `octet ${intervalAt + 7}`, 'number of time ranges is at least 1', ranges);
  const length = readTimeCount(section, intervalAt + 15, 'length of a time range');
  if (length < 0) throw new GribUnsupportedError('length of a time range', `${length} units`);
  const end = intervalEnd(section, intervalAt, start, length);
  if (end < start)
    throw malformed(
      section,
      `octets ${intervalAt}-${intervalAt + 6}`,
      'the interval ends after it starts',
      end - start,
    );
  return { referenceTime, validTime: end, interval: { start, end, process: readProcess(section, intervalAt + 12) } };
}

function intervalEnd(section: Section, intervalAt: number, start: number, length: number): number {
  const year = octets(section, intervalAt, 2);
  if (year !== 0 && year !== 0xffff) return calendarTime(section, intervalAt);
  return addTimeUnits(start, length, octet(section, intervalAt + 14), section);
}

function readTimeRanges(section: Section, intervalAt: number): TimeRange[] {
  return Array.from({ length: octet(section, intervalAt + 7) }, (_, i) => {
    const at = intervalAt + 12 + 12 * i;
    return { process: octet(section, at), unit: octet(section, at + 2), length: octets(section, at + 3, 4) };
  });
}

function readProcess(section: Section, at: number): StatisticalProcess {
  const code = octet(section, at);
  const process = code === 255 ? IMPLIED_PROCESSES[`${octet(section, 10)}-${octet(section, 11)}`] : PROCESSES[code];
  if (!process) throw new GribUnsupportedError('code table 4.10 statistical process', code);
  return process;
}
