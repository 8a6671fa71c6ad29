/**
 * Radials of a sweep (ICD 2620001, figures 3-10 and 3-11c), all numbers of two octets:
 *
 *   head     code | index of the first gate | gates | centre i | centre j | scale | radials
 *   radial   octets of data (packet 16) or halfwords of runs (0xAF1F) | start angle in 0.1° | width in 0.1° | data
 *   data     packet 16: one octet a gate, and one more where their number is odd; 0xAF1F: octets of run (4 bits), level (4)
 *
 * The scale is for drawing (1000 times the cosine of the elevation angle, or 1) and says nothing of how long a gate is.
 */

import { MOST_GATES, MOST_RADIALS } from '../../model/radial-product.js';
import { refuse } from './defect.js';

const HEAD_OCTETS = 14;
const RADIAL_OCTETS = 6;
const RUNS = 0xaf1f;
/** Tenths of a degree. A file of 1995 has a radial that begins at 360.1°. */
const TURN = 3600;
const WIDEST = 450;

export interface Radials {
  readonly firstGate: number;
  readonly gates: number;
  /** Degrees. */
  readonly starts: Float64Array;
  readonly widths: Float64Array;
  /** Radial after radial. */
  readonly levels: Uint8Array;
}

/** @param packet  from its code on, to the end of its layer */
export function readRadials(packet: DataView): Radials {
  if (packet.byteLength < HEAD_OCTETS)
    refuse(`a packet of radials has ${HEAD_OCTETS} octets at least`, packet.byteLength);
  const isRuns = packet.getUint16(0) === RUNS;
  const [firstGate, gates, count] = [packet.getInt16(2), packet.getInt16(4), packet.getInt16(12)];
  if (firstGate < 0 || firstGate > MOST_GATES) refuse(`the first gate has an index of 0..${MOST_GATES}`, firstGate);
  if (gates < 1 || gates > MOST_GATES) refuse(`a radial has 1 to ${MOST_GATES} gates`, gates);
  if (count < 1 || count > MOST_RADIALS) refuse(`a sweep has 1 to ${MOST_RADIALS} radials`, count);
  const radials = {
    firstGate,
    gates,
    starts: new Float64Array(count),
    widths: new Float64Array(count),
    levels: new Uint8Array(count * gates),
  };
  for (let radial = 0, at = HEAD_OCTETS; radial < count; radial++) {
    const octets = readAngles(packet, at, radial, isRuns ? 2 : 1, radials);
    const data = new Uint8Array(packet.buffer, packet.byteOffset + at + RADIAL_OCTETS, octets);
    const levels = radials.levels.subarray(radial * gates, (radial + 1) * gates);
    if (isRuns) unfoldRuns(data, levels, radial);
    else copyLevels(data, levels, radial);
    at += RADIAL_OCTETS + octets;
  }
  return radials;
}

/** Octets of data of the radial that begins at `at`. */
function readAngles(packet: DataView, at: number, radial: number, unit: number, { starts, widths }: Radials): number {
  if (at + RADIAL_OCTETS > packet.byteLength) refuse('the packet has all radials', `${radial} of ${starts.length}`);
  const octets = unit * packet.getUint16(at);
  if (at + RADIAL_OCTETS + octets > packet.byteLength)
    refuse(`radial ${radial} lies within its packet`, `${octets} octets`);
  const [start, width] = [packet.getInt16(at + 2), packet.getInt16(at + 4)];
  if (start < 0 || start >= 2 * TURN) refuse(`radial ${radial} begins at 0..720 degrees`, start / 10);
  if (width < 0 || width > WIDEST) refuse(`radial ${radial} is 0..${WIDEST / 10} degrees wide`, width / 10);
  starts[radial] = (start % TURN) / 10;
  widths[radial] = width / 10;
  return octets;
}

function copyLevels(data: Uint8Array, levels: Uint8Array, radial: number): void {
  if (data.length < levels.length)
    refuse(`radial ${radial} has an octet for each of ${levels.length} gates`, data.length);
  levels.set(data.subarray(0, levels.length));
}

function unfoldRuns(data: Uint8Array, levels: Uint8Array, radial: number): void {
  let gate = 0;
  for (const octet of data) {
    const end = gate + (octet >>> 4);
    if (end > levels.length) refuse(`the runs of radial ${radial} have ${levels.length} gates`, 'more');
    levels.fill(octet & 15, gate, end);
    gate = end;
  }
  if (gate < levels.length) refuse(`the runs of radial ${radial} have ${levels.length} gates`, gate);
}
