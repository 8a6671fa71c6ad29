/**
 * JSON from outside, with what it may cost counted before it is parsed: bytes, depth, and the number of its values.
 * A parser makes an object of every two bytes "[]", dozens of times as large as the text.
 */

export interface JsonLimits {
  readonly bytes: number;
  readonly depth: number;
  /** Objects and arrays. */
  readonly containers: number;
  /** All values; counted as commas and containers. */
  readonly values: number;
}

export type RefuseJson = (rule: string, value?: string | number) => never;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** The value that `bytes` are the text of, or a refusal. Objects may have any keys: look up own ones alone. */
export function readJson(bytes: Uint8Array, limits: JsonLimits, refuse: RefuseJson): unknown {
  if (bytes.length > limits.bytes) refuse(`JSON must have at most ${limits.bytes} bytes`, bytes.length);
  const fault = excess(bytes, limits);
  if (fault !== null) refuse(fault);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    // what decoder and parser throw; their messages quote the text, of any length
    if (error instanceof TypeError) refuse('JSON must be UTF-8');
    if (error instanceof SyntaxError) refuse(`JSON must be well-formed: ${error.message.slice(0, 80)}`);
    throw error;
  }
}

function excess(bytes: Uint8Array, limits: JsonLimits): string | null {
  let [depth, containers, values] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if (isOpening(byte)) {
      containers++;
      values++;
      if (++depth > limits.depth) return `JSON must nest at most ${limits.depth} deep`;
    } else if (isClosing(byte)) depth--;
    if (containers > limits.containers) return `JSON must have at most ${limits.containers} objects and arrays`;
    if (values > limits.values) return `JSON must have at most ${limits.values} values`;
  }
  return null;
}

/** Of its closing quote; the end of the bytes where there is none. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

/** "{" or "[": they differ in one bit, as the closing ones do. */
function isOpening(byte: number): boolean {
  return (byte & 0xdf) === 0x5b;
}

function isClosing(byte: number): boolean {
  return (byte & 0xdf) === 0x5d;
}
