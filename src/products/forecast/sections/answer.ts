/**
 * The sections of one answer from the series of a point.
 *
 * Every section computes the hours that it stands on for itself, and only what its own variables need: the same nodes
 * through the same functions give the same hours, so sections agree without sharing. Hours and days, the two long ones,
 * do share.
 */

import type { ForecastAnswer, RecordTable } from '../../../model/answer.js';
import { formatDate, formatInstant, formatWithOffset, HOUR, type TimeSpan } from '../../../model/time.js';
import type { ForecastVariableId } from '../../../model/variables.js';
import type { Axis } from '../../../query/time/series.js';
import type { Air } from '../../../query/weather/air.js';
import { type Precipitation, precipitationOn } from '../../../query/weather/place/precipitation.js';
import { recordsOn, weatherOn } from '../../../query/weather/place/records.js';
import { airOn, type Scene } from '../../../query/weather/place/scene.js';
import { quantitiesFor } from '../../../query/weather/quantities.js';
import type { Weather } from '../../../query/weather/weather.js';
import { sunEvents } from '../../../science/sun.js';
import type { Notices } from '../../notices.js';
import { addPastNotices, type PastDays } from '../past-days.js';
import { hull, type Plan, spanOf, spanOfDays } from '../plan.js';
import { type Days, daysOn } from '../weather/days.js';
import { type Coverage, coverageFrom, coverageOfAxis, coverageOfDays, explainNulls, explainReach } from './coverage.js';
import type { DayRange } from './extents.js';
import { labelsOf } from './labels.js';
import { dayValues, type RecordType, type TableDraft, tableOf, type Values, weatherValues } from './tables.js';

/** What an answer stands on, whatever its sections ask for. */
export interface Setting extends Omit<Scene, 'quantities' | 'onEstimatedGusts'> {
  readonly notices: Notices;
  /** Observed days among those of the daily section; null: none were read. */
  readonly past: PastDays | null;
}

/** A scene whose warnings go somewhere. */
type SectionScene = Scene & Pick<Setting, 'notices' | 'past'>;

type Sections = Pick<ForecastAnswer, 'current' | 'quarter_hourly' | 'hourly' | 'daily'>;

/** Tables of the planned sections; warnings go to the notices of the setting. */
export function sectionsOf(plan: Plan, setting: Setting): Sections {
  setting.scratch.reset();
  const sections: { -readonly [Name in keyof Sections]: RecordTable } = {};
  if (plan.current) sections.current = currentTable(plan, plan.current, setting);
  if (plan.quarterHourly) sections.quarter_hourly = quarterTable(plan, plan.quarterHourly, setting);
  if (plan.hourly || plan.daily) {
    const hours = longHours(plan, setting);
    if (plan.hourly) sections.hourly = hourTable(plan, plan.hourly, hours);
    if (plan.daily) sections.daily = dayTable(plan, plan.daily, hours);
  }
  return sections;
}

/** Values by variable, canonical units, one per record; NaN missing. */
export type SeriesByVariable = ReadonlyMap<ForecastVariableId, Float64Array>;

/**
 * The numbers behind the hourly and the daily section of an answer, before units and rounding. Sections that are not
 * planned are empty.
 *
 * @throws RangeError  a planned variable has no numbers
 */
export function seriesOf(plan: Plan, setting: Setting): Readonly<Record<'hourly' | 'daily', SeriesByVariable>> {
  setting.scratch.reset();
  const { hourly, daily, zone } = plan;
  const hours = longHours(plan, setting);
  const days = daily && daysOn(sceneOf(setting, daily.variables), daily.extent, zone, hours, setting.past);
  return {
    hourly: numbersOf(hourly?.variables, (one) => weatherValues(one, hours.weather, hours.axis, hourly!.extent)),
    daily: numbersOf(daily?.variables, (one) => dayValues(one, days!)),
  };
}

