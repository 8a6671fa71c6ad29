/** Which alerts hold at a point: areas, times, languages, order. */

import { expect, test } from 'vitest';
import type { AlertInfo, AlertMessage, AlertZone, Geocode } from '../../model/alert.js';
import { createAlertIndex } from './alert-index.js';
import { area, at, codes, info, type MessageChoice, message, square, store } from './messages.fixture.js';
import { createZoneShapes } from './zone-shapes.js';

const NOON = at('12:00');

const zone = (scheme: Geocode['scheme'], value: string, south: number, west: number): AlertZone => ({
  scheme,
  value,
  name: null,
  polygons: [square(south, west)],
});

const ZONES = [
  zone('ugc', 'TXZ123', 30, -100),
  zone('ugc', 'TXC113', 32, -97),
  zone('ugc', 'TXC114', 34, -97),
  zone('ugc', 'ANZ150', 40, -70),
  zone('emma_id', 'DE001', 50, 8),
  zone('nuts', 'DE111', 52, 8),
  zone('warncellid', '913071001', 54, 8),
  zone('clc', '031410', 45, -74),
];

function indexOf(messages: readonly AlertMessage[], zones: readonly AlertZone[] = ZONES) {
  return createAlertIndex({ messages: messages.map((one) => store(one)), zones: createZoneShapes(zones), now: NOON });
}

const over = (areas: AlertInfo['areas'], more: Partial<AlertInfo> = {}): MessageChoice => ({
  infos: [info({ areas, ...more })],
});

test('an alert holds in its polygon, on the edge of it too, and nowhere else', () => {
  const index = indexOf([message('A', over([area({ polygons: [square(50, 8)] })]))]);
  const ids = (latitude: number, longitude: number) => index.at(latitude, longitude, NOON).map(({ id }) => id);
  for (const [latitude, longitude] of [
    [50.5, 8.5],
    [50, 8],
    [51, 8.3],
    [50.5, 9],
  ] as const)
    expect(ids(latitude, longitude)).toEqual(['A']);
  for (const [latitude, longitude] of [
    [49.99, 8.5],
    [50.5, 9.01],
    [-50.5, 8.5],
    [50.5, -8.5],
  ] as const)
    expect(ids(latitude, longitude)).toEqual([]);
});

test('a polygon across the date line holds on both sides of it and on it, however the line is written', () => {
  const index = indexOf([message('A', over([area({ polygons: [square(-18, 179.5)] })]))]);
  for (const longitude of [179.7, 180, -180, -179.7]) expect(index.at(-17.5, longitude, NOON)).toHaveLength(1);
  for (const longitude of [179.4, -179.4]) expect(index.at(-17.5, longitude, NOON)).toHaveLength(0);
});

test('a match says how and where: by polygon, by circle, by zone, and in which areas', () => {
  const areas = [
    area({ description: 'drawn', polygons: [square(50, 8)] }),
    area({ description: 'round', circles: [{ latitude: 50.5, longitude: 8.5, radius: 20_000 }] }),
    area({ description: 'coded', geocodes: codes('emma_id', 'DE001') }),
    area({ description: 'elsewhere', polygons: [square(0, 0)] }),
  ];
  const [match] = indexOf([message('A', over(areas))]).at(50.5, 8.5, NOON);
  expect(match!.areas.map((one) => [one.area.description, one.by, one.zones.map(({ value }) => value)])).toEqual([
    ['drawn', 'polygon', []],
    ['round', 'circle', []],
    ['coded', 'zone', ['DE001']],
  ]);
  expect(match!.isApproximate).toBe(false);
});

test('codes beside a polygon or a circle do not count', () => {
  const drawn = area({ polygons: [square(10, 10)], geocodes: codes('ugc', 'TXZ123') });
  const round = area({ circles: [{ latitude: 10, longitude: 10, radius: 1000 }], geocodes: codes('ugc', 'TXZ123') });
  const index = indexOf([message('A', over([drawn])), message('B', over([round]))]);
  expect(index.at(30.5, -99.5, NOON)).toEqual([]);
  expect(index.at(10, 10, NOON).map(({ id }) => id)).toEqual(['A', 'B']);
});

