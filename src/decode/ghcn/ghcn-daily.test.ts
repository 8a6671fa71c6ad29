import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { parseDate } from '../../model/time.js';
import {
  EVENING,
  MIDNIGHT,
  MORNING,
  PRESUMED_ZERO,
  SEVERAL_DAYS,
  TRACE,
  UNKNOWN_HOUR,
} from '../../science/stations/observation.js';
import { createGhcnReader } from './ghcn-daily.js';
import { refusedIn } from './ghcn-values.js';

/** The day after which all is in the future. */
const LAST_DAY = parseDate('2026-11-22')!;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Values as [station, date number, element, value, attributes, source flag]. */
function read(pieces: readonly Uint8Array[]) {
  const values: (string | number)[][] = [];
  const reader = createGhcnReader(
    (station, day, element, value, attributes, source) =>
      values.push([station, day, element, value, attributes, String.fromCharCode(source)]),
    LAST_DAY,
  );
  for (const piece of pieces) reader.push(piece);
  return { values, counts: reader.end() };
}

const readText = (text: string) => read([bytesOf(text)]);

function defectOf(text: string) {
  try {
    readText(text);
  } catch (error) {
    if (isTagged(error, 'malformed')) return error.message;
    throw error;
  }
  return null;
}

const DAY = parseDate('2019-02-03')!;
const NODD = 'ID,DATE,ELEMENT,DATA_VALUE,M_FLAG,Q_FLAG,S_FLAG,OBS_TIME';
const row = (fields: string) => `USC00205450,20190203,${fields}`;

describe('csv of NODD', () => {
  test.each([
    ['a maximum of a morning observer', 'TMAX,-17,,,7,0700', [0, -17, MORNING, '7']],
    ['a minimum of an evening observer', 'TMIN,-217,,,7,1800', [1, -217, EVENING, '7']],
    ['precipitation at midnight', 'PRCP,25,,,7,2400', [2, 25, MIDNIGHT, '7']],
    ['precipitation of an airport without a time', 'PRCP,25,,,W,', [2, 25, MIDNIGHT, 'W']],
    ['precipitation without a time', 'PRCP,25,,,E,', [2, 25, UNKNOWN_HOUR, 'E']],
    ['a trace of precipitation', 'PRCP,0,T,,0,', [2, 0, TRACE, '0']],
    ['a trace with a value', 'PRCP,3,T,,0,', [2, 0, TRACE, '0']],
    ['presumed zero', 'PRCP,0,P,,0,', [2, 0, PRESUMED_ZERO, '0']],
    ['snowfall', 'SNOW,30,,,0,', [3, 30, UNKNOWN_HOUR, '0']],
    ['water of snow', 'WESF,12,,,0,', [4, 12, UNKNOWN_HOUR, '0']],
    ['a total of several days', 'MDPR,120,,,7,0700', [2, NOT_OBSERVED, MORNING | SEVERAL_DAYS, '7']],
  ])('reads %s', (_, fields, [element, value, attributes, source]) => {
    const expected = [['USC00205450', DAY, element, value, attributes, source]];
    expect(readText(`${row(fields)}\n`).values).toEqual(expected);
    expect(readText(`${NODD}\r\n${row(fields)}\r\n`).values).toEqual(expected);
  });

  test('ids are made capitals', () => {
    expect(readText('usc00205450,20190203,TMAX,10,,,7,\n').values[0]![0]).toBe('USC00205450');
  });

  test.each(['TAVG,10,H,,S,', 'SNWD,10,,,7,', 'WT01,1,,,7,', 'TMAX,-9999,,,7,', 'TMAX,9999,,,7,'])(
    'leaves out %s without counting it as refused',
    (fields) => {
      const { values, counts } = readText(`${row(fields)}\n`);
      expect([values, refusedIn(counts)]).toEqual([[], 0]);
    },
  );

  test('counts values that failed a check of the network', () => {
    const { values, counts } = readText(`${row('TMAX,10,,I,7,')}\n${row('TMIN,5,,,7,')}\n`);
    expect([values.length, counts.failedQuality, refusedIn(counts)]).toEqual([1, 1, 0]);
  });

  test.each([
    ['TMAX,999.9,,,7,', 'value is a whole number'],
    ['TMAX,1999,,,7,', 'value is between the records of the Earth'],
    ['PRCP,-1,,,7,', 'value is between the records of the Earth'],
    ['TMAX,abc,,,7,', 'value is a whole number'],
    ['TMAX,10,,,7,25:00', 'observation time is hhmm'],
    ['TMAX,10,,,', 'a line has eight fields, and a flag is one character'],
    ['TMAX,10,XX,,7,', 'a line has eight fields, and a flag is one character'],
  ])('refuses %s by its rule, and reads the others', (fields, rule) => {
    const { values, counts } = readText(`${row('TMIN,5,,,7,')}\n${row(fields)}\n`);
    expect(values).toHaveLength(1);
    expect([...counts.refused]).toEqual([[rule, 1]]);
  });

  test('refuses a date that no calendar has', () => {
    const { counts } = readText(`${row('TMIN,5,,,7,')}\nUSC00205450,20190229,TMAX,10,,,7,\n`);
    expect([...counts.refused.keys()]).toEqual(['date is a day of the calendar']);
  });

  test('refuses a date in the future, and reads the last day before it', () => {
    const lines = ['20261122,PRCP,5,,,W,', '20261123,PRCP,5,,,W,', '99991231,PRCP,5,,,W,'];
    const { values, counts } = readText(lines.map((fields) => `USC00205450,${fields}`).join('\n'));
    expect(values.map(([, day]) => day)).toEqual([LAST_DAY]);
    expect([...counts.refused]).toEqual([['date is not in the future', 2]]);
  });

  test('a last line that was cut is counted as refused', () => {
    const { values, counts } = readText(`${row('TMIN,5,,,7,')}\n${row('TM')}`);
    expect([values.length, refusedIn(counts)]).toEqual([1, 1]);
  });

  test('the same values come out wherever the file is cut into pieces', () => {
    const lines = Array.from({ length: 40 }, (_, n) => row(`TMAX,${n * 3 - 50},,,7,${n % 2 === 0 ? '0700' : ''}`));
    const bytes = bytesOf(`${[NODD, ...lines].join('\r\n')}\r\n`);
    const whole = read([bytes]).values;
    expect(whole).toHaveLength(40);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((end, n) => bytes.slice(edges[n], end));
        expect(read(pieces).values).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });
});

