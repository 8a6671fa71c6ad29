/** Error by lead and reliability as plots of characters for the terminal. */

import type { ErrorVariable, LeadAccuracy, SectionAccuracy } from '../../ingest/verify/accuracy-report.js';
import { aligned } from '../text-table.js';
import { leadText, numberText, type ShownUnits, unitOf } from './verify-accuracy-table.js';

/** Characters of the axis. */
const AXIS = 50;
const FORECAST = '●';
const PERSISTENCE = '○';
const BOTH = '◉';

/** Plots of all errors, and of the reliability of the first lead with probabilities of each section. */
export function accuracyPlots(sections: readonly SectionAccuracy[], units: ShownUnits): string {
  const plots = sections.flatMap(({ interval, leads }) => {
    const variables = Object.keys(leads[0]?.errors ?? {}) as ErrorVariable[];
    const errors = variables.flatMap((variable) => errorPlot(variable, interval, leads, units));
    const likely = leads.find(({ probability }) => probability.brierScore !== null);
    return likely === undefined ? errors : [...errors, reliabilityPlot(interval, likely)];
  });
  return plots.map((lines) => lines.join('\n')).join('\n\n');
}

function errorPlot(
  variable: ErrorVariable,
  interval: string,
  leads: readonly LeadAccuracy[],
  units: ShownUnits,
): string[][] {
  const { name, factor } = unitOf(variable, units);
  const points = leads.flatMap(({ lead, errors }) => {
    const { meanAbsoluteError: error, persistence } = errors[variable]!;
    const other = persistence.meanAbsoluteError;
    return error === null ? [] : [{ lead, error: error * factor, other: other === null ? null : other * factor }];
  });
  if (points.length === 0) return [];
  const most = niceEnd(Math.max(...points.flatMap(({ error, other }) => [error, other ?? 0])));
  const place = (value: number) => Math.round((value / most) * (AXIS - 1));
  const lines = points.map(({ lead, error, other }) => {
    const cells = new Array<string>(AXIS).fill(' ');
    for (let i = 0; i < place(error); i++) cells[i] = '─';
    if (other !== null) cells[place(other)] = PERSISTENCE;
    cells[place(error)] = other !== null && place(other) === place(error) ? BOTH : FORECAST;
    return `${aligned(leadText(lead), 9, 'right')} │${cells.join('').trimEnd()}`;
  });
  const title = `Mean absolute error of ${variable} (${interval}), ${name}: ${FORECAST} forecast, ${PERSISTENCE} persistence`;
  return [[title, ...lines, ...axisLines(`${numberText(most, most < 1 ? 2 : 1)} ${name}`)]];
}

/** 1, 2 or 5 times a power of ten, and not below `value`. */
function niceEnd(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((end) => end >= value)!;
}

function axisLines(end: string): string[] {
  const indent = ' '.repeat(10);
  return [`${indent}└${'─'.repeat(AXIS)}`, `${indent} 0${aligned(end, AXIS - 1, 'right')}`];
}

/** Each bin of the probability: what was forecast, what came of it, and the number of pairs. */
function reliabilityPlot(interval: string, { lead, probability: { counts } }: LeadAccuracy): string[] {
  const rows = [...counts.pairs.keys()].filter((bin) => counts.pairs[bin]! > 0);
  const place = (share: number) => Math.round(share * (AXIS - 1));
  const lines = rows.map((bin) => {
    const pairs = counts.pairs[bin]!;
    const [forecast, observed] = [counts.forecast[bin]! / pairs, counts.observed[bin]! / pairs];
    const cells = new Array<string>(AXIS).fill(' ');
    cells[place(forecast)] = '┼';
    cells[place(observed)] = place(observed) === place(forecast) ? BOTH : FORECAST;
    const percent = aligned(`${Math.round(100 * forecast)}%`, 9, 'right');
    return `${percent} │${cells.join('')} ${aligned(`${Math.round(100 * observed)}%`, 4, 'right')} of ${pairs}`;
  });
  const title = `Reliability of the probability (${interval}), lead ${leadText(lead)}: ┼ forecast, ${FORECAST} observed frequency`;
  return [title, ...lines, ...axisLines('100%')];
}
