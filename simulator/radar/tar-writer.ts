/**
 * Archives as DWD packs them: tar with the magic of GNU ("ustar", two spaces), regular files, in blocks of 10 KiB.
 *
 *   0 name · 100 mode · 108, 116 owner and group · 124 size · 136 time · 148 checksum · 156 type · 257 magic · 265 names
 */

export interface TarMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const RECORD = 20 * BLOCK;

/** @param modified  of all members, epoch seconds */
export function writeTar(members: readonly TarMember[], modified: number): Uint8Array {
  const blocksOf = (bytes: Uint8Array): number => BLOCK * Math.ceil(bytes.length / BLOCK);
  const size = members.reduce((sum, { bytes }) => sum + BLOCK + blocksOf(bytes), 2 * BLOCK);
  const archive = new Uint8Array(RECORD * Math.ceil(size / RECORD));
  let at = 0;
  for (const member of members) {
    archive.set(headerOf(member, modified), at);
    archive.set(member.bytes, at + BLOCK);
    at += BLOCK + blocksOf(member.bytes);
  }
  return archive;
}

function headerOf({ name, bytes }: TarMember, modified: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, at: number): void => void header.write(text, at, 'latin1');
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  put(name, 0);
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes.length, 11), 124);
  put(octal(Math.floor(modified), 11), 136);
  put('        ', 148); // what the checksum is taken with
  put('0', 156);
  put('ustar  ', 257);
  put('radaradm', 265);
  put('feze', 297);
  put(
    `${octal(
      header.reduce((sum, octet) => sum + octet, 0),
      6,
    )}\0 `,
    148,
  );
  return header;
}
