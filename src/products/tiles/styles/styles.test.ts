/** Expected band edges come from docs/methods/map-tiles.md; expected colours from the NWS, EPA-454/B-24-002 and that page. */

import { expect, test } from 'vitest';
import { SEVERITIES } from '../../../model/alert.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from './air-styles.js';
import { ALERT_STYLE, alertIndex } from './alert-style.js';
import { bandedStyle } from './bands.js';
import { FIRE_SMOKE_STYLE, FIRE_STYLE, fireIndex, plumeIndex } from './fire-styles.js';
import { PRECIPITATION_STYLE, REFLECTIVITY_STYLE } from './rain-styles.js';
import { type BandedStyle, rgba } from './style.js';
import { TILE_STYLES } from './style-table.js';
import { TEMPERATURE_STYLE } from './temperature-style.js';

/** Index of a value in the unit of the field, by going through the edges. */
function indexOf({ edges }: BandedStyle, value: number): number {
  return edges.filter((edge) => value >= edge).length;
}

function colourOf(style: BandedStyle, value: number): string {
  const [red, green, blue, alpha] = style.palette[indexOf(style, value)]!;
  return alpha === 0 ? 'nothing' : [red, green, blue].map((c) => c.toString(16).padStart(2, '0')).join('');
}

const SHOWN: readonly (readonly [BandedStyle, number, string])[] = [
  [REFLECTIVITY_STYLE, 4.9, 'nothing'],
  [REFLECTIVITY_STYLE, 5, '00ecec'],
  [REFLECTIVITY_STYLE, 22.4, '00ff00'],
  [REFLECTIVITY_STYLE, 40, 'e7c000'],
  [REFLECTIVITY_STYLE, 50, 'ff0000'],
  [REFLECTIVITY_STYLE, 74.9, '9955c9'],
  [REFLECTIVITY_STYLE, 93, 'ffffff'],
  [PRECIPITATION_STYLE, 0.09, 'nothing'],
  [PRECIPITATION_STYLE, 0.1, 'a6f2ff'],
  [PRECIPITATION_STYLE, 2.49, '2f8bff'],
  [PRECIPITATION_STYLE, 7.6, 'f5e500'],
  [PRECIPITATION_STYLE, 300, 'b000b0'],
  [AIR_QUALITY_STYLE, 0, '00e400'],
  [AIR_QUALITY_STYLE, 50.4, '00e400'],
  [AIR_QUALITY_STYLE, 51, 'ffff00'],
  [AIR_QUALITY_STYLE, 101, 'ff7e00'],
  [AIR_QUALITY_STYLE, 151, 'ff0000'],
  [AIR_QUALITY_STYLE, 201, '8f3f97'],
  [AIR_QUALITY_STYLE, 700, '7e0023'],
  [SMOKE_STYLE, 8.9, 'nothing'],
];

test.each(SHOWN.map(([style, value, colour]) => ({ style, value, colour, unit: style.unit })))(
  '$value $unit is shown as $colour',
  ({ style, value, colour }) => {
    expect(colourOf(style, value)).toBe(colour);
  },
);

test('temperature has the listed colours at its stops, between the bands beside them', () => {
  const listed = ['7f00bf', '2a4bd7', '3fa0ff', 'bfefff', '8fe3b0', 'f7f7a1', 'fdae61', 'd7301f', '7f0000'];
  const celsius = [-40, -20, -10, 0, 5, 15, 25, 35, 45];
  for (const [i, stop] of celsius.entries()) {
    const expected = rgba(listed[i]!);
    const [below, above] = [stop - 0.1, stop + 0.1].map(
      (c) => TEMPERATURE_STYLE.palette[indexOf(TEMPERATURE_STYLE, c + 273.15)]!,
    );
    for (const channel of [0, 1, 2] as const) {
      const [low, high] = [Math.min(below![channel], above![channel]), Math.max(below![channel], above![channel])];
      // A stop may be a peak of its channel, which half a band away is cut by less than a third of the way down.
      expect(expected[channel]).toBeGreaterThanOrEqual(low - 45);
      expect(expected[channel]).toBeLessThanOrEqual(high + 45);
    }
  }
  expect(colourOf(TEMPERATURE_STYLE, 193.15)).toBe('7f00bf');
  expect(colourOf(TEMPERATURE_STYLE, 323.15)).toBe('7f0000');
});

test('temperature has 32 colours at most, opaque ones for every temperature', () => {
  expect(TEMPERATURE_STYLE.palette.length).toBeLessThanOrEqual(32);
  for (let kelvin = 180; kelvin < 340; kelvin++)
    expect(TEMPERATURE_STYLE.palette[indexOf(TEMPERATURE_STYLE, kelvin)]![3]).toBe(255);
});

