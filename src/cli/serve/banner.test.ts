import { expect, test } from 'vitest';
import { loadConfig } from '../../base/config.js';
import { banner } from './banner.js';

const AT = { url: 'http://127.0.0.1:8080', firstKey: null };
const textOf = (environment: Record<string, string>) =>
  banner(loadConfig(environment), AT, { ingest: true, ready: false });

test('a start without models awaits none, and says what comes in', () => {
  for (const profile of ['demo', 'live']) {
    const text = textOf({ WEATHERGLASS_PROFILE: profile, WEATHERGLASS_FEEDS: 'firms,hms-smoke' });
    expect(text).not.toMatch(/model run|GFS/);
    expect(text).toMatch(/forecasts are not answered; what comes in: .*FIRMS.*, .*HMS/);
  }
});

test('the size of GFS is told to who fetches it', () => {
  expect(textOf({ WEATHERGLASS_PROFILE: 'live' })).toContain('3 GB');
  expect(textOf({ WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_FEEDS: 'hrrr' })).not.toContain('3 GB');
});
