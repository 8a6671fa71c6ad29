import { expect, test } from 'vitest';
import { HOUR } from '../../model/time.js';
import type { PointProvenance, ProvenanceElement } from '../../products/forecast/provenance.js';
import { provenanceLines } from './provenance-lines.js';

const NOW = Date.UTC(2026, 10, 20, 10) / 1000;

const source = (dataset: 'hrrr' | 'gfs' | 'gefs' | 'gefs-extended', from: number, to: number) => ({
  dataset,
  version: 'v1',
  referenceTime: NOW - 4 * HOUR,
  start: NOW + from * HOUR,
  end: NOW + to * HOUR,
  late: dataset === 'gfs',
  degraded: false,
  elevation: dataset === 'gfs' ? 1788 : null,
  rise: dataset === 'gfs' ? -148 : null,
  edgeDistance: dataset === 'hrrr' ? 1_234_567 : null,
});

const element = (id: ProvenanceElement['id'], unit: string, value: number): ProvenanceElement => ({
  id,
  unit,
  spans: [
    { start: NOW - 9 * HOUR, end: NOW - 6 * HOUR, datasets: [] },
    { start: NOW - 6 * HOUR, end: NOW - 4 * HOUR, datasets: ['gfs'] },
    { start: NOW - 4 * HOUR, end: NOW + 12 * HOUR, datasets: ['hrrr'] },
    { start: NOW + 12 * HOUR, end: NOW + 14 * HOUR, datasets: ['hrrr', 'gfs'] },
    { start: NOW + 14 * HOUR, end: NOW + 384 * HOUR, datasets: ['gfs'] },
  ],
  values: [
    { time: NOW, value, parts: [{ dataset: 'hrrr', weight: 1, value }] },
    {
      time: NOW + 13 * HOUR,
      value,
      parts: [
        { dataset: 'hrrr', weight: 0.25, value },
        { dataset: 'gfs', weight: 0.75, value },
      ],
    },
    { time: NOW + 400 * HOUR, value: null, parts: [] },
  ],
});

const FOUND: PointProvenance = {
  elevation: 1640,
  isTerrain: true,
  sources: [
    source('hrrr', -4, 14),
    source('gfs', -48, 384),
    source('gefs', -4, 236),
    source('gefs-extended', 236, 380),
  ],
  ensemble: [
    { dataset: 'gefs', referenceTime: NOW - 4 * HOUR, members: 31 },
    { dataset: 'gefs-extended', referenceTime: NOW - 4 * HOUR, members: 30 },
  ],
  correction: null,
  bias: null,
  radar: null,
  elements: [element('temperature', 'K', 293.15), element('pressure_msl', 'Pa', 101_325), element('cape', 'J/kg', 250)],
};

const view = (changes: object = {}) => provenanceLines(FOUND, { hour: NOW, all: false, parts: false, ...changes });

test('the usual elements are told briefly, in hours from a named one and in the units of an answer', () => {
  expect(view()).toEqual([
    'Height of the place: 1640 m, of the terrain',
    '',
    'source         run                          reaches  its ground  moved by  its edge',
    'hrrr           2026-11-20T06:00:00Z     −4 to +14 h           -         -   1235 km',
    'gfs            2026-11-20T06:00:00Z   −48 to +384 h      1788 m    −148 m         -  late',
    'gefs           2026-11-20T06:00:00Z    −4 to +236 h           -         -         -  31 members',
    'gefs-extended  2026-11-20T06:00:00Z  +236 to +380 h           -         -         -  30 members',
    '',
    'Correction by observations: none; no fresh station report is near enough.',
    '',
    'Learned bias of the temperature: none near here.',
    '',
    'Radar: none shows this place now; precipitation is that of the models.',
    '',
    'Which source answers, in hours from 2026-11-20T10:00:00Z; where two stand, one fades into the other:',
    '  temperature, pressure_msl',
    '     +0   to +12 h  hrrr',
    '    +12   to +14 h  hrrr + gfs',
    '    +14  to +384 h  gfs',
    '',
    'Values; totals are of the hour that begins then:',
    '                       +0 h   +13 h  +400 h',
    '  temperature   °C     20.0    20.0       -',
    '  pressure_msl  hPa  1013.3  1013.3       -',
    '',
    '1 more with --all',
  ]);
});

test('all of it has every element and the past, and nothing is left to ask for', () => {
  const lines = view({ all: true });
  expect(lines).toContain('     −6    to −4 h  gfs');
  expect(lines).toContain('     −4   to +12 h  hrrr');
  expect(lines).toContain('  cape          J/kg   250.0   250.0       -');
  expect(lines.at(-1)).not.toContain('--all');
});

