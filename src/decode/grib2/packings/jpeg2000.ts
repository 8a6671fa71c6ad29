/**
 * Packing 5.40: the packed integers are the samples of one JPEG 2000 codestream (ISO/IEC 15444-1), decoded by OpenJPEG.
 *
 * OpenJPEG is compiled to WebAssembly. It reports faults in words only and leaves the samples of the picture before in
 * place, so each message gets a decoder of its own and any word of warning refuses it. After a fault, or when a picture
 * made its memory grow, its whole memory is dropped: what a message does to it ends with the message.
 */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { GribUnsupportedError } from '../../../base/errors.js';
import { type FieldSections, malformed, type Section } from '../sections.js';
import { type Jpeg2000Frame, readCodestream } from './jpeg2000-codestream.js';
import { type Jpeg2000Picture, refineRow } from './jpeg2000-long-row.js';
import { packedOctets } from './packed-bits.js';
import {
  constantField,
  isSafe,
  type PackingScale,
  readPackedCount,
  readPackingScale,
  type Unpacking,
} from './packing-scale.js';

/** 4 octets a point in the decoder, and again while it transforms: 128 MB. The largest grid of a feed has 3.7 million. */
const MOST_PIXELS = 2 ** 24;
/** What OpenJPEG's binding counts columns and rows in is 16 bits wide. */
const LONGEST_SIDE = 2 ** 16 - 1;
/** Memory that is kept for the next message. A field of 4 million points needs less. */
const KEPT_MEMORY = 2 ** 27;

/** The part of the global WebAssembly that is needed; the types of Node leave it to those of browsers. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => WasmModule;
  Instance: new (program: WasmModule, imports: object) => WasmInstance;
  compile(program: Uint8Array): Promise<WasmModule>;
};
type WasmModule = Readonly<Record<never, never>>;
interface WasmInstance {
  readonly exports: object;
}

interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number };
  /** Samples of one octet up to 8 bits, of two (low one first) above. A copy that is the caller's. */
  getDecodedBuffer(): Uint8ClampedArray;
  delete(): void;
}

/** What OpenJPEG is given and what it adds to that. */
interface OpenJpeg {
  print(line: string): void;
  printErr(line: string): void;
  instantiateWasm(imports: object, ready: (instance: WasmInstance) => void): object;
  readonly J2KDecoder?: new () => Decoder;
  readonly HEAPU8?: Uint8Array;
}

interface Instance {
  readonly openJpeg: OpenJpeg;
  /** Warnings and errors since it was made. */
  readonly complaints: string[];
}

const require = createRequire(import.meta.url);
const PROGRAM = '@cornerstonejs/codec-openjpeg/decodewasm';

let compiled: WasmModule | null = null;
let kept: Instance | null = null;

/** Compiles what JPEG 2000 needs, away from the main thread. May be called often; without it the first message waits. */
export async function preparePackings(): Promise<void> {
  compiled ??= await WebAssembly.compile(await readFile(require.resolve(PROGRAM)));
}

/** @throws MalformedError for a broken picture or one of another size, GribUnsupportedError for other samples */
export function planJpeg2000({ packing, data }: FieldSections): Unpacking {
  const header = readPackingScale(packing);
  if (header.bits === 0) return constantField(header);
  const points = readPackedCount(packing);
  if (points > MOST_PIXELS) throw new GribUnsupportedError(`JPEG 2000 pixels over ${MOST_PIXELS}`, points);
  const stream = packedOctets(data);
  const frame = readCodestream(stream, data);
  if (frame.width * frame.height !== points)
    throw malformed(
      data,
      'octets 6-',
      `the JPEG 2000 picture has the ${points} packed points`,
      `${frame.width} × ${frame.height}`,
    );
  const samples = decodePicture(countable(stream, frame), frame.bits, data);
  return { fill: (out) => scaleSamples(samples, header, out), isBounded: isSafe(header) };
}

/** @throws GribUnsupportedError when the binding cannot count the picture's columns or rows */
function countable(stream: Uint8Array, { width, height, tiles }: Jpeg2000Frame): Jpeg2000Picture {
  const side = Math.max(width, height);
  if (side <= LONGEST_SIDE) return { stream, width, height };
  const picture = height === 1 && tiles === 1 ? refineRow(stream, width) : null;
  if (!picture) throw new GribUnsupportedError(`JPEG 2000 sides over ${LONGEST_SIDE}`, side);
  return picture;
}

type Samples = Uint8ClampedArray | Uint16Array;

function scaleSamples(samples: Samples, { offset, scale }: PackingScale, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = offset + scale * samples[i]!;
}

function decodePicture(picture: Jpeg2000Picture, bits: number, section: Section): Samples {
  const instance = kept ?? createInstance();
  kept = null;
  const { openJpeg, complaints } = instance;
  const decoder = runDecoder(openJpeg, picture.stream, section);
  const { width, height, bitsPerSample } = decoder.getFrameInfo();
  const isWhole = width === picture.width && height === picture.height && bitsPerSample === bits;
  if (complaints.length > 0 || !isWhole)
    throw malformed(section, 'octets 6-', 'JPEG 2000 data decode', complaints[0] ?? 'another picture');
  const octets = decoder.getDecodedBuffer();
  decoder.delete();
  if (openJpeg.HEAPU8!.length <= KEPT_MEMORY) kept = instance;
  return bits <= 8 ? octets : new Uint16Array(octets.buffer, octets.byteOffset, width * height);
}

/** A trap or a C++ exception comes out as anything; whatever it was, the stream caused it. */
function runDecoder(openJpeg: OpenJpeg, stream: Uint8Array, section: Section): Decoder {
  try {
    const decoder = new openJpeg.J2KDecoder!();
    decoder.getEncodedBuffer(stream.length).set(stream);
    decoder.decode();
    return decoder;
  } catch (error) {
    throw malformed(section, 'octets 6-', 'JPEG 2000 data decode', String(error));
  }
}

function createInstance(): Instance {
  compiled ??= new WebAssembly.Module(readFileSync(require.resolve(PROGRAM)));
  const program = compiled;
  const complaints: string[] = [];
  const listen = (line: string) => {
    if (!line.startsWith('[INFO]')) complaints.push(line);
  };
  const openJpeg: OpenJpeg = {
    print: listen,
    printErr: listen,
    // at once instead of by a promise, so that decoding stays a plain function
    instantiateWasm(imports, ready) {
      const instance = new WebAssembly.Instance(program, imports);
      ready(instance);
      return instance.exports;
    },
  };
  const factory = require('@cornerstonejs/codec-openjpeg/decodewasmjs') as (options: OpenJpeg) => unknown;
  factory(openJpeg);
  return { openJpeg, complaints };
}
