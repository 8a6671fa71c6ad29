/** Which elements of CAP are read inside which (CAP 1.2, 3.2; 1.0 and 1.1 differ in none of them), and how long. */

import type { XmlForm } from '../xml/walk.js';
import { LONGEST_TEXT } from './vocabulary.js';

/** Once in a message. */
const MESSAGE_TEXTS = ['identifier', 'sender', 'sent', 'status', 'msgType', 'scope', 'references'] as const;
export type MessageText = (typeof MESSAGE_TEXTS)[number];

/** Once in an info. */
const INFO_TEXTS = [
  'language',
  'event',
  'urgency',
  'severity',
  'certainty',
  'effective',
  'onset',
  'expires',
  'senderName',
  'headline',
  'description',
  'instruction',
] as const;
export type InfoText = (typeof INFO_TEXTS)[number];

export type CapElement =
  | MessageText
  | InfoText
  | 'alert'
  | 'info'
  | 'category'
  | 'responseType'
  | 'parameter'
  | 'area'
  | 'areaDesc'
  | 'polygon'
  | 'circle'
  | 'geocode'
  | 'valueName'
  | 'value';

/** A message of the DWD in eight languages has 400 kB. */
export const MOST_CAP_BYTES = 32_000_000;

export const CAP_FORM: XmlForm<CapElement> = {
  roots: ['alert'],
  inside: {
    alert: [...MESSAGE_TEXTS, 'info'],
    info: [...INFO_TEXTS, 'category', 'responseType', 'parameter', 'area'],
    parameter: ['valueName', 'value'],
    area: ['areaDesc', 'polygon', 'circle', 'geocode'],
    geocode: ['valueName', 'value'],
  },
  mostBytes: MOST_CAP_BYTES,
  // polygons also stand in values (EXCLUDE_POLYGON of the DWD)
  longest: (name) => (name === 'polygon' || name === 'value' ? MOST_CAP_BYTES : LONGEST_TEXT),
};

export function isMessageText(name: CapElement): name is MessageText {
  return MESSAGE_TEXTS.some((text) => text === name);
}

export function isInfoText(name: CapElement): name is InfoText {
  return INFO_TEXTS.some((text) => text === name);
}
