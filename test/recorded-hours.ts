/** A record of hourly observations in memory, and the local days that are read from it. */

import type { Clock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { StationHours } from '../src/model/station-report.js';
import { createStationDays, type StationDays } from '../src/query/reports/station-days.js';
import { createMemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { writeHours } from '../src/store/reports/hour-record.js';

export interface RecordedHours {
  readonly stationDays: StationDays;
  write(hours: StationHours): Promise<void>;
}

export function recordedHours(clock: Clock): RecordedHours {
  const objects = createMemoryObjects();
  return {
    stationDays: createStationDays({ objects, clock, log: silentLog }),
    write: (hours) => writeHours(objects, hours, clock.now()),
  };
}
