/** A list of fires (FIRMS) or a day of smoke (HMS) in readable lines; the file itself tells which of the two it is. */

import type { MalformedError } from '../base/errors.js';
import { decodeFirms, type FireList } from '../decode/firms/firms.js';
import { decodeHmsSmoke, type SmokeDay } from '../decode/hms/hms-smoke.js';
import type { FirePoint, SmokePlume } from '../model/fire.js';
import { formatInstant } from '../model/time.js';

/** @throws MalformedError */
export async function inspectFires(bytes: Uint8Array): Promise<string[]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b; // "PK"
  return isZip ? smokeLines(await decodeHmsSmoke(bytes)) : fireLines(decodeFirms(bytes));
}

function fireLines({ points, rejected, defect }: FireList): string[] {
  const [first] = points;
  if (first === undefined) return ['0 fires'];
  const told = points.filter(({ radiativePower }) => !Number.isNaN(radiativePower));
  const fiercest = told.toSorted((a, b) => b.radiativePower - a.radiativePower)[0];
  const range = (of: (point: FirePoint) => number) =>
    points.reduce(([least, most], point) => [Math.min(least, of(point)), Math.max(most, of(point))] as const, [
      of(first),
      of(first),
    ] as const);
  const [from, to] = range(({ time }) => time);
  const [south, north] = range(({ latitude }) => latitude);
  const [west, east] = range(({ longitude }) => longitude);
  return [
    `${points.length} fires, seen from ${formatInstant(from)} to ${formatInstant(to)}`,
    `latitudes   ${south} to ${north}, longitudes ${west} to ${east}`,
    `satellites  ${counts(points.map(({ satellite }) => satellite || 'not told'))}`,
    `confidence  ${counts(points.map(({ confidence }) => confidence))}`,
    ...(fiercest === undefined ? [] : [`fiercest    ${fiercestText(fiercest)}`]),
    ...rejectedLines(rejected, defect),
  ];
}

function fiercestText({ radiativePower, latitude, longitude, time }: FirePoint): string {
  return `${radiativePower} MW at ${latitude}, ${longitude}, ${formatInstant(time)}`;
}

function smokeLines({ plumes, rejected, defect }: SmokeDay): string[] {
  const summary = plumes.length === 0 ? '0 plumes' : `${plumes.length} plumes: ${counts(plumes.map((p) => p.density))}`;
  return [summary, ...plumes.map(plumeLine), ...rejectedLines(rejected, defect)];
}

function plumeLine({ density, satellite, start, end, polygons }: SmokePlume): string {
  const when = [start, end].map((time) => (time === null ? 'not told' : formatInstant(time))).join(' to ');
  const points = polygons.flat().reduce((sum, ring) => sum + ring.length / 2, 0);
  return `${density.padEnd(6)}  ${when}  ${satellite || 'satellite not told'}  areas: ${polygons.length}, points: ${points}`;
}

/** "A 1346, T 1229": most first. */
function counts(names: readonly string[]): string {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return [...found]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function rejectedLines(rejected: number, defect: MalformedError | null): string[] {
  return defect === null ? [] : [`left out    ${rejected}, the first: ${defect.message}`];
}
