/** `weatherglass inspect grib FILE`: what is in a GRIB file, one line per field. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { inspectGrib } from '../../ingest/grib-inspection.js';
import { unpackGribFile } from '../../ingest/staging/grib-file.js';

/** The command `grib`, a child of `inspect`. */
export function grib(): Command {
  return new Command('grib')
    .description(
      'List the fields of a GRIB file: number, offset, time, parameter, level, member or chance, grid and packing',
    )
    .argument('<file>', 'GRIB file, may be packed with gzip or bzip2')
    .option('--stats', 'unpack every field: minimum, maximum, mean, missing')
    .action(async (file: string, options: { stats?: boolean }) => {
      const bytes = await unpackGribFile(readFileSync(file), file);
      for (const line of inspectGrib(bytes, { statistics: options.stats === true })) process.stdout.write(`${line}\n`);
    });
}
