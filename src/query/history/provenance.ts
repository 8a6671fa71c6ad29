/** Stations and origins behind a history, for responses. */

import type { StationSource } from '../../model/station-series.js';
import type { HistoryQuantity, QuantityStations } from './history.js';
import type { ChosenStation } from './station-choice.js';

export interface ContributingStation extends ChosenStation {
  /** Mean over all days of its normalised weight for the first quantity, 0..1. */
  readonly share: number;
  /** Most days that it contributed to a quantity. */
  readonly days: number;
  /** Numbers of the first and the last day that it contributed to, from 0. */
  readonly first: number;
  readonly last: number;
  readonly quantities: readonly HistoryQuantity[];
}

/** Stations that contributed to at least one day, the largest share first. */
export function contributingStations(behind: readonly QuantityStations[]): ContributingStation[] {
  const found = new Map<string, ContributingStation>();
  behind.forEach(({ quantity, stations, contributions }, order) => {
    stations.forEach((chosen, s) => {
      const { weight, days, first, last } = contributions[s]!;
      if (days === 0) return;
      const known = found.get(chosen.station.id);
      found.set(chosen.station.id, {
        ...chosen,
        share: known?.share ?? (order === 0 ? weight : 0),
        days: Math.max(known?.days ?? 0, days),
        first: Math.min(known?.first ?? first, first),
        last: Math.max(known?.last ?? last, last),
        quantities: [...(known?.quantities ?? []), quantity],
      });
    });
  });
  return [...found.values()].sort((a, b) => b.share - a.share || a.distance - b.distance);
}

/** Values of one origin in a history. */
export interface ContributingOrigin {
  /** Source flag of the network. */
  readonly flag: string;
  readonly stations: number;
  readonly quantities: readonly HistoryQuantity[];
  /** First and last day of its values among the days to which its stations contributed. */
  readonly firstDay: number;
  readonly lastDay: number;
}

const ELEMENT_OF = {
  temperature_max: 'temperature_max',
  temperature_min: 'temperature_min',
  precipitation: 'precipitation',
  rain_total: 'precipitation',
  snow_total: 'snowfall',
} as const satisfies Readonly<Record<HistoryQuantity, StationSource['elements'][number]>>;

/** Origins of the values of contributing stations, those of most stations first. @param begin  first day of the history */
export function contributingOrigins(stations: readonly ContributingStation[], begin: number): ContributingOrigin[] {
  const found = new Map<string, Omit<ContributingOrigin, 'stations'> & { readonly ids: ReadonlySet<string> }>();
  for (const { station, quantities, ...span } of stations) {
    const [first, last] = [begin + span.first, begin + span.last];
    for (const { flag, elements, firstDay, lastDay } of station.sources) {
      const named = quantities.filter((quantity) => elements.includes(ELEMENT_OF[quantity]));
      if (named.length === 0 || firstDay > last || lastDay < first) continue;
      const known = found.get(flag);
      found.set(flag, {
        flag,
        ids: new Set([...(known?.ids ?? []), station.id]),
        quantities: [...new Set([...(known?.quantities ?? []), ...named])],
        firstDay: Math.min(known?.firstDay ?? last, Math.max(first, firstDay)),
        lastDay: Math.max(known?.lastDay ?? first, Math.min(last, lastDay)),
      });
    }
  }
  const origins = Array.from(found.values(), ({ ids, ...rest }) => ({ ...rest, stations: ids.size }));
  return origins.sort((a, b) => b.stations - a.stations || a.flag.localeCompare(b.flag));
}
