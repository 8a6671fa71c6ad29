import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, type ForecastAnswer, NULL_SCALED, type RecordTable } from '../model/answer.js';
import { formatInstant } from '../model/time.js';
import { resolveUnits } from '../model/units.js';
import { writeForecastAnswer, writeRecords } from './columnar-json.js';

/** What the columns mean, as plain objects; the number is read from its decimal text, not divided. */
function rowsOf({ label, labels, columns }: RecordTable): object[] {
  return labels.map((text, i) =>
    Object.fromEntries([[label, text], ...columns.map((column) => [column.name, valueAt(column, i)])]),
  );
}

function valueAt(column: Column, i: number): unknown {
  if (column.kind === 'text') return column.values[i];
  const scaled = column.scaled[i]!;
  if (scaled === NULL_SCALED) return null;
  const digits = String(Math.abs(scaled)).padStart(column.decimals + 1, '0');
  const point = digits.length - column.decimals;
  return Number(`${scaled < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}0`);
}

/** ASCII and everything else, since they reach the bytes in different ways. */
const anyText = (lengths: { minLength?: number; maxLength?: number }) =>
  fc.oneof(fc.string({ ...lengths, unit: 'grapheme-ascii' }), fc.string({ ...lengths, unit: 'binary' }));

const names = anyText({ minLength: 1, maxLength: 6 }).filter((name) => !/^\d+$|^__proto__$/.test(name));

const scaledValue = fc.oneof(
  fc.integer({ min: -20_000, max: 140_000 }),
  fc.integer({ min: -2147483648, max: 2147483647 }),
  fc.constantFrom(NULL_SCALED, 0, 1, -1, -16_384, -16_385, 131_071, 131_072, 2147483647, -2147483647),
);

function columnOf(name: string, records: number): fc.Arbitrary<Column> {
  const length = { minLength: records, maxLength: records };
  return fc.oneof(
    fc.record({
      kind: fc.constant('number' as const),
      name: fc.constant(name),
      decimals: fc.integer({ min: 0, max: 10 }),
      scaled: fc.array(scaledValue, length).map((values) => Int32Array.from(values)),
    }),
    fc.record({
      kind: fc.constant('text' as const),
      name: fc.constant(name),
      values: fc.array(fc.option(anyText({ maxLength: 5 })), length),
    }),
  );
}

const table: fc.Arbitrary<RecordTable> = fc
  .tuple(
    fc.constantFrom('time' as const, 'date' as const),
    fc.array(fc.integer({ min: 0, max: 4e9 }).map(formatInstant), { maxLength: 6 }),
    fc.uniqueArray(
      names.filter((name) => name !== 'time' && name !== 'date'),
      { maxLength: 5 },
    ),
  )
  .chain(([label, labels, columnNames]) =>
    fc
      .tuple(...columnNames.map((name) => columnOf(name, labels.length)))
      .map((columns) => ({ label, labels, columns })),
  );

test('records are exactly what JSON.stringify writes for the same objects', () => {
  fc.assert(
    fc.property(table, (records) => {
      expect(`[${writeRecords(records).text}]`).toBe(JSON.stringify(rowsOf(records)));
    }),
    { numRuns: 500 },
  );
});

test('a whole answer is exactly what JSON.stringify writes, in UTF-8', () => {
  const some = fc.option(table, { nil: undefined });
  const instant = fc.option(fc.constant('2026-11-20T10:00:00Z'));
  fc.assert(
    fc.property(
      table.filter(({ labels }) => labels.length > 0),
      some,
      some,
      some,
      instant,
      anyText({}),
      fc.constantFrom('Europe/Zurich', 'Europe/Zürich'),
      (one, quarters, hours, days, updated_at, message, timezone) => {
        const current = { ...one, labels: one.labels.slice(0, 1) };
        const answer: ForecastAnswer = {
          location: { latitude: -0.5, longitude: 179.99999, timezone, forecast_elevation_m: null },
          units: resolveUnits('metric'),
          current,
          ...(quarters && { quarter_hourly: quarters }),
          ...(hours && { hourly: hours }),
          ...(days && { daily: days }),
          updated_at,
          stale: updated_at === null,
          warnings: [{ code: 'partial_data', message, variables: ['humidity'], count: 2 }],
        };
        const { location, units, stale, warnings } = answer;
        const expected = JSON.stringify({
          location,
          units,
          current: rowsOf(current)[0],
          ...(quarters && { quarter_hourly: rowsOf(quarters) }),
          ...(hours && { hourly: rowsOf(hours) }),
          ...(days && { daily: rowsOf(days) }),
          updated_at,
          stale,
          warnings,
        });
        expect(writeForecastAnswer(answer).toString('utf8')).toBe(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test.each([
  [123, 1, '12.3'],
  [-5, 1, '-0.5'],
  [0, 2, '0'],
  [30, 1, '3'],
  [101_325, 0, '101325'],
  [2147483647, 2, '21474836.47'],
  [1, 10, '1e-10'],
  [NULL_SCALED, 1, 'null'],
])('%d with %d decimals is written %s', (scaled, decimals, text) => {
  const column: Column = { kind: 'number', name: 'v', decimals, scaled: Int32Array.of(scaled) };
  const table: RecordTable = { label: 'time', labels: ['t'], columns: [column] };
  const printed = { text: `{"time":"t","v":${text}}`, ascii: true };
  expect([writeRecords(table), writeRecords(table)]).toEqual([printed, printed]);
});
