/** Reading one complete sweep; nothing that disagrees with itself gets through. */

import type { RadialProduct, RadialQuantity } from '../../model/radial-product.js';
import type { ObjectStore } from '../objects/object-store.js';
import type { DocumentReader } from '../versions/json-document.js';
import { getStored } from '../versions/stored-object.js';
import { validTimeOf } from '../versions/timed-version.js';
import { decodeNumbers } from '../zarr/axis-arrays.js';
import { decodeChunk } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import { SCAN_FORMAT, type ScanDescription, scanDocuments } from './scan-documents.js';
import { axisKey, LEVELS, levelKey, type SweepFacts, scanDataset, sweepFault } from './scan-layout.js';

export interface StoredScan {
  readonly description: ScanDescription;
  readonly product: RadialProduct;
}

interface ScanHead {
  readonly description: ScanDescription;
  readonly facts: SweepFacts;
}

const QUANTITIES: readonly string[] = ['reflectivity', 'radial-velocity'] satisfies RadialQuantity[];

/**
 * What a sweep says of itself.
 *
 * @throws ObjectDefectError  the version is not complete, or its documents are damaged
 */
export async function readScanDescription(
  objects: ObjectStore,
  site: string,
  version: string,
): Promise<ScanDescription> {
  return (await readHead(objects, site, version)).description;
}

/**
 * A sweep as it was published.
 *
 * @param site  ICAO
 * @throws ObjectDefectError  the version is not complete, or any byte of it is not what was written
 * @throws RangeError  no radar of the network
 */
export async function readScan(objects: ObjectStore, site: string, version: string): Promise<RadialProduct> {
  return (await readStoredScan(objects, site, version)).product;
}

/** A sweep with what is said of it. Throws as `readScan`. */
export async function readStoredScan(objects: ObjectStore, site: string, version: string): Promise<StoredScan> {
  const { description, facts } = await readHead(objects, site, version);
  const { radials, ...sweep } = facts;
  const dataset = scanDataset(site);
  const numbers = async (axis: string, count: number) => {
    const key = axisKey(dataset, version, axis);
    return decodeNumbers(await getStored(objects, key), count, key);
  };
  const [levels, starts, widths, values] = await Promise.all([
    readLevels(objects, levelKey(dataset, version), radials * sweep.gates),
    numbers('azimuth', radials),
    numbers('azimuth_width', radials),
    numbers('level_value', LEVELS),
  ]);
  return { description, product: { ...sweep, starts, widths, levels, levelValues: Float32Array.from(values) } };
}

async function readLevels(objects: ObjectStore, key: string, count: number): Promise<Uint8Array> {
  return new Uint8Array(await decodeChunk(await getStored(objects, key), count, key, 0));
}

async function readHead(objects: ObjectStore, site: string, version: string): Promise<ScanHead> {
  const dataset = scanDataset(site);
  const { attributes, arrays } = await readGroup(objects, dataset, version, SCAN_FORMAT);
  const description = readDescription(attributes, site, version);
  const facts = readFacts(attributes.object('sweep'), description.validTime);
  checkArrays(arrays, scanDocuments(facts, description.validTime));
  return { description, facts };
}

function readDescription(attributes: DocumentReader, site: string, version: string): ScanDescription {
  const validTime = attributes.number('validTime');
  if (attributes.text('site') !== site) throw attributes.fail(`site is ${site}`);
  if (validTimeOf(version) !== validTime) throw attributes.fail(`version ${version} is named after its valid time`);
  return {
    site,
    version,
    validTime,
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
    origin: attributes.text('origin'),
    originTag: attributes.fields.originTag === null ? null : attributes.text('originTag'),
  };
}

function readFacts(sweep: DocumentReader, validTime: number): SweepFacts {
  const quantity = sweep.text('quantity');
  if (!QUANTITIES.includes(quantity)) throw sweep.fail(`sweep.quantity "${quantity}" is one that is known`);
  const orNull = <T>(name: string, read: (name: string) => T): T | null =>
    sweep.fields[name] === null ? null : read(name);
  const facts: SweepFacts = {
    site: orNull('letters', sweep.text),
    office: orNull('office', sweep.text),
    latitude: sweep.number('latitude'),
    longitude: sweep.number('longitude'),
    height: sweep.number('height'),
    code: sweep.count('code'),
    name: sweep.text('name'),
    quantity: quantity as RadialQuantity,
    validTime,
    volumeTime: sweep.number('volumeTime'),
    volumeCoveragePattern: sweep.number('volumeCoveragePattern'),
    elevationAngle: orNull('elevationAngle', sweep.number),
    firstGate: sweep.number('firstGate'),
    gateSpacing: sweep.number('gateSpacing'),
    gates: sweep.count('gates'),
    radials: sweep.count('radials'),
    rangeFolded: orNull('rangeFolded', sweep.count),
  };
  const fault = sweepFault(facts);
  if (fault !== null) throw sweep.fail(fault);
  return facts;
}
