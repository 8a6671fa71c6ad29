/** Changes one by one give what a start with everything gives, whenever the process was killed in between. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertMessage } from '../../model/alert.js';
import { HOUR } from '../../model/time.js';
import { createActiveAlerts } from './active-alerts.js';
import type { AlertIndex } from './alert-index.js';
import { area, at, codes, info, message, square, store } from './messages.fixture.js';

const HERE = [area({ polygons: [square(0, 0)] })];
const NAMES = 5;

const drawn: fc.Arbitrary<AlertMessage> = fc
  .record({
    name: fc.integer({ min: 0, max: NAMES }),
    sent: fc.integer({ min: 0, max: 12 }),
    type: fc.constantFrom('alert', 'update', 'update', 'cancel', 'ack'),
    references: fc.array(fc.integer({ min: 0, max: NAMES }), { maxLength: 3 }),
    expires: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ name, sent, type, references, expires }) =>
    message(`m${name}`, {
      sent: sent * HOUR,
      messageType: type as AlertMessage['messageType'],
      references: references.map((other) => `m${other}`),
      infos: [info({ areas: HERE, expires: expires * HOUR })],
    }),
  );
const world = fc.uniqueArray(drawn, { maxLength: 10, selector: ({ identifier, sent }) => `${identifier} ${sent}` });

function answers(index: AlertIndex, from: number): string[][] {
  const hours = Array.from({ length: 31 - from }, (_, i) => (from + i) * HOUR);
  return hours.map((now) => index.at(0.5, 0.5, now).map(({ id, message }) => `${id} ${message.sent}`));
}

function atOnce(messages: readonly AlertMessage[], now: number): AlertIndex {
  return createActiveAlerts().apply({ messages: messages.map((one) => store(one)) }, now);
}

test('one message at a time, in any order and at any hours, leaves what all of them at once do', () => {
  const scenario = fc.tuple(world, fc.infiniteStream(fc.integer({ min: 0, max: 3 })));
  const property = fc.property(scenario, ([messages, steps]) => {
    const alerts = createActiveAlerts();
    let hour = 0;
    for (const [i, one] of messages.entries()) {
      hour += steps.next().value as number;
      alerts.apply({ messages: [store(one)] }, hour * HOUR);
      const restarted = atOnce(messages.slice(0, i + 1), hour * HOUR);
      expect(answers(alerts.current(), hour)).toEqual(answers(restarted, hour));
    }
  });
  fc.assert(property);
});

test('a kill between any two messages changes nothing: a start from what was stored, then the rest', () => {
  const property = fc.property(world, fc.nat(10), (messages, kill) => {
    const alerts = createActiveAlerts();
    alerts.apply({ messages: messages.slice(0, kill).map((one) => store(one)) }, 0);
    for (const one of messages.slice(kill)) alerts.apply({ messages: [store(one)] }, 0);
    expect(answers(alerts.current(), 0)).toEqual(answers(atOnce(messages, 0), 0));
  });
  fc.assert(property);
});

test('an index that someone holds stays as it was', () => {
  const alerts = createActiveAlerts();
  const infos = [info({ areas: HERE })];
  const before = alerts.apply({ messages: [store(message('A', { infos }))] }, at('12:00'));
  alerts.apply({ messages: [store(message('B', { infos, sent: at('11:00'), references: ['A'] }))] }, at('12:00'));
  expect(answersOf(before)).toEqual(['A']);
  expect(answersOf(alerts.current())).toEqual(['B']);
});

const answersOf = (index: AlertIndex) => index.at(0.5, 0.5, at('12:00')).map(({ id }) => id);

test('what is removed is gone, and what comes again under its key takes its place', () => {
  const alerts = createActiveAlerts();
  const one = message('A', { infos: [info({ areas: HERE, headline: 'first' })] });
  alerts.apply({ messages: [store(one), store(message('B', { infos: [info({ areas: HERE })] }))] }, at('12:00'));
  alerts.apply({ messages: [store({ ...one, infos: [info({ areas: HERE, headline: 'second' })] })] }, at('12:00'));
  const headlines = () =>
    alerts
      .current()
      .at(0.5, 0.5, at('12:00'))
      .map(({ info }) => info.headline);
  expect(headlines()).toEqual(['second', null]);
  alerts.apply({ removed: [one] }, at('12:00'));
  expect(headlines()).toEqual([null]);
});

test('areas are made again only where the zones changed', () => {
  const alerts = createActiveAlerts();
  const coded = message('A', { infos: [info({ areas: [area({ geocodes: codes('ugc', 'TXZ123') })] })] });
  const first = alerts.apply({ messages: [store(coded)] }, at('12:00'));
  const second = alerts.apply({ messages: [store(message('B'))] }, at('12:00'));
  expect(second.placements.get(coded)).toBe(first.placements.get(coded));
  expect(second.unplaced(at('12:00')).map(({ message }) => message.identifier)).toContain('A');
  const zone = { scheme: 'ugc', value: 'TXZ123', name: null, polygons: [square(0, 0)] } as const;
  expect(answersOf(alerts.apply({ zones: [zone] }, at('12:00')))).toEqual(['A']);
});
