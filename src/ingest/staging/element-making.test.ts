import { expect, test } from 'vitest';
import type { GribField } from '../../decode/grib2/field.js';
import type { LambertGrid } from '../../model/field.js';
import type { Making } from '../../sources/selector.js';
import { fieldOf, key, onGrid, request } from '../feed.fixture.js';
import { makeElements } from './element-making.js';
import type { Selected } from './step-selection.js';

type ElementId = Parameters<typeof request>[0];

/** A field that counts how often it is unpacked. */
function counted(values: readonly number[], reference = 0): GribField & { readonly decoded: () => number } {
  const field = fieldOf({}, values, reference);
  let count = 0;
  const decode = () => {
    count++;
    return field.decode();
  };
  return { ...field, decode, decoded: () => count };
}

function selected(
  id: ElementId,
  field: GribField,
  making?: Making,
  others: GribField[] = [],
  factor = 1,
): Selected<string> {
  const way = { ...key([0, 0, 0]), factor, ...(making && { making }) };
  return { request: request(id, [way]), way, field, others };
}

/** Values by layer, multiplied with what is left of the factor. */
function made(elements: readonly Selected<string>[], grid = elements[0]!.field.grid!): number[][] {
  const layers: number[][] = [];
  for (const { layer, values, factor } of makeElements(elements, grid)) {
    expect(layers[layer]).toBeUndefined();
    layers[layer] = [...values].map((value) => value * factor);
  }
  return layers;
}

const rounded = (layer: readonly number[] | undefined): number[] => layer!.map((value) => Number(value.toFixed(3)));

test('a message that is the element is handed on with its factor', () => {
  expect(made([selected('cloud_cover', fieldOf({}, [0, 50, 100, 1, 2, 3]), undefined, [], 0.01)])[0]![1]).toBe(0.5);
});

// WMO-No. 8, annex 4.B: es(20 °C) = 23.37 hPa; half of it is reached at 9.3 °C
test('humidity becomes the dew point with the temperature of the step', () => {
  const [humidity, warm] = [fieldOf({}, [100, 50, 100, 100, 100, 100]), fieldOf({}, Array(6).fill(293), 293)];
  const [dewPoints] = made([selected('dew_point', humidity, { by: 'humidity' }, [warm], 0.01)]);
  expect(dewPoints![0]).toBeCloseTo(293, 3);
  expect(dewPoints![1]! - 273.15).toBeCloseTo(9.1, 1);
});

// the wind comes from: north, east, south, west, south-west, and a calm
const [SPEED, DIRECTION] = [
  [10, 10, 10, 10, 10, 0],
  [0, 90, 180, 270, 225, 90],
];
const [EASTWARD, NORTHWARD] = [
  [0, -10, 0, 10, 7.071, 0],
  [-10, 0, 10, 0, 7.071, 0],
];

test.each([
  ['u before v', ['wind_u', 'wind_v']],
  ['v before u', ['wind_v', 'wind_u']],
] as const)('speed and direction become components, each unpacked once: %s', (_, order) => {
  const [speed, direction] = [counted(SPEED!), counted(DIRECTION!)];
  const layers = made(
    order.map((id) => {
      const by = id === 'wind_u' ? 'wind-u' : 'wind-v';
      return selected(id, speed, { by, direction: key([0, 2, 0]) }, [direction]);
    }),
  );
  const at = (id: 'wind_u' | 'wind_v') => rounded(layers[order.indexOf(id)]).map((value) => value + 0);
  expect(at('wind_u')).toEqual(EASTWARD);
  expect(at('wind_v')).toEqual(NORTHWARD);
  expect([speed.decoded(), direction.decoded()]).toEqual([1, 1]);
});

