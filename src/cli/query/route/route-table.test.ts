import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../model/route.js';
import { resolveRouteUnits } from '../../../model/units.js';
import { ROUTE_ANSWER } from './route-answer.fixture.js';
import type { RecordedLine } from './route-request.js';
import { routeLines } from './route-table.js';

const RECORDED: RecordedLine = {
  title: 'Alp',
  choice: null,
  points: 300,
  waypoints: 5,
  shortened: 0.004,
  climb: { ascent: 400.4, descent: 9.6 },
  recordedSeconds: 6000,
  names: [null, null, 'Hut', null, 'Lake'],
};

const textOf = (answer: RouteAnswer = ROUTE_ANSWER, recorded: RecordedLine | null = RECORDED) =>
  routeLines(answer, recorded).join('\n');
/** From the heading to the first empty line. */
const tableOf = (lines: readonly string[]) => {
  const from = lines.findIndex((line) => line.includes('weather'));
  return lines.slice(from, lines.indexOf('', from));
};
const squeezed = (line: string) => line.replaceAll(/ +/g, ' ');
/** Rows of the table: those with a distance and a time. */
const rowsOf = (text: string) =>
  text.split('\n').filter((line) => /^(\w{3} \d\d| {6}) {2}\d\d:\d\d .*\d\.\d/.test(line));

test('the head says how long, how high, when and by which pace', () => {
  const [title, about, times] = routeLines(ROUTE_ANSWER, RECORDED);
  expect(title).toBe('Alp');
  expect(about).toBe('6.0 km, 400 m up, 10 m down as recorded, 5 of 300 points');
  expect(times).toBe(
    'Fri 20 Nov 2026 23:00 to Sat 21 Nov 2026 00:25, 1 h 25 min hiking, recorded in 1 h 40 min, Europe/Ljubljana',
  );
});

test('of several tracks it says which one, and a line that became shorter is told', () => {
  const second = { ...RECORDED, choice: 'track 2 of 3' };
  expect(routeLines(ROUTE_ANSWER, second)[0]).toBe('Alp, track 2 of 3 (--track for another)');
  expect(routeLines(ROUTE_ANSWER, { ...second, title: 'track 2' })[0]).toBe('track 2 of 3 (--track for another)');
  expect(textOf()).not.toContain('shorter');
  expect(textOf(ROUTE_ANSWER, { ...RECORDED, shortened: 0.021 })).toContain('5 points is 2.1% shorter than the track');
});

test('columns stand under their names and units, whatever their values', () => {
  const lines = routeLines(ROUTE_ANSWER, RECORDED);
  const [names, units] = [
    lines.find((line) => line.includes('weather'))!,
    lines.find((line) => line.includes('km/h  km/h'))!,
  ];
  expect(names.trim().split(/ {2,}/)).toEqual([
    'time',
    'km',
    'height',
    'weather',
    'temp',
    'wind',
    'gust',
    'precip',
    'chance',
  ]);
  for (const [name, unit] of [
    ['temp', '°C'],
    ['gust', 'km/h'],
    ['precip', 'mm/h'],
    ['chance', '%'],
  ] as const) {
    const end = names.indexOf(name) + name.length;
    expect(units.slice(0, end).endsWith(unit), name).toBe(true);
    for (const row of rowsOf(lines.join('\n'))) expect(row.slice(0, end), row).toMatch(/[\d-]$/);
  }
});

test('rows are those of the interval, the ends and places with a name; a day is named where it begins', () => {
  const rows = rowsOf(textOf()).map((row) => row.slice(0, 13));
  expect(rows).toEqual(['Fri 20  23:00', '        23:30', '        23:58', 'Sat 21  00:00', '        00:25']);
  expect(textOf()).toMatch(/23:58 .* Hut$/m);
  expect(textOf()).toMatch(/00:25 .* end, Lake$/m);
});

