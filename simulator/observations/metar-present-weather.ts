/** Present weather of a METAR, after the Federal Meteorological Handbook No. 1 (2019), chapter 8. */

import type { WeatherGrid } from '../weather.js';

const MOST_LIGHT = 2.5; // mm/h
const MOST_MODERATE = 7.6;
/** m: fog below, mist up to 7 miles. */
const FOG = 1000;
const MIST = 11_000;

type Weather = Readonly<Record<keyof WeatherGrid, number>>;

/** Groups apart by blanks, precipitation first; empty for none. @param wet  mm/h from which on precipitation is seen */
export function precipitationWords(truth: Weather, wet: number): string {
  const words: string[] = [];
  if (truth.precipitationRate >= wet) words.push(precipitationWord(truth));
  const isMoist = truth.temperature - truth.dewPoint < 2.5;
  if (truth.visibility < FOG && isMoist) words.push(truth.temperature < 273.15 ? 'FZFG' : 'FG');
  else if (truth.visibility < MIST && isMoist) words.push('BR');
  else if (truth.visibility < MIST && truth.smoke > 20) words.push('FU');
  return words.join(' ');
}

function precipitationWord(truth: Weather): string {
  const { precipitationRate: rate, rainShare, freezingRainShare, icePelletsShare, snowShare, cape } = truth;
  const kinds = [
    [snowShare, 'SN'],
    [freezingRainShare, 'FZRA'],
    [icePelletsShare, 'PL'],
    [rainShare, 'RA'],
  ] as const;
  const [, kind] = kinds.reduce((most, one) => (one[0] > most[0] ? one : most));
  const intensity = rate < MOST_LIGHT ? '-' : rate <= MOST_MODERATE ? '' : '+';
  return `${intensity}${kind === 'RA' && cape > 1000 && rate > 4 ? 'TS' : ''}${kind}`;
}