test('but they do where nothing of the polygon can be used, and the match is approximate', () => {
  const line = area({ polygons: [[Float64Array.of(1, 1, 2, 2, 1, 1)]], geocodes: codes('ugc', 'TXZ123') });
  expect(indexOf([message('A', over([line]))]).at(30.5, -99.5, NOON)).toMatchObject([{ isApproximate: true }]);
});

const CODED: readonly [Geocode['scheme'], string, number, number, boolean][] = [
  ['ugc', 'TXZ123', 30.5, -99.5, false],
  ['ugc', ' txz123 ', 30.5, -99.5, false],
  ['ugc', 'TXZALL', 30.5, -99.5, false],
  ['ugc', 'TXC000', 34.5, -96.5, false],
  ['emma_id', 'DE001', 50.5, 8.5, false],
  ['nuts', 'DE111', 52.5, 8.5, false],
  ['warncellid', '913071001', 54.5, 8.5, false],
  ['clc', '031410', 45.5, -73.5, false],
  ['same', '048113', 32.5, -96.5, false],
  ['same', '148113', 32.5, -96.5, true],
  ['same', '073150', 40.5, -69.5, false],
  ['same', '048000', 34.5, -96.5, false],
];
for (const [scheme, value, latitude, longitude, isApproximate] of CODED)
  test(`the ${scheme} code "${value}" is found among the zones${isApproximate ? ', approximately' : ''}`, () => {
    const index = indexOf([message('A', over([area({ geocodes: codes(scheme, value) })]))]);
    expect(index.at(latitude, longitude, NOON)).toMatchObject([{ id: 'A', isApproximate, areas: [{ by: 'zone' }] }]);
    expect(index.at(0, 0, NOON)).toEqual([]);
    expect(index.unplaced(NOON)).toEqual([]);
  });

test('of codes in several schemes the finest counts, or the next that is whole', () => {
  const both = (ugc: string) => area({ geocodes: [...codes('same', '048113'), ...codes('ugc', ugc)] });
  const fine = indexOf([message('A', over([both('TXZ123')]))]);
  expect(fine.at(30.5, -99.5, NOON)).toMatchObject([{ isApproximate: false }]);
  expect(fine.at(32.5, -96.5, NOON)).toEqual([]);
  const coarse = indexOf([message('A', over([both('TXZ999')]))]);
  expect(coarse.at(32.5, -96.5, NOON)).toMatchObject([{ isApproximate: true }]);
  expect(coarse.unplaced(NOON)).toEqual([]);
});

test('the counties of all areas stand in only for zones that are not known', () => {
  const counties = (...names: readonly string[]) =>
    area({ description: names.join('; '), geocodes: codes('same', '048113', '048114') });
  const zoned = (...zones: readonly string[]) => [
    ...zones.map((value) => area({ description: value, geocodes: codes('ugc', value) })),
    counties(...zones),
  ];
  const found = (areas: AlertInfo['areas'], zones?: readonly AlertZone[]) => {
    const index = indexOf([message('A', over(areas))], zones);
    const held = [30.5, 32.5, 34.5].map((latitude) =>
      index
        .at(latitude, latitude === 30.5 ? -99.5 : -96.5, NOON)
        .map((one) => `${one.areas.map(({ area: { description } }) => description).join()} ${one.isApproximate}`)
        .join(),
    );
    return [
      ...held,
      index
        .unplaced(NOON)
        .map(({ areas: names, extent }) => `${names.join()} ${extent}`)
        .join(),
    ];
  };
  expect(found(zoned('TXZ123'))).toEqual(['TXZ123 false', '', '', '']);
  const both = 'TXZ123; TXZ999 true';
  expect(found(zoned('TXZ123', 'TXZ999'))).toEqual(['TXZ123 false', both, both, '']);
  expect(found(zoned('TXZ999'))).toEqual(['', 'TXZ999 true', 'TXZ999 true', '']);
  const withoutOne = ZONES.filter(({ value }) => value !== 'TXC114');
  expect(found(zoned('TXZ999'), withoutOne)).toEqual(['', 'TXZ999 true', '', 'TXZ999 partial']);
  expect(found(zoned('TXZ999'), [])).toEqual(['', '', '', 'TXZ999 whole']);
  expect(found([counties('alone')])).toEqual(['', 'alone false', 'alone false', '']);
  const elsewhere = [...zoned('TXZ123').slice(0, 1), counties('another place')];
  expect(found(elsewhere)).toEqual(['TXZ123 false', 'another place false', 'another place false', '']);
});

