/**
 * Which of a message's infos are the alerts at a point. Infos of one language are its hazards, infos of another language
 * mostly the same again. Requests have no language, so one is chosen: English, if any info that holds here is in it, else
 * the language that the message has first.
 *
 * Only what holds at the point and now has a say: of a message that warns one region in English and another in French,
 * the French region gets its warning.
 */

import type { AlertInfo } from '../../model/alert.js';

const ENGLISH = /^en(?:g|[-_]|$)/;

const plainLanguage = ({ language }: AlertInfo): string => language.trim().toLowerCase();

export interface ChosenInfo {
  /** Position in the message. */
  readonly info: number;
  /** 1 for the first info of its language in the message, wherever the point is and whatever has expired. */
  readonly number: number;
}

/**
 * @param holding  positions in `infos` of those that hold, ascending
 */
export function chooseInfos(infos: readonly AlertInfo[], holding: readonly number[]): readonly ChosenInfo[] {
  const isHeld = new Set(holding.map((i) => plainLanguage(infos[i]!)));
  const languages = [...new Set(infos.map(plainLanguage))].filter((language) => isHeld.has(language));
  const chosen = languages.find((language) => ENGLISH.test(language)) ?? languages[0];
  const group = infos.flatMap((info, i) => (plainLanguage(info) === chosen ? [i] : []));
  return holding.flatMap((info) => {
    const number = group.indexOf(info) + 1;
    return number === 0 ? [] : [{ info, number }];
  });
}
