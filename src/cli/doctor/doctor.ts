/** `weatherglass doctor`: what is configured, reachable, fresh and missing, one line each; exit code 1 if something is wrong. */

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { analysisSpans, lastVerifiedDay, newestForecastIssue, type OpenAlerts, readAlerts } from '../../app.js';
import { silentLog } from '../../base/log.js';
import type { Config } from '../../config/config.js';
import { lastDayOver } from '../../ingest/archive/daily-analysing.js';
import { chosenOf } from '../../ingest/feed-choice.js';
import type { ForecastIssue } from '../../model/forecast-issue.js';
import { formatDate, formatInstant, HOUR } from '../../model/time.js';
import { leftOutInWords, namedOutside, trafficInWords } from '../feed-traffic.js';
import { configOf, type DataOption, withDataOption } from '../options.js';
import { openRecordsAccess } from '../records-access.js';
import { type Attempts, attemptsOf, feedFindings } from './doctor-feeds.js';
import { productFindings } from './doctor-products.js';
import { ago, attemptWords, type Finding, findingLines, type ServedIngests } from './finding.js';

export function doctorCommand(): Command {
  return withDataOption(new Command('doctor'))
    .description('What is configured, reachable, fresh and missing')
    .option('--offline', 'do not contact the upstreams')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEach line is ok, note or wrong; exit status 1 when one is wrong. Nothing is changed.\n' +
        '\nExamples:\n  weatherglass doctor\n  WEATHERGLASS_PROFILE=live weatherglass doctor --json',
    )
    .action(async (options: DataOption & { offline?: boolean; json?: boolean }) => {
      const config = configOf(options);
      const { findings: keys, attempts, alerts } = await records(config);
      const findings = [
        ...settings(config),
        ...trafficFindings(config),
        directory(config),
        ...keys,
        ...(await productFindings(config, attempts, alerts)),
        await archiveFinding(config, attempts),
        await analysisFinding(config, attempts),
        await accuracyFinding(config, attempts),
        ...(await feedFindings(config, attempts, options.offline !== true && config.profile === 'live')),
      ];
      print(findings, options.json === true);
      if (findings.some(([state]) => state === 'wrong')) process.exitCode = 1;
    });
}

function settings(config: Config): Finding[] {
  const region = config.region;
  const box = region ? `${region.south},${region.west},${region.north},${region.east}` : 'the whole globe';
  return [
    ['ok', 'node', process.version],
    ['ok', 'profile', config.profile === 'demo' ? 'demo: the weather is simulated' : 'live'],
    ['ok', 'region', box],
    config.tokens ? ['ok', 'app tokens', `issuer ${config.tokens.issuer}`] : ['note', 'app tokens', 'not configured'],
    ...(config.now === null ? [] : [['note', 'clock', `fixed at ${formatInstant(config.now)}`] as const]),
  ];
}

/** Nothing in the demo: its upstream is simulated. */
export function trafficFindings(config: Config): Finding[] {
  if (config.profile === 'demo') return [];
  const left = leftOutInWords(config);
  const outside = namedOutside(config);
  return [
    ['ok', 'download', trafficInWords(config)],
    ...(left === null ? [] : [['note', 'left out', left] as const]),
    ...outside.map((name) => ['note', name, 'does not cover WEATHERGLASS_REGION, so it is not downloaded'] as const),
  ];
}

/** Free space below which a run of the whole globe cannot be staged and built, bytes. */
const ROOMY = 20e9;

function directory(config: Config): Finding {
  const path = config.dataDirectory;
  if (!existsSync(path)) return ['note', 'data directory', `${path}, which the first start makes`];
  try {
    if (!statSync(path).isDirectory()) return ['wrong', 'data directory', `${path} is not a directory`];
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return ['wrong', 'data directory', `${path}: ${(error as Error).message}`];
  }
  const { bavail, bsize } = statfsSync(path);
  const free = `${path}, ${((Number(bavail) * Number(bsize)) / 1e9).toFixed(1)} GB free`;
  const tight = Number(bavail) * Number(bsize) < ROOMY && config.profile === 'live' && config.region === null;
  return tight
    ? ['note', 'data directory', `${free}; the whole globe at 0.25° needs about 20 GB`]
    : ['ok', 'data directory', free];
}

/** An hour and the time to make its issue on a busy machine, s: then a running service has lost one. */
const LATE_ISSUE = HOUR + 1800;

/** Age of the newest archived forecast: a gap in this record cannot be filled later. */
async function archiveFinding(config: Config, attempts: Attempts): Promise<Finding> {
  const what = 'forecast archive';
  if (config.archiveDays === 0) return ['note', what, 'off; see WEATHERGLASS_NOWCAST_ARCHIVE_DAYS'];
  try {
    return archiveFindingOf(await newestForecastIssue(config), attempts, config.clock.now());
  } catch (error) {
    return ['wrong', what, (error as Error).message];
  }
}

