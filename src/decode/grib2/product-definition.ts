/**
 * Section 4: what the numbers are: parameter, level, ensemble member and time.
 *
 * Templates 4.0 (instant), 4.1 (instant, ensemble member), 4.8 (interval) and 4.11 (interval, ensemble member) share
 * their first 34 octets; a member adds three (35-37), an interval adds its end and its time ranges:
 *
 *   10 category · 11 number · 12 process type · 18 unit of time · 19-22 forecast time
 *   23 level type · 24 scale · 25-28 value · 29-34 the same for the second level of a layer
 *   4.1, 4.11   35 member type · 36 member · 37 members
 *   4.8 at 35, 4.11 at 38   end of the interval (7) · number of time ranges (1) · missing (4) · then per range:
 *                           process (1) · increment type (1) · unit (1) · length (4) · unit (1) · increment (4)
 *
 * Times come from here and only from here: the text of an index says "0-1 day acc" where the template says 24 hours.
 * Of several time ranges the first is the outermost and gives the process. The end of the interval is the one that the
 * template states; only if those octets are empty is it start + length of the first range.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import type { FieldTime, ParameterIdentity, StatisticalProcess } from '../../model/field.js';
import { calendarTime, type Identification } from './identification.js';
import { levelHasValue } from './parameter-tables.js';
import { isMissing, malformed, octet, octets, type Section, signedOctets } from './sections.js';
import { addTimeUnits } from './time-units.js';

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
  readonly ensemble: EnsembleMember | null;
}

interface TemplateParts {
  readonly ensemble: boolean;
  /** Octet at which the end of the interval begins. */
  readonly intervalAt: number | null;
}

const TEMPLATES: Readonly<Record<number, TemplateParts>> = {
  0: { ensemble: false, intervalAt: null },
  1: { ensemble: true, intervalAt: null },
  8: { ensemble: false, intervalAt: 35 },
  11: { ensemble: true, intervalAt: 38 },
};

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

/** @throws GribUnsupportedError for other templates, processes and units of time; GribMalformedError for broken octets */
export function readProductDefinition(
  section: Section,
  discipline: number,
  { centre, referenceTime }: Identification,
): ProductDefinition {
  const template = octets(section, 8, 2);
  const parts = TEMPLATES[template];
  if (!parts) throw new GribUnsupportedError('product definition template', `4.${template}`);
  const level = readLevel(section, 23, centre);
  const second = readLevel(section, 29, centre);
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
    processType: octet(section, 12),
    time: readTime(section, referenceTime, parts.intervalAt),
    forecastTime: signedOctets(section, 19, 4),
    timeUnit: octet(section, 18),
    ensemble: parts.ensemble ? readMember(section) : null,
  };
}

/** scale and value: value × 10^−scale; either of them with all bits set means that there is no value. */
function readLevel(section: Section, first: number, centre: number): Level {
  const type = octet(section, first);
  const absent = isMissing(section, first + 1, 1) || isMissing(section, first + 2, 4) || !levelHasValue(type, centre);
  if (absent) return { type, value: null };
  const scale = signedOctets(section, first + 1, 1);
  const scaled = signedOctets(section, first + 2, 4);
  return { type, value: scale < 0 ? scaled * 10 ** -scale : scaled / 10 ** scale };
}

function readMember(section: Section): EnsembleMember {
  return { type: octet(section, 35), member: octet(section, 36), members: octet(section, 37) };
}

function readTime(section: Section, referenceTime: number, intervalAt: number | null): FieldTime {
  const start = addTimeUnits(referenceTime, signedOctets(section, 19, 4), octet(section, 18), section);
  if (intervalAt === null) return { referenceTime, validTime: start };
  const end = intervalEnd(section, intervalAt, start);
  if (end < start)
    throw malformed(
      section,
      `octets ${intervalAt}-${intervalAt + 6}`,
      'the interval ends after it starts',
      end - start,
    );
  return { referenceTime, validTime: end, interval: { start, end, process: readProcess(section, intervalAt + 12) } };
}

function intervalEnd(section: Section, intervalAt: number, start: number): number {
  const ranges = octet(section, intervalAt + 7);
  if (ranges < 1) throw malformed(section, `octet ${intervalAt + 7}`, 'number of time ranges is at least 1', ranges);
  const year = octets(section, intervalAt, 2);
  if (year !== 0 && year !== 0xffff) return calendarTime(section, intervalAt);
  return addTimeUnits(start, octets(section, intervalAt + 15, 4), octet(section, intervalAt + 14), section);
}

function readProcess(section: Section, at: number): StatisticalProcess {
  const code = octet(section, at);
  const process = code === 255 ? IMPLIED_PROCESSES[`${octet(section, 10)}-${octet(section, 11)}`] : PROCESSES[code];
  if (!process) throw new GribUnsupportedError('code table 4.10 statistical process', code);
  return process;
}
