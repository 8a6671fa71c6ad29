/** Connections that end badly; what the access does otherwise is in test/alert-records.test.ts. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryAlerts } from '../../test/memory-alerts.js';
import { RecordsError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { routeAlerts } from '../http/administration/administration-alerts.js';
import { createAdministrationApp } from '../http/administration/administration-app.js';
import type { AlertMessage, AlertZone } from '../model/alert.js';
import { createAdministrationClient } from './administration-client.js';
import { createAlertAccess } from './alert-access.js';

function socketPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-socket-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 's');
}

/** A server that answers as it is told. */
async function accessTo(listener: RequestListener) {
  const path = socketPath();
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(path, listening));
  onTestFinished(() => void server.close());
  return createAlertAccess(createAdministrationClient(path));
}

async function accessToRoutes() {
  const path = socketPath();
  const alerts = createMemoryAlerts();
  const app = createAdministrationApp(silentLog);
  routeAlerts(app, alerts);
  await app.listen({ path });
  onTestFinished(() => app.close());
  return { alerts, access: createAlertAccess(createAdministrationClient(path)) };
}

const MESSAGE: AlertMessage = {
  identifier: 'a',
  sender: 'nws',
  sent: 1,
  status: 'actual',
  messageType: 'alert',
  scope: 'public',
  references: [],
  infos: [],
};

test('what the server refuses in the middle of much comes back as its sentence', async () => {
  const { access, alerts } = await accessToRoutes();
  const messages = Array.from({ length: 20_000 }, (_, n) => ({ ...MESSAGE, identifier: `${n}${'x'.repeat(500)}` }));
  messages[1000] = { ...MESSAGE, sent: Number.NaN };
  const refused = access.add('nws', messages, 1);
  await expect(refused).rejects.toThrow(RecordsError);
  await expect(refused).rejects.toThrow('a line is no message: "/sent" must be number');
  expect((await alerts.load()).messages.length).toBeLessThanOrEqual(1000);
});

test('zones of many megabytes flow through', async () => {
  const { access, alerts } = await accessToRoutes();
  const ring = Float64Array.from({ length: 2000 }, (_, k) => Math.round(Math.sin(k) * 1e6) / 1e6);
  const zoneOf = (n: number): AlertZone => ({ scheme: 'ugc', value: `Z${n}`, name: null, polygons: [[ring]] });
  await access.putZones(
    'ugc',
    '1',
    Array.from({ length: 500 }, (_, n) => zoneOf(n)),
  );
  expect((await alerts.zones()).zones).toHaveLength(500);
  expect((await access.zones()).zones[499]).toEqual(zoneOf(499));
});

test.each<[string, RequestListener, string]>([
  [
    'in the middle of an answer',
    (_, response) => void response.write('{"revision":1,"removed":[]}\n', () => response.destroy()),
    'ended in the middle of an answer',
  ],
  ['before it', (_, response) => void response.destroy(), 'does not answer'],
  ['an empty answer', (_, response) => void response.end(), 'without a first line'],
])('a server that ends %s is a records error', async (_, listener, sentence) => {
  const { load, zones } = await accessTo(listener);
  for (const read of [load, zones]) {
    const failed = read();
    await expect(failed).rejects.toThrow(RecordsError);
    await expect(failed).rejects.toThrow(sentence);
  }
});

test('a server that is killed while it is sent to is a records error', async () => {
  const access = await accessTo((request) => void request.once('data', () => request.socket.destroy()));
  const messages = Array.from({ length: 5000 }, (_, n) => ({ ...MESSAGE, identifier: `${n}${'x'.repeat(500)}` }));
  await expect(access.add('nws', messages, 1)).rejects.toThrow(RecordsError);
});
