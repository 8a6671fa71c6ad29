/** Who asks. */

import type { PlanId, Scope } from '../../model/access.js';

export interface Principal {
  /** Id of the key, or `app:<subject>` of a token; safe to log, and what limits are counted by. */
  readonly id: string;
  readonly plan: PlanId;
  readonly scopes: ReadonlySet<Scope>;
  readonly kind: 'key' | 'app-token';
}
