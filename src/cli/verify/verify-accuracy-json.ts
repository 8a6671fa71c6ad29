/** Accuracy as JSON: canonical units, null where there are too few samples, names of the accuracy interface. */

import type {
  ErrorVariable,
  GroupAccuracy,
  LeadAccuracy,
  SectionAccuracy,
} from '../../ingest/verify/accuracy-report.js';
import type { DayPersistence, VerifiedForecasts } from '../../ingest/verify/verify-files.js';
import { formatDate } from '../../model/time.js';

/** Choices that the numbers depend on. */
export interface ReportChoices {
  readonly by?: 'station' | 'month';
  readonly persistence: DayPersistence;
  readonly blockDays: number;
}

/** Leads without any pair are left out. */
export function accuracyReport(
  { by, persistence, blockDays }: ReportChoices,
  { titles, issues, stations, firstDay, lastDay, issueHour, notes }: VerifiedForecasts,
  sections: readonly SectionAccuracy[],
  groups: readonly GroupAccuracy[],
): Record<string, unknown> {
  const grouped = groups.map(({ name, sections: own }) => ({ name, ...sectionsReport(own) }));
  return {
    ...{ formats: titles, issues, stations: stations.map(({ id }) => id), notes },
    evaluation_period: { start: formatDate(firstDay), end: formatDate(lastDay), days: lastDay - firstDay + 1 },
    ...{ issue_hour: issueHour, persistence, block_days: blockDays },
    units: { temperature: 'K', precipitation: 'mm', minutely_precipitation: 'mm/h' },
    ...sectionsReport(sections),
    ...(by === undefined ? {} : { [`by_${by}`]: grouped }),
  };
}

const SECTION_NAMES = {
  '1d': ['daily', 'lead_days'],
  '1h': ['hourly', 'lead_hours'],
  '1m': ['minutely', 'lead_minutes'],
} as const;

function sectionsReport(sections: readonly SectionAccuracy[]): Record<string, unknown> {
  return Object.fromEntries(
    sections.map(({ interval, leads }) => {
      const [name, field] = SECTION_NAMES[interval];
      return [name, leads.map((lead) => leadReport(field, lead)).filter((record) => Object.keys(record).length > 2)];
    }),
  );
}

/** One lead: its first and last hour or day, and the variables that have pairs. */
function leadReport(field: string, { lead, errors, occurrence, probability }: LeadAccuracy): Record<string, unknown> {
  const known = (Object.keys(errors) as ErrorVariable[]).filter(
    (variable) => variable !== 'amount' && errors[variable]!.samples > 0,
  );
  const { counts, ...scores } = occurrence;
  const { counts: persistenceCounts, ...persistence } = occurrence.persistence;
  const wetOrDry = { ...scores, ...counts, persistence: { ...persistence, ...persistenceCounts } };
  return {
    ...{ [field]: lead.first, [`${field}_to`]: lead.last },
    ...Object.fromEntries(known.map((variable) => [variable, renamed(errors[variable])])),
    ...(occurrence.samples > 0
      ? { precipitation: { occurrence: renamed(wetOrDry), amount: renamed(errors.amount) } }
      : {}),
    ...(probability.samples > 0 ? { precipitation_probability: renamed(probability) } : {}),
  };
}

/** The same value with names as "mean_absolute_error"; NaN is null and typed arrays are lists, as JSON has them. */
function renamed(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value !== 'object' || value === null) return value;
  const name = (key: string) =>
    key === 'skill' ? 'skill_score' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), renamed(member)]));
}
