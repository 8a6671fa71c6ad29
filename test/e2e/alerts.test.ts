/** Alerts end to end, on the built service: polled, handed in, asked for over HTTP and from the command line, restarted. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertsAnswer } from '../../src/model/alert-answer.js';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-'));
const settings = { WEATHERGLASS_DATA: join(directory, 'data'), WEATHERGLASS_FEEDS: 'nws-alerts' };
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await serve(settings);
  key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
}, 60_000);
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const NORMAN = { location: { latitude: 35.22, longitude: -97.44 } };
const README_BODY = /8080\/v1\/alerts[\s\S]*?-d '(\{[\s\S]*?\})'\n```/.exec(readFileSync('README.md', 'utf8'))![1]!;

/** Asks until `isDone` of an answer; before there is one, it must be an honest 503. */
async function ask(body: string, isDone: (answer: AlertsAnswer) => boolean): Promise<AlertsAnswer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
  for (;;) {
    const response = await fetch(`${service.url}/v1/alerts`, { method: 'POST', headers, body });
    const answer = (await response.json()) as AlertsAnswer & { detail: string };
    if (response.status === 200 && isDone(answer)) return answer;
    if (response.status !== 200)
      expect([response.status, answer.detail]).toEqual([503, expect.stringMatching(/alerts/)]);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const instant = (seconds: number) => `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}-00:00`;

/** The file of a CAP message over Norman. */
function capFile(identifier: string, messageType: 'Alert' | 'Cancel', references = ''): string {
  const path = join(directory, `${identifier}.cap`);
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${identifier}</identifier><sender>office@example.org</sender><sent>${instant(-60)}</sent>
  <status>Actual</status><msgType>${messageType}</msgType><scope>Public</scope>${references}
  <info><category>Met</category><event>Tornado Warning</event><urgency>Immediate</urgency>
    <severity>Extreme</severity><certainty>Observed</certainty><expires>${instant(3600)}</expires>
    <area><areaDesc>Norman</areaDesc><polygon>35,-98 35,-97 36,-97 36,-98 35,-98</polygon></area>
  </info>
</alert>`,
  );
  return path;
}

const ids = ({ alerts }: AlertsAnswer) => alerts.map(({ id }) => id);

test('what is polled, and what is handed in while it runs, is answered; a cancel ends it', {
  timeout: 60_000,
}, async () => {
  const polled = await ask(README_BODY, () => true);
  expect(polled).toMatchObject({ location: NORMAN.location, stale: false });
  expect(polled.warnings).toContainEqual(expect.objectContaining({ code: 'simulated_data' }));

  const tornado = await run(settings, 'ingest', 'nws-alerts', '--from', capFile('tornado', 'Alert'));
  expect(tornado.code, tornado.stderr).toBe(0);
  const [alert] = (await ask(README_BODY, (answer) => ids(answer).includes('tornado'))).alerts;
  expect(alert).toMatchObject({ id: 'tornado', severity: 'extreme', geometry: { type: 'Polygon' } });

  const shown = await run(settings, 'query', 'alerts', '35.22', '-97.44');
  expect(shown.stdout).toMatch(/\nEXTREME {2}Tornado Warning {2}[\s\S]*Norman/);

  const references = `<references>office@example.org,tornado,${instant(-60)}</references>`;
  await run(settings, 'ingest', 'nws-alerts', '--from', capFile('over', 'Cancel', references));
  await ask(JSON.stringify(NORMAN), (answer) => !ids(answer).includes('tornado'));
  const chain = await run(settings, 'inspect', 'alert', 'tornado');
  expect(chain.stdout).toMatch(/alert {3}tornado\n {4}not active: superseded since .* by the cancel over\n/);
});

test('after a restart it answers from what was stored, without an upstream', { timeout: 60_000 }, async () => {
  await run(settings, 'ingest', 'nws-alerts', '--from', capFile('hail', 'Alert'));
  await service.stop();
  service = await serve(settings, '--no-ingest');
  const answer = await ask(JSON.stringify(NORMAN), () => true);
  expect(ids(answer).filter((id) => ['hail', 'tornado'].includes(id))).toEqual(['hail']);
});

test('a question that makes no sense is refused by field, rule and value', async () => {
  const { code, stdout, stderr } = await run(settings, 'query', 'alerts', '91', 'east');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('location.latitude must be at most 90; got 91');
  expect(stderr).toContain('location.longitude must be a number');
});
