/**
 * The state of the weather at one instant of each record: what models give, and what follows from it. Instants need no
 * order, and each may be of another place. Only what is asked for is computed; the arrays of the rest are empty.
 */

import type { ElementId } from '../../model/element.js';
import { apparentTemperature } from '../../science/apparent-temperature.js';
import { uvIndex } from '../../science/uv.js';
import { windDirection, windSpeed } from '../../science/wind.js';
import { type Air, NOTHING, type StateReader } from './air.js';
import type { Quantity } from './quantities.js';
import type { Scratch } from './scratch.js';

/** Canonical units, one entry per record, NaN unknown; empty where not asked for. */
export interface StateFacts {
  /** May go on beyond the last record. */
  readonly air: Air;
  readonly pressure: Float64Array;
  /** m/s towards east and north. */
  readonly windU: Float64Array;
  readonly windV: Float64Array;
  /** As it is stored. */
  readonly cloud: Float64Array;
  /** DU. */
  readonly ozone: Float64Array;
  /** Of the sun's zenith angle, at the middle of the record. */
  readonly cosZenith: Float64Array;
  /** m above mean sea level. */
  readonly elevations: Float64Array;
}

/** Canonical units, one entry per record, NaN unknown; empty when not computed. */
export interface States {
  readonly temperature: Float64Array;
  readonly apparentTemperature: Float64Array;
  readonly dewPoint: Float64Array;
  readonly humidity: Float64Array;
  /** Of mean sea level. */
  readonly pressure: Float64Array;
  readonly windSpeed: Float64Array;
  readonly windDirection: Float64Array;
  readonly cloud: Float64Array;
  readonly uv: Float64Array;
}

/** What of the state is asked for, read. */
export function stateFactsOf(
  read: StateReader,
  air: Air,
  { cosZenith, elevations }: Pick<StateFacts, 'cosZenith' | 'elevations'>,
  quantities: ReadonlySet<Quantity>,
): StateFacts {
  const wanted = (id: ElementId, quantity: Quantity) => (quantities.has(quantity) ? read(id) : NOTHING);
  return {
    air,
    pressure: wanted('pressure_msl', 'pressure'),
    windU: wanted('wind_u', 'wind'),
    windV: wanted('wind_v', 'wind'),
    cloud: wanted('cloud_cover', 'cloud'),
    ozone: wanted('ozone', 'uv'),
    cosZenith,
    elevations,
  };
}

export function statesOf(facts: StateFacts, quantities: ReadonlySet<Quantity>, scratch: Scratch): States {
  const { air, pressure, windU, windV } = facts;
  const cloud = clamped(facts.cloud);
  const speed = windSpeedsOf(windU, windV, scratch);
  return {
    temperature: air.temperature,
    apparentTemperature: quantities.has('apparent') ? apparentOf(air, speed, scratch) : NOTHING,
    dewPoint: air.dewPoint,
    humidity: air.humidity,
    pressure,
    windSpeed: speed,
    windDirection: quantities.has('direction') ? windDirectionsOf(windU, windV, scratch) : NOTHING,
    cloud,
    uv: quantities.has('uv') ? uvOf(facts, cloud, scratch) : NOTHING,
  };
}

/** Interpolation between nodes stays in range, but the stored ratio itself may stand a packing step above 1. */
function clamped(ratios: Float64Array): Float64Array {
  for (let i = 0; i < ratios.length; i++) ratios[i] = Math.min(Math.max(ratios[i]!, 0), 1);
  return ratios;
}

/** m/s. */
export function windSpeedsOf(u: Float64Array, v: Float64Array, scratch: Scratch): Float64Array {
  const speeds = scratch.zeros(u.length);
  for (let i = 0; i < speeds.length; i++) speeds[i] = windSpeed(u[i]!, v[i]!);
  return speeds;
}

/** Degrees from which the wind comes. */
export function windDirectionsOf(u: Float64Array, v: Float64Array, scratch: Scratch): Float64Array {
  const directions = scratch.zeros(u.length);
  for (let i = 0; i < directions.length; i++) directions[i] = windDirection(u[i]!, v[i]!);
  return directions;
}

function apparentOf({ temperature, humidity }: Air, speed: Float64Array, scratch: Scratch): Float64Array {
  const apparent = scratch.zeros(speed.length);
  for (let i = 0; i < apparent.length; i++) apparent[i] = apparentTemperature(temperature[i]!, humidity[i]!, speed[i]!);
  return apparent;
}

function uvOf({ cosZenith, ozone, elevations }: StateFacts, cloud: Float64Array, scratch: Scratch): Float64Array {
  const uv = scratch.missing(cloud.length);
  // Of a record without weather not even the 0 of its night is told: beyond the run all variables end together.
  for (let i = 0; i < uv.length; i++)
    if (!Number.isNaN(cloud[i]!)) uv[i] = uvIndex(cosZenith[i]!, ozone[i]!, elevations[i]!, cloud[i]!);
  return uv;
}
