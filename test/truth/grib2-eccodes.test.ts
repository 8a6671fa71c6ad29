/**
 * Every GRIB message of the real upstream files against ecCodes' figures: header keys, and minimum, maximum, mean and
 * number of missing values. What is not read must be refused by name. No file and no message is passed over in silence:
 * the counts at the end are asserted.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isTagged } from '../../src/base/errors.js';
import { type GribField, readFields } from '../../src/decode/grib2/field.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { type FieldSections, readSections } from '../../src/decode/grib2/sections.js';
import { unpackValues } from '../../src/decode/grib2/values.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, statisticsOf } from './grib2-upstream.js';

/** A row of ECCODES_STATS.tsv by column name; all text. */
type Row = Readonly<Record<string, string>>;

const READ_PRODUCTS = new Set(['0', '1', '8', '11']);
const READ_PACKINGS = new Set(['0', '2', '3']);

/** Files that ecCodes has no figures for, and what is expected of them. */
const WITHOUT_FIGURES: Readonly<Record<string, 'sidecar' | 'corrupted'>> = {
  'cfgrib/era5-levels-corrupted.grib': 'corrupted',
};

/** ecCodes misreports the forecast time of daily maxima of the air quality model (upstream MANIFEST.md). */
const isForecastTimeUnknown = (row: Row) => row.file!.includes('PDMAX1');

/**
 * ecCodes 2.28 leaves 10^−D out of a constant field of packing 5.0: it reports 22343.2 K for a 2 m temperature whose R is
 * 22343.2 and whose D is 2. The formula of section 5 has no exception for constant fields.
 */
const FORGOTTEN_DECIMAL_SCALE: Readonly<Record<string, number>> = {
  'grib2/gribberish/s2s-pdt12-pdt107-anomaly.grib2 1': 0.01,
  'grib2/gribberish/s2s-pdt12-pdt107-anomaly.grib2 2': 0.01,
};

function readRows(): Map<string, Row[]> {
  const [head, ...lines] = readFileSync(sharedData('grib2', 'ECCODES_STATS.tsv'), 'utf8').trimEnd().split('\n');
  const names = head!.split('\t');
  const files = new Map<string, Row[]>();
  for (const line of lines) {
    const cells = line.split('\t');
    const row = Object.fromEntries(names.map((name, i) => [name, cells[i]!]));
    const file = row.file!.replace('grib2/', '');
    files.set(file, [...(files.get(file) ?? []), row]);
  }
  return files;
}

/** What can be asked of one field of a message, each part alone so that a refusal of one does not hide the others. */
interface Candidate {
  readonly header: () => GribField;
  readonly values: () => Float32Array;
}

/** One candidate per field; edition 1, which is framed but not read, counts as one. */
function candidatesOf(file: string): Candidate[] {
  return [...frameMessages(readUpstreamFile(sharedData('grib2', file)))].flatMap(({ bytes }) => {
    if (bytes[7] === 1) return [{ header: () => readFields(bytes)[0]!, values: () => valuesOf(bytes, 0) }];
    return readSections(bytes).map((_, i) => ({
      header: () => readFields(bytes)[i]!,
      values: () => valuesOf(bytes, i),
    }));
  });
}

function valuesOf(message: Uint8Array, index: number): Float32Array {
  const sections: FieldSections = readSections(message)[index]!;
  return unpackValues(sections);
}

/** Runs `read`; the name of what was refused ("edition: 1") when it was. Any other error goes on. */
function refusalOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return `${error.table}: ${error.value}`;
    throw error;
  }
}

function expectedRefusal(row: Row): { header: string | null; values: string | null } {
  if (row.edition === '1') return { header: 'edition: 1', values: 'edition: 1' };
  const header = READ_PRODUCTS.has(row.pdt!) ? null : `product definition template: 4.${row.pdt}`;
  const values = READ_PACKINGS.has(row.drt!) ? null : `data representation template: 5.${row.drt}`;
  return { header, values };
}

/** Half a unit of the sixth digit that ecCodes prints, and the rounding of the values to float32. */
function tolerance(printed: string, largest: number): number {
  const value = Math.abs(Number(printed));
  const digit = value === 0 ? 0 : 10 ** (Math.floor(Math.log10(value)) - 5);
  return 0.5001 * digit + largest * 2 ** -23;
}

function faultsOfValues(row: Row, values: Float32Array): string[] {
  const got = statisticsOf(values);
  const largest = Math.max(Math.abs(got.min), Math.abs(got.max));
  const factor = FORGOTTEN_DECIMAL_SCALE[`${row.file} ${row.msg}`] ?? 1;
  const isClose = (key: 'min' | 'max' | 'average') =>
    Math.abs(got[key] / factor - Number(row[key])) <= tolerance(row[key]!, largest / factor);
  const faults = (['min', 'max', 'average'] as const)
    .filter((key) => got.present > 0 && !isClose(key))
    .map((key) => `${key} ${got[key]} instead of ${row[key]}`);
  if (got.missing !== Number(row.numberOfMissing))
    faults.push(`missing ${got.missing} instead of ${row.numberOfMissing}`);
  return faults;
}

