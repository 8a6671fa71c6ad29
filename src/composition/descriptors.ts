/**
 * Divides the file descriptors of the process, so that a flood of connections cannot take those that files need.
 *
 *   records, log, pipes of ingests, threads   160 are set aside; a demo in full use has 120
 *   metrics on a port of their own            16
 *   shards kept open                          two fifths of the rest, at most 128 for each reader
 *   connections                               what is left, at most 4096
 */

import { ConfigError } from '../base/errors.js';
import { CONNECTION_LIMITS, METRICS_CONNECTIONS } from '../http/connections.js';

export interface DescriptorBudget {
  /** Connections of the HTTP server at a time. */
  readonly connections: number;
  /** Files that each reader of the store keeps open. */
  readonly openFiles: number;
}

const SET_ASIDE = 160 + METRICS_CONNECTIONS;
const SHARE_OF_FILES = 0.4;
/** The shards of one global 0.25° cube are 46; the next version and a second dataset fit beside them. */
const MAX_OPEN_FILES = 128;
/** With fewer the service would be of no use. */
const MIN_OPEN_FILES = 4;
const MIN_CONNECTIONS = 32;

/**
 * @param limit    descriptors that the process may have open (`ulimit -n`); infinite where there is no limit
 * @param readers  readers of the store: the API, and each thread that draws tiles
 * @throws ConfigError  the limit is too low to serve
 */
export function descriptorBudget(limit: number, readers: number): DescriptorBudget {
  const least = SET_ASIDE + MIN_CONNECTIONS + MIN_OPEN_FILES * readers;
  if (limit < least) throw new ConfigError('ulimit -n', `must allow at least ${least} open files`, String(limit));
  const rest = limit - SET_ASIDE;
  const share = Math.floor((SHARE_OF_FILES * rest) / readers);
  const openFiles = Math.max(MIN_OPEN_FILES, Math.min(MAX_OPEN_FILES, share));
  return { openFiles, connections: Math.min(CONNECTION_LIMITS.connections, rest - openFiles * readers) };
}
