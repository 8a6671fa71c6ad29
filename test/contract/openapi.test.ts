/** The OpenAPI document: strict lint, examples that hold, and nothing served that it does not name. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BASE_URL, postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { CONDITION_CODES } from '../../src/model/condition.js';
import { DocumentValidator, documentOf, type Schema, schemasIn } from './document.js';

const { app } = await startTestServer();
afterAll(() => app.close());
const document = await documentOf(app);
const validator = new DocumentValidator(document);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

test('the document passes the strictest rules of the linter without a warning', () => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-openapi-'));
  try {
    const file = join(directory, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const lint = spawnSync(
      process.execPath,
      [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', file, '--extends=recommended-strict', '--format=json'],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const report = JSON.parse(lint.stdout.slice(lint.stdout.indexOf('{')));
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
    expect(lint.status).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
}, 60_000);

test('it is OpenAPI 3.1 of the interface 1.0.0, at the public address', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
  expect(document).toMatchObject({ servers: [{ url: BASE_URL }] });
});

test('every served path is in it, and it names nothing that is not served', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual([
    'GET /healthz',
    'GET /metrics',
    'GET /readyz',
    'GET /v1/accuracy/catalog',
    'GET /v1/forecast/variables',
    'GET /v1/historical/variables',
    'GET /v1/map-tiles',
    'GET /v1/map-tiles/{layer}.json',
    'GET /v1/map-tiles/{layer}/{z}/{x}/{y}',
    'POST /v1/accuracy',
    'POST /v1/alerts',
    'POST /v1/forecast',
    'POST /v1/historical',
    'POST /v1/nowcast',
    'POST /v1/outlook',
    'POST /v1/route',
  ]);
});

test('weather and maps are behind either bearer scheme, everything else is public', () => {
  const security = Object.fromEntries(
    operations.map(({ name, operation }) => [name, (operation as unknown as { security: object[] }).security]),
  );
  for (const [name, requirement] of Object.entries(security))
    expect(requirement, name).toEqual(/^POST|map-tiles/.test(name) ? [{ apiKey: [] }, { appToken: [] }] : []);
});

test.each(['/v1/forecast', '/v1/nowcast', '/v1/route', '/v1/alerts', '/v1/historical', '/v1/outlook', '/v1/accuracy'])(
  '%s names every status that it can answer with',
  (path) => {
    const statuses = Object.keys(document.paths[path]!.post!.responses);
    expect(statuses).toEqual(['200', '401', '403', '405', '413', '415', '422', '429', '500', '503']);
  },
);

const mediaExamples = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ schema, example, examples = {} }) =>
      [example, ...Object.values(examples).map(({ value }) => value)]
        .filter((value) => value !== undefined)
        .map((value) => ({ name: `${name} ${status}`, schema, value })),
    ),
  ),
);

const componentExamples = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
  examples.map((value) => ({ name, value })),
);

test('there are examples of requests, answers, problems and catalogs', () => {
  expect(mediaExamples.length).toBeGreaterThan(25);
  const named = componentExamples.map(({ name }) => name);
  for (const product of ['Forecast', 'Nowcast', 'Route', 'Alerts', 'Historical', 'Outlook', 'Accuracy'])
    expect(named).toEqual(expect.arrayContaining([`${product}Request`, `${product}Response`]));
  expect(named).toEqual(expect.arrayContaining(['Health', 'Readiness']));
});

test.each(mediaExamples)('the example of $name fits its schema', ({ schema, value }) => {
  expect(validator.faults(schema, value)).toEqual([]);
});

test.each(componentExamples)('an example of $name fits its schema', ({ name, value }) => {
  expect(validator.faultsOf(name, value)).toEqual([]);
});

test('examples of headers fit their schemas', () => {
  for (const { name, operation } of operations)
    for (const [status, { headers = {} }] of Object.entries(operation.responses))
      for (const [header, { schema }] of Object.entries(headers))
        for (const value of (schema as { examples: unknown[] }).examples)
          expect(validator.faults(schema, value), `${name} ${status} ${header}`).toEqual([]);
});

const componentsWhere = (matches: (schema: Schema) => boolean) =>
  Object.entries(document.components.schemas)
    .filter(([, schema]) => matches(schema))
    .map(([name]) => name)
    .sort();

test('request objects are closed', () => {
  expect(componentsWhere(({ additionalProperties }) => additionalProperties === false)).toEqual([
    'AccuracyRequest',
    'AlertsRequest',
    'CurrentSection',
    'DailyAccuracySection',
    'DailySection',
    'ForecastRequest',
    'HistoricalRequest',
    'HourlyAccuracySection',
    'HourlySection',
    'LocalAccuracyScope',
    'Location',
    'MinutelyAccuracySection',
    'NetworkAccuracyScope',
    'NowcastRequest',
    'ObservationUnitOverrides',
    'OutlookRequest',
    'QuarterHourlySection',
    'RegionAccuracyScope',
    'RouteRequest',
    'RouteUnitOverrides',
    'Sampling',
    'Travel',
    'UnitOverrides',
    'Waypoint',
  ]);
});

test('records, windows and warnings say that further fields may appear', () => {
  expect(componentsWhere(({ additionalProperties }) => additionalProperties === true)).toEqual([
    ...['AccuracyErrors', 'AccuracyOccurrence', 'AccuracyPrecipitation', 'AccuracyProbability', 'AccuracyStation'],
    'DailyAccuracyRecord',
    'DailyRecord',
    'HistoricalRecord',
    'HistoricalSource',
    'HistoricalStation',
    'HourlyAccuracyRecord',
    'InstantRecord',
    'MinutelyAccuracyRecord',
    'NowcastMinute',
    'OutlookRecord',
    'ReliabilityBin',
    'RouteSample',
    'RouteWindow',
    'Warning',
  ]);
});

test('no schema has a default, which client generators would send or require', () => {
  const withDefault = [...schemasIn(document)].filter(([, schema]) => 'default' in schema && !isSchema(schema.default));
  expect(withDefault.map(([place]) => place)).toEqual([]);
});

/** A field of the name "default" has a schema. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value;
}

test('condition codes are one named component, wherever they appear', () => {
  expect(document.components.schemas.ConditionCode?.enum).toEqual([...CONDITION_CODES]);
  const inline = [...schemasIn(document)].filter(([, schema]) => schema.enum?.includes('freezing-rain'));
  expect(inline.map(([place]) => place)).toEqual(['/components/schemas/ConditionCode']);
  const users = [...schemasIn(document)].filter(([, { $ref }]) => $ref === '#/components/schemas/ConditionCode');
  expect(users.map(([place]) => place.split('/').slice(3, 6).join('/'))).toEqual([
    'InstantRecord/properties/condition',
    'DailyRecord/properties/condition',
    'NowcastMinute/properties/condition',
    'RouteSample/properties/condition',
    'RoutePeak/properties/value',
    'OutlookRecord/properties/condition',
    'ForecastCatalog/properties/condition_codes',
  ]);
});

test('a tile is binary, so that clients return bytes', () => {
  const { content } = document.paths['/v1/map-tiles/{layer}/{z}/{x}/{y}']!.get!.responses[200]!;
  expect(content).toEqual({ 'image/png': { schema: { type: 'string', format: 'binary' } } });
});

test('every operation, parameter, component and field has a description', () => {
  const silent = operations.flatMap(({ name, operation: { summary, description, parameters = [] } }) => [
    ...(summary && description ? [] : [name]),
    ...parameters.filter((parameter) => !parameter.description).map((parameter) => `${name} ${parameter.name}`),
  ]);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!schema.description) silent.push(name);
    for (const [place, { properties = {} }] of schemasIn(schema, name)) {
      if (/\/(if|then|else)\b/.test(place)) continue; // conditions, not fields
      for (const [field, { description, $ref }] of Object.entries(properties))
        if (!description && !$ref) silent.push(`${place}/${field}`);
    }
  }
  expect(silent).toEqual([]);
});

test('the contact is the operator at the public address', () => {
  expect(document.info.contact).toEqual({ name: 'Operator of this service', url: BASE_URL });
});

test.each([
  ['POST', '/v1/forcast', 404],
  ['PUT', '/v1/forecast', 405],
])('the example of the problem of %s %s is what the service says', async (method, url, status) => {
  const answer = await app.inject({ method: method as 'POST', url });
  expect(answer.statusCode).toBe(status);
  const examples = mediaExamples.map(({ value }) => (value as { detail?: string }).detail);
  if (status === 405) expect(examples).toContain(answer.json().detail);
});

test('the example of an invalid forecast is what the service says', async () => {
  const location = { latitude: 52.52, longitude: 13.405 };
  const answer = await postForecast(app, { location, hourly: { hours: 500, variables: ['temperature'] } });
  const [, example] = Object.entries(document.paths['/v1/forecast']!.post!.responses[422]!.content!)[0]!;
  expect(Object.values(example.examples!)[0]!.value).toEqual(answer.json());
});
