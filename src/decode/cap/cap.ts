/**
 * Messages of the Common Alerting Protocol (OASIS CAP 1.2 of 2010; 1.1 and 1.0 are read the same way).
 *
 * Elements are known by their local names in the namespace of the root, whichever of the versions that is; signatures
 * and all else are passed over (../xml/walk.ts). What tells what a message is for and when it holds must be right, or
 * the message is refused: identifier, sender, sent, status, type, scope, and every time that is there. The rest is
 * tolerant: words that are not known are "unknown", an info without a language is "en-US" (CAP 3.2.2).
 *
 * Shapes that cannot be read: see area.ts. When an info of an Alert or Update has lost all of its shapes, the message is
 * refused, so that it is seen in the quarantine: to go on would be to warn everyone in its counties, or nobody. A Cancel
 * without its shapes still cancels.
 *
 * The end of the hazard, which CAP has no element for, is the parameter "eventEndingTime" of the NWS.
 */

import { MalformedError } from '../../base/errors.js';
import { type AlertInfo, type AlertMessage, SEVERITIES, URGENCIES } from '../../model/alert.js';
import type { Refuse } from '../xml/refusal.js';
import { walkXml } from '../xml/walk.js';
import { newBudget, OpenArea } from './area.js';
import { CAP_FORM, type CapElement, type InfoText, isInfoText, isMessageText, type MessageText } from './form.js';
import { referencesOf } from './references.js';
import {
  certaintyOf,
  gradeOf,
  identityOf,
  instantOf,
  messageTypeOf,
  type RefuseAlert,
  scopeOf,
  sentOf,
  statusOf,
  textOf,
} from './vocabulary.js';

const MOST_INFOS = 100;
/** Of one info: categories, response types. */
const MOST_WORDS = 100;

/**
 * The message in `bytes`; `name` says in errors which it is.
 *
 * @throws MalformedError  naming the rule, the line and what stands there
 */
export function decodeCap(bytes: Uint8Array, name: string): AlertMessage {
  const refuse: Refuse = (rule, line, value) => {
    throw new MalformedError(line === null ? `CAP, ${name}` : `CAP, ${name}, line ${line}`, rule, value);
  };
  return walkXml(bytes, CAP_FORM, refuse, (refuseHere) => new Reading(refuseHere)).message();
}

interface OpenInfo {
  readonly texts: Map<InfoText, string>;
  readonly categories: string[];
  readonly responseTypes: string[];
  readonly areas: OpenArea[];
  ends: number | null;
}

/** One pass over a message: what is open, and what was found. */
class Reading {
  readonly #texts = new Map<MessageText, string>();
  readonly #infos: OpenInfo[] = [];
  readonly #budget = newBudget();
  #valueName = '';
  #value = '';

  constructor(readonly refuse: RefuseAlert) {}

  opened(name: CapElement): void {
    if (name === 'info') this.#openInfo();
    else if (name === 'area') this.#info.areas.push(new OpenArea(this.#budget, this.refuse));
    else if (name === 'geocode' || name === 'parameter') {
      this.#valueName = '';
      this.#value = '';
    }
  }

  get #info(): OpenInfo {
    return this.#infos.at(-1)!;
  }

  get #area(): OpenArea {
    return this.#info.areas.at(-1)!;
  }

  #openInfo(): void {
    if (this.#infos.length >= MOST_INFOS) this.refuse(`a message must have at most ${MOST_INFOS} infos`);
    this.#infos.push({ texts: new Map(), categories: [], responseTypes: [], areas: [], ends: null });
  }

  closed(name: CapElement, text: string): void {
    if (isMessageText(name)) this.#texts.set(name, text);
    else if (isInfoText(name)) this.#info.texts.set(name, text);
    else if (name === 'category') this.#addWord(this.#info.categories, text);
    else if (name === 'responseType') this.#addWord(this.#info.responseTypes, text);
    else if (name === 'areaDesc') this.#area.describe(text);
    else if (name === 'polygon') this.#area.addPolygon(text);
    else if (name === 'circle') this.#area.addCircle(text);
    else if (name === 'valueName') this.#valueName = text;
    else if (name === 'value') this.#value = text;
    else if (name === 'geocode') this.#closeGeocode(text);
    else if (name === 'parameter') this.#closeParameter(text);
  }

  #addWord(words: string[], text: string): void {
    const word = textOf(text, this.refuse)?.toLowerCase();
    if (word === undefined || words.includes(word)) return;
    if (words.length >= MOST_WORDS) this.refuse(`an info must have at most ${MOST_WORDS} categories or response types`);
    words.push(word);
  }

  #closeGeocode(text: string): void {
    const [valueName, value] = this.#pair(text);
    this.#area.addGeocode(valueName, value);
  }

  #closeParameter(text: string): void {
    const [valueName, value] = this.#pair(text);
    if (valueName.trim() === 'eventEndingTime') this.#info.ends = instantOf('eventEndingTime', value, this.refuse);
  }

  /** CAP 1.0 has no valueName and value but "fips6=006037". */
  #pair(text: string): readonly [valueName: string, value: string] {
    const at = text.indexOf('=');
    return this.#valueName === '' && at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [this.#valueName, this.#value];
  }

  message(): AlertMessage {
    const text = (name: MessageText) => this.#texts.get(name) ?? '';
    const { refuse } = this;
    const messageType = messageTypeOf(text('msgType'), refuse);
    const sender = identityOf('sender', text('sender'), refuse);
    if (messageType === 'alert' || messageType === 'update') this.#refuseLostShapes();
    return {
      identifier: identityOf('identifier', text('identifier'), refuse),
      sender,
      sent: sentOf(text('sent'), refuse),
      status: statusOf(text('status'), refuse),
      messageType,
      scope: scopeOf(text('scope'), refuse),
      references: referencesOf(textOf(text('references'), refuse) ?? '', sender),
      infos: this.#infos.map((info) => this.#finish(info)),
    };
  }

  #refuseLostShapes(): void {
    for (const { areas } of this.#infos) {
      const lost = areas.find((area) => area.lost !== null)?.lost ?? null;
      if (lost !== null && !areas.some((area) => area.hasShape)) this.refuse(lost);
    }
  }

  #finish(info: OpenInfo): AlertInfo {
    const { refuse } = this;
    const raw = (name: InfoText) => info.texts.get(name) ?? '';
    const text = (name: InfoText) => textOf(raw(name), refuse);
    return {
      language: text('language') ?? 'en-US',
      event: text('event'),
      categories: info.categories,
      responseTypes: info.responseTypes,
      urgency: gradeOf(URGENCIES, raw('urgency')),
      severity: gradeOf(SEVERITIES, raw('severity')),
      certainty: certaintyOf(raw('certainty')),
      effective: instantOf('effective', raw('effective'), refuse),
      onset: instantOf('onset', raw('onset'), refuse),
      expires: instantOf('expires', raw('expires'), refuse),
      ends: info.ends,
      senderName: text('senderName'),
      headline: text('headline'),
      description: text('description'),
      instruction: text('instruction'),
      areas: info.areas.map((area) => area.finish()),
    };
  }
}
