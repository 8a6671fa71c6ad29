import { expect, test } from 'vitest';
import { OCCURRENCE } from '../../model/station-report.js';
import { DAY, HOUR, MINUTE, parseDate, parseInstant, type Zone, zoneOf } from '../../model/time.js';
import { countMinutes, type ObservedMinutes, type StationNowcast } from './count-minutes.js';
import { type CountOptions, countStation, type ObservedStation, wetFrequency } from './count-station.js';
import { collectLeads, type IssuedDayValues, type IssuedHourValues, type LeadPlan } from './lead-forecasts.js';
import { errorMetrics, occurrenceMetrics, probabilityMetrics } from './metrics.js';
import { type Block, noDateRows, rowOf, sumsLayout } from './sums-layout.js';

const UTC = zoneOf('UTC') as Zone;
const NEW_YORK = zoneOf('America/New_York') as Zone;
const DATE = parseDate('2026-11-20')!;
const MIDNIGHT = DATE * DAY;
const PLAN: LeadPlan = {
  ...{ zone: UTC, firstDay: DATE, lastDay: DATE + 2, leadHours: [0, 1, 24], leadDays: [0.5, 1, 2], issueHour: 6 },
};

/** The temperature of each hour says which issue it is of. */
function issuedHours(issueTime: number, temperature: number, precipitation = 0): IssuedHourValues {
  const values = (value: number) => new Float32Array(26).fill(value);
  const start = Math.floor(issueTime / HOUR) * HOUR;
  return { start, temperature: values(temperature), precipitation: values(precipitation), probability: values(0.5) };
}
function issuedDays(firstDay: number, maximum: number): IssuedDayValues {
  const values = (value: number) => new Float32Array(16).fill(value);
  return {
    ...{ firstDay, temperatureMax: values(maximum), temperatureMin: values(maximum - 10) },
    ...{ precipitation: values(2), probability: values(0.75) },
  };
}
const hoursAt = (issueTime: number, temperature: number) => ({
  ...{ issueTime, hours: issuedHours(issueTime, temperature), days: null },
});

test.each([
  ['an issue on the hour is of that hour, and of the next', 12 * HOUR, [12], [13, 14], [36, 37]],
  ['an issue at 12:05', 12 * HOUR + 5 * MINUTE, [13], [14], [37]],
  ['an issue at 12:40', 12 * HOUR + 40 * MINUTE, [13], [14, 15], [37, 38]],
] as const)('%s at the leads 0, 1 and 24 h', (_, after, ofLead0, ofLead1, ofLead24) => {
  const leads = collectLeads(PLAN);
  leads.add(hoursAt(MIDNIGHT + after, 280));
  const hoursWith = (lead: number) =>
    [...leads.hours.get(lead)!.issued.keys()].filter((n) => !Number.isNaN(leads.hours.get(lead)!.issued[n]!));
  expect([hoursWith(0), hoursWith(1), hoursWith(24)]).toEqual([ofLead0, ofLead1, ofLead24]);
});

test('the newest issue counts whatever the order of arrival, and a doubled one changes nothing', () => {
  const issues = [hoursAt(MIDNIGHT + 11.7 * HOUR, 270), hoursAt(MIDNIGHT + 12 * HOUR, 280)];
  for (const order of [issues, [...issues].reverse(), [...issues, ...issues]]) {
    const leads = collectLeads(PLAN);
    for (const issue of order) leads.add(issue);
    // 13:00 at lead 1 h: both issues lie within 90 minutes before 12:00, the newer one at 12:00.
    expect(leads.hours.get(1)!.temperature[13]).toBe(280);
    expect(leads.hours.get(1)!.temperature[14]).toBe(280);
  }
});

test('two files of one issue complete each other, and a correction replaces', () => {
  const leads = collectLeads(PLAN);
  const ofDate = (date: number, maximum: number) =>
    leads.add({
      issueTime: MIDNIGHT + 6 * HOUR,
      hours: null,
      days: { ...issuedDays(date, 0), temperatureMax: [maximum] },
    });
  ofDate(DATE + 1, 291);
  ofDate(DATE + 2, 292);
  ofDate(DATE + 1, 290);
  expect([leads.days.get(1)!.temperatureMax[1], leads.days.get(2)!.temperatureMax[2]]).toEqual([290, 292]);
});

