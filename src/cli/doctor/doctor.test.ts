import { expect, test } from 'vitest';
import { loadConfig } from '../../config/config.js';
import { trafficFindings } from './doctor.js';

const findings = (environment: Record<string, string>) =>
  trafficFindings(loadConfig({ WEATHERGLASS_PROFILE: 'live', ...environment }));

test('gigabytes a day, what auto leaves out, and named models outside the region are each a line', () => {
  expect(findings({ WEATHERGLASS_REGION: '24,-126,50,-66' })).toEqual([
    ['ok', 'download', expect.stringMatching(/^about 25 GB a day \(gfs 9\.9, nbm 4\.8, /)],
    ['note', 'left out', expect.stringMatching(/^hrrr 7\.8, hrrr-subhourly 20 GB a day: .*=auto,hrrr$/)],
  ]);
  expect(findings({ WEATHERGLASS_REGION: '35,-12,72,45', WEATHERGLASS_FEEDS: 'hrrr' })).toEqual([
    ['ok', 'download', 'about 0 GB a day'],
    ['note', 'hrrr', 'does not cover WEATHERGLASS_REGION, so it is not downloaded'],
  ]);
  expect(findings({ WEATHERGLASS_PROFILE: 'demo' })).toEqual([]);
});
