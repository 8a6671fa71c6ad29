/**
 * `weatherglass query tile`: a map tile into a file, as /v1/map-tiles gives it, drawn without a server.
 *
 * The arguments are checked before the data directory is opened, the layer first: the rules of the others depend on it.
 * Wrong usage ends with status 2, a tile that cannot be drawn with 1.
 */

import { Command } from 'commander';
import { tileInProcess } from '../../app.js';
import { isTagged } from '../../base/errors.js';
import { standardError } from '../../base/standard-error.js';
import type { TileErrorBody } from '../../http/endpoints/tile-error.js';
import { TILE_LAYER_IDS } from '../../model/tile.js';
import { isTileLayer } from '../../products/tiles/layer-table.js';
import { readTileRequest } from '../../products/tiles/tile-request.js';
import { WRONG_USE } from '../exit-status.js';
import { writeNamed } from '../named-file.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { openRecordsAccess } from '../records-access.js';

interface TileOptions extends DataOption {
  readonly output?: string;
  readonly time?: string;
  readonly site?: string;
}

/** The command `tile`, a child of `query`. */
export function tileCommand(): Command {
  return withDataOption(new Command('tile'))
    .description('A map tile as GET /v1/map-tiles gives it')
    .usage('[options] <layer> <z> <x> <y> -o <file>')
    .argument('<layer>', TILE_LAYER_IDS.join(', '))
    .argument('[z]', 'zoom')
    .argument('[x]', 'column, eastward')
    .argument('[y]', 'row, southward')
    .option('-o, --output <file>', 'PNG file to write')
    .option('--time <instant>', 'ISO 8601 or epoch seconds; default the picture that holds now')
    .option('--site <radar>', 'ICAO identifier of a NEXRAD radar, for radar-site')
    .addHelpText('after', EXAMPLES)
    .action(async (layer: string, z: Text, x: Text, y: Text, options: TileOptions, command: Command) => {
      const fault = usageFault([layer, z, x, y], options);
      if (fault !== null) command.error(`error: ${fault}`, { exitCode: WRONG_USE });
      const path = tilePath([layer, z!, x!, y!], options);
      const { status, bytes } = await askFor(path, layer === 'alerts', options);
      if (status === 200) return writeNamed('--output', options.output!, bytes);
      const { errors } = JSON.parse(bytes.toString()) as TileErrorBody;
      standardError.write(`weatherglass: ${errors.detail}\n`);
      process.exitCode = status < 500 ? WRONG_USE : 1;
    });
}

type Text = string | undefined;

/** The first rule that the arguments break, in words; null: none. */
function usageFault(
  [layer, z, x, y]: readonly [string, Text, Text, Text],
  { output, time, site }: TileOptions,
): string | null {
  if (!isTileLayer(layer)) return `no map layer "${layer}"; the layers are ${TILE_LAYER_IDS.join(', ')}`;
  if (z === undefined || x === undefined || y === undefined)
    return 'give zoom, column and row of the tile: <z> <x> <y>';
  if (output === undefined) return 'name the PNG file to write with -o';
  try {
    readTileRequest(layer, { z, x, y, time, site });
    return null;
  } catch (error) {
    if (isTagged(error, 'invalid-request')) return error.message;
    throw error;
  }
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
