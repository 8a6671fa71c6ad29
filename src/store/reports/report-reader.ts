/** Reading one complete version of the newest reports, whole into memory; nothing that disagrees gets through. */

import { ObjectDefectError } from '../../base/errors.js';
import { REPORT_QUANTITIES, type ReportQuantity, type ReportTable } from '../../model/station-report.js';
import type { ObjectStore } from '../objects/object-store.js';
import { metadataKey } from '../versions/version-keys.js';
import { readGroup } from '../zarr/group-document.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import { readArrays, readStations } from './report-arrays.js';
import {
  REPORT_FORMAT,
  REPORTS_DATASET,
  type ReportVersion,
  reportDocuments,
  sizesFault,
  tableFault,
} from './report-documents.js';

/**
 * Facts of a version.
 *
 * @throws ObjectDefectError  it is not complete, or its documents are damaged
 */
export async function readReportVersion(objects: ObjectStore, version: string): Promise<ReportVersion> {
  const { attributes, arrays } = await readGroup(objects, REPORTS_DATASET, version, REPORT_FORMAT);
  const facts: ReportVersion = {
    version: attributes.text('version'),
    validTime: attributes.number('validTime'),
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
    stations: attributes.count('stations'),
    reports: attributes.count('reports'),
  };
  const fault = sizesFault(facts);
  if (fault !== null) throw attributes.fail(fault);
  checkArrays(arrays, reportDocuments(facts));
  return facts;
}

/**
 * Reports of a version, as they were published.
 *
 * @throws ObjectDefectError  it is not complete, or any byte of it is not what was written
 */
export async function readReports(objects: ObjectStore, version: string): Promise<StoredReports> {
  const facts = await readReportVersion(objects, version);
  const { stations, reports } = facts;
  const arrays = readArrays(objects, REPORTS_DATASET, version, (array) => (array === 'value' ? 2 : 1));
  const table: ReportTable = {
    stations: await readStations(arrays, stations),
    counts: new Int32Array(await arrays.chunk('station_reports', 4 * stations)),
    times: new Float64Array(await arrays.chunk('time', 8 * reports)),
    flags: new Uint16Array(await arrays.chunk('flags', 2 * reports)),
    weather: await arrays.texts('weather', reports),
    values: columnsOf(new Float32Array(await arrays.chunk('value', 4 * reports * REPORT_QUANTITIES.length)), reports),
  };
  const names = await arrays.texts('quantity', REPORT_QUANTITIES.length);
  const fault = names.every((name, n) => name === REPORT_QUANTITIES[n])
    ? tableFault(table)
    : `quantities are ${REPORT_QUANTITIES.join(', ')}`;
  if (fault !== null) throw new ObjectDefectError(metadataKey(REPORTS_DATASET, version), 0, fault);
  return { version: facts, table };
}

export interface StoredReports {
  readonly version: ReportVersion;
  readonly table: ReportTable;
}

function columnsOf(values: Float32Array, reports: number): Record<ReportQuantity, Float32Array> {
  const columns = REPORT_QUANTITIES.map((name, n) => [name, values.subarray(n * reports, (n + 1) * reports)] as const);
  return Object.fromEntries(columns) as Record<ReportQuantity, Float32Array>;
}
