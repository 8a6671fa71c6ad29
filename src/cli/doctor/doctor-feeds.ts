/** What `doctor` finds out about the configured feeds: published run and its age, last ingest, upstream; and the terrain. */

import { join } from 'node:path';
import { openObjects, type PublishedRun, publishedRuns, publishedTerrain } from '../../app.js';
import { silentLog } from '../../base/log.js';
import type { Config } from '../../config/config.js';
import { chosenFeeds, chosenOf } from '../../ingest/feed-choice.js';
import { kindOf } from '../../ingest/kinds.js';
import { scanStateOf } from '../../ingest/nexrad/scan-state.js';
import { type RadarState, radarStateOf } from '../../ingest/radar/radar-state.js';
import type { DatasetId } from '../../model/dataset.js';
import { cadenceOf, type RadarNetworkId } from '../../model/radar.js';
import type { IngestRecord, PollState } from '../../model/records.js';
import { formatInstant } from '../../model/time.js';
import { type Feed, type FeedOf, feedsOf } from '../../sources/feeds.js';
import type { RecordsAccess } from '../records-access.js';
import { fireFindings } from './doctor-fires.js';
import { reportFindings } from './doctor-reports.js';
import { stationFindings } from './doctor-stations.js';
import {
  ago,
  attemptWords,
  type Finding,
  hasFailed,
  hours,
  pollWords,
  type ServedIngests,
  untriedWords,
} from './finding.js';

/** Three cadences after a frame and so much more, s, the next is late. */
const LATE_SECONDS = 300;

/** The newest attempt of each feed, and what a running service does with it. */
export interface Attempts extends ServedIngests {
  readonly last: ReadonlyMap<string, IngestRecord>;
  /** Of feeds of alerts and their parts, by their names. */
  readonly polls: ReadonlyMap<string, PollState>;
}

/** @param contact  whether the upstreams are asked */
export async function feedFindings(config: Config, attempts: Attempts, contact: boolean): Promise<Finding[]> {
  const runs = await publishedOf(config);
  const findings = chosenOf('model', config).map(({ id: feed }): Finding => {
    const run = runs instanceof Error ? null : (runs.get(feed) ?? null);
    return feedFinding(feed, run, attempts, config.clock.now());
  });
  const broken: Finding[] = runs instanceof Error ? [['wrong', 'store', runs.message]] : [];
  const ground = chosenOf('terrain', config).length > 0 ? [await terrainFinding(config, attempts)] : [];
  const now = config.clock.now();
  const alerts = [...chosenOf('alerts', config), ...chosenOf('zones', config)].map(({ id }) => id);
  const polled = alerts.map((name) => alertFinding(name, attempts, now));
  if (config.profile === 'live') polled.push(...missingSettings(config, alerts));
  const radar = [...(await radarFindings(config, attempts)), ...(await scanFindings(config))];
  const observed = await Promise.all(
    [fireFindings, reportFindings, stationFindings].map((findings) => findings(config, attempts)),
  );
  const others = chosenFeeds(config)
    .filter(({ kind }) => !KINDS_WITH_FINDINGS.has(kind))
    .map(({ id }): Finding => otherFinding(id, attempts, now));
  const upstreams = contact ? await upstreamFindings(config) : [];
  return [...broken, ...findings, ...ground, ...radar, ...observed.flat(), ...polled, ...others, ...upstreams];
}

const KINDS_WITH_FINDINGS: ReadonlySet<string> = new Set([
  ...['model', 'terrain', 'radar', 'fires', 'reports', 'stations', 'alerts', 'zones'],
]);

/** Any other kind of feed: a running service knows how its last ingest went. */
export function otherFinding(name: string, attempts: Attempts, now: number): Finding {
  const { failures = 0, endedSeconds = null } = attempts.ingests.get(name) ?? {};
  if (failures > 0 || endedSeconds === null)
    return [failures > 0 ? 'wrong' : 'note', name, ingestWords(name, attempts, now).join('; ')];
  return ['ok', name, [`ingested ${ago(now - endedSeconds, now)}`, ...attemptWords(attempts, name)].join('; ')];
}

/** Settings that somebody must fill in before these feeds bring all that they could. */
function missingSettings({ alerts, addresses }: Config, names: readonly string[]): Finding[] {
  const missing: Finding[] = [];
  if (names.includes('nws-alerts') && alerts.contact === null)
    missing.push(['note', 'contact', 'not told to issuers of alerts, as the NWS requires; set WEATHERGLASS_CONTACT']);
  if (names.includes('meteoalarm') && addresses.WEATHERGLASS_NUTS_ZONES_URL === '')
    missing.push([
      'note',
      'NUTS regions',
      'no shapes, so alerts of Belgium, Bulgaria, France and Hungary are at no place; see WEATHERGLASS_NUTS_ZONES_URL',
    ]);
  return missing;
}

