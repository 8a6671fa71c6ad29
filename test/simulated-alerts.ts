/** The simulated upstream in a summer of storms that are warned of, and what polls of its alerts need. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../simulator/upstream.js';
import { createWorld, type World } from '../simulator/world.js';
import { silentLog } from '../src/base/log.js';
import { pollAlerts } from '../src/ingest/alerts/poll-alerts.js';
import type { AlertContext, ZoneContext } from '../src/ingest/context.js';
import { feedOf } from '../src/sources/feeds.js';
import { createMemoryAlerts } from './memory-alerts.js';
import { STORM_NOON, WARNED_STORMS as storms } from './warned-storms.js';

const SEED = 11;
const FEEDS = ['nws-alerts', 'meteoalarm', 'dwd-alerts', 'wmo-alert-hub'];

export interface SimulatedAlerts {
  readonly world: World;
  readonly records: ReturnType<typeof createMemoryAlerts>;
  /** Epoch seconds; at first `STORM_NOON`. */
  now: number;
  /** @param folder  in which polls remember what they read; default the same for all */
  deps(folder?: string): AlertContext & ZoneContext;
  /** Every feed once; none may fail. */
  pollAll(deps?: AlertContext): Promise<void>;
}

/** Opens and closes with the file that calls it. */
export function simulatedAlerts(): SimulatedAlerts {
  let upstream: SimulatedUpstream;
  let root: string;
  const alerts: SimulatedAlerts = {
    world: createWorld(SEED, { storms }),
    records: createMemoryAlerts(),
    now: STORM_NOON,
    deps: (folder = '.') => ({
      alerts: alerts.records,
      directory: join(root, folder),
      baseUrl: upstream.url,
      addressOf: () => upstream.url,
      chosen: null,
      contact: null,
      region: null,
      clock: { now: () => alerts.now },
      log: silentLog,
      progress: () => undefined,
      random: () => 0.5,
    }),
    async pollAll(deps = alerts.deps()) {
      for (const id of FEEDS) expect((await pollAlerts(deps, feedOf('alerts', id))).failed).toEqual([]);
    },
  };
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'weatherglass-simulated-alerts-'));
    const clock = { now: () => alerts.now };
    upstream = await startSimulatedUpstream({ port: 0, seed: SEED, gridStepDegrees: 30, clock, storms });
  });
  afterAll(async () => {
    await upstream.close();
    rmSync(root, { recursive: true });
  });
  return alerts;
}