test('a few waypoints of a request without a file are all shown, many are not', () => {
  expect(rowsOf(textOf(ROUTE_ANSWER, null))).toHaveLength(7);
  expect(textOf(ROUTE_ANSWER, null)).toMatch(/23:12 .* waypoint 2$/m);
  const [first, second, ...rest] = ROUTE_ANSWER.samples;
  const crowd = Array.from({ length: 198 }, () => second!);
  const samples = [first!, ...crowd, ...rest].map((sample, index) => ({ ...sample, index }));
  expect(rowsOf(textOf({ ...ROUTE_ANSWER, samples, summary: { extremes: {}, windows: [] } }, null))).toHaveLength(4);
});

test('of points within a second of a step of the interval one is shown', () => {
  const [first, ...rest] = ROUTE_ANSWER.samples;
  const next = { ...first!, time: '2026-11-20T23:00:01+01:00' };
  const samples = [first!, next, next, ...rest].map((sample, index) => ({ ...sample, index }));
  const names = [null, null, null, null, null, null, null];
  const summary = { extremes: {}, windows: [] };
  expect(rowsOf(textOf({ ...ROUTE_ANSWER, samples, summary }, { ...RECORDED, names }))).toHaveLength(4);
});

/** A paced arrival is whole seconds, and may come a second before the step of the interval that it is. */
test('a second before a minute is that minute, in the table, in sentences and in the head', () => {
  const samples = ROUTE_ANSWER.samples.map((sample, i) => ({
    ...sample,
    ...(i === 2 && { time: '2026-11-20T23:29:59+01:00', waypoint: true }),
    ...(i === 4 && { time: '2026-11-20T23:59:59+01:00' }),
  }));
  const route = { ...ROUTE_ANSWER.route, arrival_time: '2026-11-20T23:59:59+01:00', duration_seconds: 3599 };
  const recorded = { ...RECORDED, names: [null, null, null, 'Hut', null, 'Lake'], recordedSeconds: null };
  const text = textOf({ ...ROUTE_ANSWER, route, samples }, recorded);
  expect(rowsOf(text).map((row) => row.slice(0, 13))).toEqual([
    'Fri 20  23:00',
    '        23:30',
    '        23:58',
    'Sat 21  00:00',
    '        00:25',
  ]);
  expect(text).toContain('Fri 20 Nov 2026 23:00 to Sat 21 Nov 2026 00:00, 1 h hiking, Europe/Ljubljana');
  expect(text).toContain('from Fri 20 23:30 to 23:58');
});

test('a table that is wider than the terminal stands closer, others do not', () => {
  const wide = routeLines(ROUTE_ANSWER, null);
  const width = Math.max(...tableOf(wide).map(({ length }) => length));
  expect(routeLines(ROUTE_ANSWER, null, width)).toEqual(wide);
  const narrow = tableOf(routeLines(ROUTE_ANSWER, null, width - 1));
  expect(narrow.map(squeezed)).toEqual(tableOf(wide).map(squeezed));
  expect(Math.max(...narrow.map(({ length }) => length))).toBeLessThan(width - 8);
});

test('a warning of variables names them', () => {
  const warnings = [{ code: 'partial_data', message: 'Null.', variables: ['wind_gust', 'uv_index'] }] as const;
  expect(textOf({ ...ROUTE_ANSWER, warnings })).toMatch(/\n! Null\. \(wind_gust, uv_index\)$/);
});

test('winds come with where they are from, a calm from nowhere', () => {
  const winds = rowsOf(textOf(ROUTE_ANSWER, null)).map((row) =>
    /(-|[NESW]+) +(\d+) +\d+ +\d\.\d /.exec(row)?.slice(1).join(' '),
  );
  expect(winds).toEqual(['- 4', 'SW 8', 'NW 12', 'N 15', undefined, 'E 4', 'E 4']);
});

test('what is unknown is a dash, no minus stands before a zero, and a sample without weather says why', () => {
  const text = textOf(ROUTE_ANSWER, null);
  expect(text).toMatch(/23:12 +1\.0 +- +cloudy/);
  expect(text).toMatch(/heavy snow +0\.0 /);
  expect(text).toMatch(/00:00 +4\.2 +700 +-[- ]+no weather: its data was not read in time$/m);
});

