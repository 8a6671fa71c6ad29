/** Airports of the simulated METAR cache: those that forecasts are verified at, and those of the simulator's table. */

import { VERIFICATION_STATIONS } from '../../src/model/verification-stations.js';
import { uniformAt } from '../random.js';
import { STATIONS } from '../stations.js';
import { groundAt } from '../terrain.js';
import type { Site } from './hourly-weather.js';
import { FURTHER_PLACES, NETWORKS } from './networks-table.js';

/** Airports that do what no other does. */
export const PECULIAR_AIRPORTS = {
  /** Sends nothing. */
  silent: 'KGEG',
  /** Reports values that cannot be. */
  absurd: 'YMHB',
  /** AO1: cannot tell rain from snow, and has no gauge. */
  withoutDiscriminator: 'KEUG',
  /** PNO: its gauge is broken. */
  withoutGauge: 'KMFR',
} as const;

export interface MetarStation extends Site {
  /** ICAO. */
  readonly id: string;
  /** Reports as the United States do: T- and P-groups, statute miles, inches of mercury, at 53 minutes past the hour. */
  readonly isAmerican: boolean;
  /** Russia and China report wind in m/s. */
  readonly isWindMetric: boolean;
  readonly isAutomatic: boolean;
  /** Number for draws of its own. */
  readonly draw: number;
}

let stations: readonly MetarStation[] | null = null;

export function metarStations(): readonly MetarStation[] {
  stations ??= [...VERIFICATION_STATIONS, ...furtherStations()].map(stationOf);
  return stations;
}

function furtherStations(): (Site & { readonly id: string })[] {
  const known = new Set(VERIFICATION_STATIONS.map(({ id }) => id));
  return NETWORKS.flatMap(({ place: name, icao }) => {
    const place = [...STATIONS, ...FURTHER_PLACES].find((one) => one.name === name);
    if (icao === null || known.has(icao) || place === undefined) return [];
    const { latitude, longitude } = place;
    return [{ id: icao, latitude, longitude, elevation: Math.round(groundAt(latitude, longitude).elevation) }];
  });
}

function stationOf({ id, latitude, longitude, elevation }: Site & { readonly id: string }, draw: number): MetarStation {
  return {
    ...{ id, latitude, longitude, elevation, draw },
    isAmerican: /^(K|PA|PH)/.test(id),
    isWindMetric: /^[UZ]/.test(id),
    isAutomatic: uniformAt(draw, 960, 0, 0) < 1 / 3,
  };
}
