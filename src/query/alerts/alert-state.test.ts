/** The chain scenario of methods 10.4 in every order, and what issuers do besides. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertMessage } from '../../model/alert.js';
import type { StoredMessage } from '../../model/records.js';
import { HOUR } from '../../model/time.js';
import { activeAt } from './active.js';
import { alertState } from './alert-state.js';
import { at, info, message, SENDER, store } from './messages.fixture.js';

function activeOf(messages: readonly AlertMessage[], now: number): string[] {
  const state = alertState(messages.map((one) => store(one)));
  return activeAt(state, now)
    .map(({ message }) => message.identifier)
    .sort();
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

const A = message('A', { sent: at('10:00'), expires: at('16:00') });
const B = message('B', { sent: at('12:00'), expires: at('18:00'), references: ['A'] });
const C = message('C', { sent: at('14:00'), messageType: 'cancel', references: ['B'], infos: [] });

const CHAIN: readonly [time: string, active: readonly string[]][] = [
  ['09:59', []],
  ['10:00', ['A']],
  ['11:00', ['A']],
  ['12:00', ['B']],
  ['13:59', ['B']],
  ['14:00', []],
  ['15:59', []],
  ['17:00', []],
];
for (const order of permutations([A, B, C])) {
  const names = order.map(({ identifier }) => identifier).join(', ');
  test(`alert, update and cancel leave the same active whatever comes first: ${names}`, () => {
    for (const [time, active] of CHAIN) expect([time, activeOf(order, at(time))]).toEqual([time, active]);
  });
}

for (const order of permutations([A, C]))
  test(`a cancel of an update that never came leaves the alert alone: ${order.map(({ identifier }) => identifier)}`, () => {
    expect(activeOf(order, at('15:59'))).toEqual(['A']);
    expect(activeOf(order, at('16:00'))).toEqual([]);
  });

test('a cancel that lists the alert too ends it though the update never came', () => {
  const both = { ...C, references: [...C.references, { sender: SENDER, identifier: 'A', sent: at('10:00') }] };
  expect(activeOf([A, both], at('13:59'))).toEqual(['A']);
  expect(activeOf([A, both], at('14:00'))).toEqual([]);
});

test('an update that comes after its cancel never appears, and supersedes what it references all the same', () => {
  expect(activeOf([C, B], at('14:00'))).toEqual([]);
  expect(activeOf([A, C, B], at('14:00'))).toEqual([]);
});

test('the end of an info is expires, else ends, else 24 hours after sent', () => {
  const cases: [Partial<Parameters<typeof info>[0]>, string][] = [
    [{ expires: at('16:00') }, '2024-07-01T16:00:00Z'],
    [{ ends: at('20:00') }, '2024-07-01T20:00:00Z'],
    [{ expires: at('16:00'), ends: at('20:00') }, '2024-07-01T16:00:00Z'],
    [{}, '2024-07-02T10:00:00Z'],
  ];
  for (const [times, end] of cases) {
    const one = message('A', { infos: [info(times)] });
    expect(activeOf([one], at(end) - 1)).toEqual(['A']);
    expect(activeOf([one], at(end))).toEqual([]);
  }
});

test('an info begins at effective, else at sent, and never before its message was sent; onset does not matter', () => {
  const cases: [Parameters<typeof info>[0], string][] = [
    [{ effective: at('11:00') }, '11:00'],
    [{ effective: at('09:00') }, '10:00'],
    [{ onset: at('15:00') }, '10:00'],
  ];
  for (const [times, begin] of cases) {
    const one = message('A', { infos: [info(times)] });
    expect(activeOf([one], at(begin) - 1)).toEqual([]);
    expect(activeOf([one], at(begin))).toEqual(['A']);
  }
});

test('each info of a message has its own times', () => {
  const one = message('A', {
    infos: [info({ expires: at('12:00') }), info({ effective: at('11:00'), expires: at('14:00') })],
  });
  const infosAt = (time: string) => activeAt(alertState([store(one)]), at(time)).map(({ infos }) => infos);
  expect(['10:30', '11:30', '13:00', '14:00'].map(infosAt)).toEqual([[[0]], [[0, 1]], [[1]], []]);
});

const CANCEL = { sent: at('11:00'), messageType: 'cancel', references: ['A'], infos: [] } as const;
const POWERLESS: readonly [string, Partial<AlertMessage>][] = [
  ['a test', { status: 'test' }],
  ['an exercise', { status: 'exercise' }],
  ['a system message', { status: 'system' }],
  ['a draft', { status: 'draft' }],
  ['a restricted message', { scope: 'restricted' }],
  ['a private message', { scope: 'private' }],
  ['an acknowledgement', { messageType: 'ack' }],
  ['an error report', { messageType: 'error' }],
];
for (const [name, more] of POWERLESS)
  test(`${name} neither appears nor ends an actual public alert`, () => {
    const other = { ...message('X', { ...CANCEL, infos: [info()] }), ...more };
    expect(activeOf([A, other], at('12:00'))).toEqual(['A']);
    expect(activeOf([A, { ...other, identifier: 'A' }], at('12:00'))).toEqual(['A']);
  });

test('what a test supersedes is not reached by way of it', () => {
  const middle = message('T', { sent: at('11:00'), status: 'test', references: ['A'] });
  const cancel = message('C', { sent: at('12:00'), messageType: 'cancel', references: ['T'] });
  expect(activeOf([A, middle, cancel], at('13:00'))).toEqual(['A']);
});

test('a cancel ends nothing before it was sent, though it came early', () => {
  const announced = message('C', { ...CANCEL, sent: at('13:00') });
  expect(activeOf([announced, A], at('12:59'))).toEqual(['A']);
  expect(activeOf([announced, A], at('13:00'))).toEqual([]);
});

test('messages that reference themselves or one another do not all vanish', () => {
  const self = message('S', { sent: at('10:00'), references: ['S'] });
  expect(activeOf([self], at('11:00'))).toEqual(['S']);
  const reference = (identifier: string, time: string) => ({ sender: SENDER, identifier, sent: at(time) });
  const first = message('P', { sent: at('10:00'), references: [reference('R', '12:00')] });
  const second = message('Q', { sent: at('11:00'), references: [reference('P', '10:00')] });
  const third = message('R', { sent: at('12:00'), references: [reference('Q', '11:00')] });
  for (const order of permutations([first, second, third])) expect(activeOf(order, at('13:00'))).toEqual(['R']);
});

test('a cancel dated before the alert that it names with its time still ends it', () => {
  const early = message('C', {
    ...CANCEL,
    sent: at('09:50'),
    references: [{ sender: SENDER, identifier: 'A', sent: at('10:00') }],
  });
  expect(activeOf([A, early], at('10:00'))).toEqual([]);
});

const OID = 'urn:oid:2.49.0.1.840.0.ec697a7e3e7d106516aa91b3e6496b24aaec70fb.001.1';
const SPELLINGS: readonly [string, string, string, string, boolean][] = [
  ['the sender in other letters', 'A', 'A', ` mailto:${SENDER.toUpperCase()}`, true],
  ['no sender at all', 'A', 'A', '', true],
  ['another sender of a plain identifier', 'A', 'A', 'someone@example.net', true],
  ['another identifier', 'A', 'a', SENDER, false],
  ['another sender of an object identifier', OID, OID, 'w-nws.webmaster@noaa.gov', true],
  ['an object identifier without its prefix', OID, OID.slice('urn:oid:'.length), '', true],
];
for (const [name, identifier, written, sender, ends] of SPELLINGS)
  test(`a reference with ${name} ${ends ? 'finds' : 'does not find'} its message`, () => {
    const cancel = message('C', { ...CANCEL, references: [{ sender, identifier: written, sent: null }] });
    expect(activeOf([message(identifier), cancel], at('12:00'))).toEqual(ends ? [] : [identifier]);
  });

test('a plain identifier of another sender is another message', () => {
  const elsewhere = message('A', { sender: 'other@example.org' });
  const cancel = message('C', CANCEL);
  expect(activeOf([A, elsewhere, cancel], at('12:00'))).toEqual(['A']);
  expect(activeOf([message(OID), { ...message('C', CANCEL), sender: 'other@example.org' }], at('12:00'))).toEqual([
    OID,
  ]);
});

test('the same message twice is one', () => {
  const state = alertState([store(A), store(A, at('10:05'), 'other-feed'), store({ ...A })]);
  expect(activeAt(state, at('11:00'))).toHaveLength(1);
  expect(state.repeats).toHaveLength(2);
});

test('a version sent later takes the place of those before, and a cancel ends all that were sent before it', () => {
  const again = message('A', { sent: at('11:00'), expires: at('12:00') });
  const held = (now: string, ...messages: AlertMessage[]) =>
    activeAt(alertState(messages.map((one) => store(one))), at(now)).map((one) => one.message.sent);
  expect(held('10:59', again, A)).toEqual([at('10:00')]);
  expect(held('11:00', again, A)).toEqual([at('11:00')]);
  expect(held('12:00', again, A)).toEqual([]);
  const cancel = message('C', {
    ...CANCEL,
    sent: at('11:30'),
    references: [{ sender: SENDER, identifier: 'A', sent: at('10:00') }],
  });
  expect(held('11:30', cancel, again, A)).toEqual([]);
  const anew = message('A', { sent: at('13:00') });
  expect(held('13:00', anew, cancel, again, A)).toEqual([at('13:00')]);
});

test('of two contents under one sender, identifier and time the one received last holds, in whatever order they are read', () => {
  const first = store(message('A', { infos: [info({ headline: 'first' })] }), at('10:00'));
  const corrected = store(message('A', { infos: [info({ headline: 'corrected' })] }), at('10:07'));
  for (const order of permutations([first, corrected, store(corrected.message, at('10:05'), 'b')])) {
    const [held, ...others] = activeAt(alertState(order), at('11:00'));
    expect(others).toEqual([]);
    expect(held!.message.infos[0]!.headline).toBe('corrected');
  }
});

test('a long chain that comes in one piece is followed to its end', () => {
  const length = 20_000;
  const chain = Array.from({ length }, (_, i) =>
    message(`${i}`, { sent: at('10:00') + i, references: i === 0 ? [] : [`${i - 1}`] }),
  );
  expect(activeOf(chain, at('10:00') + length)).toEqual([`${length - 1}`]);
  const backwards = chain.map((one, i) => ({
    ...one,
    messageType: 'update' as const,
    references: [{ sender: SENDER, identifier: `${(i + 1) % length}`, sent: at('10:00') + length }],
  }));
  expect(activeOf([...chain, ...backwards], at('10:00') + length).length).toBeGreaterThan(0);
});

interface Drawn {
  readonly sent: number;
  readonly type: number;
  readonly status: number;
  readonly references: readonly number[];
  readonly names: readonly boolean[];
  readonly expires: number | null;
}

const NWS = 'urn:oid:2.49.0.1.840.0.abc.001.1';
const HUB = 'wmo-alert-hub';
const original = store(message(NWS, { sent: at('10:00'), expires: at('20:00') }), at('10:01'), 'nws-alerts');
const hubOriginal = store(original.message, at('10:01'), HUB);
const ending = (sender: string, identifier = 'E'): AlertMessage =>
  message(identifier, {
    sender,
    sent: at('11:00'),
    messageType: 'cancel',
    references: [{ sender: SENDER, identifier: NWS, sent: null }],
    infos: [],
  });
const version = (sender: string, name = NWS): AlertMessage =>
  message(name, { sender, sent: at('11:00'), expires: at('11:01') });
const UUID = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
const withUuid = store({ ...original.message, identifier: UUID }, at('10:01'), HUB);

test.each<[string, StoredMessage, StoredMessage, boolean]>([
  ['its own feed', original, store(ending(SENDER), at('11:00'), 'nws-alerts'), false],
  ['another direct feed', original, store(ending('x@y.org'), at('11:00'), 'meteoalarm'), false],
  ['a source of the hub that names it', original, store(ending('x@y.org'), at('11:00'), HUB), true],
  ['a source of the hub under its sender', original, store(ending(SENDER), at('11:00'), HUB), true],
  ['a source of the hub that takes its name', original, store(version(SENDER), at('11:00'), HUB), true],
  ['the direct feed, after it came by the hub', hubOriginal, store(ending(SENDER), at('11:00'), 'nws-alerts'), false],
  ['its sender, both by the hub', hubOriginal, store(ending(SENDER.toUpperCase()), at('11:00'), HUB), false],
  ['a colleague, both by the hub', hubOriginal, store(ending('other@example.org'), at('11:00'), HUB), false],
  ['its authority by the arc', hubOriginal, store(ending('x', '2.49.0.1.840.0.d.1'), at('11:00'), HUB), false],
  ['another authority by the hub', hubOriginal, store(ending('x', '2.49.0.1.276.0.d.1'), at('11:00'), HUB), true],
  ['another authority that takes its name', withUuid, store(version('x@y.org', UUID), at('11:00'), HUB), true],
  ['a new version of its own', withUuid, store(version(SENDER, UUID), at('11:00'), HUB), false],
  [
    'another content under its name and time',
    withUuid,
    store({ ...version('x@y.org', UUID), sent: at('10:00') }, at('11:00'), HUB),
    true,
  ],
])('a message is ended by who may: %s', (_, first, second, stands) => {
  for (const messages of [
    [first, second],
    [second, first],
  ])
    expect(activeAt(alertState(messages), at('12:00')).map(({ feed }) => feed)).toEqual(stands ? [first.feed] : []);
});

const NAMES = 8;
const drawn: fc.Arbitrary<Drawn> = fc.record({
  sent: fc.integer({ min: 0, max: 20 }),
  type: fc.integer({ min: 0, max: 9 }),
  status: fc.integer({ min: 0, max: 9 }),
  references: fc.array(fc.integer({ min: 0, max: NAMES }), { maxLength: 3 }),
  names: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  expires: fc.option(fc.integer({ min: 1, max: 40 })),
});

/** Messages with names from few, so that some are re-sent, some name what never comes, and some go in circles. */
const world: fc.Arbitrary<StoredMessage[]> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: NAMES }), drawn), { maxLength: 12 })
  .map((list) =>
    list.map(([name, { sent, type, status, references, names, expires }], i) =>
      store(
        message(`m${name}`, {
          sent: sent * HOUR,
          status: status === 0 ? 'test' : 'actual',
          messageType: type < 4 ? 'alert' : type < 8 ? 'update' : type < 9 ? 'cancel' : 'ack',
          references: references.map((other, k) => ({
            sender: SENDER,
            identifier: `m${other}`,
            sent: names[k] ? (sent + k) * HOUR : null,
          })),
          infos: [info({ headline: `${i}`, expires: expires === null ? null : expires * HOUR })],
        }),
        (i % 3) * HOUR,
      ),
    ),
  );