test('an issue older than 90 minutes before the lead does not stand in for a missing one', () => {
  const leads = collectLeads(PLAN);
  leads.add(hoursAt(MIDNIGHT + 10.5 * HOUR, 270));
  expect(leads.hours.get(1)!.temperature[12]).toBe(270);
  expect(leads.hours.get(1)!.temperature[13]).toBeNaN();
  expect(leads.hours.get(0)!.temperature[11]).toBe(270);
  expect(leads.hours.get(0)!.temperature[12]).toBeNaN();
});

test('the issue of a day is the nearest after 06:00 local within three hours, of the date of the lead', () => {
  const leads = collectLeads({ ...PLAN, zone: NEW_YORK });
  const at = (text: string) => parseInstant(text)!;
  const days = issuedDays(DATE - 2, 280);
  const add = (issueTime: number, maximum: number) =>
    leads.add({ issueTime, hours: null, days: { ...days, temperatureMax: new Float32Array(16).fill(maximum) } });
  add(at('2026-11-19T08:59:00-05:00'), 283);
  add(at('2026-11-19T06:05:00-05:00'), 281);
  add(at('2026-11-19T05:59:00-05:00'), 279);
  add(at('2026-11-19T09:00:00-05:00'), 284);
  add(at('2026-11-19T18:30:00-05:00'), 290);
  const row = (lead: number) => [...leads.days.get(lead)!.temperatureMax];
  expect(row(1)).toEqual([281, Number.NaN, Number.NaN]);
  expect(row(2)).toEqual([Number.NaN, 281, Number.NaN]);
  expect(row(0.5)).toEqual([290, Number.NaN, Number.NaN]);
});

const LAYOUT = sumsLayout([
  { interval: '1h', leads: [0, 1, 24].map((lead) => ({ first: lead, last: lead })) },
  { interval: '1d', leads: [0.5, 1, 2].map((lead) => ({ first: lead, last: lead })) },
]);
const OPTIONS: CountOptions = { persistence: 'issue-date', climatology: { hour: 0.1, day: 0.3 } };

/** Five days of hours from the day before the first date; it gets warmer by a degree each hour. */
function observedHours(): NonNullable<ObservedStation['hours']> {
  const count = 5 * 24;
  return {
    start: MIDNIGHT - DAY,
    temperatures: Float32Array.from({ length: count }, (_, n) => 250 + n),
    amounts: new Float32Array(count),
    occurrences: new Uint8Array(count),
  };
}

test('a temperature is compared with the hour itself, and persistence is the hour a day before', () => {
  const leads = collectLeads(PLAN);
  leads.add(hoursAt(MIDNIGHT + 12 * HOUR, 290));
  const rows = countStation(LAYOUT, leads, { hours: observedHours(), days: null }, OPTIONS);
  // At 12:00 of the first date it is 250 + 36; a day before it was 262.
  expect(errorMetrics(rowOf(rows, 0), LAYOUT.at('1h', 0, 'temperature'), 1)).toMatchObject({
    ...{ bias: 4, samples: 1, persistence: { bias: -24, samples: 1, serviceMeanAbsoluteError: 4 } },
  });
  // Lead 24 h is valid on the next date, at 12:00 and 13:00.
  expect(errorMetrics(rowOf(rows, 1), LAYOUT.at('1h', 2, 'temperature'), 1).samples).toBe(2);
  expect(errorMetrics(rowOf(rows, 0), LAYOUT.at('1h', 2, 'temperature'), 1).samples).toBe(0);
});

