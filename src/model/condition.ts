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

/** Codes of precipitation: they open a route's precipitation window and keep a nowcast active. */
export const WET_CONDITIONS: ReadonlySet<ConditionCode> = new Set<ConditionCode>([
  'drizzle',
  'rain',
  'heavy-rain',
  'freezing-rain',
  'sleet',
  'snow',
  'heavy-snow',
  'thunderstorm',
  'hail',
]);
