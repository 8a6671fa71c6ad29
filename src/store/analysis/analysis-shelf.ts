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
  type AnalysisElement,
  type AnalysisSeries,
  type AnalysisSpan,
  elementsOf,
} from '../../model/daily-analysis.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog } from '../versions/defect-log.js';
import { shareLoads } from '../versions/shared-loads.js';
import type { ShardIndex } from '../zarr/shard-index.js';
import { CHUNK_CELLS, CHUNK_SIDE, chunkColumns, daysOf, SHARD_ROWS, type StretchFacts } from './analysis-layout.js';
import {
  readSoundest,
  readStretchChunk,
  readStretchIndex,
  type StretchVersions,
  stretchesAmong,
} from './analysis-reader.js';

/** A new day is seen within this time, s. */
const WATCH_SECONDS = 60;
/** Chunks of a month: 5 places with a year each. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** Some 340 indexes. */
const INDEX_BYTES = 2 * 2 ** 20;
/** Corners with a value must hold at least this share of the weight. */
const ENOUGH_WEIGHT = 0.5;

export interface AnalysisShelf {
  /** Changes with every day that is added; readers see it within a minute. */
  version(dataset: AnalysisDataset): Promise<string>;
  /** Which days there are, ascending; none where nothing was analysed yet. */
  spans(dataset: AnalysisDataset): Promise<readonly AnalysisSpan[]>;
  /**
   * Days at a place. Damage is logged once and leaves its days missing.
   *
   * @param days  first and last day, both inclusive, days since 1970-01-01
   * @param cornersOf  cells of a grid and their weights; none: the place lies outside of it
   * @throws StoreUnavailableError
   */
  read(
    dataset: AnalysisDataset,
    days: readonly [first: number, last: number],
    cornersOf: (grid: Grid) => readonly SampleWeight[],
  ): Promise<AnalysisSeries>;
}

export interface AnalysisShelfOptions {
  readonly objects: ObjectStore;
  /** Ages the list of stretches. Pass the clock of the machine. */
  readonly clock: Clock;
  readonly log: Log;
}

/** A stretch in the version that can be opened, and those before it. */
interface OpenStretch {
  readonly facts: StretchFacts;
  readonly older: StretchVersions;
}