function chosenIds(config: Config): DatasetId[] {
  return chosenOf('model', config).map(({ id }) => id);
}

async function publishedOf(config: Config): Promise<ReadonlyMap<DatasetId, PublishedRun> | Error> {
  try {
    return await publishedRuns(config, silentLog, chosenIds(config));
  } catch (error) {
    return error as Error;
  }
}

/** None where there are no records yet. */
export async function attemptsOf(access: RecordsAccess | null, feeds: readonly FeedOf<'model'>[]): Promise<Attempts> {
  const last = new Map<string, IngestRecord>();
  if (access === null) return { last, polls: new Map(), ingests: new Map(), isServed: false };
  for (const { id } of [...feeds, ...feedsOf('terrain')]) {
    const [newest] = await access.ledger.recent(id, 1);
    if (newest) last.set(id, newest);
  }
  const [polls, states] = [await access.alerts.pollStates(), await access.ingests()];
  return { last, polls, ingests: new Map(states.map((state) => [state.feed, state])), isServed: access.isServed };
}

/** "run 2026-11-20T06:00:00Z, 7 h old; last ingest published, 209 of 209 steps" */
export function feedFinding(feed: DatasetId, run: PublishedRun | null, attempts: Attempts, now: number): Finding {
  const last = attempts.last.get(feed) ?? null;
  const parts = [runInWords(run, now), ...ingestWords(feed, attempts, now)];
  const wrong = run?.isLate || last?.status === 'failed' || (attempts.ingests.get(feed)?.failures ?? 0) > 0;
  const state = wrong ? 'wrong' : run?.referenceTime == null || last?.status === 'stopped' ? 'note' : 'ok';
  return [state, feed, parts.join('; ')];
}

function runInWords(run: PublishedRun | null, now: number): string {
  if (run === null || run.referenceTime === null) return 'nothing published yet';
  const age = `run ${formatInstant(run.referenceTime)}, ${hours(now - run.referenceTime)} old`;
  return run.isLate ? `${age}, should be at most ${hours(run.lateAfter)}` : age;
}

/** "last attempt failed 40 s ago: host not found (data.example.org); next attempt in 20 s" */
function ingestWords(feed: string, attempts: Attempts, now: number): string[] {
  const last = attempts.last.get(feed) ?? null;
  const state = attempts.ingests.get(feed);
  if (state !== undefined && state.failures > 0)
    return [failedWords(ago(now - (state.endedSeconds ?? 0), now), state.failure), ...attemptWords(attempts, feed)];
  if (last === null) return [untriedWords(attempts, feed)];
  const isRunning = last.status === 'running' && state?.state === 'running';
  return [...(isRunning ? [] : [lastWords(last, now)]), ...attemptWords(attempts, feed)];
}

function lastWords({ status, stepsDone, stepsTotal, outcome, finishedAt }: IngestRecord, now: number): string {
  const steps = `${stepsDone} of ${stepsTotal} steps`;
  if (status === 'running') return `a run of ${stepsTotal} steps is being ingested`;
  if (status === 'published') return `last ingest published, ${steps}`;
  const when = ago(finishedAt ?? now, now);
  return status === 'failed' ? failedWords(when, outcome) : `last attempt stopped ${when} at ${steps}: ${outcome}`;
}

function failedWords(when: string, reason: string | null): string {
  return `last attempt failed ${when}: ${reason ?? 'no reason is known'}`;
}

/** "polled 4 min ago; failed 1 min ago: …"; parts of the feed that fail are named, those of one reason together. */
function alertFinding(name: string, attempts: Attempts, now: number): Finding {
  const { polls } = attempts;
  const state = polls.get(name) ?? null;
  if (state === null) return ['note', name, untriedWords(attempts, name)];
  const branches = [...polls].filter(([key, part]) => key.startsWith(`${name}/`) && hasFailed(part));
  const known = hasFailed(state) ? state.failure : null; // what the whole feed failed for need not be said again
  const reasons = new Map<string, string[]>();
  for (const [key, { failure }] of branches)
    if (failure !== known)
      reasons.set(failure ?? '', [...(reasons.get(failure ?? '') ?? []), key.slice(name.length + 1)]);
  const failed = [...reasons].map(([reason, parts]) => `${namesOf(parts)} failed: ${reason}`);
  const parts = [...pollWords(state, now), ...failed, ...attemptWords(attempts, name)];
  return [hasFailed(state) ? 'wrong' : branches.length > 0 ? 'note' : 'ok', name, parts.join('; ')];
}