const hours = Array.from({ length: 45 }, (_, hour) => hour * HOUR);
const activeSets = (messages: readonly StoredMessage[]) => {
  const state = alertState(messages);
  return hours.map((now) =>
    activeAt(state, now)
      .map(({ message }) => `${message.identifier} ${message.sent} ${message.infos[0]!.headline}`)
      .sort(),
  );
};

test('the active set depends on the set of messages and not on their order', () => {
  const shuffled = world.chain((messages) =>
    fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
  );
  fc.assert(
    fc.property(shuffled, ([messages, other]) => {
      expect(activeSets(other)).toEqual(activeSets(messages));
    }),
  );
});

const SENDERS = [SENDER, 'colleague@example.org', 'stranger@example.com'];
const inHub = (messages: readonly StoredMessage[], more: readonly number[]): StoredMessage[] =>
  messages.map(({ message, receivedAt }, i) =>
    store({ ...message, sender: SENDERS[(more[i] ?? 0) % SENDERS.length]! }, receivedAt, HUB),
  );

test('the order does not matter either where open and direct feeds bring the same names', () => {
  const mixed = fc
    .tuple(world, world, fc.array(fc.nat()))
    .map(([direct, open, more]) => [...direct.slice(0, 3), ...inHub(open, more)]);
  const shuffled = mixed.chain((messages) =>
    fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
  );
  const property = fc.property(shuffled, ([messages, other]) => {
    expect(activeSets(other)).toEqual(activeSets(messages));
  });
  fc.assert(property);
});

