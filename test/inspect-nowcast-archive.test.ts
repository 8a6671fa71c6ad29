/** `weatherglass inspect nowcast-archive`, on issues in memory. */

import { expect, test } from 'vitest';
import { ObjectDefectError } from '../src/base/errors.js';
import { nowcastArchive } from '../src/cli/inspect/inspect-nowcast-archive.js';
import type { NowcastIssue } from '../src/model/nowcast-issue.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

/** At KDEN rain that comes nearer, at KMRY nothing. */
function issueAt(issueTime: number, id = 'KDEN'): NowcastIssue {
  const none = Number.NaN;
  return {
    issueTime,
    stations: [
      { id, latitude: 39.847, longitude: -104.656 },
      { id: 'KMRY', latitude: 36.59, longitude: -121.85 },
    ],
    leads: [5, 30],
    rates: Float32Array.of(0.099, 1.234, none, none),
    probabilities: Float32Array.of(0.304, none, none, none),
    confidence: Float32Array.of(0.9, 0.7, none, none),
    sources: Uint8Array.of(1, 2, 0, 0),
    networks: ['mrms', null],
    validTimes: [issueTime - 180, null],
    simulated: issueTime === NOON,
  };
}

const ISSUES: Readonly<Record<string, readonly NowcastIssue[]>> = {
  '2026-11-20': [issueAt(NOON), issueAt(NOON, 'EDDF'), issueAt(NOON + 120)],
  '2026-11-21': [issueAt(NOON + 86_400)],
};

async function inspected(...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []];
  const open = async () => ({
    now: NOON + 3600,
    async *issues(day: string, onDefect: (defect: ObjectDefectError) => void) {
      if (day === '2026-11-21') onDefect(new ObjectDefectError('nowcast-archive/2026-11-21/rate/c.1.0.0', 0, 'crc32c'));
      yield* ISSUES[day] ?? [];
    },
  });
  const command = nowcastArchive(
    open,
    { write: (text) => out.push(text) },
    { write: (text: string) => errors.push(text) },
  );
  const failure = await command.parseAsync(args, { from: 'user' }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { lines: out.join('').split('\n').slice(0, -1), errors: errors.join(''), failure };
}

test('without a day today: an issue a line, with its frames and where it was said to rain', async () => {
  const { lines, failure } = await inspected();
  expect(failure).toBeNull();
  expect(lines).toEqual([
    '2026-11-20, UTC',
    'issued stations     frame                               wet after min   +5  +30',
    '12:00  1 of 2       mrms 11:57 (1), none (1)                             0    1   simulated',
    '12:00  1 of 2       mrms 11:57 (1), none (1)                             0    1   simulated',
    '12:02  1 of 2       mrms 11:59 (1), none (1)                             0    1',
  ]);
});

test('a station, in any case: what was said there, and from what', async () => {
  const { lines } = await inspected('2026-11-20', '--station', 'kden', 'KMRY', '--at', '12:02');
  expect(lines).toEqual([
    '2026-11-20, UTC',
    'mm/h, chance of 0.1 mm/h, and from what: r radar, b radar and models, m models',
    'issued station at               frame               +5 min       +30 min',
    '12:02  KDEN    39.847 -104.656  mrms 11:59     0.10  30% r   1.23    – b',
    '12:02  KMRY    36.59 -121.85    –                        –             –',
  ]);
});

test('where it is said to rain, and where that is', async () => {
  const { lines, failure } = await inspected('--wet', '--at', '12:02');
  expect(failure).toBeNull();
  expect(lines.slice(3)).toEqual(['12:02  KDEN    39.847 -104.656  mrms 11:59     0.10  30% r   1.23    – b']);
  const dry = await inspected('--wet', '--station', 'KMRY');
  expect([dry.failure, dry.lines.slice(3)]).toEqual([null, []]);
});

test('JSON: canonical units, null where nothing was said', async () => {
  const { lines } = await inspected('2026-11-20', '--json', '--station', 'KDEN');
  expect(lines.map((line) => JSON.parse(line).issue_time)).toEqual([
    '2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00Z',
    '2026-11-20T12:02:00Z',
  ]);
  expect(JSON.parse(lines[0]!)).toEqual({
    issue_time: '2026-11-20T12:00:00Z',
    simulated: true,
    lead_minutes: [5, 30],
    stations: [
      {
        id: 'KDEN',
        latitude: 39.847,
        longitude: -104.656,
        network: 'mrms',
        frame_time: '2026-11-20T11:57:00Z',
        precipitation_rate: [0.099, 1.234],
        precipitation_probability: [0.304, null],
        confidence: [0.9, 0.7],
        source: ['radar', 'blend'],
      },
    ],
  });
});

test.each<[args: string[], message: string]>([
  [['2026-11-19'], 'no nowcast is archived on 2026-11-19'],
  [['2026-11-20', '--at', '12:01'], 'no nowcast is archived on 2026-11-20 at 12:01'],
  [['--at', '24:00'], '--at must be a time of UTC as "12:40"; got "24:00"'],
  [['--station', 'KDEN', 'KXXX'], 'no issue on 2026-11-20 has the station KXXX'],
  [['2026-11-21'], '1 damaged object on 2026-11-21 is left out'],
  [['2026-11-21', '--at', '00:00'], 'no nowcast is archived on 2026-11-21 at 00:00 that can be read; 1 damaged object'],
])('%j is an error that says why', async (args, message) => {
  expect((await inspected(...args)).failure).toBe(message);
});

test('what is damaged is named, and the rest shown', async () => {
  const { lines, errors } = await inspected('2026-11-21');
  expect(errors).toBe('weatherglass: defect in nowcast-archive/2026-11-21/rate/c.1.0.0 at byte 0: crc32c\n');
  expect(lines).toHaveLength(3);
});
