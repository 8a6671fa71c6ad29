/** Climatologies of stations, fitted to their series when they are first asked for. */

import { LRUCache } from 'lru-cache';
import { sharedTurns, type Turns } from '../../base/turns.js';
import { STATION_ELEMENTS, type Station, type StationArchive } from '../../model/station-series.js';
import { climatologySteps } from '../../science/climatology/fit-climatology.js';

export interface StationClimatologies {
  /**
   * Arrays in the layout of `science/climatology/climatology-layout.ts`, in the order of `stations`; null: too few years.
   *
   * @throws ObjectDefect, ObjectMissing, StoreUnavailable  stored series cannot be read
   */
  of(archive: StationArchive, stations: readonly Station[]): Promise<(Float32Array | null)[]>;
}

/** 6.1 KB each. */
const MOST_KEPT = 2000;

/** Fits are kept while the same series are published. */
export function fittedClimatologies(turns: Turns = sharedTurns): StationClimatologies {
  const kept = new LRUCache<string, Promise<Float32Array | null>>({ max: MOST_KEPT });
  let version = '';

  function fitted(archive: StationArchive, station: Station): Promise<Float32Array | null> {
    const known = kept.get(station.id);
    if (known !== undefined) return known;
    const fit = fitOf(archive, station, turns);
    kept.set(station.id, fit);
    fit.catch(() => {
      if (kept.peek(station.id) === fit) kept.delete(station.id); // the next request tries again
    });
    return fit;
  }

  return {
    of(archive, stations) {
      if (archive.version !== version) kept.clear();
      version = archive.version;
      return Promise.all(stations.map((station) => fitted(archive, station)));
    },
  };
}

async function fitOf(archive: StationArchive, station: Station, turns: Turns): Promise<Float32Array | null> {
  if (station.sources.length === 0) return null;
  const first = Math.min(...station.sources.map(({ firstDay }) => firstDay));
  const [series] = await archive.read([station], STATION_ELEMENTS, [first, archive.lastDay]);
  const steps = climatologySteps(series!);
  for (;;) {
    await turns.pause();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
