/** A restart keeps the day quotas, refuses a pepper that does not fit, and names files that are open to others. */

import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-restart-'));
const settings = { WEATHERGLASS_DATA: directory, WEATHERGLASS_PEPPER: 'the pepper that the key is made with' };
const services: RunningService[] = [];
afterEach(() => Promise.all(services.splice(0).map((service) => service.stop())));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(): Promise<RunningService> {
  const service = await serve(settings, '--no-ingest');
  services.push(service);
  return service;
}

let key: string;

/** Requests of the day that are left after one more. */
async function leftAfterOne(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/v1/map-tiles`, { headers: { authorization: `Bearer ${key}` } });
  return Number(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')![1]);
}

test('the day quota of a key goes on after a restart', { timeout: 60_000 }, async () => {
  const first = await start();
  key = /wg_[a-z0-9]+_[A-Za-z0-9]+/.exec(first.output())![0];
  const left = await leftAfterOne(first.url);
  expect(await leftAfterOne(first.url)).toBe(left - 1);
  expect(await first.stop()).toBe(0);
  const second = await start();
  expect(await leftAfterOne(second.url)).toBe(left - 2);
  expect(await second.stop()).toBe(0);
});

test('a start with a pepper that fits no key is refused with one sentence', { timeout: 60_000 }, async () => {
  const other = { ...settings, WEATHERGLASS_PEPPER: 'the pepper of quite another service' };
  const refused = await run({ ...other, PORT: '0' }, 'serve', '--no-ingest');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^weatherglass: WEATHERGLASS_PEPPER: must hold the pepper .* keys create; got .*\n$/);
});

test('a start whose pepper file is missing is refused, and makes no new one', { timeout: 60_000 }, async () => {
  const pepper = join(directory, 'pepper');
  const refused = await run({ WEATHERGLASS_DATA: directory, PORT: '0' }, 'serve', '--no-ingest');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^weatherglass: \/.*pepper: must hold the pepper .*; got "no such file"\n$/);
  expect(existsSync(pepper)).toBe(false);
});

test('a data directory that other users can read is named with the command that closes it', {
  timeout: 60_000,
}, async () => {
  chmodSync(directory, 0o755);
  const service = await start();
  expect(await service.stop()).toBe(0);
  expect(service.log()).toContain(`chmod 700 ${directory}`);
});