test('without a direction nothing is known of the wind, but that a calm is a calm', () => {
  const making = { by: 'wind-u', direction: key([0, 2, 0]) } as const;
  const directions = fieldOf({});
  const values = Float32Array.from([Number.NaN, 361, -1, 9999, 360, 0]);
  const odd: GribField = { ...directions, decode: () => ({ ...directions.decode(), values }) };
  const [u] = made([selected('wind_u', fieldOf({}, [5, 5, 5, 0, 5, 5]), making, [odd])]);
  expect(rounded(u).map((value) => value + 0)).toEqual([...Array(3).fill(Number.NaN), 0, 0, 0]);
});

test('one component alone is made too', () => {
  const making = { by: 'wind-v', direction: key([0, 2, 0]) } as const;
  const [v] = made([selected('wind_v', fieldOf({}, SPEED), making, [fieldOf({}, DIRECTION)])]);
  expect(rounded(v).map((value) => value + 0)).toEqual(NORTHWARD);
});

// HRRR's grid is turned by +0.9997° at 95.8941° W, so that u_e = u cos α + v sin α, v_e = v cos α − u sin α
test('winds along a Lambert grid are turned to earth, in whatever order they are asked for', () => {
  const earth = { semiMajor: 6_371_229, semiMinor: 6_371_229 };
  const cone = { kind: 'lambert', centralMeridian: 262.5, standardParallels: [38.5, 38.5] } as const;
  // around i = 943.942, j = 633.439 of the grid whose first cell is at x = −2697520 m and y = −1587306 m from 38.5° N
  const pole = earth.semiMajor / Math.tan((38.5 * Math.PI) / 180);
  const [firstX, firstY] = [-2697520 + 943 * 3000, -1587306 - pole + 633 * 3000];
  const grid: LambertGrid = { ...cone, earth, columns: 3, rows: 2, firstX, firstY, xStep: 3000, yStep: 3000 };
  const u = onGrid(fieldOf({}, Array(6).fill(10)), grid, true);
  const v = onGrid(fieldOf({}, Array(6).fill(4)), grid, true);
  const [sin, cos] = [Math.sin((0.9997 * Math.PI) / 180), Math.cos((0.9997 * Math.PI) / 180)];
  const pair = [selected('wind_u', u, undefined, [v]), selected('wind_v', v, undefined, [u])];
  for (const elements of [pair, pair.toReversed()]) {
    const layers = made(elements, grid);
    const [first, second] = [elements.indexOf(pair[0]!), elements.indexOf(pair[1]!)];
    expect(layers[first]![1]).toBeCloseTo(10 * cos + 4 * sin, 2);
    expect(layers[second]![1]).toBeCloseTo(4 * cos - 10 * sin, 2);
  }
});

test('terms are added, and one that is missing leaves the sum unknown', () => {
  const missing = fieldOf({}, [1, 1, 1, 1, 1, 1]);
  const holed: GribField = {
    ...missing,
    decode: () => ({ ...missing.decode(), values: Float32Array.from([1, 2, 3, 4, 5, Number.NaN]) }),
  };
  const sum = { by: 'sum', with: [key([0, 20, 1]), key([0, 20, 2])] } as const;
  const ones = fieldOf({}, [1, 1, 1, 1, 1, 1]);
  expect(made([selected('smoke_pm2_5', ones, sum, [ones, holed], 1e9)])[0]).toEqual([
    3e9,
    4e9,
    5e9,
    6e9,
    7e9,
    Number.NaN,
  ]);
});

test('codes become flags, of one unpacking', () => {
  // ECMWF: 0 none, 1 rain, 3 freezing rain, 5 snow, 6 wet snow, 12 freezing drizzle
  const types = counted([0, 1, 3, 5, 6, 12]);
  const flag = (id: ElementId, codes: number[]) => selected(id, types, { by: 'codes', codes });
  expect(made([flag('rain_flag', [1]), flag('freezing_rain_flag', [3, 12]), flag('snow_flag', [5, 6])])).toEqual([
    [0, 1, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 1],
    [0, 0, 0, 1, 1, 0],
  ]);
  expect(types.decoded()).toBe(1);
});
