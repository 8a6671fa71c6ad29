/** What the socket refuses; what it does is in test/alert-records.test.ts. */

import { expect, onTestFinished, test } from 'vitest';
import { createMemoryAlerts } from '../../../test/memory-alerts.js';
import { silentLog } from '../../base/log.js';
import type { AlertMessage } from '../../model/alert.js';
import { messageText } from '../../model/alert-text.js';
import { routeAlerts } from './administration-alerts.js';
import { createAdministrationApp } from './administration-app.js';

const MESSAGE: AlertMessage = {
  identifier: 'a',
  sender: 's',
  sent: 1,
  status: 'actual',
  messageType: 'alert',
  scope: 'public',
  references: [],
  infos: [],
};

function serve() {
  const alerts = createMemoryAlerts();
  const app = createAdministrationApp(silentLog);
  routeAlerts(app, alerts);
  onTestFinished(() => app.close());
  const put = (url: string, payload: string, type = 'application/x-ndjson') =>
    app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } });
  return { alerts, app, put };
}

const line = (more: object) => `${JSON.stringify({ ...JSON.parse(messageText(MESSAGE)), ...more })}\n`;
const areaWith = (polygons: unknown) => ({
  infos: [
    {
      language: 'en',
      event: null,
      categories: [],
      responseTypes: [],
      urgency: 'past',
      severity: 'minor',
      certainty: 'likely',
      effective: null,
      onset: null,
      expires: null,
      ends: null,
      senderName: null,
      headline: null,
      description: null,
      instruction: null,
      areas: [{ description: '', polygons, circles: [], geocodes: [] }],
    },
  ],
});

test.each([
  ['a status that CAP does not know', line({ status: 'real' }), '"/status" must be equal to one of the allowed values'],
  ['a field too many', line({ mood: 'good' }), '"/mood" is not a field of it'],
  ['a field too few', '{"identifier":"a"}\n', 'must have required properties'],
  ['no identifier', line({ identifier: '' }), '"/identifier"'],
  ['a time that is text', line({ sent: '2026-11-20T00:00:00Z' }), '"/sent" must be number'],
  ['a ring of numbers', line(areaWith([[[1, 2, 3]]])), '"/infos/0/areas/0/polygons/0/0" must be string'],
  ['a ring of other letters', line(areaWith([['2!!']])), 'character 1 of a ring'],
  ['a list', '[]\n', 'must be object'],
  ['no JSON', 'hello\n', 'line 2 is no JSON'],
])('messages with %s are refused with the rule', async (_, payload, rule) => {
  const { put, alerts } = serve();
  const answer = await put('/alerts/messages?feed=nws&at=1', line({}) + payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(rule);
  expect((await alerts.load()).messages).toEqual([]);
});

test('lines of the right kind are taken', async () => {
  const { put, alerts } = serve();
  const answer = await put('/alerts/messages?feed=nws&at=1.5', line({}) + line(areaWith([['2CCEEDF']])));
  expect(answer.json()).toEqual({ added: 1, revision: 1 });
  expect(await alerts.load()).toMatchObject({ messages: [{ feed: 'nws', receivedAt: 1.5 }] });
});

test.each([
  ['/alerts/messages?feed=&at=1', 400],
  ['/alerts/messages?feed=nws&at=now', 400],
  ['/alerts/messages?feed=nws', 400],
  ['/alerts/zones?scheme=fips&version=1', 400],
  ['/alerts/zones?scheme=ugc', 400],
])('PUT %s is refused', async (url, status) => {
  expect((await serve().put(url, '')).statusCode).toBe(status);
});

test('a body that is not of lines is refused', async () => {
  const { put } = serve();
  expect((await put('/alerts/messages?feed=nws&at=1', '{}', 'application/json')).statusCode).toBe(415);
  expect((await put('/alerts/messages?feed=nws&at=1', '{}', 'text/xml')).statusCode).toBe(415);
});

test('zones of which the last line is cut off replace nothing', async () => {
  const { put, alerts } = serve();
  const zone = JSON.stringify({ scheme: 'ugc', value: 'a', name: null, polygons: [] });
  expect((await put('/alerts/zones?scheme=ugc&version=1', `${zone}\n`)).statusCode).toBe(204);
  expect((await put('/alerts/zones?scheme=ugc&version=2', `${zone}\n${zone.slice(0, 9)}`)).statusCode).toBe(400);
  const other = zone.replace('ugc', 'nuts');
  expect((await put('/alerts/zones?scheme=ugc&version=3', `${other}\n`)).statusCode).toBe(400);
  expect(await alerts.zoneVersions()).toEqual({ ugc: '1' });
});

test('a feed that was never polled is 404', async () => {
  const { app } = serve();
  expect((await app.inject('/alerts/polls/nws')).statusCode).toBe(404);
});
