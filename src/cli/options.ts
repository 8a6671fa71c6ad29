/** Options that several commands share, and how a command reports an error. */

import type { Command } from 'commander';
import { ConfigError, isTagged } from '../base/errors.js';
import { createLog, type Log } from '../base/log.js';
import { type Config, loadConfig, type SettingName } from '../config/config.js';

export interface DataOption {
  data?: string;
}

/** Adds `--data`, the directory that holds arrays, records and secrets. */
export function withDataOption(command: Command): Command {
  return command.option('--data <directory>', 'data directory (WEATHERGLASS_DATA)');
}

/** The option of a command that stands for a setting. */
const OPTIONS: Partial<Record<string, string>> = {
  WEATHERGLASS_DATA: '--data',
  WEATHERGLASS_REGION: '--region',
  PORT: '--port',
  HOST: '--host',
};

/**
 * Configuration of a command: its own options, then the environment, then the file, then the defaults.
 *
 * @throws ConfigError  naming the option, or the setting where no option was given
 */
export function configOf(options: DataOption, more: Partial<Record<SettingName, string>> = {}): Config {
  const given = { ...(options.data === undefined ? {} : { WEATHERGLASS_DATA: options.data }), ...more };
  try {
    return loadConfig(process.env, given);
  } catch (error) {
    const option = isTagged(error, 'config') && error.setting in given ? OPTIONS[error.setting] : undefined;
    throw option === undefined
      ? error
      : new ConfigError(option, (error as ConfigError).rule, (error as ConfigError).value);
  }
}

export function logOf(config: Config): Log {
  return createLog({ level: config.logLevel, pretty: config.logPretty });
}

/** For commands that print a response, which says itself what failed: only errors are logged, unless a level is set. */
export function quietLogOf(config: Config): Log {
  return logOf({ ...config, logLevel: config.logLevel === 'info' ? 'error' : config.logLevel });
}