test('the rain of an hour is the report of its end, and present weather tells wet or dry without an amount', () => {
  const leads = collectLeads(PLAN);
  leads.add({ issueTime: MIDNIGHT + 12 * HOUR, hours: issuedHours(MIDNIGHT + 12 * HOUR, 280, 1), days: null });
  const series = observedHours();
  const amounts = Float32Array.from(series.amounts);
  const occurrences = new Uint8Array(amounts.length);
  amounts[24 + 13] = 3; // from 12:00 to 13:00
  amounts[24 + 14] = Number.NaN;
  occurrences[24 + 14] = OCCURRENCE.dry;
  const rows = countStation(LAYOUT, leads, { hours: { ...series, amounts, occurrences }, days: null }, OPTIONS);
  const row = rowOf(rows, 0);
  expect(occurrenceMetrics(row, LAYOUT.at('1h', 0, 'occurrence'), 1).counts.hits).toBe(1);
  expect(errorMetrics(row, LAYOUT.at('1h', 0, 'amount'), 1)).toMatchObject({ bias: -2, samples: 1 });
  // At lead 1 h the issue is of 13:00 (dry by present weather) and of 14:00 (measured dry).
  const ofLead1 = (block: Block) => LAYOUT.at('1h', 1, block);
  expect(occurrenceMetrics(row, ofLead1('occurrence'), 1).counts.falseAlarms).toBe(2);
  expect(errorMetrics(row, ofLead1('amount'), 1).samples).toBe(1);
  expect(probabilityMetrics(row, ofLead1('probability'), 1)).toMatchObject({
    ...{ brierScore: 0.25, samples: 2, climatology: { samples: 2, brierScore: expect.closeTo(0.01, 12) } },
  });
});

test('persistence of a day is the date of the issue, or the day before in all leads', () => {
  const leads = collectLeads(PLAN);
  leads.add({ issueTime: MIDNIGHT + 6 * HOUR, hours: null, days: issuedDays(DATE, 300) });
  const observed = { hours: null, days: { ...issuedDays(DATE - 2, 0), temperatureMax: [286, 288, 290, 292, 294] } };
  const metrics = (options: CountOptions, date: number, lead: number) =>
    errorMetrics(
      rowOf(countStation(LAYOUT, leads, observed, options), date),
      LAYOUT.at('1d', lead, 'temperature_max'),
      1,
    );
  // The issue of 20 November is lead 1 for the 21st (observed 292) and lead 2 for the 22nd (294).
  expect(metrics(OPTIONS, 1, 1)).toMatchObject({ bias: 8, persistence: { bias: -2 } });
  expect(metrics(OPTIONS, 2, 2)).toMatchObject({ bias: 6, persistence: { bias: -4 } });
  expect(metrics({ ...OPTIONS, persistence: 'day-before' }, 2, 2)).toMatchObject({
    bias: 6,
    persistence: { bias: -2 },
  });
});

test('the frequency of wet hours and days is that of the known ones', () => {
  const series = observedHours();
  const amounts = [0, 0.1, Number.NaN, 5];
  expect(wetFrequency({ hours: { ...series, amounts, occurrences: [0, 0, 2, 0] }, days: null })).toEqual({
    hour: 0.75,
    day: Number.NaN,
  });
  const days = { ...issuedDays(DATE, 0), precipitation: [0.9, 1, Number.NaN, 0] };
  expect(wetFrequency({ hours: null, days }).day).toBeCloseTo(1 / 3, 12);
});

test('a nowcast is that of the lead within two minutes, and persistence what was observed then', () => {
  const layout = sumsLayout([{ interval: '1m', leads: [{ first: 30, last: 30 }] }]);
  const rows = noDateRows(layout, DATE, 1);
  const noon = MIDNIGHT + 12 * HOUR;
  const nowcast = (minute: number, rate: number): StationNowcast => ({
    ...{ issueTime: noon + minute * MINUTE, leads: [30], rates: [rate], probabilities: [0.8] },
  });
  const observed: ObservedMinutes = {
    times: [0, 30, 34, 60].map((minute) => noon + minute * MINUTE),
    rates: [0, 2, 1, Number.NaN],
    wet: [Number.NaN, Number.NaN, Number.NaN, 1],
  };
  // 12:30 has the issue of 11:59, 12:34 the one of 12:06; 13:00 has none: that of 12:33 is three minutes away.
  countMinutes(layout, rows, [nowcast(-1, 1), nowcast(6, 0), nowcast(33, 1)], observed, (time) =>
    Math.floor(time / DAY),
  );
  const row = rowOf(rows, 0);
  expect(occurrenceMetrics(row, layout.at('1m', 0, 'occurrence'), 1)).toMatchObject({
    counts: { hits: 1, falseAlarms: 0, misses: 1, correctNegatives: 0 },
    persistence: { samples: 1, counts: { misses: 1 } },
  });
  expect(probabilityMetrics(row, layout.at('1m', 0, 'probability'), 1).samples).toBe(2);
});