test('zones that are known stay beside the counties of an area that has one that is not', () => {
  const mixed = area({ geocodes: codes('ugc', 'TXZ123', 'TXC113', 'TXZ999').concat(codes('same', '048113')) });
  const index = indexOf([message('A', over([mixed]))]);
  expect(index.at(30.5, -99.5, NOON)).toMatchObject([{ isApproximate: true }]);
  const [match] = index.at(32.5, -96.5, NOON);
  expect(match!.areas.map(({ zones }) => zones.map(({ value }) => value))).toEqual([['TXC113']]);
});

test('drawn and coded areas of one info both count, but warn cells beside a polygon only name what it touches', () => {
  const drawn = area({ description: 'polygonal event area', polygons: [square(10, 10)] });
  const commune = area({ description: 'Stadt Bad Sachsa', geocodes: codes('warncellid', '913071001', '803152005') });
  const county = area({ geocodes: codes('ugc', 'TXZ123') });
  const index = indexOf([message('DWD', over([drawn, commune])), message('NWS', over([drawn, county]))]);
  const ids = (latitude: number, longitude: number) => index.at(latitude, longitude, NOON).map(({ id }) => id);
  expect([ids(10.5, 10.5), ids(54.5, 8.5), ids(30.5, -99.5)]).toEqual([['DWD', 'NWS'], [], ['NWS']]);
  expect(index.unplaced(NOON)).toEqual([]);
  const listed = indexOf([message('DWD', over([commune]))]);
  expect(listed.at(54.5, 8.5, NOON)).toMatchObject([{ id: 'DWD' }]);
  expect(listed.unplaced(NOON)).toMatchObject([{ extent: 'partial', missing: codes('warncellid', '803152005') }]);
});

test('two zones under one code both count', () => {
  const index = indexOf(
    [message('A', over([area({ geocodes: codes('ugc', 'TXZ123') })]))],
    [...ZONES, zone('ugc', 'TXZ123', 36, -100)],
  );
  expect([30.5, 36.5, 33].map((latitude) => index.at(latitude, -99.5, NOON).length)).toEqual([1, 1, 0]);
});

test('what cannot be placed is listed with the codes that are missing', () => {
  const index = indexOf([
    message('whole', over([area({ description: 'Nowhere', geocodes: codes('ugc', 'ZZZ001') })])),
    message('partial', over([area({ description: 'Both', geocodes: codes('ugc', 'TXZ123', 'ZZZ002', 'ZZZ003') })])),
    message('named', over([area({ description: 'only a name' })])),
    message('nameless', over([])),
    message('placed', over([area({ polygons: [square(0, 0)] })])),
    message('expired', over([area({ geocodes: codes('ugc', 'ZZZ001') })], { expires: at('11:00') })),
    message('coming', over([area({ geocodes: codes('ugc', 'ZZZ001') })], { effective: at('13:00') })),
  ]);
  const listed = index.unplaced(NOON).map(({ message, areas, missing, extent }) => ({
    id: message.identifier,
    areas,
    missing: missing.map(({ value }) => value),
    extent,
  }));
  expect(listed).toEqual([
    { id: 'whole', areas: ['Nowhere'], missing: ['ZZZ001'], extent: 'whole' },
    { id: 'partial', areas: ['Both'], missing: ['ZZZ002', 'ZZZ003'], extent: 'partial' },
    { id: 'named', areas: ['only a name'], missing: [], extent: 'whole' },
    { id: 'nameless', areas: [], missing: [], extent: 'whole' },
  ]);
  expect(index.at(30.5, -99.5, NOON)).toMatchObject([{ id: 'partial', isApproximate: true }]);
});

test('times are those of the question, without a new index', () => {
  const areas = [area({ polygons: [square(0, 0)] })];
  const index = indexOf([
    message('now', over(areas, { expires: at('13:00') })),
    message('later', over(areas, { effective: at('12:30') })),
    {
      ...message('replacing', over(areas)),
      sent: at('14:00'),
      messageType: 'update',
      references: [{ sender: 'forecast@example.org', identifier: 'later', sent: null }],
    },
  ]);
  const idsAt = (time: string) => index.at(0.5, 0.5, at(time)).map(({ id }) => id);
  expect(['12:00', '12:29', '12:30', '13:00', '13:59', '14:00'].map(idsAt)).toEqual([
    ['now'],
    ['now'],
    ['later', 'now'],
    ['later'],
    ['later'],
    ['replacing'],
  ]);
});

