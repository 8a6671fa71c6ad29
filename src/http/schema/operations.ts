/** Answers of the endpoints that operators and machines ask. */

import { Type } from 'typebox';
import { nullable, nullableInstant, oneOf, refTo } from './component.js';

export const HealthSchema = Type.Object(
  { status: oneOf(['ok'], { description: 'Always `ok`: the process answers.' }) },
  { $id: 'Health', examples: [{ status: 'ok' }] },
);

export const SourceReadinessSchema = Type.Object(
  {
    source: Type.String({ description: 'Dataset, or feed of alerts: `gfs`, `hrrr`, `meteoalarm/austria` …' }),
    state: oneOf(['ready', 'stale', 'unavailable'], { description: 'In time, late, or not to be read.' }),
    reference_time: nullableInstant(
      'Reference time of its newest run that can be read; of a feed of alerts when it was last read.',
    ),
    updated_at: nullableInstant('When that was stored.'),
    age_seconds: nullable('number', { minimum: 0, description: 'Time since its reference time.' }),
  },
  { $id: 'SourceReadiness', description: 'How one source of a product stands.' },
);

export const ProductReadinessSchema = Type.Object(
  {
    product: Type.String({ description: 'Name of the product.' }),
    state: oneOf(['ready', 'stale', 'warming', 'unavailable']),
    updated_at: nullableInstant('When its data was made.'),
    age_seconds: nullable('number', { minimum: 0, description: 'Age of its data.' }),
    reference_time: nullableInstant('Reference time of the newest run behind it.'),
    detail: Type.String({ description: 'Why it is not ready, or what it stands on.' }),
    sources: Type.Optional(
      Type.Array(refTo(SourceReadinessSchema), {
        description:
          'Every source that was ever stored, in the order of the datasets; of alerts every feed that is configured.',
      }),
    ),
  },
  { $id: 'ProductReadiness', description: 'How one product stands.' },
);

export const ReadinessSchema = Type.Object(
  {
    status: oneOf(['ready', 'not-ready', 'draining'], {
      description:
        '`ready`: every main product can respond (nowcast, alerts and map tiles are not main products). `draining`: the service is about to stop; send requests elsewhere.',
    }),
    products: Type.Array(refTo(ProductReadinessSchema)),
  },
  {
    $id: 'Readiness',
    description: 'How every product stands.',
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
