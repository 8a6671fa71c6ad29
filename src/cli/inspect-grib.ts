/** `weatherglass inspect grib FILE`: what is in a GRIB file, one line per field. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { inspectGrib } from '../ingest/grib-inspection.js';

/** A gzip member may claim anything; no file of the feeds unpacks to more than a tenth of this. */
const LARGEST_UNPACKED = 2 ** 30;

/** The command `grib`, a child of `inspect`. */
export function grib(): Command {
  return new Command('grib')
    .description('List the fields of a GRIB file: number, offset, time, parameter, level, grid and packing')
    .argument('<file>', 'GRIB file, may be gzipped')
    .option('--stats', 'unpack every field: minimum, maximum, mean, missing')
    .action((file: string, options: { stats?: boolean }) => {
      for (const line of inspectGrib(readGribFile(file), { statistics: options.stats === true }))
        process.stdout.write(`${line}\n`);
    });
}

function readGribFile(file: string): Uint8Array {
  const bytes = readFileSync(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: LARGEST_UNPACKED }) : bytes;
}
