/** From staged slices to a published version: plan, shards in parallel, complete, pointer, retention. */

import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { isTagged, type ObjectDefectError, UpstreamError } from '../../base/errors.js';
import { inLanes } from '../../base/lanes.js';
import { type ElementId, elementOf, type StaticFieldId } from '../../model/element.js';
import type { ModelFeed } from '../../sources/model-feed.js';
import { formatRun } from '../../sources/runs.js';
import { publishVersion } from '../../store/cubes/cube-publication.js';
import { type CubeDraft, shardCount, writeCubeMetadata } from '../../store/cubes/cube-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { discardVersion, removeOldVersions } from '../../store/versions/removal.js';
import type { IngestSession } from '../ingest-session.js';
import { stepsOfRun } from '../run-steps.js';
import { openSlice } from '../staging/slice-file.js';
import { SLICE_VERSION, type SliceHeader } from '../staging/slice-format.js';
import { type CubePlan, type FeedHabits, planCube } from './cube-plan.js';
import { mapLayoutOf, planMaps } from './map-plan.js';

export interface StagedSlice {
  readonly path: string;
  readonly header: SliceHeader;
}

export interface CubeOrder {
  /** Name of the version, without the number that makes it unique. */
  readonly name: string;
  readonly referenceTime: number;
  readonly slices: readonly StagedSlice[];
  /** Time axis of the cube. */
  readonly times: readonly number[];
}

/**
 * Builds and publishes. Until the last moment nothing that readers see is touched.
 *
 * @returns the published version
 * @throws ObjectDefectError  with the path of a slice that is damaged; it can be staged again
 */
export async function buildCube(session: IngestSession, order: CubeOrder): Promise<string> {
  const { deps, feed } = session;
  const { objects, clock, log } = deps;
  const headers = order.slices.map(({ header }) => header);
  const plan = planCube(headers, order.times, habitsOf(feed));
  const draft = await draftCube(session, order, plan);
  await writeWhole(session, order, plan, draft);
  await publishVersion(objects, feed.id, draft.version, clock.now());
  const removed = await removeOldVersions(objects, feed.id, {
    now: clock.now(),
    isHeld: deps.isHeld ?? (() => false),
  });
  if (removed.length > 0) log.info({ removed }, 'old versions removed');
  return draft.version;
}

/** What a failure leaves goes at once: on a full disk the gigabytes of half a cube are what everything else lacks. */
async function writeWhole(session: IngestSession, order: CubeOrder, plan: CubePlan, draft: CubeDraft): Promise<void> {
  const { objects, log } = session.deps;
  try {
    await writeCubeMetadata(objects, draft);
    await writeShards(session, order, plan, draft);
  } catch (error) {
    const { dataset, version } = draft;
    await discardVersion(objects, dataset, version).catch((reason: unknown) =>
      log.warn({ version, error: String(reason) }, 'half a cube stays until the next attempt'),
    );
    throw error;
  }
}

function habitsOf({ windowSeconds, elements }: ModelFeed): FeedHabits {
  return { windowSeconds, spread: new Set(elements.filter(({ spread }) => spread).map(({ id }) => id)) };
}

async function draftCube(session: IngestSession, order: CubeOrder, plan: CubePlan): Promise<CubeDraft> {
  const { deps, feed } = session;
  const { elements } = plan;
  const maps = planMaps(feed.id, plan, order.referenceTime);
  return {
    dataset: feed.id,
    version: await freeName(deps.objects, feed.id, order.name),
    source: feed.id,
    windowSeconds: feed.windowSeconds,
    referenceTime: order.referenceTime,
    createdAt: deps.clock.now(),
    simulated: order.slices.some(({ header }) => header.simulated),
    elements,
    packings: elements.map((id: ElementId) => ({ step: elementOf(id).step, base: elementOf(id).base })),
    times: Float64Array.from(order.times),
    grid: commonGrid(order.slices),
    statics: await readStatics(order),
    ...(maps.length === 0 ? {} : { maps }),
  };
}

async function writeShards(session: IngestSession, order: CubeOrder, plan: CubePlan, draft: CubeDraft): Promise<void> {
  const { deps, seconds, work } = session;
  const { dataset, version, elements, times, grid, maps } = draft;
  const task = {
    plan,
    paths: order.slices.map(({ path }) => path),
    grid,
    draft: { dataset, version, elements, times, grid, ...(maps === undefined ? {} : { maps }) },
  };
  const bands = Array.from({ length: shardCount(grid) }, (_, band) => band);
  let done = 0;
  const writeOne = async (band: number): Promise<void> => {
    const shards = await work.shards({ ...task, band });
    const begun = performance.now();
    for (const { key, bytes } of shards.objects) await deps.objects.put(key, bytes);
    seconds.assemble += shards.assemble;
    seconds.compress += shards.compress;
    seconds.write += (performance.now() - begun) / 1000;
    const facts = { run: formatRun(order.referenceTime), version, done: ++done, of: bands.length };
    session.tell('shard', `building the cube: ${done} of ${bands.length} bands`, facts);
  };
  // one more than there are threads: a shard is put in the store while the next is built
  await inLanes(bands, work.lanes + 1, writeOne, deps.signal);
}

/** The name, or the name with a number when a complete version has it: what is complete is never written again. */
async function freeName(objects: ObjectStore, dataset: string, name: string): Promise<string> {
  const keys = new Set(await objects.list(`${dataset}/${name}`));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!keys.has(`${dataset}/${candidate}/complete.json`)) return candidate;
  }
}

/**
 * Name of the version of a run: "2026112006-5f3a09c1". The second part stands for everything else that decides what is
 * in it, so that a run that was published with another region, or simulated, does not count as published.
 */
export function versionName(session: IngestSession, referenceTime: number): string {
  const { source, region } = session.deps;
  const leads = stepsOfRun(session.runs, referenceTime).map(({ lead }) => lead);
  const maps = mapLayoutOf(session.feed.id);
  const kept = maps === null ? {} : { maps };
  const facts = { simulated: source.simulated, region, leads, slices: SLICE_VERSION, ...kept };
  return `${formatRun(referenceTime)}-${crc32(JSON.stringify(facts)).toString(16).padStart(8, '0')}`;
}

function commonGrid(slices: readonly StagedSlice[]): CubeDraft['grid'] {
  const [first] = slices;
  const stranger = slices.find(({ header }) => !isDeepStrictEqual(header.grid, first!.header.grid));
  if (stranger) throw new UpstreamError('framing', stranger.path, `does not stand on the grid of ${first!.path}`);
  return first!.header.grid;
}

/** From the newest slice that has them. */
async function readStatics({ slices }: CubeOrder): Promise<CubeDraft['statics']> {
  const holders = slices.filter(({ header }) => header.statics.length > 0);
  const newest = holders.sort((a, b) => b.header.referenceTime - a.header.referenceTime)[0];
  const slice = newest && (await openSlice(newest.path));
  if (!slice) return {};
  const statics: Partial<Record<StaticFieldId, Float32Array>> = {};
  try {
    for (const [i, id] of slice.header.statics.entries()) {
      const bytes = await slice.readPart(shardCount(slice.header.grid) + i);
      statics[id] = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    }
  } finally {
    await slice.close();
  }
  return statics;
}

/** True when the error says that one of these slices is damaged, so that staging it again can help. */
export function isSliceDefect(error: unknown, slices: readonly StagedSlice[]): error is ObjectDefectError {
  return isTagged(error, 'object-defect') && slices.some(({ path }) => path === error.key);
}
