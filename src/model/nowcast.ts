/** The two-hour nowcast: the vocabulary of `POST /v1/nowcast`. */

import type { AnswerLocation, RecordTable, UnitsObject } from './answer.js';
import type { UnitFamily } from './variables.js';
import type { Warning } from './warning.js';

/** Records of a nowcast, one a minute. */
export const NOWCAST_MINUTES = 120;

/** `pending`: the place is watched by radar, and no frame of it is fresh enough. */
export const NOWCAST_STATUSES = ['active', 'dry', 'pending'] as const;
export type NowcastStatus = (typeof NOWCAST_STATUSES)[number];

/** Where the rain of a minute is from. */
export const NOWCAST_SOURCES = ['radar', 'blend', 'nwp'] as const;
export type NowcastSource = (typeof NOWCAST_SOURCES)[number];

export interface NowcastVariable {
  readonly id: string;
  readonly type: 'number' | 'string';
  readonly description: string;
  readonly unitFamily: UnitFamily;
}

/** In the order of the interface. Amounts of a minute have one decimal more than those of an hour. */
export const NOWCAST_VARIABLES = [
  { id: 'condition', type: 'string', description: 'Canonical condition code.', unitFamily: 'none' },
  {
    id: 'precipitation',
    type: 'number',
    description: 'Liquid equivalent that falls in the minute.',
    unitFamily: 'precipitation',
  },
  {
    id: 'precipitation_rate',
    type: 'number',
    description: 'Rate at which it falls, liquid equivalent.',
    unitFamily: 'precipitation_rate',
  },
  {
    id: 'rain_total',
    type: 'number',
    description: 'Rain and freezing rain of the minute.',
    unitFamily: 'precipitation',
  },
  {
    id: 'snow_total',
    type: 'number',
    description: 'Depth of new snow and ice pellets of the minute, in the unit of precipitation; no water equivalent.',
    unitFamily: 'precipitation',
  },
  {
    id: 'precipitation_probability',
    type: 'number',
    description: 'Chance of at least 0.1 mm/h in the minute.',
    unitFamily: 'percentage',
  },
  {
    id: 'confidence',
    type: 'number',
    description: 'How far the minute can be relied on: quality of the radar here, and how long patterns last today.',
    unitFamily: 'percentage',
  },
  {
    id: 'hail_probability',
    type: 'number',
    description: 'Chance of severe hail within 5 km; null where no radar volume is looked through.',
    unitFamily: 'percentage',
  },
  {
    id: 'hail_size',
    type: 'number',
    description:
      'Diameter of the hail to be expected there, in the unit of precipitation; 0 where hail is improbable, null as its chance is.',
    unitFamily: 'precipitation',
  },
  {
    id: 'lightning_probability',
    type: 'number',
    description: 'Chance of a flash near the place (from models: within 5 km) in the quarter hour of the minute.',
    unitFamily: 'percentage',
  },
  {
    id: 'source',
    type: 'string',
    description:
      'Where the rain of the minute is from: radar (far from any: satellites), blend (that and models), nwp (models); null: nowhere.',
    unitFamily: 'none',
  },
] as const satisfies readonly NowcastVariable[];

export type NowcastVariableId = (typeof NOWCAST_VARIABLES)[number]['id'];

export interface NowcastAnswer {
  readonly location: AnswerLocation;
  readonly units: UnitsObject;
  readonly status: NowcastStatus;
  /** ISO 8601 instants, two hours apart; the first is the minute that has begun. */
  readonly start: string;
  readonly end: string;
  /** 120 records, or none. */
  readonly minutes: RecordTable;
  /** When the newest frame, or without one the newest run, was made. */
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly radar_pending: boolean;
  readonly onset_uncertainty_minutes: number | null;
  readonly warnings: readonly Warning[];
}
