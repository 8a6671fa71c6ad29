import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../../../test/shared-data.js';
import { readGpxFile } from '../../../app.js';
import { isTagged } from '../../../base/errors.js';
import { postRoute, startTestServer } from '../../../http/server.fixture.js';
import { problemLines } from '../answer-output.js';
import { chooseLine, recordedClimb } from './gpx-choice.js';
import { planGpx, planRequest, type RouteOptions } from './route-request.js';
import { routeLines } from './route-table.js';

const NOW = Date.UTC(2026, 10, 20, 10) / 1000;
let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weatherglass-gpx-'));
});
afterAll(() => rm(directory, { recursive: true }));

const plan = (places: string[], options: RouteOptions = {}) => {
  const { body, recorded } = planRequest(places, options, NOW);
  return { body: JSON.parse(body), recorded };
};

function gpxFile(content: string): string {
  const path = join(directory, 'line.gpx');
  writeFileSync(path, `<gpx>${content}</gpx>`);
  return path;
}

/** A track along a meridian, a point every thousandth of a degree; `inside` of each point. */
function track(name: string, count: number, inside: (i: number) => string = () => ''): string {
  const points = Array.from({ length: count }, (_, i) => `<trkpt lat="${46 + i / 1000}" lon="14">${inside(i)}</trkpt>`);
  return `<trk><name>${name}</name><trkseg>${points.join('')}</trkseg></trk>`;
}
const timed = (i: number) => `<time>2009-03-02T14:${String(i).padStart(2, '0')}:00Z</time>`;

test('places become waypoints, driven from now on, with the variables of the table', () => {
  const { body, recorded } = plan(['52.52,13.41', ' -33.86 , 151.21 ']);
  expect(recorded).toBeNull();
  expect(body).toMatchObject({
    path: [
      { latitude: 52.52, longitude: 13.41 },
      { latitude: -33.86, longitude: 151.21 },
    ],
    travel: { mode: 'driving' },
  });
  expect(body.variables).toContain('wind_direction');
  expect(Object.keys(body).sort()).toEqual(['path', 'travel', 'variables']);
});

test('options are said in the fields of the interface', () => {
  const options = {
    mode: 'cycling',
    speed: '18.5',
    depart: 'now',
    interval: '1h',
    units: 'us',
    variables: 'temperature, uv_index',
  };
  expect(plan(['1,2', '3,4'], options).body).toEqual({
    path: [
      { latitude: 1, longitude: 2 },
      { latitude: 3, longitude: 4 },
    ],
    departure_time: 'now',
    travel: { mode: 'cycling', speed: 18.5 },
    sample: { interval: '1h' },
    units: 'us',
    variables: ['temperature', 'uv_index'],
  });
});

test('what is no number is handed on, for the service to say what is wrong with it', () => {
  const { body } = plan(['north,13'], { speed: 'fast' });
  expect(body).toMatchObject({ path: [{ latitude: 'north' }], travel: { speed: 'fast' } });
});

test.each<[string[], RouteOptions, RegExp]>([
  [[], {}, /give one of --gpx FILE, two or more LATITUDE,LONGITUDE, or --request FILE/],
  [['1,2'], { gpx: 'a.gpx' }, /give one of/],
  [['1;2'], {}, /a place must be LATITUDE,LONGITUDE such as .*; got "1;2"/],
  [['1,2,3'], {}, /got "1,2,3"/],
  [['--sped', '4'], {}, /there is no option --sped/],
  [['--sped', '4'], { gpx: 'a.gpx' }, /there is no option --sped; see: weatherglass query route --help/],
  [['-m', 'hiking'], { request: 'a.json' }, /there is no option -m/],
  [
    [],
    { gpx: 'nowhere.gpx' },
    /--gpx must name a file that can be read \(no such file or directory\); got "nowhere\.gpx"/,
  ],
  [
    [],
    { request: 'src' },
    /--request must name a file that can be read \(illegal operation on a directory\); got "src"/,
  ],
  [['1,2'], { track: '1' }, /--track needs --gpx/],
  [['1,2'], { recordedPace: true }, /--recorded-pace needs --gpx/],
  [[], { request: 'a.json', mode: 'hiking' }, /--mode is said in the file of --request/],
])('%j with %j is refused', (places, options, message) => {
  expect(() => plan(places, options)).toThrow(message);
});

