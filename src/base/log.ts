/** Structured log lines. Interfaces only need `Log`; the process makes one root with `createLog`. */

import { createRequire } from 'node:module';
import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type * as PinoPretty from 'pino-pretty';
import { onLostLines, standardError } from './standard-error.js';

export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  child(facts: object): Log;
}

/** Names whose values are never printed, however deep they stand in the logged facts. */
const SECRETS: ReadonlySet<string> = new Set(['authorization', 'secret', 'pepper']);
/** Facts nest no deeper; what lies below is not looked at. */
const DEEPEST = 4;

export interface LogOptions {
  level: string;
  /** Coloured lines for people instead of JSON for machines; one line each, or requests would push the start away. */
  pretty: boolean;
  /** Where lines go; standard error by default, so that a command's own output stays clean. */
  stream?: DestinationStream;
}

export function createLog({ level, pretty, stream = standardError }: LogOptions): Log {
  const options: LoggerOptions = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    // "info", not 30
    formatters: { level: (name) => ({ level: name }), log: (facts) => withoutSecrets(facts, DEEPEST) },
  };
  const log = pino(options, pretty ? prettyStream(stream) : stream);
  if (stream === standardError)
    onLostLines((lines) => log.warn({ lines }, 'log lines were lost, because standard error was not read'));
  return log;
}

/** Not a transport of pino: its thread cannot be ended while nobody reads. Loaded by those who need it. */
function prettyStream(stream: DestinationStream): DestinationStream {
  const { prettyFactory }: typeof PinoPretty = createRequire(import.meta.url)('pino-pretty');
  const pretty = prettyFactory({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true });
  return { write: (line) => stream.write(pretty(line)) };
}

type Facts = Record<string, unknown>;

/**
 * The facts themselves when there is no secret in them, as in every line that is meant; else a copy. (The redaction of
 * pino copies all facts of each line, which takes 15 µs for a request.)
 */
function withoutSecrets(facts: Facts, depth: number): Facts {
  let clean = facts;
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    const safe = SECRETS.has(name)
      ? '[hidden]'
      : isFacts(value) && depth > 0
        ? withoutSecrets(value, depth - 1)
        : value;
    if (safe !== value) clean = { ...clean, [name]: safe };
  }
  return clean;
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

/** Says nothing; the default where a test does not look at the log. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};
