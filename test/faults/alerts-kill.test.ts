/** kill -9 in the middle of writing alerts: what was acknowledged is there afterwards, and every set of zones is whole. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { openRecords } from '../../src/store/tables/records.js';
import { writeAndKill } from './killed-writer.js';

/** Zones of each set; the name of a zone is the version of its set. */
const ZONES = 70;

/** Adds messages, replaces zones and notes the poll in turn, and prints what was acknowledged. */
const WRITER = `
  const { openRecords } = await import(${JSON.stringify(pathToFileURL(resolve('dist/src/store/tables/records.js')).href)});
  const { silentLog } = await import(${JSON.stringify(pathToFileURL(resolve('dist/src/base/log.js')).href)});
  const { alerts } = await openRecords({ directory: process.argv[1], log: silentLog });
  const facts = { sender: 's', sent: 1, status: 'actual', messageType: 'alert', scope: 'public', references: [], infos: [] };
  const ring = Float64Array.from({ length: 200 }, (_, k) => k / 7);
  const state = { lastModified: null, lastSuccess: 1, lastFailure: null, failure: null };
  for (let n = Math.floor((await alerts.load()).messages.length / 40); ; n++) {
    await alerts.add('nws', Array.from({ length: 40 }, (_, k) => ({ ...facts, identifier: n + '-' + k })), n);
    console.log('messages ' + n);
    await alerts.setPollState('nws', { ...state, etag: String(n) });
    console.log('poll ' + n);
    await alerts.putZones('ugc', String(n), Array.from({ length: ${ZONES} }, (_, k) =>
      ({ scheme: 'ugc', value: 'Z' + k, name: String(n), polygons: [[ring]] })));
    console.log('zones ' + n);
  }
`;

test('no acknowledged message, poll or set of zones is lost to kill -9, and no set is torn', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-kill-'));
  // one kill in the writing of zones, one in that of messages, or wherever the writer is by then
  for (const lines of [5, 12]) {
    const acknowledged = await writeAndKill(WRITER, directory, lines);
    const last = (what: string) =>
      Math.max(...acknowledged.filter((line) => line.startsWith(what)).map((line) => Number(line.split(' ')[1])));

    const records = await openRecords({ directory, log: silentLog });
    const { messages } = await records.alerts.load();
    const state = await records.alerts.pollState('nws');
    const { zones, versions } = await records.alerts.zones();
    await records.close();

    const present = new Set(messages.map(({ message }) => message.identifier));
    for (let n = 0; n <= last('messages'); n++)
      for (let k = 0; k < 40; k++) expect(present.has(`${n}-${k}`), `message ${n}-${k}`).toBe(true);
    expect(Number(state?.etag)).toBeGreaterThanOrEqual(last('poll'));
    expect(Number(versions.ugc)).toBeGreaterThanOrEqual(last('zones'));
    expect(zones).toHaveLength(ZONES);
    expect(new Set(zones.map(({ name }) => name))).toEqual(new Set([versions.ugc]));
  }
  rmSync(directory, { recursive: true });
});
