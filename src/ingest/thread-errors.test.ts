import { expect, test } from 'vitest';
import { ConfigError, GribUnsupportedError, MalformedError, ObjectDefectError, UpstreamError } from '../base/errors.js';
import { fromRecord, toRecord } from './thread-errors.js';

test.each([
  new UpstreamError('framing', 'http://upstream.example/f003', 'step 3 h lacks temperature'),
  new MalformedError('GRIB', 'section 7: temperature is 150 to 350', 3e38),
  new MalformedError(`GRIB, byte ${172}`, 'section 5 octets 12-15: reference value is finite', 'NaN'),
  new GribUnsupportedError('data representation template', 40),
  new ObjectDefectError('staging/gfs/2026112006/f003.slice', 4096, 'CRC-32 of part 0 of the slice'),
  new MalformedError('HDF5', 'RRQPE has 2 dimensions', 3),
  new ConfigError('WEATHERGLASS_REGION', 'must overlap the grid of the feed', '0,0,1,1'),
])('$name crosses a thread with its class and its facts', (error) => {
  const crossed = fromRecord(structuredClone(toRecord(error)));
  expect(crossed.constructor).toBe(error.constructor);
  expect(crossed.message).toBe(error.message);
  expect(Object.entries(crossed)).toEqual(Object.entries(error));
});

test('any other error keeps its message and where it came from', () => {
  const error = new RangeError('part 9 of a slice with 3');
  const crossed = fromRecord(structuredClone(toRecord(error)));
  expect(crossed.message).toBe(error.message);
  expect(crossed.stack).toBe(error.stack);
});
