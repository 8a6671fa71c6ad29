/** `weatherglass inspect grib FILE`: what is in a GRIB file, one line per field. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import { sharedTurns } from '../../base/turns.js';
import { inspectGrib } from '../../ingest/grib-inspection.js';
import { unpackGribFile } from '../../ingest/staging/grib-file.js';
import { readNamed } from '../named-file.js';

/** The command `grib`, a child of `inspect`. */
export function grib(sink: TextSink = process.stdout): Command {
  return new Command('grib')
    .description(
      'List the fields of a GRIB file: number, offset, time, parameter, level, member or chance, grid and packing',
    )
    .argument('<file>', 'GRIB file, may be packed with gzip or bzip2')
    .option('--stats', 'unpack every field: minimum, maximum, mean, missing')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: { stats?: boolean }) => {
      const bytes = await unpackGribFile(
        readNamed('FILE', file, (path) => readFileSync(path)),
        file,
      );
      let isEmpty = true;
      for (const line of inspectGrib(bytes, { statistics: options.stats === true })) {
        isEmpty = false;
        sink.write(`${line}\n`);
        await sharedTurns.pause(); // a write to a reader that is gone fails between two turns
      }
      if (isEmpty) throw new Error(`${file} holds no GRIB message`);
    });
}

const EXAMPLES = `
Examples:
  weatherglass inspect grib gfs.t06z.pgrb2.0p25.f003
  weatherglass inspect grib --stats hrrr.t06z.wrfsfcf01.grib2`;
