import { expect, test } from 'vitest';
import { infoWindow, messageEnd, sentFault } from './alert-times.js';
import { DAY, HOUR } from './time.js';

const SENT = 1_000_000;
const NONE = { effective: null, expires: null, ends: null };

test.each<[string, Partial<Parameters<typeof infoWindow>[1]>, number, number]>([
  ['expires', { expires: SENT + 10, ends: SENT + 99 }, SENT, SENT + 10],
  ['ends where it does not expire', { ends: SENT + 99 }, SENT, SENT + 99],
  ['says no end, for a day', {}, SENT, SENT + DAY],
  ['says no end and begins later, for a day from then', { effective: SENT + 2 * DAY }, SENT + 2 * DAY, SENT + 3 * DAY],
  ['says no end and was effective before', { effective: SENT - DAY }, SENT, SENT + DAY],
  ['expired before it was sent', { expires: SENT - 10 }, SENT, SENT - 10],
  ['expires in the year 9999', { expires: 253_402_300_799 }, SENT, SENT + 366 * DAY],
])('an info holds that %s', (_, times, from, until) => {
  expect(infoWindow({ sent: SENT }, { ...NONE, ...times })).toEqual({ from, until });
});

test('a message ends with the last of its infos, without any when it was sent', () => {
  const ending = (...expires: readonly number[]) =>
    messageEnd({ sent: SENT, infos: expires.map((one) => ({ ...NONE, expires: one })) } as unknown as Parameters<
      typeof messageEnd
    >[0]);
  expect([ending(SENT + 5, SENT + 7), ending(SENT - 10), ending()]).toEqual([SENT + 7, SENT, SENT]);
});

test('a message may be dated 24 hours ahead and no more', () => {
  expect(sentFault({ sent: SENT + DAY }, SENT)).toBeNull();
  expect(sentFault({ sent: SENT + DAY + HOUR }, SENT)).toBe(
    'sent must be at most 24 hours ahead; it is 25 hours ahead',
  );
});
