/**
 * Alerts from a hostile hand: entity bombs, deep nesting, bodies of 100 MB, wrong encodings, a million vertices, JSON
 * that would take gigabytes, archives that lie. Each ends in a tagged error, before memory or time is spent on it; and
 * whatever the bytes are, they end in a value or that error. All bytes are made here. Seeded, so that a failure comes back.
 */

import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { decodeAlertIndex, MOST_INDEX_BYTES } from '../../src/decode/alert-index/alert-index.js';
import { decodeCap } from '../../src/decode/cap/cap.js';
import { MOST_CAP_BYTES } from '../../src/decode/cap/form.js';
import { decodeNwsAlerts, MOST_NWS_BYTES } from '../../src/decode/nws-alerts/nws-alerts.js';
import { unzip } from '../../src/decode/zip/zip.js';
import { refusal } from '../alert-refusal.js';

const SEED = 20261120;
const ZIP_LIMITS = { entries: 100, entryBytes: 1_000_000, bytes: 2_000_000, ratio: 200 };
/** Bytes that may be held when an error comes back, besides those of the hostile file itself. */
const MOST_HELD = 64_000_000;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const cap = (bytes: Uint8Array) => decodeCap(bytes, 'hostile');
const nws = (bytes: Uint8Array) => decodeNwsAlerts(bytes, 'hostile');
const zip = (bytes: Uint8Array) => unzip(bytes, ZIP_LIMITS);

const HEAD = `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>A</identifier><sender>S</sender>
  <sent>2026-11-20T10:00:00Z</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope>`;
const message = (inside: string) => `${HEAD}${inside}</alert>`;
const area = (inside: string) => message(`<info><area><areaDesc>X</areaDesc>${inside}</area></info>`);
const collection = (features: string) => `{"type":"FeatureCollection","features":[${features}]}`;

