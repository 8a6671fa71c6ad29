import { expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import type { Sleep } from '../../base/retry.js';
import { RADAR_SITES } from '../../model/radar-sites-table.js';
import type { IngestEvent } from '../ingest-process.js';
import { createScanRequests } from './scan-requests.js';

/** A started process; `end` makes it end with a code, after it has said so. */
interface Started {
  readonly site: string;
  isStopped: boolean;
  end(code?: number, event?: string): void;
}

/** Let whatever can go on go on. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function world() {
  const started: Started[] = [];
  const faulty: string[] = [];
  /** Ends of sleeps under way, by their seconds. */
  const sleeps: { readonly seconds: number; readonly wake: () => void }[] = [];
  const sleep: Sleep = (seconds, signal) =>
    new Promise((resolve, reject) => {
      sleeps.push({ seconds, wake: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const time = { now: 1000 };
  const requests = createScanRequests({
    clock: { now: () => time.now },
    log: silentLog,
    faults: { ended: (feed, { faults }) => void faulty.push(...faults.map(({ cause }) => `${feed}: ${cause}`)) },
    sleep,
    start(site: string, onEvent: (event: IngestEvent) => void) {
      let finish: (code: number) => void;
      const finished = new Promise<number>((resolve) => {
        finish = resolve;
      });
      const one: Started = {
        site,
        isStopped: false,
        end(code = 0, event = 'published') {
          onEvent({ event });
          finish(code);
        },
      };
      started.push(one);
      return {
        finished,
        stop() {
          one.isStopped = true;
          finish(143);
        },
      };
    },
  });
  const wake = (seconds: number) => {
    for (const one of sleeps.filter((each) => each.seconds === seconds)) one.wake();
  };
  const sites = () => started.map(({ site }) => site);
  return { requests, started, faulty, sites, time, wake };
}

test.each([
  [0, 'published', 'published'],
  [0, 'nothing-new', 'published'],
  [0, 'silent', 'silent'],
  [1, 'failed', 'failed'],
  [143, 'stopped', 'failed'],
] as const)('a process that ends with %i and says "%s" has %s', async (code, event, outcome) => {
  const { requests, started } = world();
  const asked = requests.refresh('KTLX');
  await settle();
  started[0]!.end(code, event);
  expect(await asked).toBe(outcome);
});

test('who asks at once shares one fetch, who asks within a minute gets how it ended', async () => {
  const { requests, started, time } = world();
  const asked = [requests.refresh('KTLX'), requests.refresh('KTLX'), requests.refresh('KTLX')];
  await settle();
  started[0]!.end();
  expect(await Promise.all(asked)).toEqual(['published', 'published', 'published']);
  time.now += 59;
  expect(await requests.refresh('KTLX')).toBe('published');
  expect(started).toHaveLength(1);
  time.now += 1;
  void requests.refresh('KTLX');
  await settle();
  expect(started).toHaveLength(2);
});

test('two are fetched at once, the others in the order in which they were asked for', async () => {
  const { requests, started, sites } = world();
  const asked = ['KTLX', 'KINX', 'KVNX', 'KFDR'].map((site) => requests.refresh(site));
  await settle();
  expect(sites()).toEqual(['KTLX', 'KINX']);
  started[1]!.end();
  await settle();
  expect(sites()).toEqual(['KTLX', 'KINX', 'KVNX']);
  started[0]!.end(1);
  await settle();
  expect(sites()).toEqual(['KTLX', 'KINX', 'KVNX', 'KFDR']);
  started[2]!.end(0, 'silent');
  started[3]!.end();
  expect(await Promise.all(asked)).toEqual(['failed', 'published', 'silent', 'published']);
});

test('a queue of sixteen is full: more are refused at once, and may ask again', async () => {
  const { requests, started } = world();
  const sites = RADAR_SITES.slice(0, 19).map(({ icao }) => icao);
  const asked = sites.slice(0, 18).map((site) => requests.refresh(site));
  await settle();
  expect(await requests.refresh(sites[18]!)).toBe('pending');
  for (let n = 0; n < 18; n++) {
    started[n]!.end();
    await settle();
  }
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['published']));
  void requests.refresh(sites[18]!);
  await settle();
  expect(started).toHaveLength(19);
});

test('after failures it waits 30 s, then 60, then longer, at most five minutes; a success ends that', async () => {
  const { requests, started, time } = world();
  const failAfter = async (pause: number) => {
    time.now += pause - 1;
    const before = started.length;
    if (before > 0) expect(await requests.refresh('KTLX')).toBe('failed');
    expect(started).toHaveLength(before);
    time.now += 1;
    const asked = requests.refresh('KTLX');
    await settle();
    started.at(-1)!.end(1);
    expect(await asked).toBe('failed');
  };
  for (const pause of [0, 30, 60, 120, 240, 300, 300]) await failAfter(pause);
  time.now += 300;
  const asked = requests.refresh('KTLX');
  await settle();
  started.at(-1)!.end();
  expect(await asked).toBe('published');
  time.now += 60;
  void requests.refresh('KTLX');
  await settle();
  started.at(-1)!.end(1);
  await settle();
  await failAfter(30);
});

test('nobody waits beyond the deadline; the fetch goes on, and who asks later has what it brought', async () => {
  const { requests, started, wake } = world();
  const asked = requests.refresh('KTLX');
  await settle();
  wake(10);
  expect(await asked).toBe('pending');
  const again = requests.refresh('KTLX');
  started[0]!.end();
  expect(await again).toBe('published');
  expect(started).toHaveLength(1);
});

test('a fetch that fails is reported with its radar', async () => {
  const { requests, started, faulty } = world();
  const asked = ['KTLX', 'KINX'].map((site) => requests.refresh(site));
  await settle();
  started[0]!.end(1, 'failed');
  started[1]!.end();
  await Promise.all(asked);
  expect(faulty).toEqual(['nexrad KTLX: the process ended with code 1 and no reason']);
});

test('what cannot even be started has failed', async () => {
  const { requests } = (() => {
    const sleep: Sleep = () => new Promise(() => undefined);
    const start = () => {
      throw new Error('no more processes');
    };
    const faults = { ended: () => undefined };
    return { requests: createScanRequests({ clock: { now: () => 0 }, log: silentLog, faults, sleep, start }) };
  })();
  expect(await requests.refresh('KTLX')).toBe('failed');
});

test('what is no radar of the network is silent, and nothing is started', async () => {
  const { requests, started } = world();
  expect(await Promise.all(['KLIX', 'ktlx', '--help', '../KTLX'].map((site) => requests.refresh(site)))).toEqual(
    Array(4).fill('silent'),
  );
  expect(started).toEqual([]);
});

test('a radar that nobody asked for in an hour is forgotten with its failures', async () => {
  const { requests, started, time } = world();
  const asked = requests.refresh('KTLX');
  await settle();
  started[0]!.end(1);
  await asked;
  time.now += 3601;
  const other = requests.refresh('KTLX');
  await settle();
  started[1]!.end(1);
  await other;
  time.now += 30;
  void requests.refresh('KTLX');
  await settle();
  expect(started).toHaveLength(3); // after one failure, and not after two
});

test('at the end what runs is stopped and waited for, and nothing more begins', async () => {
  const { requests, started } = world();
  const asked = ['KTLX', 'KINX', 'KVNX'].map((site) => requests.refresh(site));
  await settle();
  await requests.end();
  expect(await Promise.all(asked)).toEqual(['failed', 'failed', 'failed']);
  expect(started.map(({ isStopped }) => isStopped)).toEqual([true, true]);
  expect(await requests.refresh('KFDR')).toBe('failed');
  expect(started).toHaveLength(2);
});
