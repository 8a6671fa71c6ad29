/** An alerts product of one made-up alert, wherever the point is. */

import type { AlertsAnswer } from '../../model/alert-answer.js';
import type { AlertsRequest } from '../../products/alerts/request.js';
import type { AlertsProduct } from './alerts-endpoint.js';

const INSTANT = '2026-11-20T10:00:00Z';

export function madeUpAlerts({ location, include = [] }: AlertsRequest): AlertsAnswer {
  const geometry = include.includes('geometry') ? { geometry: null } : {};
  return {
    location,
    alerts: [
      {
        id: 'made-up',
        status: 'actual',
        message_type: 'alert',
        sent_at: INSTANT,
        effective_at: null,
        onset_at: null,
        expires_at: '2026-11-20T18:00:00Z',
        ends_at: null,
        event: 'Flood Warning',
        headline: null,
        description: null,
        instruction: null,
        categories: ['met'],
        response_types: [],
        references: [],
        urgency: 'expected',
        severity: 'severe',
        certainty: 'likely',
        language: 'en-US',
        issuer: { name: null },
        affected_areas: [{ description: 'Nowhere' }],
        ...geometry,
      },
    ],
    updated_at: INSTANT,
    stale: false,
    warnings: [{ code: 'simulated_data', message: 'These alerts are made up.' }],
  };
}

/** The fake product; counts what it was asked. `state` may be changed to stand for new data. */
export interface FakeAlerts extends AlertsProduct {
  state: string;
  asked: AlertsRequest[];
  /** Makes the answers; replace it to fail, or to be stale. */
  make: (request: AlertsRequest) => AlertsAnswer;
}

export function fakeAlerts(): FakeAlerts {
  const product: FakeAlerts = {
    state: 'first',
    asked: [],
    make: madeUpAlerts,
    stateKey: async () => product.state,
    answer: async (request) => {
      product.asked.push(request);
      return product.make(request);
    },
  };
  return product;
}
