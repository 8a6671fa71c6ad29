/**
 * Recognises NEXRAD Level 2, the radar's own moments, and says what a file holds; nothing of it is decoded. ICD for
 * Archive II/User (2620010) and RDA/RPG (2620002), highest octet first:
 *
 *   volume header  "AR2V00" version "." number of the volume (3) | date (4) | milliseconds (4) | radar (4)
 *   then records   length (4), negative in the last one | bzip2 of messages                 or messages not packed
 *   message        twelve octets of no use, length (2), channel (1), type (1)
 *
 * Chunks of a volume as it is measured have one record each and only the first one has the header.
 */

import { type Bzip2Limits, isBzip2, unpackBzip2 } from '../../base/bzip2.js';
import { MalformedError, UnsupportedError } from '../../base/errors.js';
import { DAY, formatInstant } from '../../model/time.js';
import { SUPPORTED_PRODUCTS } from './product-table.js';

const HEADER_OCTETS = 24;
const LENGTH_OCTETS = 4;
const TYPE_OCTET = 15;
const SLOT_OCTETS = 2432;
const VOLUME = /^(AR2V\d{4}|ARCHIVE2)\.\d{3}/;
const FORMAT = 'NEXRAD Level 2';

/** ICD 2620002, table II. */
const MESSAGE_TYPES: Readonly<Record<number, string>> = {
  1: 'Digital Radar Data',
  2: 'RDA Status Data',
  3: 'Performance/Maintenance Data',
  4: 'Console Message',
  5: 'Volume Coverage Pattern',
  13: 'Clutter Filter Bypass Map',
  15: 'Clutter Filter Map',
  18: 'RDA Adaptation Data',
  29: 'Model Data',
  31: 'Digital Radar Data Generic Format',
};

/** The first record of a volume has 134 messages of 2,432 octets; one of radials 120 of up to 16 kB. */
const MOST_OCTETS = 4 << 20;

/**
 * The refusal of a Level 2 volume or chunk, or of a file that gzip has packed; null for other bytes.
 *
 * @throws MalformedError  the first record is cut off or damaged
 */
export async function level2Refusal(bytes: Uint8Array): Promise<UnsupportedError | null> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return refusal('NEXRAD', 'a file packed by gzip');
  const volume = VOLUME.exec(Buffer.from(bytes.subarray(0, HEADER_OCTETS)).toString('latin1'));
  const body = volume === null ? bytes : bytes.subarray(HEADER_OCTETS);
  const isPacked = isBzip2(body.subarray(LENGTH_OCTETS));
  if (volume === null && !isPacked) return null;
  const kind = volume === null ? 'chunk of a volume' : volumeText(volume[1]!, bytes);
  if (!isPacked) return refusal(FORMAT, `${kind}, not packed, ${messageText(body)}`);
  const tooLarge = () => refusal(FORMAT, `${kind}, packed by bzip2, records of more than ${MOST_OCTETS} octets`);
  const messages = await firstRecord(body, { bytes: MOST_OCTETS, tooLarge, defect: damaged });
  return refusal(FORMAT, `${kind}, packed by bzip2, ${messageText(messages)}`);
}

function damaged(rule: string): MalformedError {
  return new MalformedError(FORMAT, 'a record is whole bzip2', rule);
}

function refusal(format: string, kind: string): UnsupportedError {
  return new UnsupportedError(format, kind, `Level 3, ${SUPPORTED_PRODUCTS}`);
}

async function firstRecord(body: Uint8Array, limits: Bzip2Limits): Promise<Uint8Array> {
  const length = Math.abs(new DataView(body.buffer, body.byteOffset).getInt32(0));
  if (LENGTH_OCTETS + length > body.length)
    throw new MalformedError(FORMAT, `the first record lies within the ${body.length} octets`, length);
  return unpackBzip2(body.subarray(LENGTH_OCTETS, LENGTH_OCTETS + length), limits);
}

/** "volume AR2V0006 of KTLX, 2014-01-01T00:06:24Z"; without what a file cut off in its header lacks. */
function volumeText(version: string, bytes: Uint8Array): string {
  if (bytes.length < HEADER_OCTETS) return `volume ${version}`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_OCTETS);
  const instant = (view.getUint32(12) - 1) * DAY + Math.floor(view.getUint32(16) / 1000);
  const radar = Buffer.from(bytes.subarray(20, HEADER_OCTETS))
    .toString('latin1')
    .replace(/[^A-Z0-9]/g, '?');
  return `volume ${version} of ${radar}, ${formatInstant(instant)}`;
}

/** The metadata of a volume lie in slots of 2,432 octets; those of type 0 are empty. */
function messageText(messages: Uint8Array): string {
  let at = TYPE_OCTET;
  while (messages[at] === 0) at += SLOT_OCTETS;
  const type = messages[at];
  if (type === undefined) return 'without a message';
  return `first message of type ${type}, ${MESSAGE_TYPES[type] ?? 'unknown'}`;
}