const BOMB = `<!DOCTYPE alert [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`,
).join('')}]>`;
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));

test.each<[string, () => Uint8Array, RegExp]>([
  ['an entity bomb', () => bytesOf(`${BOMB}${message('&a19;')}`), /a document type is not accepted/],
  [
    'an external entity',
    () => bytesOf(`<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${message('&e;')}`),
    /a doc/,
  ],
  ['an entity that is nowhere', () => bytesOf(message('&bomb;')), /undefined entity/],
  ['200 000 elements in each other', () => bytesOf(`${HEAD}${'<a>'.repeat(200_000)}`), /elements nest at most 64 deep/],
  ['200 000 infos in each other', () => bytesOf(`${HEAD}${'<info>'.repeat(200_000)}`), /elements nest at most 64 deep/],
  ['100 MB', () => new Uint8Array(100_000_000), /must have at most 32000000 bytes; got 100000000/],
  ['one tag without an end', () => bytesOf(`<${'a'.repeat(3_000_000)}`), /unexpected end|unclosed|root element/],
  ['UTF-32', () => Uint8Array.from(Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c])), /utf-8|root element|document/i],
  ['UTF-16 cut in a character', () => utf16(`\uFEFF${message('')}`).subarray(0, -1), /must be utf-16le, as it says/],
  [
    'Latin-1 that says nothing',
    () => Uint8Array.from(Buffer.from(message('ü'), 'latin1')),
    /must be utf-8, or say what it is/,
  ],
  ['EBCDIC', () => bytesOf(`<?xml version="1.0" encoding="EBCDIC-CP-US"?>${HEAD}`), /encoding must be UTF-8/],
  ['UTF-7', () => bytesOf(`<?xml version="1.0" encoding="utf-7"?>${HEAD}`), /encoding must be UTF-8/],
  ['10⁶ vertices', () => bytesOf(area(`<polygon>${'1,2 3,4 '.repeat(500_001)}</polygon>`)), /at most 500000 vertices/],
  ['a polygon of NaN', () => bytesOf(area(`<polygon>${'NaN,NaN '.repeat(400_000)}</polygon>`)), /vertex 0 is NaN,NaN/],
  [
    'a polygon of one word',
    () => bytesOf(area(`<polygon>${'1'.repeat(8_000_000)}</polygon>`)),
    /must be pairs "lat,lon"/,
  ],
  [
    'a polygon of commas',
    () => bytesOf(area(`<polygon>${','.repeat(8_000_000)}</polygon>`)),
    /at most 500000 vertices/,
  ],
  [
    'a polygon of digits',
    () => bytesOf(area(`<polygon>1,${'2'.repeat(3_000_000)}</polygon>`)),
    /vertex 0 is NaN,1|vertex 0 is 1,NaN/,
  ],
  ['a million circles', () => bytesOf(area('<circle>1,2 3</circle>'.repeat(1_000_000))), /at most 20000 shapes/],
  ['a million areas', () => bytesOf(message(`<info>${'<area/>'.repeat(1_000_000)}</info>`)), /at most 20000 areas/],
  ['a million infos', () => bytesOf(message('<info/>'.repeat(1_000_000))), /at most 100 infos/],
  ['300 000 zones', () => bytesOf(area(geocode('TXZ000>999 '.repeat(300)))), /at most 200000 geocodes/],
  [
    'a description of 5 MB',
    () => bytesOf(message(`<info><description>${'x'.repeat(5_000_000)}</description></info>`)),
    /at most 200000 char/,
  ],
  [
    'a million references',
    () => bytesOf(message(`<references>${'a,b,c '.repeat(1_000_000)}</references>`)),
    /at most 200000 char/,
  ],
])('CAP: %s', (_, make, reason) => {
  refusedInBounds(cap, make(), reason);
});

function geocode(value: string): string {
  return `<geocode><valueName>UGC</valueName><value>${value}</value></geocode>`;
}

function refusedInBounds(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array, reason: RegExp): void {
  const before = process.memoryUsage();
  const said = refusal(() => decode(bytes));
  const after = process.memoryUsage();
  expect(said).toMatch(reason);
  expect(said.length).toBeLessThan(400);
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(MOST_HELD);
}

test('a reference text of nothing but times, commas or words is read in bounded time', () => {
  for (const word of ['2026-11-20T10:00:00Z ', ', ', 'x ', ',2026-11-20T10:00:00Z ', 'a,b, ']) {
    const { references } = cap(
      bytesOf(message(`<references>${word.repeat(Math.floor(190_000 / word.length))}</references>`)),
    );
    expect(references.length).toBeLessThan(100_000);
  }
});

const DEEP = '['.repeat(200_000);
test.each<[string, () => Uint8Array, RegExp]>([
  ['200 000 arrays in each other', () => bytesOf(`${DEEP}${']'.repeat(200_000)}`), /JSON must nest at most 32 deep/],
  ['objects in each other', () => bytesOf(collection('{"a":'.repeat(200_000))), /JSON must nest at most 32 deep/],
  ['100 MB', () => new Uint8Array(100_000_000).fill(0x20), /JSON must have at most 32000000 bytes; got 100000000/],
  ['ten million arrays', () => bytesOf(collection('[],'.repeat(10_000_000))), /at most 2000000 objects and arrays/],
  ['ten million numbers', () => bytesOf(collection('1,'.repeat(10_000_000))), /at most 6000000 values/],
  [
    'a million alerts that are none',
    () => bytesOf(collection(`${'[],'.repeat(1_000_000)}[]`)),
    /at most 20000 features/,
  ],
  ['a text without an end', () => bytesOf(`"${'\\"'.repeat(10_000_000)}`), /JSON must be well-formed/],
  ['bytes that are no UTF-8', () => Uint8Array.from([0x22, 0xff, 0x22]), /JSON must be UTF-8/],
  ['NaN', () => bytesOf(collection('NaN')), /JSON must be well-formed/],
])('JSON: %s', (_, make, reason) => {
  refusedInBounds(nws, make(), reason);
});

