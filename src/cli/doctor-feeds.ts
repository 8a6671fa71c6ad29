/** What `doctor` finds out about the configured feeds: published run and its age, last ingest, upstream; and the terrain. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PublishedRun, publishedRuns, publishedTerrain } from '../app.js';
import type { Config } from '../base/config.js';
import { silentLog } from '../base/log.js';
import { newestRunUrl } from '../ingest/newest-run.js';
import type { DatasetId } from '../model/dataset.js';
import type { IngestRecord } from '../model/records.js';
import { formatInstant } from '../model/time.js';
import { addressSettingOf } from './feed-names.js';
import { openRecordsAccess } from './records-access.js';

export type Finding = readonly ['ok' | 'note' | 'wrong', string, string];

const HOUR = 3600;

/** @param contact  whether the upstreams are asked */
export async function feedFindings(config: Config, contact: boolean): Promise<Finding[]> {
  const [runs, attempts] = await Promise.all([publishedOf(config), lastAttempts(config)]);
  const findings = config.feeds.map((feed): Finding => {
    const run = runs instanceof Error ? null : (runs.get(feed) ?? null);
    return feedFinding(feed, run, attempts.get(feed) ?? null, config.clock.now());
  });
  const broken: Finding[] = runs instanceof Error ? [['wrong', 'store', runs.message]] : [];
  const ground = config.terrain ? [await terrainFinding(config)] : [];
  return [...broken, ...findings, ...ground, ...(contact ? await upstreamFindings(config) : [])];
}

async function publishedOf(config: Config): Promise<ReadonlyMap<DatasetId, PublishedRun> | Error> {
  try {
    return await publishedRuns(config, silentLog, config.feeds);
  } catch (error) {
    return error as Error;
  }
}

/** The newest attempt of each feed; none where there are no records yet, or where they cannot be read, which is told elsewhere. */
async function lastAttempts(config: Config): Promise<ReadonlyMap<DatasetId, IngestRecord>> {
  const attempts = new Map<DatasetId, IngestRecord>();
  if (!existsSync(join(config.dataDirectory, 'records'))) return attempts;
  const access = await openRecordsAccess(config, silentLog).catch(() => null);
  for (const feed of access === null ? [] : config.feeds) {
    const [last] = await access!.ledger.recent(feed, 1);
    if (last) attempts.set(feed, last);
  }
  await access?.close();
  return attempts;
}

/** "run 2026-11-20T06:00:00Z, 7 h old; last ingest published, 209 of 209 steps" */
function feedFinding(feed: DatasetId, run: PublishedRun | null, last: IngestRecord | null, now: number): Finding {
  const parts = [runInWords(run, now), ingestInWords(last)];
  const wrong = run?.isLate || last?.status === 'failed';
  const state = wrong ? 'wrong' : run?.referenceTime == null || last?.status === 'stopped' ? 'note' : 'ok';
  return [state, feed, parts.join('; ')];
}

function runInWords(run: PublishedRun | null, now: number): string {
  if (run === null || run.referenceTime === null) return 'nothing published';
  const age = `run ${formatInstant(run.referenceTime)}, ${hours(now - run.referenceTime)} old`;
  return run.isLate ? `${age}, should be at most ${hours(run.lateAfter)}` : age;
}

function hours(seconds: number): string {
  return `${Math.round((seconds / HOUR) * 10) / 10} h`;
}

function ingestInWords(last: IngestRecord | null): string {
  if (last === null) return 'no ingest yet';
  const { status, stepsDone, stepsTotal, outcome } = last;
  return `last ingest ${status}, ${stepsDone} of ${stepsTotal} steps${outcome === null ? '' : `: ${outcome}`}`;
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
