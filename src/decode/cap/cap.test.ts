import { expect, test } from 'vitest';
import { refusal } from '../../../test/alert-refusal.js';
import { MalformedError } from '../../base/errors.js';
import type { AlertMessage } from '../../model/alert.js';
import { decodeCap } from './cap.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const decode = (text: string): AlertMessage => decodeCap(bytesOf(text), 'a.xml');
const seconds = (instant: string) => Date.parse(instant) / 1000;

interface Parts {
  readonly identifier?: string;
  readonly sent?: string;
  readonly status?: string;
  readonly type?: string;
  readonly scope?: string;
  readonly rest?: string;
}

function cap(infos: string, parts: Parts = {}): string {
  const { identifier = 'A-1', sent = '2026-11-20T10:00:00-05:00', rest = '' } = parts;
  const { status = 'Actual', type = 'Alert', scope = 'Public' } = parts;
  return `<?xml version="1.0"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>w@example.org</sender>
<sent>${sent}</sent><status>${status}</status><msgType>${type}</msgType><scope>${scope}</scope>${rest}${infos}</alert>`;
}
const info = (inside: string) => `<info><category>Met</category><event>Wind</event>${inside}</info>`;
const area = (inside: string) => info(`<area><areaDesc>Here</areaDesc>${inside}</area>`);
const code = (name: string, value: string) =>
  `<geocode><valueName>${name}</valueName><value>${value}</value></geocode>`;
const areaOf = (inside: string) => decode(cap(area(inside))).infos[0]!.areas[0]!;

