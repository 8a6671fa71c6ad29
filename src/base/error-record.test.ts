import { expect, test } from 'vitest';
import { fromRecord, toRecord } from './error-record.js';
import {
  ConfigError,
  DeadlineError,
  DirectoryLockedError,
  GribUnsupportedError,
  InvalidRequestError,
  isTagged,
  MalformedError,
  ObjectDefectError,
  ObjectMissingError,
  ProductUnavailableError,
  RecordsError,
  StoreUnavailableError,
  UnsupportedError,
  UpstreamError,
} from './errors.js';

const ERRORS = [
  new UpstreamError('status', 'http://upstream.example/f003', 'HTTP 503', { status: 503, summary: 'overloaded' }),
  new MalformedError('GRIB', 'section 7: temperature is 150 to 350', 3e38),
  new MalformedError(`GRIB, byte ${172}`, 'section 5 octets 12-15: reference value is finite', 'NaN'),
  new GribUnsupportedError('data representation template', 40),
  new UnsupportedError('NEXRAD Level 3', 'product 58, Storm Tracking Information', 'products 19 and 20'),
  new ObjectMissingError('gfs/v1/zarr.json'),
  new ObjectDefectError('staging/gfs/2026112006/f003.slice', 4096, 'CRC-32 of part 0 of the slice'),
  new StoreUnavailableError('gfs/latest.json', 'EIO'),
  new DeadlineError(90),
  new ConfigError('WEATHERGLASS_REGION', 'must overlap the grid of the feed', '0,0,1,1'),
  new InvalidRequestError([{ pointer: '/latitude', code: 'maximum', message: 'latitude is at most 90' }]),
  new ProductUnavailableError('map-tiles', 'overloaded', 2),
  new DirectoryLockedError('/data', 12, { host: 'a', since: null, isElsewhere: true }),
  new RecordsError('the records cannot be reached'),
];

test.each(ERRORS)('$name crosses to another thread with its class, fields, message and stack', (error) => {
  const crossed = fromRecord(structuredClone(toRecord(error)));
  expect(crossed).toBeInstanceOf(Error);
  expect(crossed.constructor).toBe(error.constructor);
  expect(isTagged(crossed, error.tag)).toBe(true);
  expect(crossed.message).toBe(error.message);
  expect(crossed.stack).toBe(error.stack);
  expect({ ...crossed }).toEqual({ ...error });
});

test('a computed property of a tagged error is there after the crossing', () => {
  const crossed = fromRecord(structuredClone(toRecord(ERRORS[0]))) as UpstreamError;
  expect(crossed.host).toBe('upstream.example');
});

test.each([
  ['a built-in error', new RangeError('part 9 of a slice with 3')],
  ['a DOMException', new DOMException('part 9 of a slice with 3', 'AbortError')],
  ['an error whose cause cannot be cloned', new Error('part 9 of a slice with 3', { cause: { retry: () => 1 } })],
])('%s keeps its message and stack', (_, error) => {
  const crossed = fromRecord(structuredClone(toRecord(error)));
  expect(crossed).toBeInstanceOf(Error);
  expect(crossed.message).toBe(error.message);
  expect(crossed.stack).toBe(error.stack);
});

test('a thrown value that is no error becomes the message of one', () => {
  expect(fromRecord(structuredClone(toRecord('no memory')))).toMatchObject({ message: 'no memory' });
});