const PROPERTIES = `"id":"A","sender":"S","sent":"2026-11-20T10:00:00Z","status":"Actual","messageType":"Alert"`;
test.each<[string, string, RegExp]>([
  ['10⁶ vertices', polygonOf('[1,2],'.repeat(999_999)), /at most 500000 vertices/],
  ['a huge number', polygonOf('[1e999,2],'), /a vertex must be a place; vertex 0 is 2,Infinity/],
  [
    'a huge text',
    `{"properties":{${PROPERTIES},"description":"${'x'.repeat(10_000_000)}"}}`,
    /at most 200000 characters/,
  ],
  ['a huge identifier', `{"id":"${'x'.repeat(10_000_000)}","properties":{}}`, /sender must have 1 to 500/],
  ['a million areas', `{"properties":{${PROPERTIES},"areaDesc":"${'a;'.repeat(99_999)}"}}`, /at most 20000 areas/],
])('JSON: an alert with %s is set aside alone', (_, feature, reason) => {
  const good = `{"properties":{${PROPERTIES}}}`;
  const { messages, quarantined } = nws(bytesOf(collection(`${good},${feature},${good}`)));
  expect(messages).toHaveLength(2);
  expect(quarantined).toHaveLength(1);
  expect(quarantined[0]!.reason).toMatch(reason);
  expect((quarantined[0]!.id ?? '').length).toBeLessThanOrEqual(200);
});

function polygonOf(positions: string): string {
  return `{"properties":{${PROPERTIES}},"geometry":{"type":"Polygon","coordinates":[[${positions}[1,2]]]}}`;
}

test('JSON: as many alerts as are read, none of which is one, are all set aside', () => {
  expect(nws(bytesOf(collection(`${'[],'.repeat(19_999)}[]`))).quarantined).toHaveLength(20_000);
});

test('JSON: many alerts of many areas are too much for a page', () => {
  const feature = `{"properties":{${PROPERTIES},"areaDesc":"${'a;'.repeat(19_999)}"}}`;
  expect(refusal(() => nws(bytesOf(collection(Array(12).fill(feature).join()))))).toContain('at most 200000 areas');
});

test.each<[string, () => Uint8Array, RegExp]>([
  [
    'an entity bomb',
    () => bytesOf(`${BOMB.replace('alert', 'rss')}<rss>&a19;</rss>`),
    /a document type is not accepted/,
  ],
  ['deep nesting', () => bytesOf(`<feed>${'<entry>'.repeat(200_000)}`), /elements nest at most 64 deep/],
  ['100 MB', () => new Uint8Array(100_000_000), /at most 32000000 bytes/],
  ['entries without end', () => bytesOf(`<feed>${entries(100_001)}</feed>`), /at most 100000 entries/],
  [
    'a huge link',
    () => bytesOf(`<rss><channel><item><link>${'x'.repeat(1e7)}</link></item></channel></rss>`),
    /link must/,
  ],
])('an index: %s', (_, make, reason) => {
  refusedInBounds(decodeAlertIndex, make(), reason);
});

function entries(count: number): string {
  return Array.from({ length: count }, (_, n) => `<entry><link href="${n}"/></entry>`).join('');
}

test('an archive: what is unpacked never exceeds what was promised', () => {
  const bomb = zipSync({ a: new Uint8Array(5_000_000) });
  expect(refusal(() => zip(bomb))).toContain('files must have at most 1000000 bytes');
  // the same with a promise of 1000 bytes
  const liar = bomb.slice();
  const view = new DataView(liar.buffer);
  view.setUint32(view.getUint32(liar.length - 6, true) + 24, 1000, true);
  const before = process.memoryUsage().arrayBuffers;
  expect(refusal(() => zip(liar))).toContain('must have 1000 bytes as listed; got "more"');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MOST_HELD);
});

