/**
 * The closed list of condition codes, and which of them mean precipitation. How weather becomes a code:
 * `science/condition.ts`.
 */

export const CONDITION_CODES = [
  'sun',
  'clear-night',
  'partly',
  'cloudy',
  'cloudy-night',
  'fog',
  'haze',
  'smoke',
  'dust',
  'wind',
  'drizzle',
  'rain',
  'heavy-rain',
  'freezing-rain',
  'sleet',
  'snow',
  'heavy-snow',
  'thunderstorm',
  'hail',
] as const;

export type ConditionCode = (typeof CONDITION_CODES)[number];

/**
 * Codes of precipitation, the most severe first: the order in which the decision table of `science/condition.ts` asks
 * for them, so that of two codes the one that a mixture of both would get counts as the more severe.
 */
export const WET_CODES_BY_SEVERITY = [
  'hail',
  'thunderstorm',
  'freezing-rain',
  'sleet',
  'heavy-snow',
  'snow',
  'heavy-rain',
  'rain',
  'drizzle',
] as const satisfies readonly ConditionCode[];

/** They open a route's precipitation window and keep a nowcast active. */
export const WET_CONDITIONS: ReadonlySet<ConditionCode> = new Set(WET_CODES_BY_SEVERITY);
