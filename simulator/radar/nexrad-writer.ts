/**
 * Level 3 products of radials, by the Interface Control Document for the RPG to Class 1 User (2620001): heading of text,
 * message header, product description, and the symbology of one layer with one packet, 16 or 0xAF1F.
 */

import { DAY } from '../../src/model/time.js';
import { writeBzip2 } from '../bzip2-writer.js';

export interface WrittenProduct {
  /** As "SDUS54 KBMX 020205" and "N0BBMX"; null: no heading. */
  readonly heading: readonly [circuit: string, product: string] | null;
  readonly code: number;
  /** Degrees; thousandths are written. */
  readonly latitude: number;
  readonly longitude: number;
  readonly heightFeet: number;
  /** Epoch seconds. */
  readonly volumeTime: number;
  readonly generationTime: number;
  /** Halfwords of the description by their numbers, beside those that follow from the rest. */
  readonly halfwords: Readonly<Record<number, number>>;
  readonly packet: 'digital' | 'runs';
  /** By bzip2. */
  readonly packed: boolean;
  readonly firstGate?: number;
  readonly gates: number;
  readonly radials: readonly WrittenRadial[];
}

export interface WrittenRadial {
  /** Tenths of a degree. */
  readonly start: number;
  readonly width: number;
  /** One for each gate; below 16 in runs. */
  readonly levels: ArrayLike<number>;
}

const DESCRIPTION_OCTETS = 120;
const LONGEST_RUN = 15;

export function writeNexrad(product: WrittenProduct): Uint8Array {
  const symbology = symbologyOf(product);
  const body = product.packed ? writeBzip2(symbology) : symbology;
  const head = description(product, symbology.length, DESCRIPTION_OCTETS + body.length);
  const text = product.heading === null ? '' : product.heading.map((line) => `${line}\r\r\n`).join('');
  return Buffer.concat([Buffer.from(text, 'latin1'), head, body]);
}

function description(product: WrittenProduct, unpacked: number, octets: number): Buffer {
  const head = Buffer.alloc(DESCRIPTION_OCTETS);
  const halfword = (number: number, value: number) => head.writeUInt16BE(value & 0xffff, 2 * (number - 1));
  const word = (number: number, value: number) => head.writeInt32BE(value, 2 * (number - 1));
  const instant = (date: number, time: number) => {
    halfword(date, Math.floor(time / DAY) + 1);
    word(date + 1, Math.floor(time % DAY));
  };
  halfword(1, product.code);
  instant(2, product.generationTime);
  word(5, octets);
  halfword(9, 3);
  halfword(10, -1);
  word(11, Math.round(product.latitude * 1000));
  word(13, Math.round(product.longitude * 1000));
  halfword(15, product.heightFeet);
  halfword(16, product.code);
  instant(21, product.volumeTime);
  instant(24, product.generationTime);
  if (product.packed) {
    halfword(51, 1);
    word(52, unpacked);
  }
  word(55, DESCRIPTION_OCTETS / 2);
  for (const [number, value] of Object.entries(product.halfwords)) halfword(Number(number), value);
  return head;
}

function symbologyOf({ packet, firstGate = 0, gates, radials }: WrittenProduct): Buffer {
  const isRuns = packet === 'runs';
  const head = octetsOf([isRuns ? 0xaf1f : 16, firstGate, gates, 0, 0, isRuns ? 999 : 1000, radials.length]);
  const data = radials.map(({ start, width, levels }) => {
    const own = isRuns ? runsOf(levels) : padded(Buffer.from(Uint8Array.from(levels)));
    return Buffer.concat([octetsOf([isRuns ? own.length / 2 : own.length, start, width]), own]);
  });
  const layer = Buffer.concat([head, ...data]);
  const block = Buffer.alloc(16);
  block.writeInt16BE(-1, 0);
  block.writeInt16BE(1, 2);
  block.writeInt32BE(block.length + layer.length, 4);
  block.writeInt16BE(1, 8);
  block.writeInt16BE(-1, 10);
  block.writeInt32BE(layer.length, 12);
  return Buffer.concat([block, layer]);
}

function octetsOf(halfwords: readonly number[]): Buffer {
  const octets = Buffer.alloc(2 * halfwords.length);
  for (const [n, value] of halfwords.entries()) octets.writeUInt16BE(value & 0xffff, 2 * n);
  return octets;
}

function padded(octets: Buffer): Buffer {
  return octets.length % 2 === 0 ? octets : Buffer.concat([octets, Buffer.alloc(1)]);
}

function runsOf(levels: ArrayLike<number>): Buffer {
  const runs: number[] = [];
  for (let gate = 0; gate < levels.length; ) {
    let end = gate + 1;
    while (end < levels.length && levels[end] === levels[gate] && end - gate < LONGEST_RUN) end++;
    runs.push(((end - gate) << 4) | levels[gate]!);
    gate = end;
  }
  return padded(Buffer.from(runs));
}
