import { expect, test } from 'vitest';
import { silentLog } from '../base/log.js';
import { createFaultLog, type IngestEnding, listenForEnding } from './fault-log.js';
import type { IngestFault } from './ingest-fault.js';

function faultOfHost(host: string, cause = 'host not found', unreachable = true): IngestFault {
  return { reason: `${cause} (${host})`, host, cause, unreachable };
}

const own = (cause: string): IngestFault => ({ reason: cause, host: null, cause, unreachable: false });
const SUCCESS: IngestEnding = { isSuccess: true, hasContacted: true, faults: [], staged: 0 };

/** A log, and what it wrote; `lines` empties it. */
function faultLog() {
  const clock = { seconds: 0, now: () => clock.seconds };
  let written: string[] = [];
  let retries = 0;
  const write = (_: object, line: string) => void written.push(line);
  const log = createFaultLog({
    log: { ...silentLog, info: write, warn: write, error: write },
    clock,
    titleOf: (feed) => feed.toUpperCase(),
    served: async () => 'Served from stored data: forecast (3 h old).',
    onNetworkBack: () => {
      retries++;
    },
  });
  return {
    clock,
    fails: (feed: string, ...faults: IngestFault[]) => log.ended(feed, { ...SUCCESS, isSuccess: false, faults }, 30),
    succeeds: (feed: string, ending: Partial<IngestEnding> = {}) => log.ended(feed, { ...SUCCESS, ...ending }, 60),
    retries: () => retries,
    async lines() {
      await Promise.resolve(); // for what is served meanwhile
      const since = written;
      written = [];
      return since;
    },
  };
}

test('a host and cause are logged once, whichever feeds and however many ingests meet them, and once when they are over', async () => {
  const { fails, succeeds, lines, clock } = faultLog();
  const fault = faultOfHost('dwd.example', 'answers 503', false);
  for (let n = 0; n < 3; n++) for (const feed of ['icon-eu', 'dwd-rv']) fails(feed, fault);
  expect(await lines()).toEqual(['upstream dwd.example: answers 503; next attempt for ICON-EU in 30 s']);
  clock.seconds = 60;
  succeeds('icon-eu');
  expect(await lines()).toEqual([]);
  succeeds('dwd-rv');
  expect(await lines()).toEqual(['upstream answers again']);
  fails('icon-eu', fault);
  expect(await lines()).toHaveLength(1);
});

test('another cause of the same host is logged, and the change is no recovery', async () => {
  const { fails, lines } = faultLog();
  fails('gfs', faultOfHost('noaa.example', 'answers 503', false));
  fails('gfs', faultOfHost('noaa.example', 'too slow', false));
  fails('gfs', faultOfHost('noaa.example', 'too slow', false));
  expect(await lines()).toEqual([
    'upstream noaa.example: answers 503; next attempt for GFS in 30 s',
    'upstream noaa.example: too slow; next attempt for GFS in 30 s',
  ]);
});

test('a failure that is no fault of a host is logged once for its feed', async () => {
  const { fails, succeeds, lines } = faultLog();
  for (const feed of ['gfs', 'gfs', 'nbm']) fails(feed, own('ENOSPC: no space left on device'));
  expect(await lines()).toEqual([
    'ingest of GFS failed: ENOSPC: no space left on device; next attempt in 30 s',
    'ingest of NBM failed: ENOSPC: no space left on device; next attempt in 30 s',
  ]);
  succeeds('gfs');
  expect(await lines()).toEqual(['ingest succeeds again']);
});

test('a part that fails in an ingest that succeeds is logged once', async () => {
  const { succeeds, lines } = faultLog();
  const faults = [faultOfHost('france.example', 'answers 503', false)];
  for (let n = 0; n < 3; n++) succeeds('meteoalarm', { faults });
  succeeds('meteoalarm');
  expect(await lines()).toEqual([
    'upstream france.example: answers 503; the rest of METEOALARM came in',
    'upstream answers again',
  ]);
});

test('when no host can be reached one line says so and what is served, then none until one answers', async () => {
  const { fails, succeeds, lines, retries } = faultLog();
  const feeds = ['nws', 'gfs', 'mrms', 'firms', 'dwd'];
  for (let n = 0; n < 4; n++) for (const feed of feeds) fails(feed, faultOfHost(`${feed}.example`));
  expect(await lines()).toEqual([
    'upstream nws.example: host not found; next attempt for NWS in 30 s',
    'no network: none of 2 upstream hosts can be reached (host not found). Served from stored data: forecast (3 h old).',
  ]);
  expect(retries()).toBe(0);
  succeeds('dwd');
  expect(await lines()).toEqual(['the network is back: an upstream answers again']);
  expect(retries()).toBe(1);
  fails('gfs', faultOfHost('gfs.example'));
  expect(await lines()).toEqual(['upstream gfs.example: host not found; next attempt for GFS in 30 s']);
});

test('an answer that is an error proves a network', async () => {
  const { fails, lines } = faultLog();
  fails('gfs', faultOfHost('a.example'));
  fails('nbm', faultOfHost('b.example', 'answers 503', false));
  fails('aqm', faultOfHost('c.example', 'connection refused'));
  expect((await lines()).map((line) => line.split(' ')[0])).toEqual(['upstream', 'upstream', 'upstream']);
});

test('hosts that cannot be reached while another answers are no lost network; five minutes after its answer they are', async () => {
  const { fails, succeeds, lines, clock } = faultLog();
  succeeds('gfs');
  fails('nws', faultOfHost('nws.example'));
  fails('mrms', faultOfHost('mrms.example'));
  expect(await lines()).toHaveLength(2);
  clock.seconds = 301;
  fails('nws', faultOfHost('nws.example'));
  expect(await lines()).toEqual([expect.stringMatching(/^no network: none of 2 upstream hosts/)]);
});

test('an ingest that asked no upstream says nothing about the network', async () => {
  const { fails, succeeds, lines } = faultLog();
  fails('nws', faultOfHost('nws.example'));
  fails('mrms', faultOfHost('mrms.example'));
  await lines();
  succeeds('terrain', { hasContacted: false });
  expect(await lines()).toEqual([]);
});

test('the events of an ingest become its faults, each cause once; without any its exit code is the reason', () => {
  const listener = listenForEnding();
  const fault = { reason: 'host not found (x)', host: 'x', cause: 'host not found', unreachable: true };
  for (const event of ['fault', 'fault', 'failed']) listener.take({ event, feed: 'meteoalarm', ...fault });
  listener.take({ event: 'stopped', staged: 7 });
  expect(listener.ending(1)).toEqual({ isSuccess: false, hasContacted: true, faults: [fault], staged: 7 });
  const silent = listenForEnding();
  silent.take({ event: 'nothing-new', contacted: false });
  expect(silent.ending(0)).toEqual({ isSuccess: true, hasContacted: false, faults: [], staged: 0 });
  expect(silent.ending(137).faults).toMatchObject([{ cause: 'the process ended with code 137 and no reason' }]);
});
