/**
 * Plans and scopes: what a credential may read and how often.
 *
 * Scopes are those of the interface ("Authentication" 4); `nowcast:read` and `route:read` are "Pro+ plan tier" there,
 * so `free` and `standard` lack them. It shows no rate limits: the figures here are ours; a limit is per credential.
 */

export const SCOPES = [
  'forecast:read',
  'nowcast:read',
  'route:read',
  'alerts:read',
  'accuracy:read',
  'historical:read',
  'airport_delay:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The endpoints of each scope. A scope without one is reserved for endpoints that this version does not have. */
export const ENDPOINTS: Readonly<Record<Scope, readonly string[]>> = {
  'forecast:read': ['/v1/forecast', '/v1/outlook'],
  'nowcast:read': ['/v1/nowcast'],
  'route:read': ['/v1/route'],
  'alerts:read': ['/v1/alerts'],
  'accuracy:read': ['/v1/accuracy'],
  'historical:read': ['/v1/historical'],
  'airport_delay:read': [],
};

/** Those of the scopes that have an endpoint. */
export function usableScopes(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => ENDPOINTS[scope].length > 0);
}

export const PLAN_IDS = ['free', 'standard', 'pro', 'business'] as const;

export type PlanId = (typeof PLAN_IDS)[number];

export interface PlanLimits {
  /** Requests in any 60 seconds. */
  readonly perMinute: number;
  /** Requests in one UTC day. */
  readonly perDay: number;
}

export interface Plan extends PlanLimits {
  /** All that a credential of this plan can be given. */
  readonly scopes: readonly Scope[];
}

const BELOW_PRO = SCOPES.filter((scope) => scope !== 'nowcast:read' && scope !== 'route:read');

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { scopes: BELOW_PRO, perMinute: 60, perDay: 1_000 },
  standard: { scopes: BELOW_PRO, perMinute: 300, perDay: 50_000 },
  pro: { scopes: SCOPES, perMinute: 1_200, perDay: 500_000 },
  business: { scopes: SCOPES, perMinute: 1_200, perDay: 500_000 },
};

/** The plans that have a scope, as words: "plans pro and business". Every scope is in these two. */
export function plansWith(scope: Scope): string {
  const plans = PLAN_IDS.filter((plan) => PLANS[plan].scopes.includes(scope));
  return `plans ${plans.slice(0, -1).join(', ')} and ${plans.at(-1)}`;
}

/** A screen full of map is some tens of tiles, so tiles are counted apart from other requests, and ten times as many allowed. */
const TILES_PER_REQUEST = 10;

/** Limits of map tiles, their list and their TileJSON. */
export const TILE_LIMITS: Readonly<Record<PlanId, PlanLimits>> = {
  free: tileLimits(PLANS.free),
  standard: tileLimits(PLANS.standard),
  pro: tileLimits(PLANS.pro),
  business: tileLimits(PLANS.business),
};

function tileLimits({ perMinute, perDay }: PlanLimits): PlanLimits {
  return { perMinute: TILES_PER_REQUEST * perMinute, perDay: TILES_PER_REQUEST * perDay };
}

/**
 * What an app-install token can carry: the scopes of the weather POST endpoints, where the interface accepts the second
 * bearer scheme. Airport delays are for back ends.
 */
export const APP_TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'airport_delay:read');

export function isPlanId(text: unknown): text is PlanId {
  return PLAN_IDS.some((plan) => plan === text);
}

export function isScope(text: unknown): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
