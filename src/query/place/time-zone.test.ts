import { expect, test } from 'vitest';
import { nauticalZone, zoneAt } from './time-zone.js';

for (const [name, latitude, longitude, zone, fallback] of [
  ['Berlin', 52.52, 13.4, 'Europe/Berlin', false],
  ['New York', 40.71, -74.01, 'America/New_York', false],
  ['Kolkata', 22.57, 88.36, 'Asia/Kolkata', false],
  ['Lord Howe Island', -31.55, 159.08, 'Australia/Lord_Howe', false],
  ['Apia', -13.83, -171.76, 'Pacific/Apia', false],
  ['Chatham Islands, east of the dateline', -43.95, -176.55, 'Pacific/Chatham', false],
  ['Basel keeps the zone of its own country', 47.5596, 7.5886, 'Europe/Zurich', false],
  ['the south pole lies in a base', -90, 0, 'Antarctica/McMurdo', false],
  ['the north pole lies at sea', 90, 0, 'Etc/GMT', true],
  ['the north pole on another meridian', 90, 120, 'Etc/GMT-8', true],
  ['mid Atlantic', 30, -40, 'Etc/GMT+3', true],
  ['Gulf of Guinea', 0, 0, 'Etc/GMT', true],
  ['Pacific just west of the dateline', 0, 179.99, 'Etc/GMT-12', true],
  ['Pacific just east of the dateline', 0, -179.99, 'Etc/GMT+12', true],
] as const)
  test(`zone: ${name}`, () => expect(zoneAt(latitude, longitude)).toEqual({ name: zone, fallback }));

test('both names of the dateline meridian give one zone', () => {
  expect(zoneAt(0, -180)).toEqual(zoneAt(0, 180));
});

test('where claims overlap the answer is one of them, always the same', () => {
  const first = zoneAt(43.83, 87.62);
  expect(['Asia/Urumqi', 'Asia/Shanghai']).toContain(first.name);
  expect(zoneAt(43.83, 87.62)).toEqual(first);
});

for (const [longitude, zone] of [
  [7.4, 'Etc/GMT'],
  [7.5, 'Etc/GMT-1'],
  [-7.5, 'Etc/GMT'],
  [-7.6, 'Etc/GMT+1'],
  [30, 'Etc/GMT-2'],
  [-75, 'Etc/GMT+5'],
  [180, 'Etc/GMT-12'],
] as const)
  test(`nautical zone at ${longitude}° is ${zone}`, () => expect(nauticalZone(longitude)).toBe(zone));