test('what was answered before learned corrections is summed beside what was answered', () => {
  const plain = hoursAt(MIDNIGHT + 12 * HOUR, 290);
  const [later, earlier] = [hoursAt(MIDNIGHT + 13 * HOUR, 291), hoursAt(MIDNIGHT + 12.5 * HOUR, 291)];
  const before = issuedHours(MIDNIGHT + 13 * HOUR, 295);
  const corrected = {
    ...later,
    uncorrected: { hours: { ...before, probability: new Float32Array(26).fill(0.9) }, days: null },
  };
  for (const order of [
    [plain, earlier, corrected],
    [corrected, earlier, plain],
  ]) {
    const leads = collectLeads(PLAN);
    for (const issue of order) leads.add(issue);
    const row = rowOf(countStation(LAYOUT, leads, { hours: observedHours(), days: null }, OPTIONS), 0);
    // At lead 0: 12:00 of the first issue, and 13:00 of the corrected one, where 286 K and 287 K were observed.
    const four = (block: Block) => [...row.subarray(LAYOUT.at('1h', 0, block), LAYOUT.at('1h', 0, block) + 4)];
    expect(four('temperature')).toEqual([2, 4 + 4, 4 + 4, 16 + 16]);
    expect(four('temperature_uncorrected')).toEqual([2, 4 + 8, 4 + 8, 16 + 64]);
    expect(four('probability')).toEqual([2, 0.5, 1, 0]);
    expect(four('probability_uncorrected').map((sum) => Number(sum.toFixed(6)))).toEqual([2, 0.25 + 0.81, 1.4, 0]);
    const bins = (block: Block) => {
      const at = LAYOUT.at('1h', 0, block);
      return Array.from({ length: 11 }, (_, bin) => row[at + bin]!);
    };
    expect([bins('reliability')[5], bins('reliability_uncorrected')[5], bins('reliability_uncorrected')[9]]).toEqual([
      2, 1, 1,
    ]);
  }
});

test('days before learned corrections have sums of their own, and issues without them count for both', () => {
  const leads = collectLeads(PLAN);
  const at = (date: number) => ({ issueTime: date * DAY + 6 * HOUR, hours: null, days: issuedDays(date, 290) });
  const values = (value: number) => new Float32Array(16).fill(value);
  const days = { temperatureMax: values(293), temperatureMin: values(281), probability: values(0.25) };
  leads.add(at(DATE - 1));
  leads.add({ ...at(DATE), uncorrected: { hours: null, days } });
  const known = (value: number) => new Float64Array(8).fill(value);
  const observed = {
    firstDay: DATE - 4,
    temperatureMax: known(291),
    temperatureMin: known(280),
    precipitation: known(2),
  };
  const rows = countStation(LAYOUT, leads, { hours: null, days: observed }, OPTIONS);
  const four = (date: number, block: Block) => {
    const from = LAYOUT.at('1d', 1, block);
    return [...rowOf(rows, date).subarray(from, from + 4)];
  };
  expect([four(0, 'temperature_max'), four(0, 'temperature_max_uncorrected')]).toEqual([
    [1, 1, -1, 1],
    [1, 1, -1, 1],
  ]);
  expect([four(1, 'temperature_max'), four(1, 'temperature_max_uncorrected')]).toEqual([
    [1, 1, -1, 1],
    [1, 2, 2, 4],
  ]);
  expect(four(1, 'temperature_min_uncorrected')).toEqual([1, 1, 1, 1]);
  expect([four(1, 'probability'), four(1, 'probability_uncorrected')]).toEqual([
    [1, 0.0625, 0.75, 1],
    [1, 0.5625, 0.25, 1],
  ]);
});
