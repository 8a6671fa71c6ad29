/** `weatherglass inspect fires FILE`: what a list of fires, or a day of smoke, holds. */

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import { inspectFires } from '../../ingest/fire-inspection.js';
import { readNamed } from '../named-file.js';
import { plainLine } from '../plain-text.js';

/** The command `fires`, a child of `inspect`. */
export function fires(sink: TextSink = process.stdout): Command {
  return new Command('fires')
    .description('What a list of fires (CSV of FIRMS) or a day of smoke (ZIP of HMS) holds')
    .argument('<file>', 'CSV or ZIP')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string) => {
      const lines = await inspectFires(readNamed('FILE', file, (path) => readFileSync(path)));
      sink.write(`${lines.map(plainLine).join('\n')}\n`);
    });
}

const EXAMPLES = `
Examples:
  weatherglass inspect fires SUOMI_VIIRS_C2_Global_24h.csv
  weatherglass inspect fires hms_smoke20261120.zip`;
