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
import { readGridDefinition } from '../../src/decode/grib2/grid-definition.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { reorder } from '../../src/decode/grib2/scanning.js';
import { type FieldSections, readSections } from '../../src/decode/grib2/sections.js';
import { unpackValues } from '../../src/decode/grib2/values.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, type Statistics, statisticsOf, WITHOUT_XZ } from '../truth/grib2-upstream.js';

/** A row of ECCODES_STATS.tsv by column name; all text. */
type Row = Readonly<Record<string, string>>;

/** Behind this message of a file there are figures for edition 2 only. */
const MOST_ROWS = 80;

const MANY_POINTS = 200_000;
const MOST_POINTS = 4_000_000;

/** Refusals for something that no key of ecCodes tells; the first words of them. */
const OTHER_REFUSALS: Readonly<Record<string, string>> = {
  // made by hand for a test of increments, with the latitudes of one Gaussian grid and the number of another
  'grib2/cfgrib/regular_gg_wrong_increment.grib 1':
    'malformed GRIB, byte 37: section 3 octets 47-50: La1 is a Gaussian latitude',
};

/** Files that ecCodes has no figures for, and what is expected of them. */
const WITHOUT_FIGURES: Readonly<Record<string, 'corrupted'>> = {
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

/** Figures of the files' own collection, which end at the 80th message, and of `grib_get` (ecCodes 2.28) for the rest. */
function readRows(): Map<string, Row[]> {
  const files = new Map<string, Row[]>();
  for (const table of [sharedData('grib2', 'ECCODES_STATS.tsv'), 'test/reference/grib2-eccodes-figures.tsv'])
    for (const row of readTable(table)) {
      const file = row.file!.replace('grib2/', '');
      files.set(file, [...(files.get(file) ?? []), row]);
    }
  return files;
}

function readTable(path: string): Row[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, i) => [name, cells[i]!]));
  });
}

/** What came of one question to a field: the answer, or the name of what was refused ("edition: 1"). */
interface Attempt<Value> {
  readonly value: Value | null;
  readonly refusal: string | null;
}

/** One field of a message: header, values in scan order, and values on the grid, so that no refusal hides another. */
interface Candidate {
  readonly header: Attempt<GribField>;
  readonly values: Attempt<Float32Array>;
  /** No values for the largest fields. */
  readonly onGrid: Attempt<Float32Array | null>;
}

/** A malformed message is no refusal by name: its sentence is not among the names, and so becomes a fault of the test. */
function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read(), refusal: null };
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return { value: null, refusal: `${error.table}: ${error.value}` };
    if (isTagged(error, 'malformed')) return { value: null, refusal: error.message };
    throw error;
  }
}

/** One candidate per field; edition 1, which is framed but not read, counts as one. */
function* candidatesOf(file: string): Generator<Candidate> {
  for (const { bytes } of frameMessages(readUpstreamFile(sharedData('grib2', file)))) {
    const sections = attempt(() => readSections(bytes));
    const headers = attempt(() => readFields(bytes));
    for (let i = 0; i < (sections.value?.length ?? 1); i++) {
      const refused = { value: null, refusal: sections.refusal };
      const header = { value: headers.value?.[i] ?? null, refusal: headers.refusal };
      const values = sections.value ? attempt(() => unpackValues(sections.value![i]!)) : refused;
      yield {
        header,
        values,
        onGrid: header.value
          ? attempt(() => gridValues(header.value!, sections.value![i]!, values.value))
          : { value: null, refusal: header.refusal },
      };
    }
  }
}

/**
 * Decoded a second time, but for large fields, which take seconds: of those the values at hand are turned as decoding turns
 * them, and the largest, which have plain grids, are left as they are.
 */
function gridValues(field: GribField, sections: FieldSections, scanned: Float32Array | null): Float32Array | null {
  const { layout } = readGridDefinition(sections.grid);
  if (field.points < MANY_POINTS || layout === null || scanned === null) return field.decode().values;
  if (field.points >= MOST_POINTS) return null;
  return reorder(scanned.slice(), layout.grid.columns, layout.grid.rows, layout.scanning);
}

/** What a refusal may name: the edition, a template of this very row, or what is said above. */
function isNamed(row: Row, refusal: string): boolean {
  const names = [
    `data representation template: 5.${row.drt}`,
    `grid definition template: 3.${row.gdt}`,
    `product definition template: 4.${row.pdt}`,
    OTHER_REFUSALS[`${row.file} ${row.msg}`],
  ];
  return row.edition === '1' ? refusal === 'edition: 1' : names.some((name) => name && refusal.startsWith(name));
}

/** Half a unit of the sixth digit that ecCodes prints, and the rounding of the values to float32. */
function tolerance(printed: string, largest: number): number {
  const value = Math.abs(Number(printed));
  const digit = value === 0 ? 0 : 10 ** (Math.floor(Math.log10(value)) - 5);
  return 0.5001 * digit + largest * 2 ** -23;
}

