import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { ingestDependencies } from '../../../test/ingest-dependencies.js';
import { fixedClock } from '../../base/clock.js';
import type { DatasetId } from '../../model/dataset.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { openSession } from '../ingest-session.js';
import { stepsOfRun } from '../run-steps.js';
import { SLICE_VERSION } from '../staging/slice-format.js';
import { versionName } from './cube-build.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;

/** The name of the run's version, and what it was before there were maps. */
async function namesOf(feed: DatasetId): Promise<{ now: string; before: string }> {
  const own = {
    objects: createMemoryObjects(),
    directory: join(tmpdir(), 'weatherglass-never-made'),
    clock: fixedClock(RUN),
  };
  const session = openSession(ingestDependencies(null, own), feed);
  try {
    const leads = stepsOfRun(session.runs, RUN).map(({ lead }) => lead);
    const facts = { simulated: false, region: null, leads, slices: SLICE_VERSION };
    const before = `2026112006-${crc32(JSON.stringify(facts)).toString(16).padStart(8, '0')}`;
    return { now: versionName(session, RUN), before };
  } finally {
    await session.close();
  }
}

test.each<DatasetId>(['gfs', 'hrrr', 'aqm', 'gefs-aerosol'])(
  'a run of %s that was published before there were maps does not count as published',
  async (feed) => {
    const { now, before } = await namesOf(feed);
    expect(now).toMatch(/^2026112006-[0-9a-f]{8}$/);
    expect(now).not.toBe(before);
  },
);

test.each<DatasetId>(['nbm', 'ecmwf-ifs', 'icon-eu', 'gefs', 'hrrr-subhourly'])(
  'a run of %s, which has no maps, stays published',
  async (feed) => {
    const { now, before } = await namesOf(feed);
    expect(now).toBe(before);
  },
);
