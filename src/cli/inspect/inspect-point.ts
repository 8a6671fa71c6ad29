/** `weatherglass inspect point LAT LON`: which source and run answers what at a place, and what each of them says. */

import { Command } from 'commander';
import { openPointProducts } from '../../app.js';
import { HOUR } from '../../model/time.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { provenanceLines } from './provenance-lines.js';

/** Hours from now whose values are told when no time is asked for. */
const USUAL_LEADS = [0, 6, 24, 72, 168, 288] as const;

interface PointOptions extends DataOption {
  at?: string[];
  all?: boolean;
  parts?: boolean;
  json?: boolean;
}

/** The command `point`, a child of `inspect`. */
export function point(): Command {
  return withDataOption(new Command('point'))
    .description('Which source and run answers each element of the forecast at a place, from when to when')
    .argument('<latitude>', 'degrees north')
    .argument('<longitude>', 'degrees east')
    .option('--at <time...>', 'times whose values are told: ISO instants, or hours from now as "+24"')
    .option('--all', 'every element and the past, not only the ten that people ask for from now on')
    .option('--parts', 'what each source gives of every value, and how much it counts')
    .option('--json', 'print JSON, all of it: epoch seconds, canonical units')
    .addHelpText('after', EXAMPLES)
    .action(async (latitude: string, longitude: string, options: PointOptions) => {
      const config = configOf(options);
      const { objects, forecast } = openPointProducts(config, quietLogOf(config));
      try {
        const location = {
          latitude: degrees('latitude', latitude, 90),
          longitude: degrees('longitude', longitude, 180),
        };
        const hour = Math.floor(config.clock.now() / HOUR) * HOUR;
        const times = options.at?.map((text) => timeOf(text, hour)) ?? USUAL_LEADS.map((lead) => hour + lead * HOUR);
        const found = await forecast.provenance(location, times);
        const view = { hour, all: options.all ?? false, parts: options.parts ?? false };
        process.stdout.write(
          options.json ? `${JSON.stringify(found)}\n` : `${provenanceLines(found, view).join('\n')}\n`,
        );
      } finally {
        objects.close();
      }
    });
}

const EXAMPLES = `
Elements are what models give and answers are made from; wind_u is the wind towards east, wind_v towards north.
Their values are at the height of the place, in the units of a metric answer.

Examples:
  weatherglass inspect point 40.01 -105.27
  weatherglass inspect point 40.01 -105.27 --parts --at +18 +48 2026-11-22T00:00:00Z
  weatherglass inspect point 52.52 13.41 --json`;

function degrees(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= most))
    throw new UsageError(`${name} must be a number from -${most} to ${most}; got "${text}"`);
  return value;
}

/** Values stand on whole hours, because totals are of the hour that begins then. */
function timeOf(text: string, hour: number): number {
  const lead = /^\+(\d{1,3})$/.exec(text)?.[1];
  const time = lead === undefined ? Date.parse(text) / 1000 : hour + Number(lead) * HOUR;
  if (Number.isNaN(time)) throw new UsageError(`--at must be an ISO instant or hours as "+24"; got "${text}"`);
  return Math.floor(time / HOUR) * HOUR;
}