function faultsOfHeader(row: Row, field: GribField): string[] {
  const { parameter, grid } = field;
  const checks: [string, number | undefined, string][] = [
    ['discipline', parameter.discipline, row.discipline!],
    ['category', parameter.category, row.cat!],
    ['number', parameter.number, row.num!],
    ['grid template', field.gridTemplate, row.gdt!],
    ['product template', field.productTemplate, row.pdt!],
    ['packing template', field.packingTemplate, row.drt!],
    ['time unit', field.timeUnit, row.unit!],
    ['reference minute', Math.floor(field.time.referenceTime / 60), String(referenceTimeOf(row) / 60)],
  ];
  if (!isForecastTimeUnknown(row)) checks.push(['forecast time', field.forecastTime, row.forecastTime!]);
  if (row.gdt === '0') checks.push(['columns', grid?.columns, row.Ni!], ['rows', grid?.rows, row.Nj!]);
  return checks
    .filter(([, got, want]) => String(got) !== want)
    .map(([name, got, want]) => `${name} ${got} instead of ${want}`);
}

/** To the minute: ecCodes' dataTime has no seconds, MRMS has. */
function referenceTimeOf({ dataDate, dataTime }: Row): number {
  const [date, time] = [dataDate!, dataTime!.padStart(4, '0')];
  return Date.UTC(+date.slice(0, 4), +date.slice(4, 6) - 1, +date.slice(6), +time.slice(0, 2), +time.slice(2)) / 1000;
}

/** Grids of template 3.0 come out on the grid, others are refused by `decode` and only there. */
function faultsOfGrid(row: Row, field: GribField): string[] {
  const refusal = refusalOf(() => field.decode());
  const expected = row.gdt === '0' ? expectedRefusal(row).values : `grid definition template: 3.${row.gdt}`;
  return refusal === expected ? [] : [`decode() refuses ${refusal} instead of ${expected}`];
}

function faultsOf(row: Row, { header, values }: Candidate): string[] {
  const expected = expectedRefusal(row);
  const faults: string[] = [];
  const headerRefusal = refusalOf(header);
  if (headerRefusal !== expected.header) faults.push(`header refuses ${headerRefusal} instead of ${expected.header}`);
  else if (!headerRefusal) faults.push(...faultsOfHeader(row, header()), ...faultsOfGrid(row, header()));
  if (row.packingType === 'not_found') return faults; // ecCodes could not read this one itself
  const valuesRefusal = refusalOf(values);
  if (valuesRefusal !== expected.values) faults.push(`values refuse ${valuesRefusal} instead of ${expected.values}`);
  else if (!valuesRefusal) faults.push(...faultsOfValues(row, values()));
  return faults;
}

function kindOf(row: Row): string {
  if (row.edition === '1') return 'edition 1, refused';
  const { header, values } = expectedRefusal(row);
  const reading = values
    ? header
      ? 'refused'
      : 'header only'
    : header
      ? 'values only'
      : row.gdt === '0'
        ? 'on the grid'
        : 'scan order';
  return `packing 5.${row.drt}, product 4.${row.pdt}, grid 3.${row.gdt}: ${reading}`;
}

testWithSharedData('every message of the real files has the values of ecCodes or is refused by name', () => {
  const files = readRows();
  const faults: string[] = [];
  const counts = new Map<string, number>();
  for (const [file, rows] of files) {
    const candidates = candidatesOf(file);
    // ecCodes' figures end at the 80th message of a file.
    if (candidates.length !== rows.length && !(rows.length === 80 && candidates.length > 80))
      faults.push(`${file}: ${candidates.length} fields instead of ${rows.length}`);
    for (const [i, row] of rows.entries()) {
      faults.push(...faultsOf(row, candidates[i]!).map((fault) => `${file} message ${row.msg}: ${fault}`));
      counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
    }
    for (const { header, values } of candidates.slice(rows.length)) {
      refusalOf(header);
      if (refusalOf(values) === null) counts.set('past the 80th', (counts.get('past the 80th') ?? 0) + 1);
    }
  }
  const table = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, n]) => `${String(n).padStart(5)}  ${kind}`);
  console.log(['messages compared with ecCodes', ...table].join('\n'));
  expect(faults).toEqual([]);
  expect([...counts.values()].reduce((sum, n) => sum + n)).toBe(706 + counts.get('past the 80th')!);
});

testWithSharedData('no file is left out', () => {
  const known = new Set([...readRows().keys(), ...Object.keys(WITHOUT_FIGURES)]);
  const files = readdirSync(sharedData('grib2'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(sharedData('grib2').length + 1));
  const sidecar = /\.(idx|inv|txt|md|tsv)$|oracle-wgrib2\//;
  expect(files.filter((file) => !known.has(file) && !sidecar.test(file))).toEqual([]);
});

testWithSharedData('the deliberately corrupted file ends in a tagged error', () => {
  const bytes = readFileSync(sharedData('grib2', 'cfgrib/era5-levels-corrupted.grib'));
  const walk = () => [...frameMessages(bytes)].map((frame) => readFields(frame.bytes));
  expect(walk).toThrow(/malformed GRIB|unsupported GRIB edition: 1/);
});
