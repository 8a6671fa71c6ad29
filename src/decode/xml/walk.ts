/**
 * XML in one pass, for formats that are a table of which element is read inside which.
 *
 * Strict about what is hostile: a document type is refused (with it all entities but XML's own five), bytes, depth and
 * kept text are bounded. Tolerant about what real files do: with or without a namespace or a prefix, elements in any
 * order, and whatever the table does not name, or is of another namespace, passed over with all that is in it
 * (signatures, extensions). A prefix is of the format when the root declares it for its own namespace; a namespace
 * declared as empty is taken for none, since serializers write it by mistake.
 */

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { onOneLine } from './one-line.js';
import type { Refuse } from './refusal.js';
import { piecesOfText } from './text-encoding.js';

export interface XmlForm<Name extends string> {
  readonly roots: readonly Name[];
  /** What is read inside what; what has no row holds text alone. */
  readonly inside: Readonly<Partial<Record<Name, readonly Name[]>>>;
  readonly mostBytes: number;
  /** Characters of its own text that are kept of an element; one more tells that there were more. */
  readonly longest: (name: Name) => number;
}

export interface XmlReceiver<Name extends string> {
  opened(name: Name, attributes: Readonly<Record<string, string>>): void;
  /** `text` is the element's own, without that of elements inside it. */
  closed(name: Name, text: string): void;
}

/** Refuses at the line that is being read. */
export type RefuseHere = (rule: string, value?: string | number) => never;

const DEEPEST = 64;
const MOST_SAID = 40;

/** Reads `bytes` to the end, or refuses them; returns the receiver. */
export function walkXml<Name extends string, Receiver extends XmlReceiver<Name>>(
  bytes: Uint8Array,
  form: XmlForm<Name>,
  refuse: Refuse,
  receiverOf: (refuseHere: RefuseHere) => Receiver,
): Receiver {
  if (bytes.length > form.mostBytes) refuse(`a file must have at most ${form.mostBytes} bytes`, null, bytes.length);
  const parser = new SaxesParser();
  const refuseHere: RefuseHere = (rule, value) =>
    refuse(rule, parser.line, typeof value === 'string' ? onOneLine(value).slice(0, MOST_SAID) : value);
  const receiver = receiverOf(refuseHere);
  const walk = new Walk(form, receiver, refuseHere);
  parser.on('error', (error) => refuseHere(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('doctype', () => refuseHere('a document type is not accepted'));
  parser.on('opentag', (tag) => walk.opened(tag));
  parser.on('closetag', () => walk.closed());
  parser.on('text', (text) => walk.said(text));
  parser.on('cdata', (text) => walk.said(text));
  for (const text of piecesOfText(bytes, refuse)) parser.write(text);
  parser.close();
  return receiver;
}

/** What is open, and the text of the innermost element that is read. */
class Walk<Name extends string> {
  readonly #open: Name[] = [];
  /** Depth inside an element that is passed over; 0 outside of any. */
  #passedOver = 0;
  /** Of the root's namespace; '' where names have none. */
  readonly #prefixes = new Set<string>();
  #namespace: string | undefined;
  #text = '';

  constructor(
    readonly form: XmlForm<Name>,
    readonly receiver: XmlReceiver<Name>,
    readonly refuse: RefuseHere,
  ) {}

  opened(tag: SaxesTagPlain): void {
    if (this.#open.length + this.#passedOver >= DEEPEST) this.refuse(`elements nest at most ${DEEPEST} deep`);
    const inside = this.#open.at(-1);
    if (inside === undefined && this.#passedOver === 0) this.#recognize(tag);
    const element = this.#passedOver > 0 ? undefined : this.#readAs(tag, inside);
    if (element === undefined) {
      this.#passedOver++;
      return;
    }
    this.#open.push(element);
    this.#text = '';
    this.receiver.opened(element, tag.attributes);
  }

  #recognize({ name, attributes }: SaxesTagPlain): void {
    const { prefix, local } = partsOf(name);
    if (!this.form.roots.some((root) => root === local))
      this.refuse(`the root element must be ${this.form.roots.join(' or ')}`, name);
    this.#namespace = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`];
    this.#prefixes.add(prefix);
    if (this.#namespace === undefined) return;
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== this.#namespace) continue;
      if (key === 'xmlns') this.#prefixes.add('');
      else if (key.startsWith('xmlns:')) this.#prefixes.add(key.slice('xmlns:'.length));
    }
  }

  #readAs({ name, attributes }: SaxesTagPlain, inside: Name | undefined): Name | undefined {
    const { prefix, local } = partsOf(name);
    const declared = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`];
    const isOurs = declared ? declared === this.#namespace : this.#prefixes.has(prefix);
    if (!isOurs) return undefined;
    const names = inside === undefined ? this.form.roots : this.form.inside[inside];
    return names?.find((known) => known === local);
  }

  said(text: string): void {
    const element = this.#open.at(-1);
    if (this.#passedOver > 0 || element === undefined) return;
    const room = this.form.longest(element) + 1 - this.#text.length;
    if (room > 0) this.#text += text.slice(0, room);
  }

  closed(): void {
    if (this.#passedOver > 0) {
      this.#passedOver--;
      return;
    }
    const text = this.#text;
    this.#text = '';
    this.receiver.closed(this.#open.pop()!, text);
  }
}

function partsOf(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':');
  return { prefix: colon < 0 ? '' : name.slice(0, colon), local: name.slice(colon + 1) };
}