/** Copies, because the next answer uses the same working memory. */
function numbersOf(
  variables: readonly ForecastVariableId[] = [],
  valuesOf: (variable: ForecastVariableId) => Values,
): SeriesByVariable {
  const entries = variables.map((variable) => {
    const values = valuesOf(variable);
    if (!(values instanceof Float64Array)) throw new RangeError(`${variable} has no numbers`);
    return [variable, values.slice()] as const;
  });
  return new Map(entries);
}

function sceneOf(setting: Setting, variables: readonly ForecastVariableId[]): SectionScene {
  const onEstimatedGusts = () => setting.notices.add('estimated_gust', 'Gusts are estimated from the sustained wind.');
  return { ...setting, quantities: quantitiesFor(variables), onEstimatedGusts };
}

/** The hours that `span` touches, from where the store begins; those after its end are computed as unknown. */
function hoursOver({ start, end }: TimeSpan, reach: TimeSpan): Axis {
  const first = Math.floor(Math.max(start, reach.start) / HOUR);
  return { start: first * HOUR, step: HOUR, count: Math.max(0, Math.ceil(end / HOUR) - first) };
}

interface Hours {
  readonly scene: SectionScene;
  readonly axis: Axis;
  readonly air: Air;
  readonly fall: Precipitation;
}

/** @param span  whole quarters */
function hoursOf(scene: SectionScene, span: TimeSpan): Hours {
  const axis = hoursOver(span, scene.series.reach);
  const air = airOn(scene, { ...axis, count: axis.count + 1 });
  return { scene, axis, air, fall: precipitationOn(scene, axis, air, span) };
}

function currentTable(plan: Plan, { extent, variables }: NonNullable<Plan['current']>, setting: Setting): RecordTable {
  const scene = sceneOf(setting, variables);
  const { fall } = hoursOf(scene, spanOf(extent));
  const instants = { ...extent, start: plan.now };
  const weather = weatherOn(scene, { instants, intervals: extent, sun: instants }, airOn(scene, instants), fall);
  const labels = [formatInstant(plan.now)];
  const draft = { label: 'time' as const, labels, types: ['analysis' as const], variables };
  const valuesOf = (variable: ForecastVariableId) => weatherValues(variable, weather, extent, extent);
  noticeStandIns(variables, extent, fall, setting.notices);
  return explained(plan, { ...draft, valuesOf }, scene, coverageOfAxis(extent, scene.series.reach));
}

function quarterTable(
  plan: Plan,
  { extent, variables }: NonNullable<Plan['quarterHourly']>,
  setting: Setting,
): RecordTable {
  const scene = sceneOf(setting, variables);
  const { fall } = hoursOf(scene, spanOf(extent));
  const weather = weatherOn(scene, recordsOn(extent), airOn(scene, extent), fall);
  const types = new Array<RecordType>(extent.count).fill('forecast');
  const draft = { label: 'time' as const, labels: labelsOf(extent), types, variables };
  const valuesOf = (variable: ForecastVariableId) => weatherValues(variable, weather, extent, extent);
  noticeStandIns(variables, extent, fall, setting.notices);
  return explained(plan, { ...draft, valuesOf }, scene, coverageOfAxis(extent, scene.series.reach));
}

interface LongHours extends Hours {
  readonly weather: Weather;
}

/** The hours under the hourly and the daily section. */
function longHours({ hourly, daily, zone }: Plan, setting: Setting): LongHours {
  const span = hull([hourly && spanOf(hourly.extent), daily && spanOfDays(daily.extent, zone)]);
  const hours = hoursOf(sceneOf(setting, [...(hourly?.variables ?? []), ...(daily?.variables ?? [])]), span);
  const { scene, axis, air, fall } = hours;
  return { scene, axis, air, fall, weather: weatherOn(scene, recordsOn(axis), air, fall) };
}

function hourTable(plan: Plan, { extent, variables }: NonNullable<Plan['hourly']>, hours: LongHours): RecordTable {
  const past = Math.floor(plan.now / HOUR) - extent.start / HOUR;
  const types = new Array<RecordType>(extent.count).fill('forecast').fill('analysis', 0, past);
  const draft = { label: 'time' as const, labels: labelsOf(extent), types, variables };
  const valuesOf = (variable: ForecastVariableId) => weatherValues(variable, hours.weather, hours.axis, extent);
  noticeStandIns(variables, extent, hours.fall, hours.scene.notices);
  return explained(plan, { ...draft, valuesOf }, hours.scene, coverageOfAxis(extent, hours.scene.series.reach));
}

