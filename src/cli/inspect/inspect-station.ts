/** `weatherglass inspect station ID`: what is published of one weather station. */

import { Command } from 'commander';
import { openObjects } from '../../app.js';
import { inspectStation, type StationInspection } from '../../ingest/stations/station-inspection.js';
import { configOf, type DataOption, withDataOption } from '../options.js';
import { plainLine } from '../plain-text.js';
import { tableLines } from '../text-table.js';

/** The command `station`, a child of `inspect`. */
export function station(): Command {
  return withDataOption(new Command('station'))
    .description('Place, spans, sources and the newest days of a weather station of GHCN-Daily')
    .argument('<id>', 'of the network, e.g. USW00094728')
    .addHelpText('after', '\nExample:\n  weatherglass inspect station USW00094728')
    .action(async (id: string, options: DataOption) => {
      const objects = openObjects(configOf(options));
      try {
        const found = await inspectStation(objects, id);
        if (found === null)
          throw new Error(`no station ${id.toUpperCase()} is published; see weatherglass ingest ghcn-daily`);
        process.stdout.write(`${stationLines(found).join('\n')}\n`);
      } finally {
        objects.close();
      }
    });
}

/** What is printed of a station; names are the network's, and may hold anything. */
export function stationLines({ lines, days }: StationInspection): string[] {
  const [heading, ...rows] = days;
  const columns = heading!.map((text, n) => ({
    heading: text,
    ...(n === 0 || n === 6 ? {} : { align: 'right' as const }),
  }));
  return [...lines.map(plainLine), '', ...tableLines(columns, rows)];
}
