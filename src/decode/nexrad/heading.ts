/**
 * The text before a Level 3 message, by which the weather services' circuits know it (WMO No. 386, and the AWIPS product
 * identifier of the NWS):
 *
 *   SDUS54 KBMX 020205␍␍␊        data type, office, day of the month and time
 *   N1QBMX␍␍␊                    product, radar
 *
 * A start of heading and a running number may come before it. Archives keep files without any.
 */

export interface Heading {
  readonly office: string | null;
  /** Of the radar, three letters. */
  readonly site: string | null;
  /** Octets before the message. */
  readonly octets: number;
}

/** In which octets the text is looked for. */
const LONGEST = 80;
const TEXT = /^[^A-Z]{0,16}[A-Z]{4}\d\d ([A-Z0-9]{4}) \d{6}(?: [A-Z]{3})?\r?\r\n[A-Z0-9]{3}([A-Z0-9]{3}) *\r?\r\n/;

export function readHeading(bytes: Uint8Array): Heading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(LONGEST, bytes.length)).toString('latin1');
  const found = TEXT.exec(text);
  if (found === null) return { office: null, site: null, octets: 0 };
  return { office: found[1]!, site: found[2]!, octets: found[0].length };
}
