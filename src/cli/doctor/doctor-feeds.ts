/** What `doctor` finds out about the configured feeds: published run and its age, last ingest, upstream; and the terrain. */

import { openObjects, type PublishedRun, publishedRuns, publishedTerrain } from '../../app.js';
import type { Config } from '../../base/config.js';
import { silentLog } from '../../base/log.js';
import { newestRunUrl } from '../../ingest/newest-run.js';
import { scanStateOf } from '../../ingest/nexrad/scan-state.js';
import { cadenceOf, radarFeedOf } from '../../ingest/radar/radar-feed-table.js';
import { newestFrameOf, type RadarState, radarStateOf } from '../../ingest/radar/radar-state.js';
import type { DatasetId } from '../../model/dataset.js';
import type { IngestRecord, PollState } from '../../model/records.js';
import { formatInstant } from '../../model/time.js';
import { addressSettingOf, configuredAlerts, configuredRadar, configuredZones, NEXRAD } from '../feed-names.js';
import { radarDirectory } from '../ingest/ingest-work.js';
import type { RecordsAccess } from '../records-access.js';
import { observationFindings, observationUpstreamFindings } from './doctor-observations.js';
import { ago, type Finding, hasFailed, hours, pollWords } from './finding.js';

/** Three cadences after a frame and so much more, s, the next is late. */
const LATE_SECONDS = 300;

/** The newest attempt of each feed, and whether a running service makes the next. */
export interface Attempts {
  readonly last: ReadonlyMap<DatasetId, IngestRecord>;
  /** Of feeds of alerts and their parts, by their names. */
  readonly polls: ReadonlyMap<string, PollState>;
  readonly isServed: boolean;
}

