import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginInTurn, type FirstPolls } from './first-polls.js';

/** Polls that take so many seconds, on a clock that goes on by half a second when all have looked; what began when, s. */
async function begun(
  seconds: Readonly<Record<string, number>>,
  facts: { readonly servingAfter?: number; readonly modelsUntil?: number; readonly endingAfter?: number } = {},
): Promise<Record<string, number>> {
  const { servingAfter = 0, modelsUntil = 0, endingAfter = Number.POSITIVE_INFINITY } = facts;
  const began: Record<string, number> = {};
  let now = 0;
  let looking: (() => void)[] = [];
  const polled = (name: string) => ({
    begin: () => {
      began[name] = now;
    },
    untried: () => (now >= began[name]! + seconds[name]! ? [] : [name]),
  });
  const named = (kind: string) => Object.keys(seconds).filter((name) => name.startsWith(kind));
  const polls: FirstPolls = {
    early: named('alerts').map(polled),
    late: [...named('radar'), ...named('fires')].map(polled),
    last: named('stations').map(polled),
    past: named('past').map(polled),
    areModelsAwaited: () => now < modelsUntil,
    isFirstRunAwaited: async () => now < servingAfter,
    isEnding: () => now >= endingAfter,
    clock: { now: () => now },
    pause: () => new Promise<void>((look) => void looking.push(look)),
  };
  const all = beginInTurn(polls);
  for (await nextTurn(); looking.length > 0; await nextTurn()) {
    now += 0.5;
    const looks = looking;
    looking = [];
    for (const look of looks) look();
  }
  await all;
  return began;
}

const POLLS = { 'alerts a': 2, 'alerts b': 1, 'radar a': 5, 'radar b': 3 };

test('alerts begin at once, radar when forecasts are answered, each of them when the one before has ended', async () => {
  expect(await begun(POLLS, { servingAfter: 8 })).toEqual({
    'alerts a': 0,
    'alerts b': 2,
    'radar a': 8,
    'radar b': 13,
  });
});

test('with something to answer from radar begins at once', async () => {
  expect(await begun({ 'radar a': 4, 'radar b': 1 })).toEqual({ 'radar a': 0, 'radar b': 4 });
});

test('fires begin when the last poll of radar has ended', async () => {
  expect(await begun({ 'radar a': 4, 'radar b': 3, fires: 1 })).toEqual({ 'radar a': 0, 'radar b': 4, fires: 7 });
});

test('radar waits half a minute for a model run, and nobody more than ten seconds for another feed', async () => {
  const slow = await begun({ 'alerts a': 600, 'alerts b': 1, 'radar a': 600, 'radar b': 1 }, { servingAfter: 600 });
  expect(slow).toEqual({ 'alerts a': 0, 'alerts b': 10, 'radar a': 30, 'radar b': 40 });
});

test('series of stations begin when every model was tried, or after ten minutes', async () => {
  expect(await begun({ 'radar a': 4, stations: 1 }, { modelsUntil: 60 })).toEqual({ 'radar a': 0, stations: 60 });
  expect(await begun({ 'radar a': 4, stations: 1 }, { modelsUntil: 9000 })).toEqual({ 'radar a': 0, stations: 604 });
});

test('the past of a demo begins when series of stations were tried, or ten minutes after they began', async () => {
  expect(await begun({ stations: 40, past: 1 }, { modelsUntil: 60 })).toEqual({ stations: 60, past: 100 });
  expect(await begun({ stations: 9000, past: 1 })).toEqual({ stations: 0, past: 610 });
});

test('what has not begun when the service ends does not begin', async () => {
  expect(await begun(POLLS, { servingAfter: 8, endingAfter: 9 })).toEqual({
    'alerts a': 0,
    'alerts b': 2,
    'radar a': 8,
  });
});