function dayTable(plan: Plan, { extent, variables }: NonNullable<Plan['daily']>, hours: LongHours): RecordTable {
  const { scene } = hours;
  const { notices, past } = scene;
  const count = extent.last - extent.first + 1;
  // Hours have what either section needs; days have only their own, or an hourly variable would decide on their type.
  const quantities = quantitiesFor(variables);
  const days = daysOn({ ...scene, quantities }, extent, plan.zone, hours, past);
  const dates = Array.from({ length: count }, (_, i) => extent.first + i);
  const types = dates.map((day, i) => (day < extent.today ? typeOfPast(days, i) : 'forecast'));
  const events = variables.includes('sunrise') || variables.includes('sunset') ? eventsOf(plan, extent, scene) : null;
  const valuesOf = (variable: ForecastVariableId) => events?.[variable as 'sunrise'] ?? dayValues(variable, days);
  if (variables.includes('precipitation_probability') && days.uncalibrated.includes(1))
    notices.add('uncalibrated_probability', UNCALIBRATED);
  const draft = { label: 'date' as const, labels: dates.map(formatDate), types, variables, valuesOf };
  const table = tableOf(draft, plan.units);
  const coverage = coverageOfDays(extent, plan.zone, scene.series.reach);
  explain(table, variables, scene, coverageFrom(past?.count ?? 0, coverage));
  if (past !== null) addPastNotices(notices, past, { table, days });
  const before = Math.max(0, Math.min(count, extent.today - extent.first));
  if (days.analysed.subarray(0, before).includes(1)) notices.add('analysis_fallback', ANALYSES);
  return table;
}

const ANALYSES =
  "Past days of type analysis are the models' own analyses: stations did not observe all of their values.";

/** A record is an observation only if none of its amounts and temperatures is a model's. */
function typeOfPast({ observed, analysed }: Days, i: number): RecordType {
  return observed[i] === 1 && analysed[i] === 0 ? 'observation' : 'analysis';
}

/** Sunrise and sunset of local dates, ISO 8601 with the offset in force at the event. */
function eventsOf({ zone }: Plan, { first, last }: DayRange, { site }: Scene): Record<'sunrise' | 'sunset', Values> {
  const events = sunEvents(first, last, zone, site.latitude, site.longitude);
  const text = (event: number | null) => (event === null ? null : formatWithOffset(event, zone));
  return {
    sunrise: events.map(({ sunrise }) => text(sunrise)),
    sunset: events.map(({ sunset }) => text(sunset)),
  };
}

const UNCALIBRATED = 'Where no ensemble reaches, precipitation probabilities follow from the amounts, uncalibrated.';

/** Warns of chances that are shown and stand on an amount alone. */
function noticeStandIns(
  variables: readonly ForecastVariableId[],
  { start, step, count }: Axis,
  { hours, chances }: Precipitation,
  notices: Notices,
): void {
  if (!variables.includes('precipitation_probability')) return;
  const from = Math.floor((start - hours.start) / HOUR);
  const to = Math.ceil((start + step * count - hours.start) / HOUR);
  if (chances?.isUncalibrated(from, to)) notices.add('uncalibrated_probability', UNCALIBRATED);
}

/** The table of a section, with warnings for the nulls in it. */
function explained({ units }: Plan, draft: TableDraft, scene: SectionScene, coverage: Coverage): RecordTable {
  const table = tableOf(draft, units);
  explain(table, draft.variables, scene, coverage);
  return table;
}

/** Warns of the nulls in a table, unless nothing but the sun was asked for. */
function explain(
  table: RecordTable,
  variables: readonly ForecastVariableId[],
  { series, notices }: SectionScene,
  coverage: Coverage,
): void {
  if (quantitiesFor(variables).size === 0) return;
  explainReach(coverage, series, notices);
  explainNulls(table, coverage, series, notices);
}