test.each([
  ['1.0, with a prefix', 'cap:', ' xmlns:cap="http://www.incident.com/cap/1.0"'],
  ['1.1', '', ' xmlns="urn:oasis:names:tc:emergency:cap:1.1"'],
  ['1.2', '', ' xmlns="urn:oasis:names:tc:emergency:cap:1.2"'],
  ['without a namespace', '', ''],
])('CAP %s is read', (_, prefix, namespace) => {
  const text = `<alert${namespace}><identifier>A</identifier><sender>S</sender><sent>2026-11-20T10:00:00Z</sent>
    <status>Actual</status><msgType>Alert</msgType><info><certainty>Very Likely</certainty><area><areaDesc>X</areaDesc>
    <polygon>1,2 3,4 5,2 1,2</polygon><geocode>fips6=006037</geocode></area></info></alert>`;
  const message = decode(text.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`));
  expect(message).toMatchObject({ identifier: 'A', sender: 'S', scope: 'public', sent: seconds('2026-11-20T10:00Z') });
  expect(message.infos[0]).toMatchObject({ certainty: 'likely', language: 'en-US', event: null });
  expect(message.infos[0]!.areas[0]).toEqual({
    description: 'X',
    polygons: [[Float64Array.of(2, 1, 4, 3, 2, 5, 2, 1)]],
    circles: [],
    geocodes: [{ scheme: 'same', value: '006037' }],
  });
});

test('signatures, foreign elements and what is not known are passed over, also where they have the same names', () => {
  const message =
    decode(`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2" xmlns:x="urn:x" xmlns:c="urn:oasis:names:tc:emergency:cap:1.2">
    <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><identifier>theirs</identifier></Signature>
    <identifier>ours</identifier><x:identifier>theirs</x:identifier><identifier xmlns="urn:other">theirs</identifier>
    <sender>S</sender><sent>2026-11-20T10:00:00Z</sent><status>actual</status><msgType>CANCEL</msgType><scope>public</scope>
    <info><event><![CDATA[Wind & rain]]></event><resource><uri>x</uri><event>no</event></resource></info>
    <c:info><c:event>Snow</c:event></c:info><info xmlns=""><event>Hail</event></info></alert>`);
  expect(message.identifier).toBe('ours');
  expect(message.messageType).toBe('cancel');
  expect(message.infos.map(({ event }) => event)).toEqual(['Wind & rain', 'Snow', 'Hail']);
});

test.each([
  ['2026-11-20T10:00:00-05:00', '2026-11-20T15:00:00Z'],
  ['2026-11-20T10:00:00-00:00', '2026-11-20T10:00:00Z'],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
  [' 2026-11-20T10:00:00.250+0530 ', '2026-11-20T04:30:00.250Z'],
  ['2026-11-20T10:00+01:00', '2026-11-20T09:00:00Z'],
])('a time %s is %s', (text, instant) => {
  expect(decode(cap('', { sent: text })).sent).toBe(seconds(instant));
});

test.each(['2026-11-20T10:00:00', '2026-11-20', '2026-02-30T10:00:00Z', '20/11/2026 10:00', 'soon', '1795514400'])(
  'a time %s is refused, in a message and in an info',
  (text) => {
    expect(refusal(() => decode(cap('', { sent: text })))).toMatch(
      /sent must be a date and time with an offset.*got "/,
    );
    for (const name of ['effective', 'onset', 'expires'])
      expect(refusal(() => decode(cap(info(`<${name}>${text}</${name}>`))))).toContain(`${name} must be a date`);
  },
);

test('a time that is empty is none, and eventEndingTime is the end of the hazard', () => {
  const ending = `<parameter><valueName>eventEndingTime</valueName><value>2026-11-20T18:00:00-06:00</value></parameter>`;
  const [read] = decode(cap(info(`<onset/><expires> </expires>${ending}`))).infos;
  expect(read).toMatchObject({ onset: null, expires: null, ends: seconds('2026-11-21T00:00:00Z') });
});

test.each([
  [{ status: 'Real' }, 'status must be one of actual, exercise, system, test, draft; got "Real"'],
  [{ status: '' }, 'status must be one of actual, exercise, system, test, draft; got "nothing"'],
  [{ type: 'Correct' }, 'message type must be one of alert, update, cancel, ack, error; got "Correct"'],
  [{ scope: 'Friends' }, 'scope must be one of public, restricted, private; got "Friends"'],
  [{ identifier: ' ' }, 'identifier must have 1 to 500 characters; got "nothing"'],
  [{ identifier: 'x'.repeat(501) }, 'identifier must have 1 to 500 characters; got 501'],
  [{ sent: '' }, 'sent must be a date and time; got "nothing"'],
])('a message with %o is refused', (parts, reason) => {
  expect(refusal(() => decode(cap('', parts)))).toMatch(/^malformed CAP, a\.xml, line \d: /);
  expect(refusal(() => decode(cap('', parts)))).toContain(reason);
});

test('words are read in any case; of severity, urgency and certainty those that are not known are "unknown"', () => {
  const words = '<severity>EXTREME</severity><urgency> immediate </urgency><certainty>Quite sure</certainty>';
  const more = '<category>CBRNE</category><category>Met</category><responseType>AllClear</responseType>';
  expect(decode(cap(info(words + more), { status: 'EXERCISE', scope: 'restricted' }))).toMatchObject({
    status: 'exercise',
    scope: 'restricted',
    infos: [
      {
        severity: 'extreme',
        urgency: 'immediate',
        certainty: 'unknown',
        categories: ['met', 'cbrne'],
        responseTypes: ['allclear'],
      },
    ],
  });
  expect(decode(cap(info('<severity>__proto__</severity>'))).infos[0]!.severity).toBe('unknown');
});

test('texts keep their lines and lose their control characters', () => {
  const [read] = decode(
    cap(info('<description>\n One\n\n\tTwo&#x9b;31m&#x85; </description><headline> </headline>')),
  ).infos;
  expect(read).toMatchObject({ description: 'One\n\n\tTwo31m', headline: null });
  expect(refusal(() => decode(cap(info(`<description>${'x'.repeat(200_001)}</description>`))))).toContain(
    'a text must have at most 200000 characters',
  );
});

const SQUARE = '0,0 0,10 10,10 10,0 0,0';

test.each([
  ['closed', SQUARE, [0, 0, 10, 0, 10, 10, 0, 10, 0, 0]],
  ['not closed', '0,0 0,10 10,10', [0, 0, 10, 0, 10, 10, 0, 0]],
  ['with vertices twice', '0,0 0,0 0,10 10,10 0,0 0,0', [0, 0, 10, 0, 10, 10, 0, 0]],
  ['over lines, with blanks at commas', '\n0, 0\t0 ,10\r\n 10 , 10 ', [0, 0, 10, 0, 10, 10, 0, 0]],
  ['with exponents and signs', '-0,+1e1 .5,10. -1E-1,9', [10, 0, 10, 0.5, 9, -0.1, 10, 0]],
  ['across the date line', '-10,179 -10,181 -12,180', [179, -10, 181, -10, 180, -12, 179, -10]],
])('a polygon %s is a closed ring of longitudes and latitudes', (_, text, ring) => {
  expect(areaOf(`<polygon>${text}</polygon>`).polygons).toEqual([[Float64Array.from(ring)]]);
});

const BAD_POLYGONS = [
  ['1,2 3,4 1,2', 'a polygon must have at least 3 distinct vertices'],
  ['1,2 1,2 1,2 1,2', 'a polygon must have at least 3 distinct vertices'],
  ['NaN,2 3,4 5,2', 'a vertex must be a place; vertex 0 is NaN,2'],
  ['1,2 3,Infinity 5,2', 'a vertex must be a place; vertex 1 is 3,NaN'],
  ['1,2 91,4 5,2', 'a vertex must be a place; vertex 1 is 91,4'],
  ['1,2 3,361 5,2', 'a vertex must be a place; vertex 1 is 3,361'],
  ['1,2,3,4,5,2', 'a polygon must be pairs "lat,lon"; at character 3 it is ",3,4,5,2"'],
  ['1 2 3 4 5 2', 'a polygon must be pairs "lat,lon"; at character 0 it is "1 2 3 4 5 2"'],
] as const;

test.each(BAD_POLYGONS)('a polygon "%s" leaves the others of its area', (bad, _) => {
  const read = areaOf(`<polygon>${bad}</polygon><polygon>${SQUARE}</polygon>${code('UGC', 'TXC001')}`);
  expect(read.polygons).toHaveLength(1);
  expect(read.geocodes).toHaveLength(1);
});

test.each(BAD_POLYGONS)('a polygon "%s" that was the only shape is the reason to refuse the message', (bad, reason) => {
  const text = area(`<polygon>${bad}</polygon>${code('UGC', 'TXC001')}`);
  expect(refusal(() => decode(cap(text)))).toContain(reason);
  expect(refusal(() => decode(cap(text, { type: 'Update' })))).toContain(reason);
  const cancel = decode(cap(text, { type: 'Cancel' }));
  expect(cancel.infos[0]!.areas[0]).toEqual({ description: 'Here', polygons: [], circles: [], geocodes: [] });
});

test('an area that loses its shapes is not taken for its counties; the other areas stand', () => {
  const bad = `<area><areaDesc>Lost</areaDesc><polygon>1,2</polygon>${code('SAME', '006037')}</area>`;
  const good = `<area><areaDesc>Kept</areaDesc><circle>1,2 3</circle>${code('SAME', '006039')}</area>`;
  expect(decode(cap(info(bad + good))).infos[0]!.areas).toEqual([
    { description: 'Lost', polygons: [], circles: [], geocodes: [] },
    {
      description: 'Kept',
      polygons: [],
      circles: [{ latitude: 1, longitude: 2, radius: 3000 }],
      geocodes: [{ scheme: 'same', value: '006039' }],
    },
  ]);
  // the second language has lost what the first has
  expect(refusal(() => decode(cap(info(bad + good) + info(bad))))).toContain('a polygon must have at least 3 distinct');
});

test('a polygon that is empty was never there', () => {
  expect(areaOf(`<polygon/><polygon> </polygon><circle/>${code('UGC', 'TXC001')}`).geocodes).toHaveLength(1);
});

test('what the DWD excludes is a hole of the polygon around it', () => {
  const inside = '1,1 1,2 2,2 1,1';
  const far = '21,21 21,22 22,22 21,21';
  const outer = `<polygon>${SQUARE}</polygon><polygon>20,20 20,30 30,30 20,20</polygon>`;
  const { polygons } = areaOf(`${code('EXCLUDE_POLYGON', far)}${outer}${code('EXCLUDE_POLYGON', inside)}`);
  expect(polygons.map((rings) => rings.map((ring) => ring[0]))).toEqual([
    [0, 1],
    [20, 21],
  ]);
  expect(refusal(() => areaOf(`<polygon>${SQUARE}</polygon>${code('EXCLUDE_POLYGON', '1,1 1,2')}`))).toContain(
    'EXCLUDE_POLYGON must be a polygon: a polygon must have at least 3 distinct vertices',
  );
});

test.each([
  ['32.9525,-115.5527 0', { latitude: 32.9525, longitude: -115.5527, radius: 0 }],
  [' 1 , 2\n0.5 ', { latitude: 1, longitude: 2, radius: 500 }],
  ['-1,2,30', { latitude: -1, longitude: 2, radius: 30_000 }],
  ['1,2 -1', 'the radius of a circle must be 0 to 20040 km; it is -1'],
  ['1,2 NaN', 'the radius of a circle must be 0 to 20040 km; it is NaN'],
  ['1,2 1e9', 'the radius of a circle must be 0 to 20040 km; it is 1000000000'],
  ['91,2 1', 'the centre of a circle must be a place; it is 91,2'],
  ['1,2', 'a circle must be "lat,lon radius"; it is "1,2"'],
])('a circle "%s"', (text, expected) => {
  if (typeof expected === 'string') expect(refusal(() => areaOf(`<circle>${text}</circle>`))).toContain(expected);
  else expect(areaOf(`<circle>${text}</circle>`).circles).toEqual([expected]);
});

test.each([
  ['UGC', 'TXZ123', 'ugc TXZ123'],
  ['UGC', 'TXZ123>125-130', 'ugc TXZ123, ugc TXZ124, ugc TXZ125, ugc TXZ130'],
  ['UGC', 'DCZ001-VAZ054-', 'ugc DCZ001, ugc VAZ054'],
  ['UGC', 'ilc185 inc027 INC027', 'ugc ILC185, ugc INC027'],
  ['UGC', 'TXZ125>123', 'ugc TXZ125'],
  ['UGC', 'TXZALL', 'ugc TXZALL'],
  ['UGC', 'Texas', ''],
  ['SAME', '006037', 'same 006037'],
  ['FIPS6', '06037 106037', 'same 006037, same 106037'],
  ['SAME', '6037', ''],
  ['EMMA_ID', 'AT101', 'emma_id AT101'],
  ['NUTS3', 'BG344', 'nuts BG344'],
  ['NUTS2', 'ITC4', 'nuts ITC4'],
  ['WARNCELLID', ' 803159007 ', 'warncellid 803159007'],
  ['layer:EC-MSC-SMC:1.0:CLC', '036800', 'clc 036800'],
  ['profile:CAP-CP:Location:0.3', '2401', ''],
  ['STATE', 'MV', ''],
  ['__proto__', 'MV', ''],
])('a geocode %s "%s" is "%s"', (name, value, expected) => {
  const { geocodes } = areaOf(code(name, value));
  expect(geocodes.map((geocode) => `${geocode.scheme} ${geocode.value}`).join(', ')).toBe(expected);
});

test('codes of every scheme are kept, each once', () => {
  const twice = code('SAME', '006037') + code('UGC', 'CAZ041') + code('FIPS6', '006037');
  expect(areaOf(twice).geocodes).toEqual([
    { scheme: 'same', value: '006037' },
    { scheme: 'ugc', value: 'CAZ041' },
  ]);
});

const SENT = '2026-11-20T10:00:00-00:00';
const sent = seconds('2026-11-20T10:00:00Z');
test.each([
  ['one', `s,i,${SENT}`, [['s', 'i', sent]]],
  [
    'several, over lines',
    `s,i,${SENT}\n  t,j,${SENT} `,
    [
      ['s', 'i', sent],
      ['t', 'j', sent],
    ],
  ],
  [
    'an identifier with commas',
    `s,i,j,k,${SENT} t,j,${SENT}`,
    [
      ['s', 'i,j,k', sent],
      ['t', 'j', sent],
    ],
  ],
  [
    'an identifier with blanks',
    `s,i j k,${SENT} t,j,${SENT}`,
    [
      ['s', 'i j k', sent],
      ['t', 'j', sent],
    ],
  ],
  ['a sender with blanks', `the office,i,${SENT}`, [['the office', 'i', sent]]],
  [
    'blanks behind commas',
    `s, i, ${SENT} t, j, ${SENT}`,
    [
      ['s', 'i', sent],
      ['t', 'j', sent],
    ],
  ],
  [
    'a time that is none',
    `s,i,yesterday t,j,${SENT}`,
    [
      ['s', 'i', null],
      ['t', 'j', sent],
    ],
  ],
  ['a time without offset', 's,i,2026-11-20T10:00:00', [['s', 'i', null]]],
  ['no time', 's,i', [['s', 'i', null]]],
  ['an identifier alone', 'i', [['w@example.org', 'i', null]]],
  ['nothing', ' ', []],
] as const)('references: %s', (_, text, expected) => {
  const message = decode(cap('', { type: 'Cancel', rest: `<references>${text}</references>` }));
  expect(message.references.map((reference) => Object.values(reference))).toEqual(expected);
  expect(message.infos).toEqual([]);
});

test('several languages come as several infos, one without a language as en-US', () => {
  const text = cap(info('<language>fr-CA</language>') + info('') + info('<language> </language>'));
  expect(decode(text).infos.map(({ language }) => language)).toEqual(['fr-CA', 'en-US', 'en-US']);
});

test('an error says rule, place and value, and is tagged', () => {
  const error = new MalformedError('a file', 'a rule', 'x');
  expect([error.tag, error.name, error.message]).toEqual([
    'malformed',
    'MalformedError',
    'malformed a file: a rule; got "x"',
  ]);
});