describe('csv of the access service', () => {
  const HEAD =
    '"STATION","DATE","LATITUDE","LONGITUDE","ELEVATION","NAME","PRCP","PRCP_ATTRIBUTES","TMAX","TMAX_ATTRIBUTES"';
  const place = '"42.06639","-83.61861","204.2","MILAN 4 ESE, MI US"';

  test('reads padded values and their attributes', () => {
    const text = `${HEAD}\n"USC00205450","1984-08-01",${place},"    0","P,,0","  294",",,0,1700"\n`;
    const day = parseDate('1984-08-01')!;
    expect(readText(text).values).toEqual([
      ['USC00205450', day, 0, 294, EVENING, '0'],
      ['USC00205450', day, 2, 0, PRESUMED_ZERO, '0'],
    ]);
  });

  test('refuses a file with converted units as a whole', () => {
    const text = `${HEAD}\n"USC00205450","1984-08-01",${place},"0.0","P,,0","29.4",",,0"\n`;
    expect(defectOf(text)).toContain('not in converted units');
  });

  test('refuses a file without attributes, whose quality is not known', () => {
    expect(defectOf('"STATION","DATE","TMAX"\n"USC00205450","1984-08-01","294"\n')).toContain(
      'TMAX must have a column',
    );
  });

  test('refuses an export that does not name the station', () => {
    expect(defectOf('date,attr,value,a,b,c,d\n20140101,TMAX,-171,,,W,2400\n')).toContain('must name the station');
  });
});

describe('.dly', () => {
  const record = (element: string, values: readonly string[]) =>
    `USW00094728201902${element}${Array.from({ length: 31 }, (_, n) => values[n] ?? '-9999   ').join('')}`;

  test('reads a month day by day, without observation times', () => {
    const { values } = readText(`${record('TMAX', ['  -17  7', '-9999   ', '  110  W', '  120 I7'])}\n`);
    const first = parseDate('2019-02-01')!;
    expect(values).toEqual([
      ['USW00094728', first, 0, -17, UNKNOWN_HOUR, '7'],
      ['USW00094728', first + 2, 0, 110, MIDNIGHT, 'W'],
    ]);
  });

  test('a record that was cut is counted as refused', () => {
    const { counts } = readText(`${record('TMAX', ['  -17  7'])}\n${record('TMIN', ['  -17  7']).slice(0, 150)}`);
    expect([...counts.refused]).toEqual([['a record has 269 bytes', 1]]);
  });

  test('days that a month does not have are not read', () => {
    const { values } = readText(
      `${record(
        'TMAX',
        Array.from({ length: 31 }, () => '   10  7'),
      )}\n`,
    );
    expect(values).toHaveLength(28);
  });
});

test.each([
  ['HTML', '<!DOCTYPE html>\n<html></html>\n'],
  ['nothing', ''],
  ['a line without end', 'x'.repeat(20_000)],
  ['KNMI', '# STN,YYYYMMDD,DDVEC\n  260,20000101,  200\n'],
])('refuses %s as no file of GHCN-Daily', (_, text) => {
  expect(defectOf(text)).not.toBeNull();
});

test('refuses a file of which more than 1% breaks a rule', () => {
  const good = Array.from({ length: 1000 }, () => row('TMAX,10,,,7,'));
  const bad = Array.from({ length: 40 }, () => row('TMAX,1O,,,7,'));
  expect(defectOf(`${[...good, ...bad.slice(0, 10)].join('\n')}\n`)).toBeNull();
  expect(defectOf(`${[...good, ...bad].join('\n')}\n`)).toContain('at most 1% of the lines');
});
