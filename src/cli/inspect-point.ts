/** `weatherglass inspect point LAT LON`: which source and run answers what at a place, and what each of them says. */

import { Command } from 'commander';
import { openForecast } from '../app.js';
import { formatInstant } from '../model/time.js';
import type { PointProvenance, ProvenanceElement } from '../products/forecast/provenance.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from './options.js';

const HOUR = 3600;
/** Hours from now whose values are told when no time is asked for. */
const USUAL_LEADS = [0, 6, 24, 72, 168, 288] as const;

interface PointOptions extends DataOption {
  at?: string[];
  json?: boolean;
}

/** The command `point`, a child of `inspect`. */
export function point(): Command {
  return withDataOption(new Command('point'))
    .description('Which source and run answers each element of the forecast at a place, from when to when')
    .argument('<latitude>', 'degrees north')
    .argument('<longitude>', 'degrees east')
    .option('--at <time...>', 'times whose values are told: ISO instants, or hours from now as "+24"')
    .option('--json', 'print JSON: epoch seconds, canonical units')
    .addHelpText('after', EXAMPLES)
    .action(async (latitude: string, longitude: string, options: PointOptions) => {
      const config = configOf(options);
      const { objects, forecast } = openForecast(config, quietLogOf(config));
      try {
        const location = {
          latitude: degrees('latitude', latitude, 90),
          longitude: degrees('longitude', longitude, 180),
        };
        const hour = Math.floor(config.clock.now() / HOUR) * HOUR;
        const times = options.at?.map((text) => timeOf(text, hour)) ?? USUAL_LEADS.map((lead) => hour + lead * HOUR);
        const found = await forecast.provenance(location, times);
        process.stdout.write(
          options.json ? `${JSON.stringify(found)}\n` : `${provenanceLines(found, hour).join('\n')}\n`,
        );
      } finally {
        objects.close();
      }
    });
}

const EXAMPLES = `
Each element is followed by the sources that answer it, in hours from now. "hrrr → nbm" is where one fades
into the other. Values are in canonical units (K, Pa, m/s, mm) and at the height of the place.

Examples:
  weatherglass inspect point 40.01 -105.27
  weatherglass inspect point 40.01 -105.27 --at +18 +48 2026-11-22T00:00:00Z
  weatherglass inspect point 52.52 13.41 --json`;

function degrees(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= most))
    throw new RangeError(`${name} must be a number from -${most} to ${most}; got "${text}"`);
  return value;
}

/** Values stand on whole hours, because totals are of the hour that begins then. */
function timeOf(text: string, hour: number): number {
  const lead = /^\+(\d{1,3})$/.exec(text)?.[1];
  const time = lead === undefined ? Date.parse(text) / 1000 : hour + Number(lead) * HOUR;
  if (Number.isNaN(time)) throw new RangeError(`--at must be an ISO instant or hours as "+24"; got "${text}"`);
  return Math.floor(time / HOUR) * HOUR;
}

/** @param hour  epoch seconds that leads are counted from */
export function provenanceLines(found: PointProvenance, hour: number): string[] {
  return [
    ...heightLines(found),
    '',
    ...sourceLines(found),
    '',
    ...found.elements.flatMap((row) => elementLines(row, hour)),
  ];
}

function heightLines({ elevation, isTerrain }: PointProvenance): string[] {
  if (elevation === null) return ['height   unknown'];
  return [
    `height   ${elevation.toFixed(0)} m, of the ${isTerrain ? 'terrain' : "models' own ground, no terrain is stored here"}`,
  ];
}

function sourceLines({ sources, ensemble }: PointProvenance): string[] {
  const rows = sources.map(({ dataset, referenceTime, start, end, elevation, rise, edgeDistance, late, degraded }) => [
    dataset,
    formatInstant(referenceTime),
    `${formatInstant(start)} to ${formatInstant(end)}`,
    elevation === null ? '-' : `${elevation.toFixed(0)} m`,
    rise === null ? 'not moved' : `${rise < 0 ? '' : '+'}${rise.toFixed(0)} m`,
    edgeDistance === null ? '-' : `${(edgeDistance / 1000).toFixed(0)} km`,
    [late ? 'late' : '', degraded ? 'previous version' : ''].filter(Boolean).join(', '),
  ]);
  const members = ensemble.map((part) => `members  ${part.members} of the run of ${formatInstant(part.referenceTime)}`);
  return [...table(['source', 'run', 'times', 'ground', 'moved by', 'to the edge', ''], rows), ...members];
}

function elementLines({ id, unit, spans, values }: ProvenanceElement, hour: number): string[] {
  const lead = (time: number) => `${time < hour ? '−' : '+'}${Math.abs(time - hour) / HOUR}`;
  const told = spans
    .filter(({ datasets }) => datasets.length > 0)
    .map(({ start, end, datasets }) => `${lead(start)} to ${lead(end)} h ${datasets.join(' → ')}`);
  const lines = [`${id} (${unit})`, `  ${told.length === 0 ? 'nothing' : told.join(', ')}`];
  for (const { time, value, parts } of values) {
    if (value === null) continue;
    const each = parts.map((part) => `${part.dataset} ${rounded(part.value)} × ${part.weight.toFixed(2)}`);
    lines.push(`  ${lead(time).padEnd(6)} ${rounded(value).padStart(9)}   ${each.join(', ')}`);
  }
  return lines;
}

function rounded(value: number): string {
  return value.toFixed(Math.abs(value) >= 1000 ? 0 : 2);
}

function table(head: readonly string[], rows: readonly string[][]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  return [head, ...rows].map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