test('whatever an open feed brings, what came directly holds as it would without', () => {
  const property = fc.property(world, world, fc.array(fc.nat()), (direct, open, more) => {
    const state = alertState([...direct, ...inHub(open, more)]);
    const alone = alertState(direct);
    const ids = (of: typeof state, now: number) =>
      activeAt(of, now)
        .flatMap((one) => (one.feed === HUB ? [] : [JSON.stringify(one.message)]))
        .sort();
    for (const now of hours) expect(ids(state, now)).toEqual(ids(alone, now));
  });
  fc.assert(property);
});

test('what messages come twice changes nothing', () => {
  const property = fc.property(world, (messages) => {
    expect(activeSets([...messages, ...messages])).toEqual(activeSets(messages));
  });
  fc.assert(property);
});

test('a cancel sent last removes a chain, whatever is in it', () => {
  const property = fc.property(world, (messages) => {
    const names = Array.from({ length: NAMES + 1 }, (_, i) => `m${i}`);
    const cancel = message('cancel', { sent: 25 * HOUR, messageType: 'cancel', references: names, infos: [info()] });
    const state = alertState([...messages, store(cancel)]);
    expect(activeAt(state, 25 * HOUR)).toEqual([]);
    expect(activeAt(state, 24.9 * HOUR)).toEqual(activeAt(alertState(messages), 24.9 * HOUR));
  });
  fc.assert(property);
});