type Newest = Pick<ForecastIssue, 'issueTime' | 'updatedAt'>;

export function archiveFindingOf(newest: Newest | null, attempts: ServedIngests, now: number): Finding {
  const what = 'forecast archive';
  const { failures = 0, failure = null } = attempts.ingests.get('forecast-archive') ?? {};
  const trouble =
    failures > 0 ? [`last attempt failed: ${failure}`, ...attemptWords(attempts, 'forecast-archive')] : [];
  if (newest === null) return [failures > 0 ? 'wrong' : 'note', what, ['no issue yet', ...trouble].join('; ')];
  const { issueTime, updatedAt } = newest;
  const stations = updatedAt.filter((time) => time !== null).length;
  const words = `newest issue ${formatInstant(issueTime)}, ${ago(issueTime, now)}, ${stations} of ${updatedAt.length} stations`;
  const isLate = attempts.isServed && now - issueTime > LATE_ISSUE;
  return [failures > 0 || isLate ? 'wrong' : 'ok', what, [words, ...trouble].join('; ')];
}

/** The last day that is over is written within hours. With two of them missing, a running service has lost one. */
const MISSING_DAYS = 2;

/** Age of the newest day of the daily analysis: a gap in it cannot be filled later. */
async function analysisFinding(config: Config, attempts: Attempts): Promise<Finding> {
  try {
    const newest = (await analysisSpans(config, silentLog)).get('daily-weather')!.at(-1)?.lastDay ?? null;
    return analysisFindingOf(newest, attempts, config.clock.now());
  } catch (error) {
    return ['wrong', 'daily analysis', (error as Error).message];
  }
}

/** @param newest  days since 1970-01-01; null: none */
export function analysisFindingOf(
  newest: number | null,
  { isServed }: Pick<ServedIngests, 'isServed'>,
  now: number,
): Finding {
  const what = 'daily analysis';
  if (newest === null) return ['note', what, 'no day yet'];
  const missing = lastDayOver(now) - newest;
  const isLate = isServed && missing >= MISSING_DAYS;
  const words = isLate ? `${formatDate(newest)}; ${missing} days are missing` : formatDate(newest);
  return [isLate ? 'wrong' : 'ok', what, `to ${words}`];
}

/** A date is verified when its observations are there, a day after it is over. With three of them missing, something fails. */
const UNVERIFIED_DATES = 3;

/** How far forecasts are verified: what is missing is made up once its cause is gone. */
async function accuracyFinding(config: Config, attempts: Attempts): Promise<Finding> {
  try {
    return accuracyFindingOf(await lastVerifiedDay(config, silentLog), attempts, config.clock.now());
  } catch (error) {
    return ['wrong', 'verification', (error as Error).message];
  }
}

/** @param last  days since 1970-01-01; null: none */
export function accuracyFindingOf(
  last: number | null,
  { isServed }: Pick<ServedIngests, 'isServed'>,
  now: number,
): Finding {
  const what = 'verification';
  if (last === null) return ['note', what, 'no forecast is verified yet'];
  const missing = lastDayOver(now) - last;
  const isLate = isServed && missing >= UNVERIFIED_DATES;
  const words = `forecasts to ${formatDate(last)} are verified`;
  return isLate
    ? ['wrong', what, `${words}; ${missing} dates wait for most of their observations, or their verification failed`]
    : ['ok', what, words];
}

interface RecordFindings {
  readonly findings: Finding[];
  readonly attempts: Attempts;
  /** Null: there are none, or they cannot be opened. */
  readonly alerts: OpenAlerts | null;
}

async function records(config: Config): Promise<RecordFindings> {
  const none = { attempts: await attemptsOf(null, []), alerts: null };
  if (!existsSync(join(config.dataDirectory, 'records')))
    return { findings: [['note', 'records', 'none yet']], ...none };
  try {
    const access = await openRecordsAccess(config, silentLog);
    const keys = (await access.keys.list()).filter((key) => key.revokedAt === null);
    const attempts = await attemptsOf(access, chosenOf('model', config));
    const alerts = await readAlerts(config, access.alerts);
    await access.close();
    return { findings: [keyFinding(keys.length)], attempts, alerts };
  } catch (error) {
    return { findings: [['wrong', 'records', (error as Error).message]], ...none };
  }
}

function keyFinding(valid: number): Finding {
  return valid > 0
    ? ['ok', 'keys', `${valid} valid`]
    : ['note', 'keys', 'none; make one with: weatherglass keys create'];
}

function print(findings: readonly Finding[], json: boolean): void {
  if (json)
    process.stdout.write(`${JSON.stringify(findings.map(([state, what, detail]) => ({ state, what, detail })))}\n`);
  else process.stdout.write(findingLines(findings).join(''));
}
