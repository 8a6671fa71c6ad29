/** Which areas maps draw: those that alerts have now, each once. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryAlerts } from '../../../test/memory-alerts.js';
import { type AlertInfo, type AlertMessage, type AlertZone, SEVERITIES } from '../../model/alert.js';
import { createActiveAlerts } from '../../query/alerts/active-alerts.js';
import { area, at, codes, info, message, square, store } from '../../query/alerts/messages.fixture.js';
import { createAlertsProduct } from './alerts.js';
import { createDrawAlerts, type DrawnAlerts } from './drawn.js';

const NOON = at('12:00');
const zone = (value: string, south: number, west: number): AlertZone => ({
  scheme: 'ugc',
  value,
  name: null,
  polygons: [square(south, west)],
});
const ZONES = [zone('TXZ123', 30, -100), zone('TXZ124', 31, -100)];

function indexOf(messages: readonly AlertMessage[], zones: readonly AlertZone[] = ZONES) {
  return createActiveAlerts().apply({ messages: messages.map((one) => store(one)), zones }, at('08:00'));
}

const drawn = (messages: readonly AlertMessage[], now = NOON): Promise<DrawnAlerts> =>
  createDrawAlerts()(indexOf(messages), now);

const severitiesOf = ({ ids, shapeOf }: DrawnAlerts) => ids.map((id) => shapeOf(id).severity).sort();
/** South-western corner of the first polygon of each. */
const cornersOf = ({ ids, shapeOf }: DrawnAlerts) =>
  ids.map((id) => [...shapeOf(id).polygons[0]![0]!.slice(0, 2)].join(' ')).sort();

const infos = (...more: readonly Partial<AlertInfo>[]) => ({ infos: more.map(info) });
const at50 = area({ polygons: [square(50, 8)] });

test('an area is drawn as it was sent: its polygons, or circles, or zones, and not what a polygon stands for', async () => {
  const circle = { latitude: 10, longitude: 20, radius: 5000 };
  const all = await drawn([
    message('A', infos({ areas: [{ ...at50, geocodes: codes('ugc', 'TXZ124') }] })),
    message('B', infos({ areas: [area({ circles: [circle] })], severity: 'minor' })),
    message('C', infos({ areas: [area({ geocodes: codes('ugc', 'TXZ123', 'TXZ999') })], severity: 'extreme' })),
  ]);
  const shapes = all.ids.map(all.shapeOf);
  const of = (severity: string) => shapes.filter((shape) => shape.severity === severity);
  expect(shapes).toHaveLength(3);
  expect(of('severe')).toMatchObject([{ polygons: [square(50, 8)], circles: [] }]);
  expect(of('minor')).toMatchObject([{ polygons: [], circles: [circle] }]);
  expect(of('extreme')).toMatchObject([{ polygons: [square(30, -100)], circles: [] }]);
  for (const [i, id] of all.ids.entries()) expect(shapes[i]!.id).toBe(id);
  expect(() => all.shapeOf('other')).toThrow(new RangeError('no shape other among the alerts drawn'));
});

test('the same area comes once for each severity, whichever messages, languages, infos and zones have it', async () => {
  const both = area({ polygons: [square(50, 8)], geocodes: codes('warncellid', '913071001') });
  const all = await drawn([
    message('A', infos({ areas: [at50] }, { areas: [both], language: 'de-DE' }, { areas: [at50], event: 'Rain' })),
    message('B', infos({ areas: [at50] })),
    message('C', infos({ areas: [at50], severity: 'minor' })),
    message('D', infos({ areas: [area({ geocodes: codes('ugc', 'TXZ123') })] })),
    message('E', infos({ areas: [area({ geocodes: codes('ugc', 'TXZ123', 'TXZ124') })] })),
  ]);
  expect(severitiesOf(all)).toEqual(['minor', 'severe', 'severe', 'severe']);
  expect(cornersOf(all)).toEqual(['-100 30', '-100 31', '8 50', '8 50']);
});

test('of infos in several languages those count that the answer at a place has, English if there is any', async () => {
  const french = { areas: [area({ polygons: [square(46, -72)] })], language: 'fr-CA' };
  const all = await drawn([
    message(
      'A',
      infos(
        { ...french, severity: 'minor' },
        { ...french, language: 'en-CA', severity: 'moderate' },
        { language: 'fr-CA', areas: [at50], severity: 'unknown' },
      ),
    ),
  ]);
  expect(severitiesOf(all)).toEqual(['moderate', 'unknown']);
});

test('what has not begun, has ended, was superseded or cancelled, or is not actual is not drawn', async () => {
  const here = (more: Partial<AlertInfo> = {}) => infos({ areas: [at50], ...more });
  const cases: readonly (readonly [string, readonly AlertMessage[], number])[] = [
    ['active', [message('A', here())], 1],
    ['onset to come', [message('A', here({ onset: at('18:00') }))], 1],
    ['to come', [message('A', here({ effective: at('12:01') }))], 0],
    ['ended', [message('A', here({ expires: at('12:00') }))], 0],
    ['a test', [message('A', { ...here(), status: 'test' })], 0],
    [
      'cancelled',
      [message('A', here()), message('B', { references: ['A'], messageType: 'cancel', sent: at('11:00') })],
      0,
    ],
    [
      'updated elsewhere',
      [
        message('A', here()),
        message('B', { references: ['A'], ...infos({ areas: [area({ polygons: [square(0, 0)] })] }) }),
      ],
      1,
    ],
    ['without a place', [message('A', infos({ areas: [area({ geocodes: codes('ugc', 'XXZ001') })] }))], 0],
  ];
  for (const [name, messages, count] of cases)
    expect([name, (await drawn(messages)).ids.length]).toEqual([name, count]);
});