/** @param contact  whether the upstreams are asked */
export async function feedFindings(config: Config, attempts: Attempts, contact: boolean): Promise<Finding[]> {
  const runs = await publishedOf(config);
  const findings = config.feeds.map((feed): Finding => {
    const run = runs instanceof Error ? null : (runs.get(feed) ?? null);
    return feedFinding(feed, run, attempts, config.clock.now());
  });
  const broken: Finding[] = runs instanceof Error ? [['wrong', 'store', runs.message]] : [];
  const ground = config.terrain ? [await terrainFinding(config)] : [];
  const now = config.clock.now();
  const alerts = [...configuredAlerts(config).map(({ name }) => name), ...configuredZones(config)];
  const polled = alerts.map((name) => alertFinding(name, attempts, now));
  if (config.profile === 'live') polled.push(...missingSettings(config, alerts));
  const radar = [...(await radarFindings(config, attempts.isServed)), ...(await scanFindings(config))];
  const observed = await observationFindings(config, attempts.isServed);
  const upstreams = contact ? await allUpstreamFindings(config) : [];
  return [...broken, ...findings, ...ground, ...radar, ...observed, ...polled, ...upstreams];
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

async function publishedOf(config: Config): Promise<ReadonlyMap<DatasetId, PublishedRun> | Error> {
  try {
    return await publishedRuns(config, silentLog, config.feeds);
  } catch (error) {
    return error as Error;
  }
}

/** None where there are no records yet. */
export async function attemptsOf(access: RecordsAccess | null, feeds: readonly DatasetId[]): Promise<Attempts> {
  const last = new Map<DatasetId, IngestRecord>();
  for (const feed of access === null ? [] : feeds) {
    const [newest] = await access!.ledger.recent(feed, 1);
    if (newest) last.set(feed, newest);
  }
  const polls = access === null ? new Map<string, PollState>() : await access.alerts.pollStates();
  return { last, polls, isServed: access?.isServed ?? false };
}

/** "run 2026-11-20T06:00:00Z, 7 h old; last ingest published, 209 of 209 steps" */
function feedFinding(feed: DatasetId, run: PublishedRun | null, attempts: Attempts, now: number): Finding {
  const last = attempts.last.get(feed) ?? null;
  const parts = [runInWords(run, now), ingestInWords(last, attempts.isServed)];
  const wrong = run?.isLate || last?.status === 'failed';
  const state = wrong ? 'wrong' : run?.referenceTime == null || last?.status === 'stopped' ? 'note' : 'ok';
  return [state, feed, parts.join('; ')];
}

function runInWords(run: PublishedRun | null, now: number): string {
  if (run === null || run.referenceTime === null) return 'nothing published yet';
  const age = `run ${formatInstant(run.referenceTime)}, ${hours(now - run.referenceTime)} old`;
  return run.isLate ? `${age}, should be at most ${hours(run.lateAfter)}` : age;
}

function ingestInWords(last: IngestRecord | null, isServed: boolean): string {
  if (last === null) return isServed ? 'waits for its turn' : 'no ingest yet';
  const { status, stepsDone, stepsTotal, outcome } = last;
  if (status === 'running') return `a run of ${stepsTotal} steps is being ingested`;
  const reason = outcome === null || status === 'published' ? '' : `: ${outcome}`;
  return `last ingest ${status}, ${stepsDone} of ${stepsTotal} steps${reason}`;
}

/** "polled 4 min ago; failed 1 min ago: …"; parts of the feed that fail are named. */
function alertFinding(name: string, { polls, isServed }: Attempts, now: number): Finding {
  const state = polls.get(name) ?? null;
  if (state === null) return ['note', name, isServed ? 'waits for its turn' : 'not polled yet'];
  const branches = [...polls].filter(([key, part]) => key.startsWith(`${name}/`) && hasFailed(part));
  const failed = branches.map(([key, { failure }]) => `${key.slice(name.length + 1)} failed: ${failure}`);
  const parts = [...pollWords(state, now), ...failed];
  return [hasFailed(state) ? 'wrong' : failed.length > 0 ? 'note' : 'ok', name, parts.join('; ')];
}

async function radarFindings(config: Config, isServed: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  try {
    for (const { name } of configuredRadar(config))
      try {
        const state = await radarStateOf({ objects, directory: radarDirectory(config) }, radarFeedOf(name));
        findings.push(radarFinding(name, state, config.clock.now(), isServed));
      } catch (error) {
        findings.push(['wrong', name, (error as Error).message]);
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
    return [['ok', NEXRAD, `${held}; newest ${newest.site}, ${age}`]];
  } catch (error) {
    return [['wrong', NEXRAD, (error as Error).message]];
  } finally {
    objects.close();
  }
}

/** "frame 2026-11-20T06:10:00Z, 4 min old; polled 1 min ago; last file not taken: …" */
function radarFinding(name: string, state: RadarState, now: number, isServed: boolean): Finding {
  const { newest, poll, refusal } = state;
  if (newest === null && poll === null) return ['note', name, isServed ? 'waits for its turn' : 'not polled yet'];
  const isOld = newest !== null && now - newest > 3 * cadenceOf(radarFeedOf(name)) + LATE_SECONDS;
  // Nobody is answered from it: the clock was set back, or another day is replayed.
  const isFuture = newest !== null && newest > now + LATE_SECONDS;
  const late = newest === null ? '' : `${ago(newest, now, 'old')}${isOld ? ', which is late' : ''}`;
  const age = isFuture ? 'which is ahead of the clock' : late;
  const failed = poll !== null && hasFailed(poll);
  const parts = [
    newest === null ? 'no frame yet' : `frame ${formatInstant(newest)}, ${age}`,
    ...(poll === null ? [] : pollWords(poll, now)),
    ...(refusal === null ? [] : [`last file not taken ${ago(refusal.at, now)}: ${refusal.reason}`]),
  ];
  return [failed || isFuture ? 'wrong' : isOld || newest === null ? 'note' : 'ok', name, parts.join('; ')];
}

async function terrainFinding(config: Config): Promise<Finding> {
  try {
    const terrain = await publishedTerrain(config, silentLog);
    if (terrain === null) return ['note', 'terrain', 'nothing published; places stay at the height of the models'];
    return ['ok', 'terrain', `${terrain.tiles} tiles of zoom ${terrain.zoom}`];
  } catch (error) {
    return ['wrong', 'terrain', (error as Error).message];
  }
}

async function allUpstreamFindings(config: Config): Promise<Finding[]> {
  const [models, radar] = [await upstreamFindings(config), await radarUpstreamFindings(config)];
  return [...models, ...radar, ...(await observationUpstreamFindings(config))];
}

/** One after the other: it is a look, no race. */
async function upstreamFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const feed of config.feeds) {
    const what = `${feed} upstream`;
    try {
      const url = await newestRunUrl(feed, config.addresses[addressSettingOf(feed)], config.clock);
      findings.push(['ok', what, url]);
    } catch (error) {
      findings.push(['wrong', what, (error as Error).message]);
    }
  }
  return findings;
}

async function radarUpstreamFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name } of configuredRadar(config)) {
    const what = `${name} upstream`;
    try {
      const frame = await newestFrameOf(radarFeedOf(name), config.addresses[addressSettingOf(name)], config.clock);
      findings.push(['ok', what, `${frame.url}, ${ago(frame.validTime, config.clock.now(), 'old')}`]);
    } catch (error) {
      findings.push(['wrong', what, (error as Error).message]);
    }
  }
  return findings;
}
