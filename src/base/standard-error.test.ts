import { expect, test } from 'vitest';
import { createBufferedSink } from './standard-error.js';

/** A reader with room for so many bytes, and a sink that writes to it. */
function createReader(room: number) {
  const reader = { room, roomAfterPause: 0, bytes: Buffer.alloc(0), writes: 0, error: 'EAGAIN', waited: 0 };
  const lost: number[] = [];
  let due: (() => void)[] = [];
  const sink = createBufferedSink({
    writeSome(bytes) {
      reader.writes++;
      if (reader.room === 0) throw Object.assign(new Error(reader.error), { code: reader.error });
      const taken = bytes.subarray(0, reader.room);
      reader.room -= taken.length;
      reader.bytes = Buffer.concat([reader.bytes, taken]);
      return taken.length;
    },
    onLoss: (pieces) => {
      lost.push(pieces);
      sink.write(`[${pieces} lost]`);
    },
    now: () => reader.waited,
    pause: (milliseconds) => {
      reader.waited += milliseconds;
      reader.room += reader.roomAfterPause;
    },
    later: (task) => void due.push(task),
  });
  const passTime = () => {
    const tasks = due;
    due = [];
    for (const task of tasks) task();
  };
  return { reader, lost, sink, passTime, text: () => reader.bytes.toString() };
}

const MEGABYTE = 1 << 20;

test('text is gathered and written once, after the flush time', () => {
  const { reader, sink, passTime, text } = createReader(MEGABYTE);
  for (let i = 0; i < 10; i++) sink.write(`${i}`);
  expect(reader.writes).toBe(0);
  passTime();
  expect(text()).toBe('0123456789');
  passTime();
  expect(reader.writes).toBe(1);
});

test('8 kB are written without waiting', () => {
  const { sink, text } = createReader(MEGABYTE);
  sink.write('x'.repeat(8192));
  expect(text()).toBe('x'.repeat(8192));
});

test('text that a slow reader takes in parts arrives whole and in order', () => {
  const { reader, lost, sink, passTime, text } = createReader(0);
  const lines = Array.from({ length: 5000 }, (_, i) => `${i} ä🌧\n`);
  for (const line of lines) sink.write(line);
  for (let i = 0; i < 100; i++) {
    reader.room = 999; // cuts characters in two
    passTime();
  }
  expect(text()).toBe(lines.join(''));
  expect(lost).toEqual([]);
});

test('a reader that is alive but stalled costs 1 MB; what was lost is told once it reads again', () => {
  const { reader, lost, sink, passTime, text } = createReader(0);
  for (let i = 0; i < 3000; i++) sink.write('x'.repeat(1024));
  expect(reader.writes).toBe(1);
  reader.room = 10 * MEGABYTE;
  passTime();
  passTime();
  expect(lost).toEqual([3000 - 1024]);
  expect(text()).toBe(`${'x'.repeat(MEGABYTE)}[1976 lost]`);
});

test.each(['EAGAIN', 'ENOSPC'])('the end waits 2 s for a reader that fails with %s', (error) => {
  const { reader, sink } = createReader(0);
  reader.error = error;
  sink.write('lost');
  sink.end();
  expect(reader.waited).toBe(2000);
});

test('the end writes what a reader takes meanwhile', () => {
  const { reader, sink, text } = createReader(2);
  reader.roomAfterPause = 1;
  sink.write('the end');
  sink.end();
  expect(text()).toBe('the end');
});

test.each(['EPIPE', 'EIO', 'EBADF'])('a reader that is gone (%s) takes nothing more and is not waited for', (error) => {
  const { reader, lost, sink, passTime } = createReader(0);
  reader.error = error;
  sink.write('one');
  passTime();
  sink.write('two');
  passTime();
  sink.end();
  expect(reader).toMatchObject({ writes: 1, waited: 0 });
  expect(lost).toEqual([]);
});
