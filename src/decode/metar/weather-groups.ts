/** Groups of present weather of METAR: WMO Manual on Codes (No. 306), code table 4678; FMH-1, table 8-5. */

const GROUP =
  /^(VC|RE|[-+])?(MI|PR|BC|DR|BL|SH|TS|FZ)?((?:DZ|RA|SN|SG|IC|PL|GR|GS|UP)*)(BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS)?$/;

/** Ice crystals fall from clear skies and are not precipitation here; drifting and blowing snow lies already. */
const FALLING = /DZ|RA|SN|SG|PL|GR|GS|UP/;

/** One group of present weather. */
export interface WeatherGroup {
  /** "-" light, "" moderate, "+" heavy; "VC" in the vicinity, "RE" recent. */
  readonly qualifier: '-' | '' | '+' | 'VC' | 'RE';
  /** "SH", "TS", "FZ" …; empty: none. */
  readonly descriptor: string;
  /** Two letters each: ["RA", "SN"]; none for a thunderstorm without precipitation at the station. */
  readonly phenomena: readonly string[];
}

/** Null for a text that is no group of present weather. */
export function weatherGroup(text: string): WeatherGroup | null {
  const parts = text.length < 2 ? null : GROUP.exec(text);
  if (parts === null) return null;
  const [, qualifier = '', descriptor = '', falling = '', other = ''] = parts;
  const phenomena = (falling + other).match(/../g) ?? [];
  // Without phenomena only thunder and showers mean something; showers are told of the vicinity or by automatic stations.
  if (phenomena.length === 0 && descriptor !== 'TS' && descriptor !== 'SH') return null;
  if (phenomena.length > 4) return null;
  return { qualifier: qualifier as WeatherGroup['qualifier'], descriptor, phenomena };
}

/** True for precipitation that falls, or fell in the last hour, at the station itself. */
export function isPrecipitation({ qualifier, descriptor, phenomena }: WeatherGroup): boolean {
  if (qualifier === 'VC' || descriptor === 'BL' || descriptor === 'DR') return false;
  return descriptor === 'SH' || phenomena.some((one) => FALLING.test(one));
}
