/**
 * SAME codes as UGC codes (NWS Instruction 10-1712): "0", two digits of a state (FIPS 5-2) or of a marine area, three of
 * a county or marine zone. A first digit other than 0 means a ninth of the county, of which there are no shapes: the
 * whole county stands for it. Zeros for the county mean the whole state.
 */

const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  `01 AL 02 AK 04 AZ 05 AR 06 CA 08 CO 09 CT 10 DE 11 DC 12 FL 13 GA 15 HI 16 ID 17 IL 18 IN 19 IA 20 KS 21 KY 22 LA
   23 ME 24 MD 25 MA 26 MI 27 MN 28 MS 29 MO 30 MT 31 NE 32 NV 33 NH 34 NJ 35 NM 36 NY 37 NC 38 ND 39 OH 40 OK 41 OR
   42 PA 44 RI 45 SC 46 SD 47 TN 48 TX 49 UT 50 VT 51 VA 53 WA 54 WV 55 WI 56 WY 60 AS 64 FM 66 GU 68 MH 69 MP 70 PW
   72 PR 78 VI`
    .trim()
    .split(/\s+(?=\d)/)
    .map((row) => row.split(' ')),
);

const MARINE_AREAS: Readonly<Record<string, string>> = {
  '57': 'PZ',
  '58': 'PK',
  '59': 'PH',
  '61': 'PS',
  '65': 'PM',
  '73': 'AN',
  '75': 'AM',
  '77': 'GM',
  '91': 'LS',
  '92': 'LM',
  '93': 'LH',
  '94': 'LC',
  '96': 'LE',
  '97': 'LO',
  '98': 'SL',
};

const SAME = /^(\d)(\d\d)(\d\d\d)$/;

export interface CountyOfSame {
  /** Whole code ("TXC113", "ANZ150"), or where `isState` what those of the state begin with ("TXC"). */
  readonly ugc: string;
  readonly isState: boolean;
  /** False where the county stands for a part of it. */
  readonly isExact: boolean;
}

/** Null for what is no SAME code, or one of a state that is not in the table. */
export function countyOfSame(code: string): CountyOfSame | null {
  const [, part, area, county] = SAME.exec(code) ?? [];
  if (part === undefined || area === undefined || county === undefined) return null;
  const state = STATES[area];
  const prefix = state === undefined ? MARINE_AREAS[area] : `${state}C`;
  if (prefix === undefined) return null;
  const isState = county === '000';
  const marine = state === undefined ? 'Z' : '';
  return { ugc: `${prefix}${marine}${isState ? '' : county}`, isState, isExact: part === '0' };
}
