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
import { readUpstreamFile, statisticsOf, WITHOUT_XZ } from './grib2-upstream.js';

/** A row of ECCODES_STATS.tsv by column name; all text. */
type Row = Readonly<Record<string, string>>;

const READ_PRODUCTS = new Set(['0', '1', '8', '11']);
/** ecCodes' figures end at the 80th message of a file; what comes after must decode or be refused by name. */
const MOST_ROWS = 80;
const PAST_THE_FIGURES = `after the ${MOST_ROWS}th message: no figures`;
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

/** What came of one question to a field: the answer, or the name of what was refused ("edition: 1"). */
interface Attempt<Value> {
  readonly value: Value | null;
  readonly refusal: string | null;
}

/** One field of a message, its header and its values each read alone, so that one refusal does not hide the other. */
interface Candidate {
  readonly header: Attempt<GribField>;
  /** On the grid where there is one, otherwise in scan order. */
  readonly values: Attempt<Float32Array>;
}

/** Any error but the one that names what is not read goes on, and fails the test. */
function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read(), refusal: null };
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return { value: null, refusal: `${error.table}: ${error.value}` };
    throw error;
  }
}

/** One candidate per field; edition 1, which is framed but not read, counts as one. */
function* candidatesOf(file: string): Generator<Candidate> {
  for (const { bytes } of frameMessages(readUpstreamFile(sharedData('grib2', file)))) {
    const fields = attempt(() => readFields(bytes));
    const sections = attempt(() => readSections(bytes));
    for (let i = 0; i < (sections.value?.length ?? 1); i++) {
      const header = { value: fields.value?.[i] ?? null, refusal: fields.refusal };
      yield {
        header,
        values: sections.value
          ? valuesOf(header.value, sections.value[i]!)
          : { value: null, refusal: sections.refusal },
      };
    }
  }
}

function valuesOf(field: GribField | null, sections: FieldSections): Attempt<Float32Array> {
  return attempt(() => (field?.grid ? field.decode().values : unpackValues(sections)));
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

/** Only grids of template 3.0 come out on the grid; `decode` refuses the others before it touches their values. */
function faultsOfGrid(row: Row, field: GribField): string[] {
  if (field.grid) return row.gdt === '0' ? [] : [`grid 3.${row.gdt} is read as template 3.0`];
  const { refusal } = attempt(() => field.decode());
  return refusal === `grid definition template: 3.${row.gdt}` ? [] : [`decode() refuses ${refusal}`];
}

function faultsOf(row: Row, { header, values }: Candidate): string[] {
  const expected = expectedRefusal(row);
  const faults: string[] = [];
  if (header.refusal !== expected.header) faults.push(`header refuses ${header.refusal} instead of ${expected.header}`);
  if (header.value) faults.push(...faultsOfHeader(row, header.value), ...faultsOfGrid(row, header.value));
  if (row.packingType === 'not_found') return faults; // ecCodes could not read this one itself
  if (values.refusal !== expected.values) faults.push(`values refuse ${values.refusal} instead of ${expected.values}`);
  if (values.value) faults.push(...faultsOfValues(row, values.value));
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
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [file, rows] of files) {
    if (WITHOUT_XZ && file.endsWith('.xz')) {
      counts.set(`NOT COMPARED: ${file}: ${WITHOUT_XZ}`, rows.length);
      continue;
    }
    let fields = 0;
    for (const candidate of candidatesOf(file)) {
      const row = rows[fields++];
      if (row) faults.push(...faultsOf(row, candidate).map((fault) => `${file} message ${row.msg}: ${fault}`));
      count(row ? kindOf(row) : PAST_THE_FIGURES);
    }
    if (fields !== rows.length && !(rows.length === MOST_ROWS && fields > MOST_ROWS))
      faults.push(`${file}: ${fields} fields instead of ${rows.length}`);
  }
  const table = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, n]) => `${String(n).padStart(5)}  ${kind}`);
  console.log(['messages compared with ecCodes', ...table].join('\n'));
  expect(faults).toEqual([]);
  expect([...counts.values()].reduce((sum, n) => sum + n)).toBe(706 + counts.get(PAST_THE_FIGURES)!);
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
