/**
 * From what is typed after `weatherglass query route` to the body of `POST /v1/route`.
 *
 * Only what a request cannot say is decided here: which line of a GPX file, which of its points (a track has thousands,
 * a request 200), and recorded times moved to another day. Whatever else is wrong, the service says.
 */

import { type GpxPoint, readGpxFile } from '../../../app.js';
import { MOST_WAYPOINTS } from '../../../model/route.js';
import { parseInstant } from '../../../model/time.js';
import { createPath } from '../../../products/route/path.js';
import { UsageError } from '../../exit-status.js';
import { readNamed, readRequest } from '../../named-file.js';
import { numberOr, placeOf } from '../request-values.js';
import { type ChosenLine, chooseLine, faultOfTimes, recordedClimb } from './gpx-choice.js';
import { simplifyLine } from './route-simplification.js';

export interface RouteOptions {
  readonly gpx?: string;
  readonly track?: string;
  readonly request?: string;
  readonly mode?: string;
  readonly speed?: string;
  readonly depart?: string;
  readonly recordedPace?: boolean;
  readonly interval?: string;
  readonly units?: string;
  readonly variables?: string;
}

/** What the table says of a GPX line beside the answer. */
export interface RecordedLine {
  readonly title: string;
  /** "track 2 of 7"; null where there is no other. */
  readonly choice: string | null;
  readonly points: number;
  /** Points that were sent. */
  readonly waypoints: number;
  /** Share of its length that the line of those has lost, 0..1. */
  readonly shortened: number;
  /** Of the recorded heights, m; null where there are none. */
  readonly climb: { readonly ascent: number; readonly descent: number } | null;
  /** From the first to the last recorded time, s; null where the times are no timetable. */
  readonly recordedSeconds: number | null;
  /** Names of the waypoints that were sent; null where one has none. */
  readonly names: readonly (string | null)[];
}

export interface PlannedRequest {
  readonly body: string;
  /** Null where the route is not from a GPX file. */
  readonly recorded: RecordedLine | null;
}

const TABLE_VARIABLES = [
  'condition',
  'temperature',
  'apparent_temperature',
  'wind_speed',
  'wind_direction',
  'wind_gust',
  'precipitation',
  'precipitation_probability',
];

/** A waypoint of a request. What was typed and is no number stays a text: the service says what is wrong with it. */
interface Waypoint {
  readonly latitude: number | string;
  readonly longitude: number | string;
  readonly time?: string;
}

/**
 * @param places  "LATITUDE,LONGITUDE" each
 * @param now  epoch seconds on the minute, from which recorded times go on where no departure is given
 * @throws UsageError  for arguments that contradict each other; MalformedError
 */
export function planRequest(places: readonly string[], options: RouteOptions, now: number): PlannedRequest {
  const option = places.find((text) => /^-(?![\d.])/.test(text));
  if (option !== undefined) throw new UsageError(`there is no option ${option}; see: weatherglass query route --help`);
  const sources = [places.length > 0, options.gpx !== undefined, options.request !== undefined];
  if (sources.filter(Boolean).length !== 1)
    throw new UsageError('give one of --gpx FILE, two or more LATITUDE,LONGITUDE, or --request FILE');
  if (options.gpx === undefined) refuseWith(options, ['track', 'recordedPace'], 'needs --gpx');
  if (options.request !== undefined) {
    refuseWith(
      options,
      ['mode', 'speed', 'depart', 'interval', 'units', 'variables'],
      'is said in the file of --request',
    );
    return { body: readRequest(options.request), recorded: null };
  }
  if (options.gpx !== undefined)
    return planGpx(chooseLine(readNamed('--gpx', options.gpx, readGpxFile), options.track), options, now);
  return { body: bodyOf(places.map(waypointOf), options, 'driving'), recorded: null };
}

function refuseWith(options: RouteOptions, names: readonly (keyof RouteOptions)[], rule: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given === 'recordedPace' ? 'recorded-pace' : given} ${rule}`);
}

function waypointOf(text: string): Waypoint {
  const [latitude, longitude, ...more] = text.split(',').map((part) => part.trim());
  if (latitude === undefined || longitude === undefined || more.length > 0)
    throw new UsageError(`a place must be LATITUDE,LONGITUDE such as 47.56,12.98; got "${text}"`);
  return placeOf(latitude, longitude);
}

/** @throws UsageError  when the recorded pace is wanted and the recorded times are no timetable */
export function planGpx(line: ChosenLine, options: RouteOptions, now: number): PlannedRequest {
  const fault = faultOfTimes(line.points);
  const times = fault === null ? line.points.map(({ time }) => time!) : null;
  const { indexes } = simplifyLine(line.points, {
    most: MOST_WAYPOINTS,
    kept: line.names.keys(),
    times: options.recordedPace && times !== null ? times : undefined,
  });
  const points = indexes.map((i) => line.points[i]!);
  const recorded: RecordedLine = {
    title: line.title,
    choice: line.choice,
    points: line.points.length,
    waypoints: points.length,
    shortened: line.path.length > 0 ? 1 - createPath(points).length / line.path.length : 0,
    climb: recordedClimb(line.points),
    recordedSeconds: times === null ? null : times.at(-1)! - times[0]!,
    names: indexes.map((i) => line.names.get(i) ?? null),
  };
  if (options.recordedPace !== true) return { body: bodyOf(points.map(withoutTime), options, 'hiking'), recorded };
  refuseWith(options, ['mode', 'speed'], 'cannot be given with --recorded-pace: the times are those of the file');
  if (fault !== null) throw new UsageError(`--recorded-pace needs times that increase: ${fault}`);
  return { body: bodyOf(movedTo(departureOf(options.depart, now), points), options, null), recorded };
}

function withoutTime({ latitude, longitude }: GpxPoint): Waypoint {
  return { latitude, longitude };
}

/** The points at their recorded pace from `departure` on. Times keep their fractions, or two could become one. */
function movedTo(departure: number, points: readonly GpxPoint[]): Waypoint[] {
  const shift = departure - points[0]!.time!;
  return points.map(({ latitude, longitude, time }) => ({
    latitude,
    longitude,
    time: new Date((time! + shift) * 1000).toISOString(),
  }));
}

function departureOf(text: string | undefined, now: number): number {
  if (text === undefined || text === 'now') return now;
  const departure = parseInstant(text);
  if (departure === null)
    throw new UsageError(
      `--depart must be now, or a time with its offset such as 2026-11-21T08:00+01:00; got "${text}"`,
    );
  return departure;
}

/** @param usualMode  null where the waypoints have times of their own */
function bodyOf(path: readonly Waypoint[], options: RouteOptions, usualMode: string | null): string {
  const { mode = usualMode, speed, depart, interval, units, variables } = options;
  const timing = {
    ...(depart !== undefined && { departure_time: depart }),
    travel: { mode, ...(speed !== undefined && { speed: numberOr(speed.trim()) }) },
  };
  return JSON.stringify({
    path,
    ...(usualMode !== null && timing),
    ...(interval !== undefined && { sample: { interval } }),
    ...(units !== undefined && { units }),
    variables: variables === undefined ? TABLE_VARIABLES : variables.split(',').map((name) => name.trim()),
  });
}
