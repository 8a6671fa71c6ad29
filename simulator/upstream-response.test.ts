import { expect, test } from 'vitest';
import { answerWith } from './upstream-response.js';

const body = Uint8Array.from({ length: 100 }, (_, i) => i);
const lastModified = Date.UTC(2026, 10, 20, 9, 41) / 1000;
const file = { body, etag: '"abc"', lastModified, contentType: 'binary/octet-stream' };
const date = 'Fri, 20 Nov 2026 09:41:00 GMT';

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/100', 1],
  ['bytes=10-19', 206, 'bytes 10-19/100', 10],
  ['bytes=90-', 206, 'bytes 90-99/100', 10],
  ['bytes=90-1000', 206, 'bytes 90-99/100', 10],
  ['bytes=-5', 206, 'bytes 95-99/100', 5],
  ['bytes=-500', 206, 'bytes 0-99/100', 100],
  ['bytes=100-', 416, 'bytes */100', 0],
  ['bytes=-0', 416, 'bytes */100', 0],
  ['bytes=20-10', 200, undefined, 100],
  ['bytes=0-1,5-6', 200, undefined, 100],
  ['lines=0-1', 200, undefined, 100],
])('Range: %s', (range, status, contentRange, length) => {
  const answer = answerWith(file, { range }, true);
  expect(answer).toMatchObject({ status });
  expect(answer.headers['Content-Range']).toBe(contentRange);
  expect(answer.body).toHaveLength(length);
});

test.each([
  [{ 'if-none-match': '"abc"' }, 304],
  [{ 'if-none-match': '"x", W/"abc"' }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"x"', 'if-modified-since': date }, 200],
  [{ 'if-modified-since': date }, 304],
  [{ 'if-modified-since': 'Fri, 20 Nov 2026 09:40:59 GMT' }, 200],
  [{ 'if-modified-since': 'yesterday' }, 200],
  [{ range: 'bytes=0-9', 'if-range': '"abc"' }, 206],
  [{ range: 'bytes=0-9', 'if-range': '"old"' }, 200],
])('%o is %i', (headers, status) => {
  const answer = answerWith(file, headers, true);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ ETag: '"abc"', 'Last-Modified': date });
  if (status === 304) expect(answer.body).toHaveLength(0);
});