const MOST_NAMED = 5;

/** "austria, belgium and 30 more" */
function namesOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}

async function radarFindings(config: Config, attempts: Attempts): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  try {
    for (const feed of chosenOf('radar', config))
      try {
        const state = await radarStateOf({ objects, directory: join(config.dataDirectory, 'staging', 'radar') }, feed);
        findings.push(radarFinding(feed.id, state, config.clock.now(), attempts));
      } catch (error) {
        findings.push(['wrong', feed.id, (error as Error).message]);
      }
    return findings;
  } finally {
    objects.close();
  }
}

/** Nothing where no radar was looked at: nobody has to. "3 radars looked at of late; newest KTLX, 4 min old" */
async function scanFindings(config: Config): Promise<Finding[]> {
  const objects = openObjects(config);
  try {
    const { sites, newest } = await scanStateOf(objects);
    if (newest === null) return [];
    const age = ago(newest.validTime, config.clock.now(), 'old');
    const held = `${sites.length} ${sites.length === 1 ? 'radar' : 'radars'} looked at of late`;
    return [['ok', 'nexrad', `${held}; newest ${newest.site}, ${age}`]];
  } catch (error) {
    return [['wrong', 'nexrad', (error as Error).message]];
  } finally {
    objects.close();
  }
}

/** "frame 2026-11-20T06:10:00Z, 4 min old; polled 1 min ago; last file not taken: …" */
function radarFinding(name: RadarNetworkId, state: RadarState, now: number, attempts: Attempts): Finding {
  const { newest, poll, refusal } = state;
  if (newest === null && poll === null) return ['note', name, untriedWords(attempts, name)];
  const isOld = newest !== null && now - newest > 3 * cadenceOf(name) + LATE_SECONDS;
  // Nobody is answered from it: the clock was set back, or another day is replayed.
  const isFuture = newest !== null && newest > now + LATE_SECONDS;
  const late = newest === null ? '' : `${ago(newest, now, 'old')}${isOld ? ', which is late' : ''}`;
  const age = isFuture ? 'which is ahead of the clock' : late;
  const failed = poll !== null && hasFailed(poll);
  const parts = [
    newest === null ? 'no frame yet' : `frame ${formatInstant(newest)}, ${age}`,
    ...(poll === null ? [] : pollWords(poll, now)),
    ...(refusal === null ? [] : [`last file not taken ${ago(refusal.at, now)}: ${refusal.reason}`]),
    ...attemptWords(attempts, name),
  ];
  return [failed || isFuture ? 'wrong' : isOld || newest === null ? 'note' : 'ok', name, parts.join('; ')];
}

async function terrainFinding(config: Config, attempts: Attempts): Promise<Finding> {
  try {
    const terrain = await publishedTerrain(config, silentLog);
    if (terrain === null) {
      const words = ['nothing published; places stay at the height of the models'];
      const isWrong = attempts.last.get('terrain')?.status === 'failed';
      return [
        isWrong ? 'wrong' : 'note',
        'terrain',
        [...words, ...ingestWords('terrain', attempts, config.clock.now())].join('; '),
      ];
    }
    return ['ok', 'terrain', `${terrain.tiles} tiles of zoom ${terrain.zoom}`];
  } catch (error) {
    return ['wrong', 'terrain', (error as Error).message];
  }
}

/** Asks one upstream after the other: nobody waits for it. */
async function upstreamFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const feed of chosenFeeds(config)) {
    const finding = await upstreamFinding(config, feed);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

/** Null for a kind whose upstream cannot be asked without fetching. */
async function upstreamFinding({ addresses, clock }: Config, feed: Feed): Promise<Finding | null> {
  const { upstream } = kindOf(feed);
  if (upstream === undefined) return null;
  const what = `${feed.id} upstream`;
  const address = addresses[feed.addresses[0]!.setting]!;
  try {
    const { urls, missing, validTime } = await upstream(feed, address, clock);
    const [first = address] = urls;
    const words = missing.length > 0 ? `${urls.length} files; not there: ${missing.join(' ')}` : first;
    if (urls.length === 0) return ['wrong', what, `${words}: no file`];
    const age = validTime === undefined ? '' : `, ${ago(validTime, clock.now(), 'old')}`;
    return [missing.length > 0 ? 'note' : 'ok', what, `${words}${age}`];
  } catch (error) {
    return ['wrong', what, (error as Error).message];
  }
}