test('parts say what each source gives and how much it counts', () => {
  const lines = view({ parts: true });
  const at = lines.findIndex((line) => line.startsWith('  temperature   '));
  expect(lines.slice(at, at + 3).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['temperature', '°C', '20.0', '20.0', '-'],
    ['hrrr', '20.0 × 1.00', '20.0 × 0.25'],
    ['gfs', '20.0 × 0.75'],
  ]);
});

test('a place without terrain and a source that is not the newest are named as such', () => {
  const old = { ...FOUND, isTerrain: false, sources: [{ ...source('hrrr', 0, 18), degraded: true }] };
  const lines = provenanceLines(old, { hour: NOW, all: false, parts: false });
  expect(lines[0]).toBe("Height of the place: 1640 m, of the models' own ground, for no terrain is stored here");
  expect(lines[3]).toMatch(/the run before, because the newest cannot be read$/);
  expect(provenanceLines({ ...old, elevation: null }, { hour: NOW, all: false, parts: false })[0]).toBe(
    'Height of the place: unknown',
  );
});

test('stations that correct the forecast are listed with their innovations, and so is what follows from them', () => {
  const values = (kelvin: number) =>
    [0, 3, 12].map((lead) => ({ time: NOW + lead * HOUR, value: kelvin * (1 - lead / 12) }));
  const correction: PointProvenance['correction'] = {
    stations: [
      {
        ...{ id: 'KBDU', distance: 4321, rise: -3, time: NOW - 600 },
        innovations: { temperature: -1.25, dew_point: null },
        weights: { temperature: 0.81, dew_point: 0 },
      },
    ],
    elements: [
      { id: 'temperature', values: values(-1) },
      { id: 'dew_point', values: values(0) },
    ],
  };
  const lines = provenanceLines({ ...FOUND, correction }, { hour: NOW, all: false, parts: false });
  const first = lines.indexOf('Correction by observations; observed minus forecast at near stations:');
  expect(lines.slice(first + 1, first + 7)).toEqual([
    '  station  report                distance  place above  temperature off by  weight  dew point off by  weight',
    '  KBDU     2026-11-20T09:50:00Z    4.3 km         −3 m              −1.3 K    0.81                 -    0.00',
    'Added to the forecast here, in hours from now:',
    '                   +0 h   +3 h  +12 h',
    '  temperature  K  −1.00  −0.75   0.00',
    '  dew_point    K   0.00   0.00   0.00',
  ]);
});

test('a learned bias is told by its stations and by hours from now', () => {
  const bias: PointProvenance['bias'] = {
    stations: [{ id: 'KBDU', distance: 4321, weight: 0.94 }],
    values: [0, 24].map((lead) => ({ time: NOW + lead * HOUR, value: lead === 0 ? 0.8 : -0.25 })),
  };
  const lines = provenanceLines({ ...FOUND, bias }, { hour: NOW, all: false, parts: false });
  const first = lines.indexOf(
    'Learned bias of the temperature, subtracted here; from KBDU at 4.3 km with weight 0.94:',
  );
  expect(lines.slice(first + 1, first + 3)).toEqual(['      +0 h  +24 h', '  K  +0.80  −0.25']);
  expect(view()).toContain('Learned bias of the temperature: none near here.');
});

test('radar that is first in precipitation is told by its frame, its share and what it shows', () => {
  const minute = (lead: number, weight: number, rate: number | null) => ({
    ...{ time: NOW + 60 * lead, weight, rate },
    probability: rate === null ? null : 0.873,
  });
  const radar: PointProvenance['radar'] = {
    ...{ network: 'mrms', dataset: 'mrms-rate', validTime: NOW - 120, simulated: false },
    minutes: [minute(0, 1, 2.5), minute(90, 0.733, 0.4), minute(150, 0, null)],
  };
  const lines = provenanceLines({ ...FOUND, radar }, { hour: NOW, all: false, parts: false });
  const from = lines.findIndex((line) => line.startsWith('Radar'));
  expect(lines.slice(from, from + 5)).toEqual([
    "Radar is first in precipitation: mrms-rate of 2026-11-20T09:58:00Z; the rest is the models':",
    '                      +0 min  +90 min  +150 min',
    '  share of the radar    100%      73%        0%',
    '  its rate, mm/h        2.50     0.40         -',
    '  its chance             87%      87%         -',
  ]);
});
