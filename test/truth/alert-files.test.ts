/**
 * Real alerts: every file is decoded, or refused for the reason that a table names; and what the messages of the
 * hand-checked set say, from the OASIS examples, Environment Canada, the DWD and the NWS.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTagged } from '../../src/base/errors.js';
import { decodeCap } from '../../src/decode/cap/cap.js';
import { decodeNwsAlerts } from '../../src/decode/nws-alerts/nws-alerts.js';
import { unzip } from '../../src/decode/zip/zip.js';
import type { AlertMessage } from '../../src/model/alert.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { factsLike, type MessageFacts, seconds } from './alert-messages.js';
import { CAP_FACTS, NWS_FACTS } from './alert-messages-table.js';

/** Files that are no alerts, and what they are refused for. */
const REFUSED: readonly (readonly [folder: string, files: RegExp, reason: RegExp])[] = [
  ['eccc', /^ae0506_weather\.xml$/, /line 1: the root element must be alert; got "siteData"/], // a forecast
  [
    'nws-api',
    /^pynws_(points|gridpoints_forecast_hourly|stations_observations_latest)\.json$/,
    /type must be FeatureC/,
  ],
  ['dwd', /^alert_cells\.json$/, /a feature must|message type must|sender must have/], // shapes of warn cells
  ['nws-vtec-text', /\.txt$/, /malformed CAP, .+, line \d+: /], // texts of before XML
];
const ZIP_LIMITS = { entries: 1000, entryBytes: 4e6, bytes: 4e7, ratio: 100 };
const NOW = seconds('2025-12-15T21:55:00Z');
const UNITS: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86400 };

/** "date:now -2 minutes", "date:now 3 days", "date:today 16:00:-5 +24 hours": times that were cut out of the files. */
function resolveTemplates(text: string): Uint8Array {
  const resolved = text.replace(
    /date:(now|today (\d\d):(\d\d):-(\d+)) ([+-]?\d+) (second|minute|hour|day)s?/g,
    (_, base: string, hour: string, minute: string, offset: string, count: string, unit: string) => {
      const start = base === 'now' ? NOW : NOW - (NOW % 86400) + (+hour + +offset) * 3600 + +minute * 60;
      return new Date((start + Number(count) * UNITS[unit]!) * 1000).toISOString();
    },
  );
  return new TextEncoder().encode(resolved);
}

const bytesOf = (folder: string, file: string) => readFileSync(sharedData('alerts', folder, file));
const nwsBytes = (file: string) => resolveTemplates(bytesOf('nws-api', file).toString());