test('smoke grows denser from 60 to 85%', () => {
  const opacities = SMOKE_STYLE.legend.map(({ opacity }) => opacity);
  expect(SMOKE_STYLE.edges).toEqual([9, 35.4, 55.4, 125.4, 225.4]);
  expect([opacities[0], opacities.at(-1)]).toEqual([0.6, 0.85]);
  expect(opacities.toSorted()).toEqual(opacities);
});

test('fires are FF4500, and over smoke the smoke below keeps its colours', () => {
  expect(FIRE_STYLE.palette[fireIndex(1, 'fire-global')]).toEqual([255, 69, 0, 255]);
  expect(FIRE_SMOKE_STYLE.palette[fireIndex(1, 'fire-smoke')]).toEqual([255, 69, 0, 255]);
  expect(FIRE_SMOKE_STYLE.palette[fireIndex(0.5, 'fire-smoke')]).toEqual([255, 69, 0, 128]);
  expect(fireIndex(0.05, 'fire-global')).toBe(0);
  expect(FIRE_SMOKE_STYLE.palette.slice(0, 6)).toEqual(SMOKE_STYLE.palette);
  const plumes = (['light', 'medium', 'heavy'] as const).map(
    (density) => FIRE_SMOKE_STYLE.palette[plumeIndex(density)]!,
  );
  expect(plumes.map(([, , , alpha]) => alpha)).toEqual([89, 115, 140]);
});

test.each([
  ['extreme', [139, 0, 0]],
  ['severe', [255, 0, 0]],
  ['moderate', [255, 140, 0]],
  ['minor', [255, 215, 0]],
  ['unknown', [128, 128, 128]],
] as const)('an area of severity %s is 60%% opaque, and its edge less by the part it covers', (severity, colour) => {
  expect(ALERT_STYLE.palette[alertIndex(severity, 1)]).toEqual([...colour, 153]);
  expect(ALERT_STYLE.palette[alertIndex(severity, 1 / 3)]).toEqual([...colour, 51]);
  expect(alertIndex(severity, 0.01)).toBe(0);
});

test('no two coverages of two severities have one index', () => {
  const indexes = SEVERITIES.flatMap((severity) => [1 / 15, 0.5, 1].map((coverage) => alertIndex(severity, coverage)));
  expect(new Set(indexes).size).toBe(indexes.length);
  expect(Math.max(...indexes)).toBe(ALERT_STYLE.palette.length - 1);
});

test.each(Object.entries(TILE_STYLES))(
  '%s: a transparent colour, a palette that fits, a legend of its colours',
  (_, style) => {
    expect(style.palette[0]).toEqual([0, 0, 0, 0]);
    expect(style.palette.length).toBeLessThanOrEqual(256);
    expect(style.version).toMatch(/^[0-9a-f]{8}$/);
    const colours = style.palette.map(([red, green, blue, alpha]) =>
      [red, green, blue, Math.round((alpha / 255) * 100) / 100].join(),
    );
    for (const { color, opacity, label } of style.legend) {
      const [red, green, blue] = rgba(color.slice(1));
      expect(colours).toContain([red, green, blue, opacity].join());
      expect(label).not.toBe('');
    }
  },
);

test.each([REFLECTIVITY_STYLE, PRECIPITATION_STYLE, TEMPERATURE_STYLE, AIR_QUALITY_STYLE, SMOKE_STYLE])(
  'legend %# has no gap: each band ends where the next begins',
  ({ legend, palette, edges }) => {
    expect(legend.length).toBe(palette.length - 1);
    expect(edges.length).toBe(legend.length);
    for (const [i, entry] of legend.entries()) expect(entry.to).toBe(legend[i + 1]?.from ?? null);
    expect(edges.toSorted((a, b) => a - b)).toEqual(edges);
  },
);

test('legends are in the units that people read', () => {
  expect(Object.values(TILE_STYLES).map(({ unit }) => unit)).toEqual([
    'dBZ',
    'mm/h',
    'dBZ',
    'dBZ',
    '°C',
    '°C',
    'AQI',
    'AQI',
    'µg/m³',
    'µg/m³',
    'µg/m³',
    null,
    null,
  ]);
  expect(TEMPERATURE_STYLE.legend[0]!.label).toBe('below −40 °C');
  expect(TEMPERATURE_STYLE.legend[6]).toMatchObject({ from: -17.5, to: -15, label: '−17.5 to −15 °C' });
  expect(REFLECTIVITY_STYLE.legend.at(-1)).toMatchObject({ from: 75, to: null, color: '#FFFFFF', opacity: 1 });
  expect(AIR_QUALITY_STYLE.legend[1]!.label).toBe('Moderate (51 to 100)');
});

test('another colour or another edge is another version, the same ones are the same', () => {
  const make = (from: number, hex: string) => bandedStyle({ unit: 'm', bands: [{ from, colour: rgba(hex) }] }).version;
  expect(make(1, '123456')).toBe(make(1, '123456'));
  expect(new Set([make(1, '123456'), make(2, '123456'), make(1, '123457')]).size).toBe(3);
});