test('nothing is made anew until something begins or ends, and then the unchanged keep their ids', async () => {
  const index = indexOf([
    message('A', infos({ areas: [at50] })),
    message('B', infos({ areas: [area({ polygons: [square(0, 0)] })], effective: at('12:30'), expires: at('13:30') })),
    message('C', infos({ areas: [area({ polygons: [square(10, 0)] })] })),
    message('D', { references: ['C'], messageType: 'cancel', sent: at('13:00') }),
  ]);
  const draw = createDrawAlerts();
  const sets = new Map<number, DrawnAlerts>();
  for (let now = at('12:00'); now < at('14:00'); now += 60) sets.set(now, await draw(index, now));
  const changes = [...sets].filter(([now, set], i) => i === 0 || set !== sets.get(now - 60));
  expect(changes.map(([now]) => now)).toEqual(['12:00', '12:30', '13:00', '13:30'].map(at));
  expect(changes.map(([, set]) => set.ids.length)).toEqual([2, 3, 2, 1]);
  const [first, second, , last] = changes.map(([, set]) => set);
  expect(second!.ids.filter((id) => first!.ids.includes(id))).toEqual(first!.ids);
  expect(new Set(changes.map(([, set]) => set.version)).size).toBe(4);
  const alone = await drawn([message('Z', infos({ areas: [at50] }))]);
  expect([alone.ids, alone.version]).toEqual([last!.ids, last!.version]);
});

test('another shape under the same code is another area, the same one in a new set of zones is not', async () => {
  const coded = [message('A', infos({ areas: [area({ geocodes: codes('ugc', 'TXZ123') })] }))];
  const draw = createDrawAlerts();
  const first = await draw(indexOf(coded), NOON);
  const again = await draw(indexOf(coded, structuredClone(ZONES)), NOON);
  const moved = await draw(indexOf(coded, [zone('TXZ123', 30, -101)]), NOON);
  expect(again.ids).toEqual(first.ids);
  expect(again.version).toBe(first.version);
  expect(moved.ids).not.toEqual(first.ids);
});

test('sets that are asked for at once are made once, with a pause after each message', async () => {
  const messages = Array.from({ length: 50 }, (_, i) =>
    message(`A${i}`, infos({ areas: [area({ polygons: [square(i, i)] })] })),
  );
  let pauses = 0;
  const draw = createDrawAlerts({ pause: async () => void pauses++ });
  const index = indexOf(messages);
  const sets = await Promise.all([draw(index, NOON), draw(index, NOON), draw(index, NOON + 1)]);
  expect(new Set(sets).size).toBe(1);
  expect(sets[0]!.ids).toHaveLength(50);
  // one for each message, and while ids are sorted
  expect(pauses).toBeGreaterThanOrEqual(51);
  expect(pauses).toBeLessThanOrEqual(100);
});

test('the answer for a place and the areas drawn have the same most severe alert there', async () => {
  const SIDE = 4;
  const severity = fc.constantFrom(...SEVERITIES);
  const oneInfo = fc.record({ south: fc.nat(3), west: fc.nat(3), severity, from: fc.nat(5), hours: fc.nat(5) });
  const oneMessage = fc.record({ infos: fc.array(oneInfo, { maxLength: 3 }), updates: fc.option(fc.nat(4)) });
  await fc.assert(
    fc.asyncProperty(fc.array(oneMessage, { maxLength: 6 }), fc.integer({ min: 10, max: 16 }), async (many, hour) => {
      const messages = many.map((one, i) =>
        message(`M${i}`, {
          sent: at('10:00') + 600 * i,
          references: one.updates === null || one.updates >= i ? [] : [`M${one.updates}`],
          ...infos(
            ...one.infos.map(({ south, west, severity: severityOf, from, hours }) => ({
              areas: [area({ polygons: [square(south, west, SIDE)] })],
              severity: severityOf,
              effective: at('10:00') + 3600 * from,
              expires: at('10:00') + 3600 * (from + hours),
            })),
          ),
        }),
      );
      const [index, now] = [indexOf(messages), at(`${hour}:00`)];
      const { ids, shapeOf } = await createDrawAlerts()(index, now);
      for (let south = 0.5; south < 8; south++)
        for (let west = 0.5; west < 8; west++) {
          const there = ids.map(shapeOf).filter(({ polygons }) => {
            const [x, y] = polygons[0]![0]!;
            return west > x! && west < x! + SIDE && south > y! && south < y! + SIDE;
          });
          const most = SEVERITIES.find((one) => there.some((shape) => shape.severity === one));
          expect(most).toBe(index.at(south, west, now)[0]?.info.severity);
        }
    }),
  );
});

test('the product draws what it answers from, and nothing before it was read', async () => {
  const records = createMemoryAlerts();
  let now = NOON;
  const product = createAlertsProduct({ records, feeds: [], clock: { now: () => now }, simulated: false });
  const receive = async (one: AlertMessage) => {
    await records.add('test-alerts', [one], now);
    await product.refresh();
  };
  await expect(product.drawn()).rejects.toMatchObject({ tag: 'product-unavailable' });
  await receive(message('A', infos({ areas: [at50], expires: at('13:00') })));
  const first = await product.drawn();
  expect(cornersOf(first)).toEqual(['8 50']);
  expect(await product.drawn()).toBe(first);
  await receive(message('B', infos({ areas: [area({ polygons: [square(0, 0)] })] })));
  expect(cornersOf(await product.drawn())).toEqual(['0 0', '8 50']);
  now = at('13:00');
  expect(cornersOf(await product.drawn())).toEqual(['0 0']);
});
