/** `weatherglass inspect nexrad FILE`: what a Level 3 product of a weather radar holds. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import { inspectNexrad } from '../../ingest/nexrad-inspection.js';
import { UsageError } from '../exit-status.js';
import { readNamed } from '../named-file.js';

/** The command `nexrad`, a child of `inspect`. */
export function nexrad(sink: TextSink = process.stdout): Command {
  return new Command('nexrad')
    .description('What a NEXRAD Level 3 product holds: radar, time, sweep, echoes and where the strongest is')
    .argument('<file>', 'product of reflectivity or velocity, as the NWS sends it')
    .option('--at <latitude,longitude>', 'also the gate at this place, in degrees')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: { at?: string }) => {
      const place = options.at === undefined ? null : placeOf(options.at);
      const lines = await inspectNexrad(
        readNamed('FILE', file, (path) => readFileSync(path)),
        { place },
      );
      sink.write(`${lines.join('\n')}\n`);
    });
}

function placeOf(text: string): { latitude: number; longitude: number } {
  const numbers = /^(-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?)$/.exec(text);
  const [latitude, longitude] = [Number(numbers?.[1]), Number(numbers?.[2])];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new UsageError(`--at must be a latitude and a longitude as "33.52,-86.80"; got "${text}"`);
}

const EXAMPLES = `
Examples:
  weatherglass inspect nexrad TLX_N0B_2026_11_20_06_11_16
  weatherglass inspect nexrad TLX_N0B_2026_11_20_06_11_16 --at 35.22,-97.44`;
