/** `weatherglass query tile`: a map tile into a file, as /v1/map-tiles gives it, drawn without a server. */

import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { tileInProcess } from '../../app.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { openRecordsAccess } from '../records-access.js';

interface TileOptions extends DataOption {
  readonly output: string;
  readonly time?: string;
  readonly site?: string;
}

/** The command `tile`, a child of `query`. */
export function tileCommand(): Command {
  return withDataOption(new Command('tile'))
    .description('A map tile as GET /v1/map-tiles gives it')
    .argument('<layer>', 'radar, temperature, alerts …')
    .argument('<z>', 'zoom')
    .argument('<x>', 'column, eastward')
    .argument('<y>', 'row, southward')
    .requiredOption('-o, --output <file>', 'PNG file to write')
    .option('--time <instant>', 'ISO 8601 or epoch seconds; default the picture that holds now')
    .option('--site <radar>', 'ICAO identifier of a NEXRAD radar, for radar-site')
    .addHelpText('after', EXAMPLES)
    .action(async (layer: string, z: string, x: string, y: string, options: TileOptions) => {
      const path = tilePath([layer, z, x, y], options);
      const { status, bytes } = await askFor(path, layer === 'alerts', options);
      if (status === 200) return writeFileSync(options.output, bytes);
      process.stderr.write(`${bytes.toString()}\n`);
      process.exitCode = 1;
    });
}

function tilePath(parts: readonly string[], { time, site }: TileOptions): string {
  const query = new URLSearchParams({ ...(time !== undefined && { time }), ...(site !== undefined && { site }) });
  const path = `/v1/map-tiles/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Only alerts are in the records, which a running service may have to be asked for. */
async function askFor(path: string, needsRecords: boolean, options: TileOptions) {
  const config = configOf(options);
  const log = quietLogOf(config);
  if (!needsRecords) return tileInProcess(config, log, path);
  const records = await openRecordsAccess(config, log);
  try {
    return await tileInProcess(config, log, path, records);
  } finally {
    await records.close();
  }
}

const EXAMPLES = `
Examples:
  weatherglass query tile radar 4 3 6 -o radar.png
  weatherglass query tile temperature 5 7 12 --time 2026-11-20T18:00:00Z -o temperature.png`;