test('the limits are those that the rows above go beyond', () => {
  expect([MOST_CAP_BYTES, MOST_NWS_BYTES, MOST_INDEX_BYTES]).toEqual([32_000_000, 32_000_000, 32_000_000]);
});

const DECODERS = [cap, nws, decodeAlertIndex, zip] as const;
const WORDS = [
  ...[
    '<alert>',
    '</alert>',
    '<info>',
    '</info>',
    '<area>',
    '</area>',
    '<polygon>',
    '</polygon>',
    '<geocode>',
    '</geocode>',
  ],
  ...[
    '<feed>',
    '<entry>',
    '<link href="x"/>',
    '</entry>',
    '</feed>',
    '<rss>',
    '<channel>',
    '<item>',
    '<guid>',
    '</item>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '&#x0;',
    '<?xml version="1.0"?>',
    '\r',
    '"',
    '<',
    '\uFEFF',
    'é',
    '1,2 ',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"type"',
    '"FeatureCollection"',
    '"features"',
    'null',
    '1e999',
    '"__proto__"',
    '\\',
  ],
  ...['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006', '\u0000\u0000\u0000\u0000'],
  HEAD,
];
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((parts) => bytesOf(parts.join('')));

test('whatever the bytes are, they end in a value or in the tagged error', () => {
  const anything = fc.oneof(fc.uint8Array({ maxLength: 300 }), texts);
  fc.assert(
    fc.property(anything, (bytes) => {
      for (const decode of DECODERS) refusal(() => decode(bytes));
    }),
    { numRuns: 1500, seed: SEED },
  );
});

const WHOLE: readonly (readonly [string, (bytes: Uint8Array) => unknown, Uint8Array])[] = [
  ['CAP', cap, bytesOf(area(`<polygon>1,2 3,4 5,2</polygon><circle>1,2 3</circle>${geocode('TXZ001')}`))],
  ['JSON', nws, bytesOf(collection(`${polygonOf('[0,0],[1,1],')},{"properties":{${PROPERTIES},"areaDesc":"a;b"}}`))],
  ['an index', decodeAlertIndex, bytesOf(`<feed xmlns="http://www.w3.org/2005/Atom">${entries(3)}</feed>`)],
  ['an archive', zip, zipSync({ a: bytesOf('hello '.repeat(50)), b: [bytesOf('stored'), { level: 0 }] })],
];

test.each(WHOLE)(
  '%s with some bytes changed, or cut off, ends in a value or in the tagged error',
  (_, decode, whole) => {
    expect(refusal(() => decode(whole))).toBe('decoded');
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(changes, fc.nat(whole.length), (list, length) => {
        const bytes = whole.slice();
        for (const [at, value] of list) bytes[at] = value;
        refusal(() => decode(bytes));
        refusal(() => decode(whole.slice(0, length)));
      }),
      { numRuns: 600, seed: SEED },
    );
  },
);

/** Any JSON in the place of each member: what is wrong is set aside, never thrown. */
test('members of any kind are set aside or read', () => {
  const keys = ['id', 'sender', 'sent', 'status', 'references', 'geocode', 'areaDesc', 'category', 'ends', 'severity'];
  const good = JSON.parse(`{"properties":{${PROPERTIES}}}`) as { properties: object };
  const change = fc.record({ key: fc.constantFrom(...keys), value: fc.jsonValue(), geometry: fc.jsonValue() });
  fc.assert(
    fc.property(change, ({ key, value, geometry }) => {
      const changed = { geometry, properties: { ...good.properties, [key]: value } };
      const { messages, quarantined } = nws(
        bytesOf(JSON.stringify({ type: 'FeatureCollection', features: [changed] })),
      );
      expect(messages.length + quarantined.length).toBe(1);
    }),
    { numRuns: 1000, seed: SEED },
  );
});
