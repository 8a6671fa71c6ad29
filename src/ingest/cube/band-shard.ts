/** The shards of one band of a cube: assembled, its maps taken from the same values, and encoded as the store writes them. */

import { type ElementId, elementOf } from '../../model/element.js';
import { type MapFieldId, type MapTimes, mapFieldOf } from '../../model/map-slice.js';
import { pack, unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { type CubeDraft, writeCubeShard, writeMapShard } from '../../store/cubes/cube-writer.js';
import type { MapRange } from '../../store/cubes/map-layout.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { assembleBand, type BandTask } from './band-assembly.js';
import { airQualityRows } from './map-air-quality.js';
import { type BandValues, cellsOf } from './map-band.js';
import { MAP_ELEMENTS } from './map-plan.js';

export interface ShardTask extends BandTask {
  readonly draft: Pick<CubeDraft, 'dataset' | 'version' | 'elements' | 'times' | 'grid' | 'maps'>;
}

export interface EncodedObject {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface EncodedShards {
  /** The shard of the series first, then those of the maps; each in a buffer of its own. */
  readonly objects: readonly EncodedObject[];
  /** Seconds of work. */
  readonly assemble: number;
  readonly compress: number;
}

/**
 * The memory that one band after the other is assembled in: 237 MB at 0.25°. One per thread. A thread is given more than
 * one shard at a time, so each waits here for the one before: two in one memory would write each other's values.
 */
export interface BandMemory {
  values?: Int16Array;
  /** Settles, never fails, when the memory is free. */
  free?: Promise<unknown>;
}

/**
 * The encoded shards, not yet in any store: a thread has no store, whoever asked puts them there.
 *
 * @throws ObjectDefectError  a slice is damaged or gone
 */
export function encodeShardsOf(task: ShardTask, memory: BandMemory): Promise<EncodedShards> {
  const before = memory.free ?? Promise.resolve();
  const shards = before.then(() => encodeAlone(task, memory));
  memory.free = shards.catch(() => undefined); // whoever asked for them has their error
  return shards;
}

async function encodeAlone(task: ShardTask, memory: BandMemory): Promise<EncodedShards> {
  const { draft, band } = task;
  const assembling = createStopwatch();
  const compressing = createStopwatch();
  const values = await assembling(() => assembleBand(task, memory.values));
  if (values.length >= (memory.values?.length ?? 0)) memory.values = values;
  const objects: EncodedObject[] = [];
  const store = catchPuts(objects);
  await compressing(() => writeCubeShard(store, draft, band, values));
  for (const map of draft.maps ?? []) {
    const rows = await assembling(async () => mapRows({ ...draft, values }, map));
    await compressing(() => writeMapShard(store, draft, map.field, band, rows));
  }
  return { objects, assemble: assembling.seconds, compress: compressing.seconds };
}

/** Runs work and adds up how long it took. */
function createStopwatch() {
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      run.seconds += (performance.now() - begun) / 1000;
    }
  }
  run.seconds = 0;
  return run;
}

/** A store that only holds on to what is put. */
function catchPuts(puts: EncodedObject[]): ObjectStore {
  const refuse = () => Promise.reject(new RangeError('a shard is written without reading'));
  return {
    put: async (key, bytes) => void puts.push({ key, bytes }),
    get: refuse,
    list: refuse,
    delete: refuse,
  };
}

/**
 * The maps of a field in one band as packed integers [time, cell], from the values that its series are written from:
 * nothing is read twice.
 *
 * Temperature is a view of the band. So are smoke and the rain of hourly steps, one time further on, because the band
 * holds them at the end of their step. Only rain of longer steps and the air quality index take memory of their own: a
 * few MB beside the hundreds of a band.
 */
export function mapRows(band: BandValues, { field, times }: MapTimes): Int16Array {
  const span = { first: band.times.indexOf(times[0]!), count: times.length };
  if (field === 'air_quality_index') return airQualityRows(band, span);
  const [element] = MAP_ELEMENTS[field] as readonly [ElementId];
  if (field === 'temperature') return viewOf(band, element, span);
  const ofSteps = viewOf(band, element, { ...span, first: span.first + 1 });
  return field === 'smoke_pm2_5' ? ofSteps : perHour(band, ofSteps, field, element, span);
}

function viewOf(band: BandValues, element: ElementId, { first, count }: MapRange): Int16Array {
  const cells = cellsOf(band);
  const from = (band.elements.indexOf(element) * band.times.length + first) * cells;
  return band.values.subarray(from, from + count * cells);
}

/** Totals of steps as rates; those of an hour are what they were. */
function perHour(
  band: BandValues,
  totals: Int16Array,
  field: MapFieldId,
  element: ElementId,
  { first, count }: MapRange,
): Int16Array {
  const hours = Array.from({ length: count }, (_, t) => (band.times[first + t + 1]! - band.times[first + t]!) / HOUR);
  if (hours.every((length) => length === 1)) return totals;
  const cells = cellsOf(band);
  const packing = mapFieldOf(field);
  const total = elementOf(element);
  const rates = new Int16Array(totals.length);
  for (let i = 0; i < rates.length; i++)
    rates[i] = pack(unpack(totals[i]!, total) / hours[Math.floor(i / cells)]!, packing);
  return rates;
}
