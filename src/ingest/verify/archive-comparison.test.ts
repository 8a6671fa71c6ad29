import { expect, test } from 'vitest';
import { ObjectDefectError } from '../../base/errors.js';
import { ignoreProgress } from '../../base/progress.js';
import { pack } from '../../model/packing.js';
import { STATION_PACKING, type Station, type StationArchive } from '../../model/station-series.js';
import { formatDate } from '../../model/time.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { compareDates } from './archive-comparison.js';
import { FIRST, STATIONS } from './archived-world.fixture.js';

/** 5 mm on every even day and at New York none; the series of Denver is damaged. */
function climateOf(asked: string[]): StationArchive {
  const places = STATIONS.map(({ ghcn, latitude, longitude, elevation, id }) => ({
    station: { id: ghcn!, name: id, latitude, longitude, elevation } as Station,
    distance: 1,
  }));
  return {
    ...{ version: '1', firstDay: 0, isLoading: false, lastDay: FIRST, publishedAt: 0, simulated: true },
    near: (latitude) => places.filter(({ station }) => station.latitude === latitude),
    async read([station], elements, [first, last]) {
      asked.push(`${station!.name} ${elements.length} ${formatDate(first)} ${formatDate(last)}`);
      if (station!.name === 'KDEN') throw new ObjectDefectError('station-series/1', 0, 'crc32c');
      const amounts = Int16Array.from({ length: last - first + 1 }, (_, n) =>
        pack(station!.name === 'EDDF' && (first + n) % 2 === 0 ? 5 : 0, STATION_PACKING.precipitation),
      );
      const values = new Map([['precipitation' as const, amounts]]);
      return [{ station: station!, firstDay: first, values, flags: new Uint8Array(amounts.length) }];
    },
  };
}

test('wet days are those of ten years of the climate station; without them, or where they are damaged, those verified', async () => {
  const [asked, told]: [string[], string[]] = [[], []];
  const compared = await compareDates(
    {
      ...{ objects: createMemoryObjects(), stations: STATIONS, climate: climateOf(asked), progress: ignoreProgress },
      onDefect: ({ key }) => void told.push(key),
    },
    [FIRST, FIRST + 1],
  );
  const found = [...compared.stations()].map(({ climatology }) => climatology.day);
  expect((found[0] as number[]).map((share) => Math.round(share * 50) / 50)).toEqual(new Array(12).fill(0.5));
  expect(found.slice(1)).toEqual([Number.NaN, new Array(12).fill(0)]);
  expect(told).toEqual(['station-series/1', 'station-series/1']);
  expect(asked.filter((text) => text.startsWith('EDDF'))).toEqual([
    `EDDF 3 ${formatDate(FIRST - 16)} ${formatDate(FIRST + 2)}`,
    'EDDF 1 2016-01-01 2025-12-31',
  ]);
});