test('the most severe come first, of those the newest, of those of one second always in the same order', () => {
  const areas = [area({ polygons: [square(0, 0)] })];
  const one = (identifier: string, severity: AlertInfo['severity'], sent: string) =>
    message(identifier, { sent: at(sent), infos: [info({ areas, severity })] });
  const messages = [
    one('unknown', 'unknown', '11:00'),
    one('moderate', 'moderate', '11:59'),
    one('severe b', 'severe', '09:00'),
    one('severe a', 'severe', '09:00'),
    one('severe new', 'severe', '10:00'),
    one('minor', 'minor', '11:00'),
    one('extreme', 'extreme', '08:00'),
  ];
  const sorted = ['extreme', 'severe new', 'severe a', 'severe b', 'moderate', 'minor', 'unknown'];
  for (const list of [messages, messages.toReversed()])
    expect(
      indexOf(list)
        .at(0.5, 0.5, NOON)
        .map(({ id }) => id),
    ).toEqual(sorted);
});

const [HERE, THERE] = [[area({ polygons: [square(0, 0)] })], [area({ polygons: [square(20, 20)] })]];
const LANGUAGES: readonly [string, readonly AlertInfo[], readonly string[]][] = [
  [
    'English is chosen, wherever it stands',
    [info({ language: 'fr-CA', areas: HERE }), info({ language: 'en-CA', areas: HERE })],
    ['A en-CA'],
  ],
  [
    '"EN" is English too, "enm" is not',
    [info({ language: 'enm', areas: HERE }), info({ language: 'EN', areas: HERE })],
    ['A EN'],
  ],
  [
    'without English the first language',
    [info({ language: 'de-DE', areas: HERE }), info({ language: 'fr', areas: HERE })],
    ['A de-DE'],
  ],
  [
    'of two kinds of English the first',
    [info({ language: 'en-GB', areas: HERE }), info({ language: 'en-US', areas: HERE })],
    ['A en-GB'],
  ],
  [
    'every info of the language that holds here is an alert',
    [
      info({ language: 'en', areas: HERE }),
      info({ language: 'fr', areas: HERE }),
      info({ language: 'en', areas: HERE }),
    ],
    ['A en', 'A#2 en'],
  ],
  [
    'an info keeps its number where others do not hold',
    [
      info({ language: 'en', areas: THERE }),
      info({ language: 'en', areas: HERE }),
      info({ language: 'en', areas: HERE, expires: at('11:00') }),
    ],
    ['A#2 en'],
  ],
  [
    'another language is better than nothing where English does not hold',
    [
      info({ language: 'en', areas: THERE }),
      info({ language: 'de', areas: THERE }),
      info({ language: 'fr', areas: HERE }),
    ],
    ['A fr'],
  ],
];
for (const [name, infos, alerts] of LANGUAGES)
  test(name, () => {
    const found = indexOf([message('A', { infos })]).at(0.5, 0.5, NOON);
    expect(found.map((match) => `${match.id} ${match.info.language}`)).toEqual(alerts);
  });

test('the outline of an info is all of its areas, zones included', () => {
  const circle = { latitude: 5, longitude: 5, radius: 1000 };
  const one = message(
    'A',
    over([
      area({ polygons: [square(0, 0)], geocodes: codes('nuts', 'DE111') }),
      area({ circles: [circle] }),
      area({ geocodes: codes('ugc', 'TXZ123', 'TXC113') }),
      area({ geocodes: codes('ugc', 'TXZ123') }),
    ]),
  );
  const index = indexOf([one]);
  expect(index.outline(one, one.infos[0]!)).toEqual({
    polygons: [square(0, 0), square(30, -100), square(32, -97)],
    circles: [circle],
  });
  expect(index.outline(message('B'), info())).toEqual({ polygons: [], circles: [] });
});

test('an index of nothing answers', () => {
  const index = indexOf([]);
  expect(index.at(0, 0, NOON)).toEqual([]);
  expect(index.active(NOON)).toEqual([]);
  expect(index.unplaced(NOON)).toEqual([]);
});
