/** Responses of the endpoints for operators and monitoring. */

import { Type } from 'typebox';
import { nullable, nullableInstant, oneOf, refTo } from './component.js';

export const HealthSchema = Type.Object(
  { status: oneOf(['ok'], { description: 'Always `ok`.' }) },
  { $id: 'Health', description: 'The process is alive.', examples: [{ status: 'ok' }] },
);

export const SourceReadinessSchema = Type.Object(
  {
    source: Type.String({ description: 'Dataset or alert feed, such as `gfs`, `hrrr` or `meteoalarm/austria`.' }),
    state: oneOf(['ready', 'stale', 'unavailable'], {
      description: '`ready`: up to date. `stale`: late. `unavailable`: cannot be read.',
    }),
    reference_time: nullableInstant(
      'Reference time of the newest readable run. For alert feeds: when the feed was last read.',
    ),
    updated_at: nullableInstant('When it was stored.'),
    age_seconds: nullable('number', { minimum: 0, description: 'Seconds since `reference_time`.' }),
  },
  { $id: 'SourceReadiness', description: 'State of one source of a product.' },
);

export const ProductReadinessSchema = Type.Object(
  {
    product: Type.String({ description: 'Name of the product.' }),
    state: oneOf(['ready', 'stale', 'warming', 'unavailable'], {
      description: '`ready`: up to date. `stale`: late. `warming`: waiting for its first data. `unavailable`: no data.',
    }),
    updated_at: nullableInstant('When its newest data was generated.'),
    age_seconds: nullable('number', { minimum: 0, description: 'Seconds since `updated_at`.' }),
    reference_time: nullableInstant('Reference time of the newest model run used.'),
    detail: Type.String({ description: 'The data in use, or why the product is not ready.' }),
    sources: Type.Optional(
      Type.Array(refTo(SourceReadinessSchema), {
        description: 'All sources that have ever been stored. For alerts: all configured feeds.',
      }),
    ),
  },
  { $id: 'ProductReadiness', description: 'State of one product.' },
);

export const ReadinessSchema = Type.Object(
  {
    status: oneOf(['ready', 'not-ready', 'draining'], {
      description:
        '`ready`: forecasts and routes can be served. `not-ready`: they cannot. `draining`: the service is about to stop; send requests elsewhere.',
    }),
    products: Type.Array(refTo(ProductReadinessSchema), { description: 'State of each product.' }),
  },
  {
    $id: 'Readiness',
    description: 'State of all products.',
    examples: [
      {
        status: 'ready',
        products: [
          {
            product: 'forecast',
            state: 'ready',
            updated_at: '2026-11-20T09:58:12Z',
            age_seconds: 2328,
            reference_time: '2026-11-20T06:00:00Z',
            detail: 'gfs run of 2026-11-20T06:00:00Z',
            sources: [
              {
                source: 'gfs',
                state: 'ready',
                reference_time: '2026-11-20T06:00:00Z',
                updated_at: '2026-11-20T09:58:12Z',
                age_seconds: 16620,
              },
            ],
          },
        ],
      },
    ],
  },
);

export const OPERATIONS_COMPONENTS = [HealthSchema, SourceReadinessSchema, ProductReadinessSchema, ReadinessSchema];