test('a GPX file is hiked, its longest track, with names that its waypoints give', () => {
  const gpx = gpxFile(
    `<wpt lat="46.0021" lon="14.0005"><name>Hut</name></wpt><wpt lat="46.5" lon="14"><name>far away</name></wpt>
     <wpt lat="46" lon="14"><name>001</name></wpt>${track('short', 2)}${track('long', 5)}<trk/>`,
  );
  const { body, recorded } = plan([], { gpx });
  expect(body.path).toHaveLength(5);
  expect(body.travel).toEqual({ mode: 'hiking' });
  expect(recorded).toMatchObject({ title: 'long', choice: 'track 2 of 2', points: 5, waypoints: 5, climb: null });
  expect(recorded!.names).toEqual([null, null, 'Hut', null, null]);
  expect(plan([], { gpx, track: 'SHORT' }).body.path).toHaveLength(2);
  expect(plan([], { gpx, track: '1' }).recorded).toMatchObject({ title: 'short' });
  expect(() => plan([], { gpx, track: '3' })).toThrow(
    /--track must be .*; got "3"\n {2}1 {2}short, 0\.1 km\n {2}2 {2}long, 0\.4 km/,
  );
});

test('a file without a line is refused, a route is taken where there is no track', () => {
  expect(() => plan([], { gpx: gpxFile('<trk/><wpt lat="1" lon="1"/>') })).toThrow(
    'no track and no route with two points',
  );
  const { recorded } = plan([], { gpx: gpxFile('<rte><rtept lat="1" lon="1"/><rtept lat="1" lon="2"/></rte>') });
  expect(recorded).toMatchObject({ title: 'route 1', choice: null });
});

test('a long track is sent with 200 points that keep its ends and its named places', () => {
  const gpx = gpxFile(`<wpt lat="46.321" lon="14"><name>Spring</name></wpt>${track('ridge', 1000)}`);
  const { body, recorded } = plan([], { gpx });
  expect(body.path.length).toBeLessThanOrEqual(200);
  expect(body.path[0]).toEqual({ latitude: 46, longitude: 14 });
  expect(body.path.at(-1)).toEqual({ latitude: 46.999, longitude: 14 });
  expect(body.path).toContainEqual({ latitude: 46.321, longitude: 14 });
  expect(recorded!.names.filter(Boolean)).toEqual(['Spring']);
  expect(recorded!.shortened).toBeLessThan(1e-6);
});

test('recorded rises and falls are summed over the points that have a height', () => {
  const heights = [10, 30, null, 25, 40];
  const inside = (i: number) => (heights[i] === null ? '<ele/>' : `<ele>${heights[i]}</ele>`);
  expect(plan([], { gpx: gpxFile(track('t', 5, inside)) }).recorded!.climb).toEqual({ ascent: 35, descent: 5 });
});

test('the recorded pace goes on from the departure, with times of its own and no other timing', () => {
  const gpx = gpxFile(track('t', 3, timed));
  const { body, recorded } = plan([], { gpx, recordedPace: true, depart: '2026-11-21T08:00:00+01:00' });
  expect(body.path.map(({ time }: { time: string }) => time)).toEqual([
    '2026-11-21T07:00:00.000Z',
    '2026-11-21T07:01:00.000Z',
    '2026-11-21T07:02:00.000Z',
  ]);
  expect(body).not.toHaveProperty('travel');
  expect(body).not.toHaveProperty('departure_time');
  expect(recorded!.recordedSeconds).toBe(120);
  expect(plan([], { gpx, recordedPace: true }).body.path[0].time).toBe('2026-11-20T10:00:00.000Z');
});

test.each<[string, (i: number) => string, RouteOptions, RegExp]>([
  ['missing times', (i) => (i === 1 ? '' : timed(i)), {}, /1 of 3 points have no time that can be read/],
  [
    'a time that goes back',
    (i) => timed(5 - i),
    {},
    /the time of point 2 of 3 is before the one before it \(2009-03-02T14:05:00Z, then 2009-03-02T14:04:00Z\)/,
  ],
  ['a time that comes twice', () => timed(1), {}, /point 2 of 3 has the time of the one before, at another place/],
  ['a mode', timed, { mode: 'hiking' }, /--mode cannot be given with --recorded-pace/],
  [
    'a departure without an offset',
    timed,
    { depart: '2026-11-21T08:00' },
    /--depart must be now, or .*"2026-11-21T08:00"/,
  ],
])('the recorded pace with %s is refused', (_, inside, options, message) => {
  const gpx = gpxFile(track('t', 3, inside));
  expect(() => plan([], { gpx, recordedPace: true, ...options })).toThrow(message);
});