test('windows and extremes are told in words', () => {
  const text = textOf();
  expect(text).toContain(
    '  heavy snow, rain from Fri 20 23:30 to 23:58, km 2.5–4.0; chance of precipitation up to 90% at 23:58\n',
  );
  expect(text).toContain('  freezing from Fri 20 23:30 to 23:58, km 2.5–4.0; temperature down to -1.5 °C at 23:58\n');
  expect(text).toContain('  strong wind at Fri 20 23:58, km 4.0; gusts up to 70 km/h at 23:58\n');
  expect(text).toContain('  temperature -1.5 °C (Fri 20 23:58, km 4.0) to 3.0 °C (Sat 21 00:25, km 6.0)\n');
  expect(text).toContain('  gusts up to 70 km/h (Fri 20 23:58, km 4.0)\n');
  expect(text.endsWith('\n\n! This weather is simulated.')).toBe(true);
});

test('what stays the same is told once, and what comes to nothing is not told', () => {
  const { temperature_min: coldest } = ROUTE_ANSWER.summary.extremes;
  const extremes = {
    temperature_min: coldest!,
    temperature_max: coldest!,
    precipitation_max: { ...coldest!, value: 0.04 },
  };
  const text = textOf({ ...ROUTE_ANSWER, summary: { extremes, windows: [] } });
  expect(text).toContain('Extremes:\n  temperature -1.5 °C throughout\n\n!');
  const [window] = ROUTE_ANSWER.summary.windows;
  const brief = { ...window!, end_index: 2, peak: { ...window!.peak!, index: 2 } };
  expect(textOf({ ...ROUTE_ANSWER, summary: { extremes, windows: [brief] } })).toContain(
    '  heavy snow at Fri 20 23:30, km 2.5;',
  );
});

test('a window of chances alone does not say what falls, and its peak may be a condition', () => {
  const samples = ROUTE_ANSWER.samples.map(({ condition: _, ...sample }) => sample);
  const [window] = ROUTE_ANSWER.summary.windows;
  const answer = { ...ROUTE_ANSWER, samples, summary: { extremes: {}, windows: [window!] } };
  expect(textOf(answer)).toContain('  precipitation likely from');
  expect(textOf(answer)).not.toContain('  weather');
  const snow = { ...window!, peak: { ...window!.peak!, value: 'heavy-snow' } };
  const worst = { ...ROUTE_ANSWER, summary: { extremes: {}, windows: [snow] } };
  expect(textOf(worst)).toMatch(/heavy snow, rain from .*, km 2\.5–4\.0$/m);
  expect(textOf(worst)).not.toContain('Extremes');
});

test('where clocks change on the way every time has its offset', () => {
  const samples = ROUTE_ANSWER.samples.map((sample, i) =>
    i < 4 ? sample : { ...sample, time: '2026-11-20T22:30:00Z' },
  );
  const route = { ...ROUTE_ANSWER.route, arrival_time: '2026-11-20T22:30:00Z' };
  const answer = { ...ROUTE_ANSWER, route, samples, summary: { extremes: {}, windows: [] } };
  expect(textOf(answer, null)).toMatch(/23:58 \+01:00 +4\.0/);
  expect(textOf(answer, null)).toContain('23:00 (+01:00) to 22:30 (Z)');
});

test('in US units distances are miles, heights feet and amounts have the digits they need', () => {
  const text = textOf({ ...ROUTE_ANSWER, units: resolveRouteUnits('us') });
  expect(text).toContain('6.0 mi, 1314 ft up, 31 ft down as recorded');
  expect(text).toMatch(/ft +°F +mph +mph +in\/h +%/);
  expect(text).toMatch(/rain .* 1\.20 +90 +Hut$/m);
  expect(text).toContain('mile 2.5–4.0');
});
