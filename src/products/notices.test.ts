import { expect, test } from 'vitest';
import { createNotices } from './notices.js';

test('a warning gathers sentences and variables, each once, and sums counts; warnings stand in the order of their list', () => {
  const notices = createNotices();
  notices.add('simulated_data', 'It is simulated.');
  notices.add('partial_data', 'The data begins late.', { count: 2 });
  notices.add('partial_data', 'Some of it is missing.', { variables: ['temperature'] });
  notices.add('partial_data', 'Some of it is missing.', { variables: ['temperature', 'humidity'], count: 3 });
  expect(notices.list()).toEqual([
    {
      code: 'partial_data',
      message: 'The data begins late. Some of it is missing.',
      variables: ['temperature', 'humidity'],
      count: 5,
    },
    { code: 'simulated_data', message: 'It is simulated.' },
  ]);
});

test('sources that share a warning are named once each', () => {
  const notices = createNotices();
  notices.add('model_degraded', 'GFS and the Blend are late.', { source: 'gfs, nbm' });
  notices.add('model_degraded', 'The Blend is slow.', { source: 'nbm' });
  notices.add('model_degraded', 'ECMWF is slow.', { source: 'ecmwf-ifs' });
  expect(notices.list().map(({ source }) => source)).toEqual(['gfs, nbm, ecmwf-ifs']);
});