test('a malformed file is the tagged error with its line', () => {
  const gpx = gpxFile('\n<trk><trkseg><trkpt lat="91" lon="0"/>');
  try {
    plan([], { gpx });
    expect.unreachable();
  } catch (error) {
    expect(isTagged(error, 'malformed') && error.format).toBe('GPX, line 2');
  }
});

testWithSharedData('every real file becomes a request; those with sound times can be walked at their pace', () => {
  const paces: Record<string, string> = {};
  for (const name of readdirSync(sharedData('elevation', 'gpx'))) {
    const gpx = sharedData('elevation', 'gpx', name);
    const { body, recorded } = plan([], { gpx });
    expect(body.path.length).toBe(recorded!.waypoints);
    expect(recorded!.shortened).toBeLessThan(0.01);
    try {
      plan([], { gpx, recordedPace: true });
      paces[name] = 'sound';
    } catch (error) {
      paces[name] = (error as Error).message.split(': ')[1]!;
    }
  }
  const none = (count: number) => `${count} of ${count} points have no time that can be read`;
  expect(paces).toMatchObject({
    'cerknicko-without-times.gpx': none(173),
    'route.gpx': none(55),
    'track-with-extremes.gpx': none(25),
    'track_with_speed.gpx': 'sound',
  });
});

/** Haversine sums and sums of rises of the numbers in the files, computed outside of this project; m and s. */
const HAND_FIGURES = [
  ['cerknicko-jezero.gpx', '1', 1912.4, 68.7, 67.8, 2469],
  ['cerknicko-jezero.gpx', 'ACTIVE LOG #3', 873.2, 9.1, 4.8, 155],
  ['cerknicko-jezero.gpx', '7', 346.6, 91.3, 39.9, 1092],
  ['cerknicko-jezero-without-elevations.gpx', '4', 1352.1, null, null, 288],
  ['cerknicko-jezero-without-elevations.gpx', '7', 346.6, null, null, null],
  ['route.gpx', undefined, 6682.9, null, null, null],
  ['track-with-extremes.gpx', undefined, 2203.5, 38, 26, null],
  ['track_with_speed.gpx', undefined, 18.6, 9.2, 4.8, 13],
] as const;

testWithSharedData('length, climb and recorded time of real lines are those of a hand computation', () => {
  for (const [name, wanted, metres, up, down, seconds] of HAND_FIGURES) {
    const line = chooseLine(readGpxFile(sharedData('elevation', 'gpx', name)), wanted);
    expect(line.path.length / metres, name).toBeCloseTo(1, 2);
    const climb = recordedClimb(line.points);
    expect(climb?.ascent ?? null, name).toEqual(up === null ? null : expect.closeTo(up, 0));
    expect(climb?.descent ?? null, name).toEqual(down === null ? null : expect.closeTo(down, 0));
    expect(planGpx(line, {}, NOW).recorded!.recordedSeconds, name).toBe(seconds);
  }
});

test('what is sent is a request of the interface, and what comes back makes a table', async () => {
  const { app } = await startTestServer();
  const gpx = gpxFile(
    track(
      'ridge',
      300,
      (i) =>
        `<time>2009-03-02T${String(8 + Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}:00Z</time>`,
    ),
  );
  const plans: [string[], RouteOptions][] = [
    [['1,2', '3,4'], { mode: 'cycling', speed: '18', depart: '2026-11-21T08:00+01:00', interval: '1h', units: 'us' }],
    [['1,2', '3,4'], { variables: 'uv_index,air_quality_index', units: 'si' }],
    [[], { gpx }],
    [[], { gpx, recordedPace: true, depart: 'now' }],
  ];
  for (const [places, options] of plans) {
    const { body, recorded } = planRequest(places, options, NOW);
    const answer = await postRoute(app, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(routeLines(answer.json(), recorded).length).toBeGreaterThan(5);
  }
  await app.close();
});

test('a problem is told by pointers and messages', () => {
  const faults = [
    { pointer: '/path/3/latitude', code: 'maximum', message: 'path[3].latitude must be at most 90; got 91' },
    { pointer: '', code: 'required', message: 'variables must be given' },
  ];
  const problem = { title: 'Invalid request', status: 422, detail: 'all of it', errors: faults };
  expect(problemLines(JSON.stringify(problem))).toEqual([
    'Invalid request:',
    '  /path/3/latitude  path[3].latitude must be at most 90; got 91',
    '  (body)  variables must be given',
  ]);
  expect(problemLines('{"title":"Product unavailable","detail":"no data"}')).toEqual(['Product unavailable: no data']);
  expect(problemLines('gone')).toEqual(['gone']);
});
