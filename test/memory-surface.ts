/** A surface analysis over reports in memory, for tests. */

import type { CubeShelf } from '../src/model/cube.js';
import { tableOfReports } from '../src/model/report-table.js';
import type { StationReport } from '../src/model/station-report.js';
import { createSurfaceAnalysis, type SurfaceAnalysis } from '../src/query/surface/surface-analysis.js';

export interface MemorySurface extends SurfaceAnalysis {
  /** Publishes other reports. */
  publish(reports: readonly StationReport[]): void;
}

/**
 * @param versions  of what the shelf has
 * @param simulated  whether the reports are
 */
export function memorySurface(
  shelf: CubeShelf,
  reports: readonly StationReport[],
  versions: () => string = () => 'models',
  simulated = false,
): MemorySurface {
  let number = 0;
  const stored = (all: readonly StationReport[]) => {
    number += 1;
    return { table: tableOfReports(all), version: { version: `reports ${number}`, simulated } };
  };
  let published = stored(reports);
  const analysis = createSurfaceAnalysis({
    ...{ shelf, seconds: 5 },
    newest: async () => published,
    versions: async () => versions(),
  });
  return {
    ...analysis,
    publish(others) {
      published = stored(others);
    },
  };
}
