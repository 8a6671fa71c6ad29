import { expect, test } from 'vitest';
import { nauticalZone, zoneAt, zoneOfPlace } from './time-zone.js';

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

test('a way over borders and out on the sea meets their zones in order', () => {
  // From Ulm by Bregenz over the Alps to Genoa, and on towards Corsica.
  const zones = Array.from({ length: 50 }, (_, i) => zoneAt(48.4 - 0.1 * i, 9.98 - 0.018 * i).name);
  const changes = zones.filter((name, i) => name !== zones[i - 1]);
  expect(changes).toEqual(['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich', 'Europe/Rome', 'Etc/GMT-1']);
});

test('of each 0.01° the zone is that of its centre, whichever point of it is asked for first', () => {
  // The border of Germany and the Netherlands runs through this cell, east of Enschede.
  const corner = zoneAt(52.2251, 7.0551);
  for (const offset of [-0.0049, 0.0049, 0, 0.002, -0.003])
    expect(zoneAt(52.23 + offset, 7.06 - offset)).toEqual(corner);
});

test('the zone of a place comes with its rules, at sea with those of the nautical zone', () => {
  expect(zoneOfPlace(52.52, 13.4)).toMatchObject({ zone: { name: 'Europe/Berlin' }, fallback: false });
  expect(zoneOfPlace(30, -40)).toMatchObject({ zone: { name: 'Etc/GMT+3' }, fallback: true });
});
