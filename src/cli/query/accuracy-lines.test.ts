import { expect, test } from 'vitest';
import { ACCURACY_ANSWER_EXAMPLE } from '../../http/schema/accuracy-examples.js';
import type { AccuracyAnswer } from '../../model/accuracy-answer.js';
import { accuracyLines } from './accuracy-lines.js';
import { accuracyCommand } from './query-accuracy.js';

const EXAMPLE = ACCURACY_ANSWER_EXAMPLE as unknown as AccuracyAnswer;

test('a section is a table with a row for each lead, and stations follow with their own errors', () => {
  expect(accuracyLines(EXAMPLE)).toEqual([
    'Around the location, 2026-10-21 to 2026-11-19 (30 days)',
    '1 station within 40 km: hourly METAR reports.',
    '',
    'Hours:',
    'lead  temp error degC   bias  skill  wet CSI  skill  Brier  skill  pairs',
    '   6             1.41  -0.12   0.46     0.46      -  0.061      -    740',
    '',
    'Stations:',
    '                              km  max error degC  bias  hour error degC   bias  Brier  pairs',
    '  KLGA  New York LaGuardia  12.9               -     -             1.62  -0.20      -    748',
  ]);
});

test('values that are null are dashes, warnings come last', () => {
  const errors = { mean_absolute_error: null, bias: null, root_mean_square_error: null, samples: 3 };
  const { hourly: _, stations: __, ...rest } = EXAMPLE;
  const lines = accuracyLines({
    ...rest,
    scope: { type: 'network' },
    daily: [{ lead_days: 1, temperature_max: errors }],
    warnings: [{ code: 'low_samples', message: 'Metrics are null.' }],
  });
  expect(lines[0]).toMatch(/^In the network/);
  expect(lines[5]!.split(/\s+/).filter(Boolean)).toEqual(['1', '-', '-', '-', '3']);
  expect(lines.at(-1)).toBe('low_samples: Metrics are null.');
});

test.each([
  [['40'], 'give LATITUDE and LONGITUDE, or neither'],
  [['40', '-74', '--region', 'arctic'], 'give a place or --region, not both'],
])('%j is a usage error', async (args, message) => {
  await expect(accuracyCommand().exitOverride().parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});
