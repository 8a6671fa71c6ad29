/** A feed for tests: a table of few requests, and the fields and messages that answer them. */

import { type GribField, readFields } from '../decode/grib2/field.js';
import * as grib from '../decode/grib2/message.fixture.js';
import type { Grid, RegularGrid } from '../model/field.js';
import { HOUR } from '../model/time.js';
import type { ModelFeed } from '../sources/model-feed.js';
import type { FieldRequest, MessageKey, Selector } from '../sources/selector.js';

/** Of `message.fixture.ts`: 2011-01-10 12 UTC. */
export const REFERENCE = Date.UTC(2011, 0, 10, 12) / 1000;

export const GROUND = [1, 255, 0xffffffff];
export const TWO_METRES = [103, 0, 2];
export const TEN_METRES = [103, 0, 10];

/** That of `messageOf`. */
export const TEST_GRID: RegularGrid = {
  kind: 'regular',
  ...{ columns: 3, rows: 2 },
  ...{ firstLatitude: 10, firstLongitude: 20, latitudeStep: -1, longitudeStep: 1 },
};

type ElementRequest = ModelFeed['elements'][number];

export function feedWith(elements: readonly ElementRequest[], more: Partial<ModelFeed> = {}): ModelFeed {
  return {
    id: 'gfs',
    queue: 'global',
    deadlineSeconds: 3600,
    ...{ kind: 'model', title: 'GFS', automatic: 'always', traffic: null },
    addresses: [{ setting: 'WEATHERGLASS_GFS_URL', fallback: '', help: '' }],
    cycle: { every: 6 * HOUR, offset: 0 },
    latency: 0,
    partsOf: () => [],
    lastUrl: () => 'nowhere',
    elements,
    statics: [],
    pastSeconds: 0,
    windowSeconds: 6 * HOUR,
    grid: TEST_GRID,
    ...more,
  };
}

/** A key of the parameter `code` on the ground, or what `more` makes of it. */
export function key(code: readonly [number, number, number], more: Partial<MessageKey> = {}): MessageKey {
  const [discipline, category, number] = code;
  return {
    index: { name: '', level: '' },
    parameter: { discipline, category, number, levelType: 1, levelValue: null },
    process: 'instant',
    ...more,
  };
}

export function request<Id extends ElementRequest['id']>(
  id: Id,
  ways: readonly Partial<Selector & MessageKey>[],
  more: Partial<FieldRequest<Id>> = {},
): FieldRequest<Id> {
  const whole = ways.map((way): Selector => ({ factor: 1, ...key([0, 0, 0]), ...way }));
  return { id, ways: whole, plausible: [-1e6, 1e6], required: false, ...more };
}

type ProductDraft = Parameters<typeof grib.product>[0];

/** One message: `values` of a 3 × 2 grid, whole numbers from `reference` on. */
export function messageOf(
  product: ProductDraft,
  values: readonly number[] = [0, 0, 0, 0, 0, 0],
  reference = 0,
): Uint8Array {
  const packed = grib.simplePacking(
    values.map((value) => value - reference),
    12,
    { reference },
  );
  return grib.oneField({ product: grib.product({ level: GROUND, ...product }), packed });
}

export function fieldOf(product: ProductDraft, values?: readonly number[], reference?: number): GribField {
  return readFields(messageOf(product, values, reference))[0]!;
}

/** An accumulation, or another process, that ends `hours` after the reference time. */
export function over(
  from: number,
  to: number,
  process = 1,
): Pick<NonNullable<ProductDraft>, 'forecastTime' | 'interval'> {
  const end = new Date((REFERENCE + to * HOUR) * 1000);
  const octets = [
    end.getUTCFullYear(),
    end.getUTCMonth() + 1,
    end.getUTCDate(),
    end.getUTCHours(),
    end.getUTCMinutes(),
    end.getUTCSeconds(),
  ];
  return { forecastTime: from, interval: grib.intervalOctets(octets, [[process, 1, to - from]]) };
}

/** The field as if it stood on another grid, with its winds along it or not. */
export function onGrid(field: GribField, grid: Grid, windsAlongGrid: boolean): GribField {
  return { ...field, grid, windsAlongGrid, decode: () => ({ ...field.decode(), grid }) };
}
