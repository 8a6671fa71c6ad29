/** The adaptive entropy coder against libaec, which wrote what is read here. */

import { expect, test } from 'vitest';
import { type EntropyCode, fewestBits, readSamples } from './adaptive-entropy.js';
import { CODED_SAMPLES, type CodedSamples } from './libaec-samples.fixture.js';

const SCALE = { offset: 0, scale: 1 };

function codeOf({ bits, flags, blockSize, intervalBlocks }: Omit<CodedSamples, 'base64' | 'samples'>): EntropyCode {
  const isRestricted = (flags & 16) !== 0;
  return {
    bits,
    isSigned: (flags & 1) !== 0,
    hasPreprocessor: (flags & 8) !== 0,
    optionBits: bits > 16 ? 5 : bits > 8 ? 4 : !isRestricted ? 3 : bits > 2 ? 2 : 1,
    blockSize,
    intervalBlocks,
    isPadded: (flags & 32) !== 0,
  };
}

/** The octets and four behind them, as a message has. */
function inputOf(octets: Uint8Array) {
  const padded = new Uint8Array(octets.length + 4);
  padded.set(octets);
  const defect = (rule: string, value: number) => new Error(`${rule}; got ${value}`);
  return { view: new DataView(padded.buffer), end: octets.length * 8, defect };
}

test.each(CODED_SAMPLES)('$bits bits, flags $flags, blocks of $blockSize, intervals of $intervalBlocks', (coded) => {
  const octets = Buffer.from(coded.base64, 'base64');
  const samples = coded.samples.split(' ').map(Number);
  const out = new Float32Array(samples.length);
  readSamples(codeOf(coded), inputOf(octets), SCALE, out);
  expect([...out]).toEqual(samples.map(Math.fround));
  expect(fewestBits(codeOf(coded), samples.length)).toBeLessThanOrEqual(octets.length * 8);
});

test('any stream that is cut short is refused', () => {
  for (const coded of CODED_SAMPLES) {
    const octets = Buffer.from(coded.base64, 'base64');
    const out = new Float32Array(coded.samples.split(' ').length);
    const short = octets.subarray(0, Math.floor(octets.length / 2));
    expect(() => readSamples(codeOf(coded), inputOf(short), SCALE, out)).toThrow(/end inside the section/);
  }
});

const EIGHT = { bits: 8, flags: 8, blockSize: 8, intervalBlocks: 2 };
const WIDE = { ...EIGHT, bits: 17 };
const read = (bits: string, code = EIGHT, count = 16) => {
  const octets = (bits.replaceAll(' ', '').match(/.{1,8}/g) ?? []).map((text) =>
    Number.parseInt(text.padEnd(8, '0'), 2),
  );
  const out = new Float32Array(count);
  readSamples(codeOf(code), inputOf(Uint8Array.from(octets)), SCALE, out);
  return [...out];
};

test('a zero block repeats the reference, and the fifth number means all the rest', () => {
  expect(read('000 0 00000111 01')).toEqual(Array(16).fill(7));
  expect(read('000 0 00000111 00001', { ...EIGHT, intervalBlocks: 3 }, 24)).toEqual(Array(24).fill(7));
});

test.each([
  ['zero blocks beyond their interval', '000 0 00000111 001', EIGHT, 'of which 2 are left; got 3'],
  ['a high part beyond the bits', `101 00000000 ${'0'.repeat(16)}1${'1'.repeat(60)}`, EIGHT, 'fit n bits; got 16'],
  ['low bits beyond the bits', `11101 ${'0'.repeat(17)} ${'1'.repeat(600)}`, WIDE, 'are fewer than n; got 28'],
  ['a pair beyond the table', `000 1 00000000 ${'0'.repeat(91)}1 111`, EIGHT, 'are 0 to 90; got 91'],
  ['a pair beyond the bits', `000 1 0 ${'1'.repeat(3)}0001`, { ...EIGHT, bits: 1, flags: 8 }, 'δ is at most 1; got 2'],
])('%s are refused', (_, bits, code, message) => {
  expect(() => read(bits, code)).toThrow(message);
});
