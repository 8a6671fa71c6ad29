/** Archived nowcasts for people: an issue a line, or what each of them said at one station. Times are UTC. */

import { WET_THRESHOLDS } from '../../model/accuracy.js';
import { NOWCAST_SOURCES } from '../../model/nowcast.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { formatInstant } from '../../model/time.js';
import { aligned, headingLine, rowLine, type TableColumn } from '../text-table.js';

const WET_RATE = WET_THRESHOLDS['1m'].value;
const NOTHING = '–';
const MARKS: readonly string[] = ['', 'r', 'b', 'm'];

type Leads = Pick<NowcastIssue, 'leads'>;

/** "12:04   110 of 113   mrms 12:02 (110)   wet at 12 11 10 …" */
function issueColumns({ leads }: Leads): TableColumn[] {
  return [
    { heading: 'issued', width: 7 },
    { heading: 'stations', width: 13, gap: 0 },
    { heading: 'frame', width: 36, gap: 0 },
    { heading: 'wet after min', width: 13, gap: 0 },
    ...leads.map((lead): TableColumn => ({ heading: `+${lead}`, align: 'right', width: 5, gap: 0 })),
    { gap: 3 },
  ];
}

export function issueHeading(issue: Leads): string {
  return headingLine(issueColumns(issue));
}

export function issueLine(issue: NowcastIssue): string {
  const { issueTime, stations, leads, sources, rates, simulated } = issue;
  const said = stations.filter((_, i) => leads.some((_, j) => sources[i * leads.length + j] !== 0)).length;
  const wet = leads.map((_, j) => stations.filter((_, i) => rates[i * leads.length + j]! >= WET_RATE).length);
  const counts = `${said} of ${stations.length}`;
  const end = simulated ? 'simulated' : '';
  return rowLine(issueColumns(issue), [clock(issueTime), counts, framesOf(issue), '', ...wet.map(String), end]);
}

/** Whether it is said to rain at a station, at any lead. */
export function isWet({ rates, leads }: Pick<NowcastIssue, 'rates' | 'leads'>, index: number): boolean {
  return leads.some((_, j) => rates[index * leads.length + j]! >= WET_RATE);
}

/** "mrms 12:02", with how many stations stand on it where they are not all. */
function framesOf({ networks, validTimes, stations }: NowcastIssue): string {
  const counts = new Map<string, number>();
  for (const [i, network] of networks.entries()) {
    const frame = network === null ? 'none' : `${network} ${clock(validTimes[i]!)}`;
    counts.set(frame, (counts.get(frame) ?? 0) + 1);
  }
  const words = [...counts].map(([frame, count]) => (count === stations.length ? frame : `${frame} (${count})`));
  return words.join(', ');
}

/** "12:04  KDEN    39.847 -104.656  mrms 12:02     0.42 35% r …" */
function stationColumns({ leads }: Leads): TableColumn[] {
  return [
    { heading: 'issued', width: 7 },
    { heading: 'station', width: 8, gap: 0 },
    { heading: 'at', width: 17, gap: 0 },
    { heading: 'frame', width: 12, gap: 0 },
    ...leads.map((lead): TableColumn => ({ heading: `+${lead} min`, align: 'right', width: 14, gap: 0 })),
  ];
}

export function stationHeading(issue: Leads): string {
  return headingLine(stationColumns(issue));
}

export function stationLine(issue: NowcastIssue, index: number): string {
  const { issueTime, stations, leads, networks, validTimes } = issue;
  const network = networks[index];
  const { id, latitude, longitude } = stations[index]!;
  const place = `${latitude} ${longitude}`;
  const frame = network === null ? NOTHING : `${network} ${clock(validTimes[index]!)}`;
  const cells = leads.map((_, j) => cellOf(issue, index * leads.length + j));
  return rowLine(stationColumns(issue), [clock(issueTime), id, place, frame, ...cells]);
}

export const LEGEND = 'mm/h, chance of 0.1 mm/h, and from what: r radar, b radar and models, m models';

function cellOf({ rates, probabilities, sources }: NowcastIssue, at: number): string {
  if (sources[at] === 0) return NOTHING;
  const chance = Number.isNaN(probabilities[at]!) ? NOTHING : `${Math.round(probabilities[at]! * 100)}%`;
  return `${rates[at]!.toFixed(2)} ${aligned(chance, 4, 'right')} ${MARKS[sources[at]!]}`;
}

function clock(time: number): string {
  return formatInstant(time).slice(11, 16);
}

/** An issue as JSON has it: canonical units, null where nothing was said; `chosen` are indexes of stations. */
export function issueRecord(issue: NowcastIssue, chosen: readonly number[]): object {
  const { issueTime, stations, leads, rates, probabilities, confidence, sources, networks, validTimes } = issue;
  const valuesOf = (values: Float32Array, i: number) =>
    Array.from(values.subarray(i * leads.length, (i + 1) * leads.length), shortened);
  const timeOf = (time: number | null | undefined) => (time == null ? null : formatInstant(time));
  return {
    issue_time: formatInstant(issueTime),
    simulated: issue.simulated,
    lead_minutes: leads,
    stations: chosen.map((i) => ({
      ...stations[i],
      network: networks[i],
      frame_time: timeOf(validTimes[i]),
      precipitation_rate: valuesOf(rates, i),
      precipitation_probability: valuesOf(probabilities, i),
      confidence: valuesOf(confidence, i),
      source: leads.map((_, j) => NOWCAST_SOURCES[sources[i * leads.length + j]! - 1] ?? null),
    })),
  };
}

/** What a float32 holds of a number, without the digits of its neighbours; null unknown. */
function shortened(value: number): number | null {
  return Number.isNaN(value) ? null : Number(value.toPrecision(7));
}
