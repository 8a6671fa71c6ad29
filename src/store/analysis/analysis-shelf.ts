/**
 * The daily analysis as readers get it: its stretches are looked up once a minute, their indexes and chunks are kept in memory.
 * A chunk that is damaged is read from the version before, which lacks a day; where that fails too, its days are missing.
 */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { shareFor } from '../../base/shared-value.js';
import type { SampleWeight } from '../../grid/grid.js';
import {
  ANALYSIS_DATASETS,
  type AnalysisDataset,
  type AnalysisSpan,
  type DailyAnalysis,
  elementsOf,
} from '../../model/daily-analysis.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog, type DefectLog } from '../versions/defect-log.js';
import { type SharedLoads, shareLoads } from '../versions/shared-loads.js';
import type { ShardIndex } from '../zarr/shard-index.js';
import { combineCells, type PlacedChunk, placeOfCell } from './analysis-cells.js';
import type { StretchFacts } from './analysis-layout.js';
import {
  readSoundest,
  readStretchChunk,
  readStretchIndex,
  type StretchVersions,
  stretchesAmong,
} from './analysis-reader.js';

/** A new day is seen within this time, s. */
const WATCH_SECONDS = 60;
/** Chunks of a month: some 6 places with a year each. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** Some 480 indexes of a global analysis at 0.25°: three years of 13 places. */
const INDEX_BYTES = 2 * 2 ** 20;

export interface AnalysisShelfOptions {
  readonly objects: ObjectStore;
  /** Ages the list of stretches. Pass the clock of the machine. */
  readonly clock: Clock;
  readonly log: Log;
}

interface Caches {
  readonly objects: ObjectStore;
  readonly defects: DefectLog;
  readonly chunks: SharedLoads<Int16Array>;
  readonly indexes: SharedLoads<ShardIndex>;
}

/** A stretch in the longest version that can be opened, and those before it. */
interface OpenStretch {
  readonly facts: StretchFacts;
  readonly older: StretchVersions;
}

export function createAnalysisShelf(options: AnalysisShelfOptions): DailyAnalysis {
  const { objects, log } = options;
  const caches: Caches = {
    objects,
    defects: createDefectLog(log),
    chunks: shareLoads(CHUNK_BYTES, ({ byteLength }) => byteLength),
    indexes: shareLoads(INDEX_BYTES, ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength),
  };
  const watches = ANALYSIS_DATASETS.map((dataset) => [dataset, watchStretches(caches, options, dataset)] as const);
  const stretchesOf = new Map(watches);
  return {
    async version(dataset) {
      const newest = (await stretchesOf.get(dataset)!()).at(-1);
      return newest?.facts.version ?? 'none';
    },
    async spans(dataset) {
      return (await stretchesOf.get(dataset)!()).map(({ facts }) => spanOf(facts));
    },
    async read(dataset, days, cornersOf) {
      const [first, last] = days;
      const count = Math.max(0, last - first + 1);
      const values = new Map(elementsOf(dataset).map(({ id }) => [id, new Float64Array(count).fill(Number.NaN)]));
      const all = await stretchesOf.get(dataset)!();
      const touched = all.filter(({ facts }) => facts.firstDay <= last && facts.lastDay >= first);
      const spans = await Promise.all(
        touched.map(async (stretch) => {
          const corners = cornersOf(stretch.facts.grid);
          if (corners.length === 0) return null;
          const chunks = await Promise.all(corners.map((corner) => chunkOfCorner(caches, stretch, corner)));
          combineCells(chunks, first, values);
          return spanOf(stretch.facts);
        }),
      );
      return { values, spans: spans.filter((span) => span !== null) };
    },
  };
}

function spanOf({ source, simulated, firstDay, lastDay }: StretchFacts): AnalysisSpan {
  return { source, simulated, firstDay, lastDay };
}

/**
 * The stretches of a dataset, by their first days; each version is opened once. While the store does not respond, the last known
 * ones stay: most histories need none of them.
 */
function watchStretches(
  caches: Caches,
  { clock, log }: AnalysisShelfOptions,
  dataset: AnalysisDataset,
): () => Promise<OpenStretch[]> {
  let opened: Map<string, OpenStretch> | null = null;
  const look = async (known: ReadonlyMap<string, OpenStretch>): Promise<Map<string, OpenStretch>> => {
    const found = stretchesAmong(dataset, await caches.objects.list(`${dataset}/`));
    const stretches = await Promise.all(
      found.map(async (versions) => {
        const name = versions.map(({ version }) => version).join();
        return [name, known.get(name) ?? (await openStretch(caches, dataset, versions))] as const;
      }),
    );
    return new Map(stretches.filter((one): one is [string, OpenStretch] => one[1] !== null));
  };
  return shareFor(WATCH_SECONDS, clock, async () => {
    try {
      opened = await look(opened ?? new Map());
    } catch (error) {
      if (opened === null || !isTagged(error, 'store-unavailable')) throw error;
      log.warn({ dataset, error: String(error) }, 'the daily analysis cannot be listed; the last known days stay');
    }
    return [...opened.values()];
  });
}

async function openStretch(
  { objects, defects }: Caches,
  dataset: AnalysisDataset,
  versions: StretchVersions,
): Promise<OpenStretch | null> {
  const facts = await readSoundest(objects, dataset, versions, (defect, version) =>
    defects.report(defect, { dataset, version }),
  );
  return facts === null ? null : { facts, older: versions.filter(({ lastDay }) => lastDay < facts.lastDay) };
}

/** The chunk around a corner; null: no version has it undamaged. */
async function chunkOfCorner(
  caches: Caches,
  stretch: OpenStretch,
  { cell, weight }: SampleWeight,
): Promise<PlacedChunk> {
  const { shard, chunk, place } = placeOfCell(stretch.facts.grid, cell);
  return { ...(await soundChunk(caches, stretch, shard, chunk)), place, weight };
}

async function soundChunk(
  caches: Caches,
  { facts, older }: OpenStretch,
  shard: number,
  chunk: number,
): Promise<Pick<PlacedChunk, 'facts' | 'values'>> {
  const { dataset, version } = facts;
  const name = `${dataset}/${version}/${shard}`;
  try {
    const values = await caches.chunks.get(`${name}/${chunk}`, async () => {
      const index = await caches.indexes.get(name, () => readStretchIndex(caches.objects, facts, shard));
      return readStretchChunk(caches.objects, facts, { shard, chunk }, index);
    });
    return { facts, values };
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    caches.defects.report(error, { dataset, version });
    const before = await openStretch(caches, dataset, older);
    return before === null ? { facts, values: null } : soundChunk(caches, before, shard, chunk);
  }
}
