/** Answers of the endpoints that operators and machines ask. */

import { Type } from 'typebox';
import { nullable, nullableInstant, oneOf, refTo } from './component.js';

export const HealthSchema = Type.Object(
  { status: oneOf(['ok'], { description: 'Always `ok`: the process answers.' }) },
  { $id: 'Health', examples: [{ status: 'ok' }] },
);

export const ProductReadinessSchema = Type.Object(
  {
    product: Type.String({ description: 'Name of the product.' }),
    state: oneOf(['ready', 'stale', 'warming', 'unavailable']),
    updated_at: nullableInstant('When its data was made.'),
    age_seconds: nullable('number', { minimum: 0, description: 'Age of its data.' }),
    reference_time: nullableInstant('Reference time of the newest run behind it.'),
    detail: Type.String({ description: 'Why it is not ready, or what it stands on.' }),
  },
  { $id: 'ProductReadiness', description: 'How one product stands.' },
);

export const ReadinessSchema = Type.Object(
  {
    status: oneOf(['ready', 'not-ready'], { description: '`ready` when every product can answer.' }),
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
          },
        ],
      },
    ],
  },
);

export const OPERATIONS_COMPONENTS = [HealthSchema, ProductReadinessSchema, ReadinessSchema];
