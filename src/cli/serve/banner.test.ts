import { expect, test } from 'vitest';
import { loadConfig } from '../../config/config.js';
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

test('a live start says what is downloaded, what the first run adds, and that a region saves no traffic', () => {
  const text = textOf({ WEATHERGLASS_PROFILE: 'live' });
  expect(text).toMatch(/Download: about 13 GB a day \(gfs 9\.9, .*; the first run of GFS is 3 GB\./);
  expect(text).toMatch(/WEATHERGLASS_REGION saves disk, not traffic/);
  expect(text).toMatch(/Left out: .*hrrr 7\.8.*WEATHERGLASS_FEEDS=auto,/);
  const named = textOf({ WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_FEEDS: 'hrrr' });
  expect(named).toContain('Download: about 7.8 GB a day (hrrr 7.8).');
  expect(named).not.toMatch(/first run of GFS|Left out|saves disk/);
  expect(textOf({ WEATHERGLASS_PROFILE: 'demo' })).not.toContain('Download');
});

test('a start with a region names the models that cover it, and those that are named and do not', () => {
  const region = { WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_REGION: '35,-12,72,45' };
  const text = textOf(region);
  expect(text).toContain('Live data: GFS, ECMWF IFS, ICON-EU, GEFS, GEFS from day 10, GEFS-Aerosol.');
  expect(text).not.toMatch(/HRRR|National Blend|Air Quality|Left out/);
  expect(textOf({ ...region, WEATHERGLASS_FEEDS: 'gfs,nbm' })).toContain(
    'Not downloaded: nbm, which does not cover WEATHERGLASS_REGION.',
  );
});
