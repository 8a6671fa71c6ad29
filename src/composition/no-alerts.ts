/** In place of alerts, where a command has no records. */

import { ProductUnavailableError } from '../base/errors.js';
import type { AlertsProduct as AnsweredAlerts } from '../http/endpoints/alerts-endpoint.js';
import type { DrawnAlerts } from '../products/tiles/frames/drawn-alerts.js';

export const NO_ALERTS: AnsweredAlerts & DrawnAlerts = {
  stateKey: async () => 'none',
  answer: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
  drawn: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
  status: async () => ({
    ...{ product: 'alerts', state: 'unavailable', updatedAt: null, referenceTime: null },
    detail: 'the records are not open',
  }),
};
