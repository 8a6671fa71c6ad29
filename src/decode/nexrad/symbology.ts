/**
 * The symbology block of a Level 3 message (ICD 2620001, figure 3-6 sheet 8), and in it the packet of radials:
 *
 *   block    −1 | 1 | length (4) | layers | then each layer: −1 | length (4) | packets
 *   packet   code | …: 16 digital radials, 0xAF1F radials in runs
 *
 * Digital products are packed by bzip2 from the end of the description on; offsets count as if they were not. Layers of other
 * packets, as the text that comes with product 32, are passed over.
 */

import { type Bzip2Limits, isBzip2, unpackBzip2 } from '../../base/bzip2.js';
import { defect, refuse } from './defect.js';
import { DESCRIPTION_OCTETS, type ProductDescription } from './description.js';

/** 720 radials of 1840 gates have 1.3 MB. */
const MOST_OCTETS = 4 << 20;
const BLOCK_OCTETS = 10;
const LAYER_OCTETS = 6;
const MOST_LAYERS = 18;
const RADIAL_PACKETS: ReadonlySet<number> = new Set([16, 0xaf1f]);

const LIMITS: Bzip2Limits = {
  bytes: MOST_OCTETS,
  tooLarge: () => defect(`what is packed has at most ${MOST_OCTETS} octets`, 'more'),
  defect: (rule) => defect('what is packed is whole bzip2', rule),
};

/** From the code of the radials' packet to the end of its layer. */
export async function radialPacket(description: ProductDescription): Promise<DataView> {
  const rest = description.message.subarray(DESCRIPTION_OCTETS);
  const body = isBzip2(rest) ? await unpackBzip2(rest, LIMITS) : rest;
  const start = description.symbologyOffset - DESCRIPTION_OCTETS;
  if (start < 0 || start + BLOCK_OCTETS > body.length)
    refuse(
      'the symbology begins within the message',
      `${description.symbologyOffset} of ${body.length + DESCRIPTION_OCTETS}`,
    );
  return packetIn(new DataView(body.buffer, body.byteOffset + start, body.length - start));
}

function packetIn(block: DataView): DataView {
  const length = block.getInt32(4);
  const layers = block.getInt16(8);
  if (block.getInt16(0) !== -1 || block.getInt16(2) !== 1)
    refuse('the block of symbology begins with -1 and 1', block.getInt32(0));
  if (length > block.byteLength)
    refuse('the block of symbology is as long as it says', `${length} of ${block.byteLength} octets`);
  if (layers < 1 || layers > MOST_LAYERS) refuse(`the symbology has 1 to ${MOST_LAYERS} layers`, layers);
  const codes: string[] = [];
  for (let layer = 0, at = BLOCK_OCTETS; layer < layers; layer++) {
    const octets = layerOctets(block, at);
    const packet = new DataView(block.buffer, block.byteOffset + at + LAYER_OCTETS, octets);
    const code = packet.getUint16(0);
    if (RADIAL_PACKETS.has(code)) return packet;
    codes.push(code.toString(16));
    at += LAYER_OCTETS + octets;
  }
  return refuse('a layer of the symbology begins with radials, packet 16 or 0xAF1F', codes.join(', '));
}

/** Octets of a layer behind its head; two at least, for the code of a packet. */
function layerOctets(block: DataView, at: number): number {
  if (at + LAYER_OCTETS > block.byteLength || block.getInt16(at) !== -1)
    refuse('a layer of the symbology begins with -1', `octet ${at}`);
  const octets = block.getInt32(at + 2);
  if (octets < 2 || at + LAYER_OCTETS + octets > block.byteLength)
    refuse('a layer lies within the block of symbology', `${octets} octets at ${at} of ${block.byteLength}`);
  return octets;
}
