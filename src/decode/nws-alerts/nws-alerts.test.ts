import { expect, test } from 'vitest';
import { refusal } from '../../../test/alert-refusal.js';
import { decodeNwsAlerts } from './nws-alerts.js';

const seconds = (instant: string) => Date.parse(instant) / 1000;
const decodeText = (text: string) => decodeNwsAlerts(new TextEncoder().encode(text), 'page');
const decode = (page: unknown) => decodeText(JSON.stringify(page));

const PROPERTIES = {
  id: 'urn:oid:1',
  sender: 'w@example.org',
  sent: '2026-11-20T10:00:00-05:00',
  status: 'Actual',
  messageType: 'Alert',
  areaDesc: 'North; South',
  geocode: { UGC: ['TXZ001', 'TXZ002'], SAME: ['048001'] },
  severity: 'Severe',
  expires: '2026-11-20T18:00:00-05:00',
};
const feature = (changes: object = {}, geometry: unknown = null) => ({
  type: 'Feature',
  id: 'https://example.org/1',
  geometry,
  properties: { ...PROPERTIES, ...changes },
});
const page = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
];
const HOLE = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 1],
];

test('each area has its zone, and the page its next one and its time', () => {
  const read = decode({
    ...page(feature()),
    pagination: { next: 'https://api.weather.gov/alerts?cursor=x' },
    updated: '2026-11-20T15:01:00+00:00',
  });
  expect(read).toMatchObject({
    quarantined: [],
    next: 'https://api.weather.gov/alerts?cursor=x',
    updated: seconds('2026-11-20T15:01:00Z'),
  });
  expect(read.messages).toHaveLength(1);
  expect(read.messages[0]).toMatchObject({
    identifier: 'urn:oid:1',
    sent: seconds('2026-11-20T15:00:00Z'),
    scope: 'public',
  });
  expect(read.messages[0]!.infos[0]!.areas).toEqual([
    { description: 'North', polygons: [], circles: [], geocodes: [{ scheme: 'ugc', value: 'TXZ001' }] },
    { description: 'South', polygons: [], circles: [], geocodes: [{ scheme: 'ugc', value: 'TXZ002' }] },
    { description: 'North; South', polygons: [], circles: [], geocodes: [{ scheme: 'same', value: '048001' }] },
  ]);
});

test('where zones and names differ in number, all areas have all zones; without zones, the counties', () => {
  const codes = (geocode: object) =>
    decode(page(feature({ geocode }))).messages[0]!.infos[0]!.areas.map((area) =>
      area.geocodes.map(({ scheme, value }) => `${scheme} ${value}`).join(),
    );
  expect(codes({ UGC: ['TXZ001'], SAME: ['048001'] })).toEqual(['ugc TXZ001', 'ugc TXZ001', 'same 048001']);
  expect(codes({ UGC: [], SAME: ['048001', '048003'] })).toEqual([
    'same 048001,same 048003',
    'same 048001,same 048003',
  ]);
  expect(codes({ SAME: 'x', UGC: [1, null, {}] })).toEqual(['', '']);
});

test('polygons are those of all areas, with their holes', () => {
  const rings = (geometry: unknown) =>
    decode(page(feature({}, geometry))).messages[0]!.infos[0]!.areas.map((area) =>
      area.polygons.map((polygon) => polygon.map((ring) => ring.length / 2)),
    );
  expect(rings({ type: 'Polygon', coordinates: [SQUARE, HOLE] })).toEqual([[[5, 4]], [[5, 4]]]);
  expect(rings({ type: 'MultiPolygon', coordinates: [[SQUARE], [HOLE.map(([x, y]) => [x, y, 100])]] })).toEqual([
    [[5], [4]],
    [[5], [4]],
  ]);
});

test.each([
  ['without properties', { type: 'Feature' }, 'a feature must have properties'],
  ['that is a number', 7, 'a feature must have properties'],
  ['with an unknown type', feature({ messageType: 'Hint' }), 'message type must be one of'],
  ['without an identifier', feature({ id: undefined }), 'identifier must have 1 to 500'],
  ['with a template for a time', feature({ expires: 'date:now' }), 'expires must be a date and time with an offset'],
  ['with a number for a time', feature({ ends: 1795514400 }), 'ends must be a text or null; got "number"'],
  [
    'with a point',
    feature({}, { type: 'Point', coordinates: [1, 2] }),
    'geometry must be a Polygon or a MultiPolygon; got',
  ],
  ['with a geometry of another kind', feature({}, 'here'), 'geometry must be an object or null'],
  ['with an empty polygon', feature({}, { type: 'Polygon', coordinates: [] }), 'coordinates must be lists'],
  [
    'with a line',
    feature(
      {},
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [3, 4],
            [1, 2],
          ],
        ],
      },
    ),
    'at least 3 distinct',
  ],
  [
    'with a null coordinate',
    feature(
      {},
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, null],
            [3, 4],
            [5, 6],
          ],
        ],
      },
    ),
    'a position must',
  ],
  [
    'off the earth',
    feature(
      {},
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [3, 94],
            [5, 6],
          ],
        ],
      },
    ),
    'a vertex must be a place',
  ],
  [
    'with a reference to nothing',
    feature({ references: [{ sender: 'x' }] }),
    'identifier of a reference must have 1 to',
  ],
])('a feature %s is set aside with its reason, and the others stand', (_, bad, reason) => {
  const { messages, quarantined } = decode(page(feature({ id: 'a' }), bad, feature({ id: 'b' })));
  expect(messages.map(({ identifier }) => identifier)).toEqual(['a', 'b']);
  expect(quarantined).toHaveLength(1);
  expect(quarantined[0]!.reason).toMatch(/^malformed NWS alerts, page feature 1: /);
  expect(quarantined[0]!.reason).toContain(reason);
});

test('what is set aside has its identifier, as far as there is one', () => {
  const { quarantined } = decode(page(feature({ status: 'x' }), { ...feature(), properties: {} }, null));
  expect(quarantined.map(({ id }) => id)).toEqual(['urn:oid:1', 'https://example.org/1', null]);
});

test.each([
  ['', /JSON must be well-formed/],
  ['[]', /the page must be an object/],
  ['{"type":"Feature"}', /type must be FeatureCollection; got "Feature"/],
  ['{"type":"FeatureCollection"}', /features must be a list/],
])('a page %s is refused', (text, reason) => {
  expect(refusal(() => decodeText(text))).toMatch(reason);
});

test('keys of the prototype are keys like others', () => {
  const text = `{"type":"FeatureCollection","__proto__":{"pagination":{"next":"x"}},"features":[{"properties":
    {"__proto__":${JSON.stringify(PROPERTIES)},"constructor":1}}]}`;
  const read = decodeText(text);
  expect([read.next, read.messages.length, read.quarantined.length]).toEqual([null, 0, 1]);
  expect(({} as Record<string, unknown>).pagination).toBeUndefined();
});