export function createAnalysisShelf({ objects, clock, log }: AnalysisShelfOptions): AnalysisShelf {
  const defects = createDefectLog(log);
  const chunks = shareLoads<Int16Array>(CHUNK_BYTES, ({ byteLength }) => byteLength);
  const indexes = shareLoads<ShardIndex>(
    INDEX_BYTES,
    ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength,
  );
  const opened = new Map<string, OpenStretch>();

  async function openStretch(dataset: AnalysisDataset, versions: StretchVersions): Promise<OpenStretch | null> {
    const name = `${dataset}/${versions[0]!.version}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const facts = await readSoundest(objects, dataset, versions, (defect, version) =>
      defects.report(defect, { dataset, version }),
    );
    if (facts === null) return null;
    const stretch = { facts, older: versions.filter(({ lastDay }) => lastDay < facts.lastDay) };
    opened.set(name, stretch);
    return stretch;
  }

  async function openAll(dataset: AnalysisDataset): Promise<OpenStretch[]> {
    const found = stretchesAmong(dataset, await objects.list(`${dataset}/`));
    const names = new Set(found.map((versions) => `${dataset}/${versions[0]!.version}`));
    for (const name of opened.keys()) if (name.startsWith(`${dataset}/`) && !names.has(name)) opened.delete(name);
    const stretches = await Promise.all(found.map((versions) => openStretch(dataset, versions)));
    return stretches.filter((stretch) => stretch !== null);
  }

  const watches = new Map(
    ANALYSIS_DATASETS.map((dataset) => [dataset, shareFor(WATCH_SECONDS, clock, () => openAll(dataset))]),
  );
  const stretchesOf = (dataset: AnalysisDataset) => watches.get(dataset)!();

  async function chunkOf(facts: StretchFacts, shard: number, chunk: number): Promise<Int16Array> {
    const name = `${facts.dataset}/${facts.version}/${shard}`;
    return chunks.get(`${name}/${chunk}`, async () => {
      const index = await indexes.get(name, () => readStretchIndex(objects, facts, shard));
      return readStretchChunk(objects, facts, { shard, chunk }, index);
    });
  }

  /** The chunk of the newest version that has it undamaged; null: none has. */
  async function soundChunk({ facts, older }: OpenStretch, shard: number, chunk: number) {
    try {
      return { facts, values: await chunkOf(facts, shard, chunk) };
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      defects.report(error, { dataset: facts.dataset, version: facts.version });
      const before = await readSoundest(objects, facts.dataset, older, (defect, version) =>
        defects.report(defect, { dataset: facts.dataset, version }),
      );
      if (before === null) return null;
      return soundChunk(
        { facts: before, older: older.filter(({ lastDay }) => lastDay < before.lastDay) },
        shard,
        chunk,
      );
    }
  }

  return {
    async version(dataset) {
      const newest = (await stretchesOf(dataset)).at(-1);
      return newest?.facts.version ?? 'none';
    },
    async spans(dataset) {
      return (await stretchesOf(dataset)).map(({ facts }) => spanOf(facts));
    },
    async read(dataset, [first, last], cornersOf) {
      const count = Math.max(0, last - first + 1);
      const ids = elementsOf(dataset).map(({ id }) => id);
      const values = new Map(ids.map((id) => [id, new Float64Array(count).fill(Number.NaN)]));
      const touched = (await stretchesOf(dataset)).filter(
        ({ facts }) => facts.firstDay <= last && facts.lastDay >= first,
      );
      const spans: AnalysisSpan[] = [];
      await Promise.all(
        touched.map(async (stretch) => {
          const corners = cornersOf(stretch.facts.grid);
          if (corners.length === 0) return;
          spans.push(spanOf(stretch.facts));
          const cells = await Promise.all(corners.map(({ cell }) => cellOf(stretch, cell, soundChunk)));
          combineInto(values, dataset, first, corners, cells);
        }),
      );
      return { values, spans: spans.sort((a, b) => a.firstDay - b.firstDay) };
    },
  };
}

function spanOf({ source, simulated, firstDay, lastDay }: StretchFacts): AnalysisSpan {
  return { source, simulated, firstDay, lastDay };
}

/** One cell of a chunk. */
interface CellDays {
  readonly facts: StretchFacts;
  readonly values: Int16Array;
  /** Its place among the 256 of the chunk. */
  readonly place: number;
}

async function cellOf(
  stretch: OpenStretch,
  { y, x }: SampleWeight['cell'],
  read: (
    stretch: OpenStretch,
    shard: number,
    chunk: number,
  ) => Promise<{ readonly facts: StretchFacts; readonly values: Int16Array } | null>,
): Promise<CellDays | null> {
  const row = y % SHARD_ROWS;
  const chunk = Math.floor(row / CHUNK_SIDE) * chunkColumns(stretch.facts.grid) + Math.floor(x / CHUNK_SIDE);
  const found = await read(stretch, Math.floor(y / SHARD_ROWS), chunk);
  return found === null ? null : { ...found, place: (row % CHUNK_SIDE) * CHUNK_SIDE + (x % CHUNK_SIDE) };
}

/** The mean of the corners that have a value, where they hold half of the weight. */
function combineInto(
  out: ReadonlyMap<AnalysisElement, Float64Array>,
  dataset: AnalysisDataset,
  first: number,
  corners: readonly SampleWeight[],
  cells: readonly (CellDays | null)[],
): void {
  const all = corners.reduce((sum, { weight }) => sum + weight, 0);
  const longest = cells.reduce((most, cell) => Math.max(most, cell === null ? 0 : daysOf(cell.facts)), 0);
  const firstDay = cells.find((cell) => cell !== null)?.facts.firstDay ?? first;
  for (const [element, { id, step, base }] of elementsOf(dataset).entries()) {
    const days = out.get(id)!;
    for (let n = 0; n < longest; n++) {
      const at = firstDay + n - first;
      if (at < 0 || at >= days.length) continue;
      let [sum, known] = [0, 0];
      for (const [corner, cell] of cells.entries()) {
        if (cell === null || n >= daysOf(cell.facts)) continue;
        const packed = cell.values[(element * daysOf(cell.facts) + n) * CHUNK_CELLS + cell.place]!;
        if (packed === MISSING_PACKED) continue;
        sum += corners[corner]!.weight * packed;
        known += corners[corner]!.weight;
      }
      if (known >= ENOUGH_WEIGHT * all) days[at] = base + (step * sum) / known;
    }
  }
}
