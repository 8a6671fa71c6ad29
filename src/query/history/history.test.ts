import { expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { memoryStations } from '../../../test/memory-stations.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { parseDate } from '../../model/time.js';
import { HISTORY_QUANTITIES, readHistory } from './history.js';

test('others get turns between the stations of a dense network, however many are tried', async () => {
  const nothing = { temperature_max: NOT_OBSERVED, temperature_min: NOT_OBSERVED, snowfall: NOT_OBSERVED };
  /** Each observes one day in thirty, so that none of the groups closes all gaps. */
  const stations = Array.from({ length: 24 }, (_, n) =>
    generatedStation({
      ...{ id: `S${n}`, latitude: 40 + n / 1000, longitude: -100, first: '2020-01-01', last: '2020-12-31' },
      day: ({ index }) => (index % 30 === n ? {} : { ...nothing, precipitation: NOT_OBSERVED }),
    }),
  );
  const archive = memoryStations(stations);
  let pauses = 0;
  const turns = {
    pause() {
      pauses++;
      return undefined;
    },
  };
  const { behind } = await readHistory(
    { archive, turns },
    {
      place: { latitude: 40, longitude: -100, elevation: 100 },
      days: [parseDate('2020-01-01')!, parseDate('2020-12-31')!],
      quantities: HISTORY_QUANTITIES,
    },
  );
  expect(behind.map((one) => one.stations.length)).toEqual(HISTORY_QUANTITIES.map(() => 24));
  const groups = archive.reads;
  expect(groups).toBeGreaterThanOrEqual(3);
  // To choose and to add each group of each quantity, and to find the rain of each station.
  expect(pauses).toBeGreaterThanOrEqual(2 * groups * HISTORY_QUANTITIES.length + 24);
});