function faultsOfValues(row: Row, got: Statistics): string[] {
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

/** Turning rows and columns round loses and changes nothing. */
function faultsOfGrid(before: Statistics, onGrid: Float32Array): string[] {
  const after = statisticsOf(onGrid);
  const isSame = before.min === after.min && before.max === after.max && before.missing === after.missing;
  return before.present === 0 || isSame ? [] : ['values on the grid are not those of the message'];
}

/** ecCodes 2.28 cannot read product template 4.107 (MANIFEST.md of the files), and so has no figures of its values. */
const hasFigures = (row: Row) => row.packingType !== 'not_found';

function faultsOf(row: Row, { header, values, onGrid }: Candidate): string[] {
  const refusals = [header.refusal, values.refusal, onGrid.refusal].filter((refusal) => refusal !== null);
  const faults = refusals.filter((refusal) => !isNamed(row, refusal)).map((refusal) => `refused for ${refusal}`);
  if (header.value) faults.push(...faultsOfHeader(row, header.value));
  const got = values.value && statisticsOf(values.value);
  if (got && hasFigures(row)) faults.push(...faultsOfValues(row, got));
  if (got && onGrid.value) faults.push(...faultsOfGrid(got, onGrid.value));
  return faults;
}

/** How a message came out, and how far it came when something of it is refused. */
function resultOf({ header, values, onGrid }: Candidate, isCompared: boolean): string {
  const good = isCompared ? 'agrees with ecCodes' : 'read';
  if (values.refusal) return `refused, ${values.refusal}`;
  if (header.refusal) return `${good} in scan order; header refused, ${header.refusal.split(/, near|;/)[0]}`;
  return onGrid.refusal ? `${good} in scan order; grid refused, ${onGrid.refusal}` : good;
}

function kindOf(row: Row | undefined, candidate: Candidate): string {
  if (!row) return `after message ${MOST_ROWS} of a file: ${resultOf(candidate, false)}`;
  if (row.edition === '1') return 'edition 1: refused';
  if (!hasFigures(row)) return `ecCodes 2.28 has no figures: ${resultOf(candidate, false)}`;
  return `packing 5.${row.drt} × grid 3.${row.gdt}: ${resultOf(candidate, true)}`;
}

/** How many come out how. */
const EXPECTED: Readonly<Record<string, number>> = {
  'after message 80 of a file: refused, edition: 1': 380,
  'ecCodes 2.28 has no figures: read in scan order; header refused, product definition template: 4.107': 2,
  'edition 1: refused': 261,
  'packing 5.0 × grid 3.0: agrees with ecCodes': 31,
  'packing 5.0 × grid 3.30: agrees with ecCodes': 187,
  'packing 5.0 × grid 3.40: agrees with ecCodes': 4,
  'packing 5.0 × grid 3.40: agrees with ecCodes in scan order; header refused, malformed GRIB, byte 37: section 3 octets 47-50: La1 is a Gaussian latitude of 48 parallels': 1,
  'packing 5.2 × grid 3.30: agrees with ecCodes': 4,
  'packing 5.3 × grid 3.0: agrees with ecCodes': 443,
  'packing 5.3 × grid 3.10: agrees with ecCodes': 4,
  'packing 5.3 × grid 3.20: agrees with ecCodes': 1,
  'packing 5.3 × grid 3.30: agrees with ecCodes': 194,
  'packing 5.40 × grid 3.0: agrees with ecCodes': 22,
  'packing 5.40 × grid 3.20: agrees with ecCodes': 1,
  'packing 5.41 × grid 3.0: agrees with ecCodes': 3,
  'packing 5.42 × grid 3.0: agrees with ecCodes': 12,
  'packing 5.51 × grid 3.50: refused, data representation template: 5.51': 1,
};

testWithSharedData('every message of the real files has the values of ecCodes or is refused by name', () => {
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const count = (kind: string, n = 1) => counts.set(kind, (counts.get(kind) ?? 0) + n);
  for (const [file, rows] of readRows()) {
    if (WITHOUT_XZ && file.endsWith('.xz')) {
      count(`NOT COMPARED, ${WITHOUT_XZ}`, rows.length);
      continue;
    }
    let fields = 0;
    for (const candidate of candidatesOf(file)) {
      const row = rows[fields++];
      if (row) faults.push(...faultsOf(row, candidate).map((fault) => `${file} message ${row.msg}: ${fault}`));
      count(kindOf(row, candidate));
    }
    if (fields !== rows.length && !(rows.length === MOST_ROWS && fields > MOST_ROWS))
      faults.push(`${file}: ${fields} fields instead of ${rows.length}`);
  }
  const table = [...counts].sort(([a], [b]) => a.localeCompare(b));
  const lines = table.map(([kind, n]) => `${String(n).padStart(5)}  ${kind}`);
  console.log(['messages compared with ecCodes', ...lines].join('\n'));
  expect(faults).toEqual([]);
  if (!WITHOUT_XZ) expect(Object.fromEntries(table)).toEqual(EXPECTED);
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
  expect(walk).toThrow(/malformed GRIB, byte|unsupported GRIB edition: 1/);
});
