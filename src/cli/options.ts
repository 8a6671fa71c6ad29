/** Options that several commands share, and how a command reports an error. */

import type { Command } from 'commander';
import { type Config, loadConfig, type SettingName } from '../base/config.js';
import { createLog, type Log } from '../base/log.js';

export interface DataOption {
  data?: string;
}

/** Adds `--data`, the directory that holds arrays, records and secrets. */
export function withDataOption(command: Command): Command {
  return command.option('--data <directory>', 'data directory (WEATHERGLASS_DATA)');
}

/** Configuration of a command: its own options, then the environment, then the file, then the defaults. */
export function configOf(options: DataOption, more: Partial<Record<SettingName, string>> = {}): Config {
  return loadConfig(process.env, {
    ...(options.data === undefined ? {} : { WEATHERGLASS_DATA: options.data }),
    ...more,
  });
}

export function logOf(config: Config): Log {
  return createLog({ level: config.logLevel, pretty: config.logPretty });
}

/** For commands whose output is an answer: lines about requests stay out unless debugging is asked for. */
export function quietLogOf(config: Config): Log {
  return logOf({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
}