const LONGEST = 12;
const chains = fc.tuple(
  fc.integer({ min: 1, max: LONGEST }),
  fc.shuffledSubarray([...Array(LONGEST + 1).keys()], { minLength: LONGEST + 1 }),
);

test('a chain of updates holds with its newest alone, and a cancel of that removes it whole', () => {
  const property = fc.property(chains, ([length, order]) => {
    const chain = Array.from({ length }, (_, i) =>
      message(`${i}`, { sent: i * HOUR, expires: 100 * HOUR, references: i === 0 ? [] : [`${i - 1}`] }),
    );
    chain.push(message('C', { sent: length * HOUR, messageType: 'cancel', references: [`${length - 1}`], infos: [] }));
    const shuffled = order.flatMap((i) => chain[i] ?? []);
    for (let now = 0; now < length; now++) expect(activeOf(shuffled, now * HOUR)).toEqual([`${now}`]);
    expect(activeOf(shuffled, length * HOUR)).toEqual([]);
  });
  fc.assert(property);
});

test('something stays of every circle: if nothing from outside ends it, one of its members holds', () => {
  const circle = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 8 }).map((sents) =>
    sents.map((sent, i) =>
      message(`${i}`, {
        sent: sent * HOUR,
        messageType: 'update',
        expires: 100 * HOUR,
        references: [{ sender: SENDER, identifier: `${(i + 1) % sents.length}`, sent: 50 * HOUR }],
      }),
    ),
  );
  const property = fc.property(circle, (messages) => {
    expect(activeOf(messages, 60 * HOUR).length).toBeGreaterThan(0);
  });
  fc.assert(property);
});