function filesUnder(folder: string): string[] {
  return readdirSync(sharedData('alerts', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath.slice(sharedData('alerts', folder).length + 1)}/${entry.name}`.replace(/^\//, ''),
    );
}

/** All CAP messages by the names of their files, those in archives too. */
function capMessages(): Map<string, AlertMessage> {
  const plain = ['oasis', 'eccc', 'cap-php'].flatMap((folder) =>
    filesUnder(folder)
      .filter((name) => !isRefused(folder, name))
      .map((name) => ({ name, bytes: new Uint8Array(bytesOf(folder, name)) })),
  );
  const packed = filesUnder('dwd')
    .filter((name) => name.endsWith('.zip'))
    .flatMap((name) => unzip(bytesOf('dwd', name), ZIP_LIMITS));
  return new Map([...plain, ...packed].map(({ name, bytes }) => [name, decodeCap(bytes, name)]));
}

function isRefused(folder: string, file: string): boolean {
  return REFUSED.some(([inside, files]) => inside === folder && files.test(file));
}

function reasonsOf(run: () => unknown): string {
  try {
    const value = run() as { quarantined?: { reason: string }[] };
    return value.quarantined?.[0]?.reason ?? 'decoded';
  } catch (error) {
    if (isTagged(error, 'malformed')) return error.message;
    throw error;
  }
}

testWithSharedData('every file of alerts is decoded, or refused for the reason that the table names', () => {
  expect([...capMessages().keys()].sort()).toEqual(Object.keys(CAP_FACTS).sort());
  for (const folder of ['eccc', 'nws-api', 'dwd', 'nws-vtec-text'])
    for (const file of filesUnder(folder)) {
      const row = REFUSED.find(([inside, files]) => inside === folder && files.test(file));
      if (row === undefined) continue;
      const decode = file.endsWith('.json') ? decodeNwsAlerts : decodeCap;
      expect(`${file}: ${reasonsOf(() => decode(bytesOf(folder, file), file))}`).toMatch(row[2]);
    }
  const nws = filesUnder('nws-api').filter((file) => !isRefused('nws-api', file));
  expect(nws.sort()).toEqual(Object.keys(NWS_FACTS).sort());
  const counts = nws.sort().map((file) => {
    const { messages, quarantined } = decodeNwsAlerts(nwsBytes(file), file);
    return [file, messages.length, quarantined];
  });
  expect(counts).toEqual([
    ['northwest_alerts_alerts_active.json', 529, []],
    ['pynws_alerts_active_zone.json', 1, []],
    ['testing_alerts_active.json', 38, []],
  ]);
});

testWithSharedData('no message of the warn cells of the DWD, all of them set aside', () => {
  const { messages, quarantined } = decodeNwsAlerts(bytesOf('dwd', 'alert_cells.json'), 'alert_cells.json');
  expect(messages).toEqual([]);
  expect(quarantined.map(({ id }) => id)).toContain('Warngebiete_Gemeinden.803159016');
});

testWithSharedData('CAP messages say what is in their files', () => {
  for (const [name, message] of capMessages()) expect(factsLike(message, CAP_FACTS[name]!)).toEqual(CAP_FACTS[name]);
  const circle = capMessages().get('Oasis_EarthquakeReport.xml')!.infos[0]!.areas[0]!.circles;
  expect(circle).toEqual([{ latitude: 32.9525, longitude: -115.5527, radius: 0 }]);
});

testWithSharedData('alerts of the NWS API say what is in their files', () => {
  for (const [file, byIndex] of Object.entries(NWS_FACTS)) {
    const { messages } = decodeNwsAlerts(nwsBytes(file), file);
    for (const [index, facts] of Object.entries(byIndex))
      expect(factsLike(messages[+index]!, facts)).toEqual(facts satisfies MessageFacts);
  }
});

testWithSharedData('a page says when it was updated, and every alert of the NWS is complete', () => {
  const page = decodeNwsAlerts(nwsBytes('northwest_alerts_alerts_active.json'), 'page');
  expect([page.updated, page.next]).toEqual([seconds('2025-12-15T21:53:46Z'), null]);
  const infos = page.messages.flatMap((message) => message.infos);
  // counted with grep in the file
  const count = (is: (info: (typeof infos)[number]) => boolean) => infos.filter(is).length;
  expect(count(({ areas }) => areas[0]!.polygons.length > 0)).toBe(19);
  expect(count(({ ends }) => ends === null)).toBe(18);
  expect(count(({ severity }) => severity === 'extreme')).toBe(2);
  expect(count(({ responseTypes }) => responseTypes.includes('allclear'))).toBe(2);
  expect(page.messages.filter(({ messageType }) => messageType === 'update')).toHaveLength(151);
  const zones = infos.map(({ areas }) =>
    areas.map(({ geocodes }) => geocodes.filter(({ scheme }) => scheme === 'ugc')),
  );
  expect(zones.flat(2)).toHaveLength(1347);
  // the counties of all, where nothing is drawn, are one area more
  const counties = infos.flatMap(({ areas }) => areas.filter(({ geocodes }) => geocodes[0]?.scheme === 'same'));
  expect(counties).toHaveLength(infos.length - 19);
  expect(zones.flat().filter(({ length }) => length !== 1)).toHaveLength(counties.length);
});

test('times that were cut out of a file are put back', () => {
  const resolved = (text: string) => new TextDecoder().decode(resolveTemplates(text));
  expect(resolved('"date:now -2 minutes"')).toBe('"2025-12-15T21:53:00.000Z"');
  expect(resolved('"date:now 3 days"')).toBe('"2025-12-18T21:55:00.000Z"');
  expect(resolved('"date:today 16:00:-5 +24 hours"')).toBe('"2025-12-16T21:00:00.000Z"');
});
