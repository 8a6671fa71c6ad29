import { expect, test } from 'vitest';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { nowcastFinding } from './doctor-products.js';

const FRAME = Date.UTC(2026, 10, 20, 12) / 1000;

function status(sources: [source: string, state: SourceStatus['state']][], changes: Partial<ProductStatus> = {}) {
  return {
    product: 'nowcast',
    state: 'ready',
    updatedAt: FRAME + 60,
    referenceTime: FRAME,
    detail: 'MRMS frame of 2026-11-20T12:00:00Z',
    sources: sources.map(([source, state]) => ({ source, state, referenceTime: FRAME, updatedAt: FRAME })),
    ...changes,
  } as const satisfies ProductStatus;
}

test.each<[status: ProductStatus, state: string, detail: string]>([
  [
    status([
      ['mrms-rate', 'ready'],
      ['dwd-rate', 'stale'],
      ['gfs', 'ready'],
    ]),
    'ok',
    'ready, from 1 of 2 networks of radar; newest frame 2026-11-20T12:00:00Z',
  ],
  [status([['mrms-rate', 'ready']]), 'ok', 'ready, from 1 of 1 network of radar; newest frame 2026-11-20T12:00:00Z'],
  [
    status([['mrms-rate', 'stale']], { state: 'stale', detail: 'MRMS frame of … (40 minutes old)' }),
    'note',
    'stale: MRMS frame of … (40 minutes old)',
  ],
  [status([['gfs', 'ready']]), 'note', 'no frame of radar yet; the models answer alone'],
  [
    status([], { state: 'unavailable', referenceTime: null, detail: 'no radar frame has come in yet' }),
    'wrong',
    'unavailable: no radar frame has come in yet',
  ],
])('a nowcast is wrong only where neither radar nor models answer: %#', (given, state, detail) => {
  expect(nowcastFinding(given)).toEqual([state, 'nowcast', detail]);
});
