import { expect, test } from 'vitest';
import { madeUpAlerts } from '../../http/endpoints/alerts-product.fixture.js';
import { alertLines } from './alert-lines.js';

const answer = madeUpAlerts({ location: { latitude: 35.22, longitude: -97.44 } });
const [alert] = answer.alerts;

test('an alert in full: how bad, what, when, whose, where, then its texts', () => {
  const full = {
    ...alert!,
    severity: 'extreme',
    event: 'Tornado Warning',
    onset_at: '2026-11-20T21:04:00Z',
    ends_at: '2026-11-20T21:45:00Z',
    issuer: { name: 'NWS Norman OK' },
    headline: 'Tornado Warning until 4:45 PM',
    description: 'At 404 PM a tornado was\nseen.\n\n* WHERE...Norman.\n* WHEN...Now.',
    instruction: 'Take cover.',
  } as const;
  expect(alertLines({ ...answer, alerts: [full], warnings: [] })).toEqual([
    '35.22, -97.44: 1 alert, as of 2026-11-20 10:00 UTC',
    '',
    'EXTREME  Tornado Warning  2026-11-20 21:04 to 2026-11-20 21:45 UTC',
    '  NWS Norman OK · Nowhere · expected, likely',
    '  made-up',
    '  Tornado Warning until 4:45 PM',
    '  At 404 PM a tornado was seen.',
    '  * WHERE...Norman.',
    '  * WHEN...Now.',
    '  Take cover.',
  ]);
});

test('no alerts, late, and what may be missing', () => {
  const warnings = [{ code: 'partial_data', message: 'Nobody watches here.' }] as const;
  expect(alertLines({ ...answer, alerts: [], stale: true, warnings })).toEqual([
    '35.22, -97.44: no alerts, as of 2026-11-20 10:00 UTC (late)',
    '',
    'partial_data: Nobody watches here.',
  ]);
});

test('what an issuer writes cannot reach the terminal', () => {
  const odd = { ...alert!, event: 'a\u001b[2Jb', id: 'x\ny', issuer: { name: null } };
  const lines = alertLines({ ...answer, alerts: [odd], warnings: [] });
  expect(lines[2]).toMatch(/^SEVERE {2}a\\u001b\[2Jb {2}/);
  expect(lines[4]).toBe('  x y');
});

test('long lines are broken, and the geometry is told of', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const;
  const long = {
    ...alert!,
    description: 'word '.repeat(60),
    geometry: { type: 'Polygon', coordinates: [ring] } as const,
  };
  const lines = alertLines({ ...answer, alerts: [long], warnings: [] });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines).toContain('  Polygon of 1 polygon and 4 positions (--json shows them)');
});
