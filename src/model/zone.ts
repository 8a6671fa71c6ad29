/**
 * Time zones as tables of constant offset, read once from the runtime's own tz database (`Intl`).
 *
 * Asking `Intl` costs about 1.2 µs an instant; a table answers in nanoseconds. Tables are built in blocks of 2^27 s
 * (4.25 years) when an instant of the block is first asked for: 256 probes, then bisection to the second wherever two
 * neighbours differ (about 0.5 ms a block). A probe every 6 days sees every change of the tz database since 1900
 * but those few that were taken back within the week.
 *
 * Before 1900 and after 2099 the offset of that edge is used.
 */

export interface Zone {
  /** IANA name in its own spelling; an alias stays the alias that was asked for. */
  readonly name: string;
  /** Local time minus UTC, seconds. */
  offsetAt(epochSeconds: number): number;
  /** The offset at `epochSeconds` holds at least until this later instant, epoch seconds; Infinity at the end. */
  holdsUntil(epochSeconds: number): number;
}

const BLOCK_SECONDS = 2 ** 27;
const PROBE_SECONDS = BLOCK_SECONDS / 256;
const FIRST_INSTANT = Date.UTC(1900, 0, 1) / 1000;
const LAST_INSTANT = Date.UTC(2100, 0, 1) / 1000 - 1;

/** Stretches of constant offset inside one block: stretch i is [starts[i], starts[i + 1]). */
interface Block {
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
  readonly end: number;
}

type OffsetProbe = (epochSeconds: number) => number;

/** "7/1/2024, GMT+05:30", with seconds for local mean times; some versions write a bare "GMT" for zero. */
const OFFSET_TEXT = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetProbe(name: string): OffsetProbe {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (epochSeconds) => {
    const text = format.format(epochSeconds * 1000);
    const match = OFFSET_TEXT.exec(text);
    if (match === null) throw new RangeError(`no offset from GMT in "${text}"`);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return sign === '-' ? -offset : offset;
  };
}

/** First instant in (before, after] whose offset is not `offset`; one of them when there are several. */
function changeBetween(before: number, after: number, offset: number, probe: OffsetProbe): number {
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (probe(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function buildBlock(index: number, probe: OffsetProbe): Block {
  const end = (index + 1) * BLOCK_SECONDS;
  const starts = [index * BLOCK_SECONDS];
  const offsets = [probe(starts[0]!)];
  for (let from = starts[0]!; from < end; from += PROBE_SECONDS) {
    const to = Math.min(from + PROBE_SECONDS, end - 1);
    const last = probe(to);
    for (let at = from; offsets.at(-1) !== last; ) {
      at = changeBetween(at, to, offsets.at(-1)!, probe);
      starts.push(at);
      offsets.push(probe(at));
    }
  }
  return { starts, offsets, end };
}

/** Stretch of `block` that holds the instant; from the end, because a block has few and most questions are recent. */
function stretchOf({ starts }: Block, epochSeconds: number): number {
  let i = starts.length - 1;
  while (i > 0 && starts[i]! > epochSeconds) i--;
  return i;
}

/** "europe/berlin" is Europe/Berlin. `Intl` also turns aliases into other names, which nobody asked for. */
function spellingOf(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

function createZone(name: string): Zone {
  const probe = offsetProbe(name);
  const blocks = new Map<number, Block>();
  let block: Block | undefined;
  let blockIndex = Number.NaN;
  const blockAt = (epochSeconds: number): Block => {
    const index = Math.floor(epochSeconds / BLOCK_SECONDS);
    if (block !== undefined && index === blockIndex) return block;
    block = blocks.get(index) ?? buildBlock(index, probe);
    blocks.set(index, block);
    blockIndex = index;
    return block;
  };
  const clamp = (epochSeconds: number) => Math.min(Math.max(epochSeconds, FIRST_INSTANT), LAST_INSTANT);
  return {
    name: spellingOf(name),
    offsetAt(epochSeconds) {
      const at = clamp(epochSeconds);
      const found = blockAt(at);
      return found.offsets[stretchOf(found, at)]!;
    },
    holdsUntil(epochSeconds) {
      if (epochSeconds >= LAST_INSTANT) return Number.POSITIVE_INFINITY;
      const at = clamp(epochSeconds);
      const found = blockAt(at);
      const until = found.starts[stretchOf(found, at) + 1] ?? found.end;
      return until > LAST_INSTANT ? Number.POSITIVE_INFINITY : until;
    },
  };
}

/** `Etc/GMT-14` and `America/Argentina/ComodRivadavia` have all the characters that tz names use. */
export const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
export const LONGEST_ZONE_NAME = 40;
/** ICU also takes its own three-letter names (IST is India's to it); of three letters the tz database has only these. */
const THREE_LETTER_NAMES = new Set('EST MST HST CET MET EET WET GMT UTC UCT PRC ROC ROK'.split(' '));

function isName(name: string): boolean {
  if (name.length > LONGEST_ZONE_NAME || !ZONE_NAME.test(name) || /^systemv\//i.test(name)) return false;
  return name.length !== 3 || THREE_LETTER_NAMES.has(name.toUpperCase());
}

/** Names differ by case and alias, so hostile clients could make up any number: the oldest are forgotten. */
const ZONES_KEPT = 1000;
const zones = new Map<string, Zone>();

/** The zone of an IANA name, case ignored as `Intl` does; null when there is none of that name. */
export function zoneOf(name: string): Zone | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = isName(name) ? openZone(name) : null;
  if (zone === null) return null;
  if (zones.size >= ZONES_KEPT) zones.delete(zones.keys().next().value!);
  zones.set(name, zone);
  return zone;
}

function openZone(name: string): Zone | null {
  try {
    return createZone(name);
  } catch (error) {
    if (error instanceof RangeError) return null; // how Intl says that it does not know the name
    throw error;
  }
}
