import { expect, test } from 'vitest';
import { formatInstant } from '../../model/time.js';
import { planHindcast } from './hindcast-plan.js';

const MIDNIGHT = Date.parse('2019-06-10T00:00:00Z') / 1000;
const clock = (time: number) => formatInstant(time).slice(11, 16);
const at = (text: string) => MIDNIGHT + Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60;

/** Frames every `cadence` minutes from midnight to `last` minutes after it, without those in `missing`. */
function framesEvery(cadence: number, last: number, missing: readonly string[] = []) {
  const times = Array.from({ length: Math.floor(last / cadence) + 1 }, (_, k) => MIDNIGHT + k * cadence * 60);
  const there = times.filter((time) => !missing.includes(clock(time)));
  const timeNear = (time: number) => there.find((frame) => Math.abs(frame - time) <= 30) ?? null;
  return { times: there, cadenceMinutes: cadence, timeNear };
}

const OPTIONS = { leads: [5, 15, 30, 60], starts: null, everyMinutes: 30, spacingMinutes: null };

test('on frames of five minutes every start is taken that reaches all leads, its motion from the frames before', () => {
  const plan = planHindcast(framesEvery(5, 185), OPTIONS);
  expect(plan.starts.map(({ time }) => clock(time))).toEqual(['00:10', '00:40', '01:10', '01:40']);
  expect(plan.starts[0]!.motionTimes.map(clock)).toEqual(['00:00', '00:05', '00:10']);
  expect(plan.starts[0]!.leads.map(({ lead, time }) => `${lead} ${clock(time)}`)).toEqual([
    '5 00:15',
    '15 00:25',
    '30 00:40',
    '60 01:10',
  ]);
  expect(plan.notes).toEqual([]);
});

test('on frames of two minutes odd leads become the even ones beside them, and motion is taken ten minutes apart', () => {
  const plan = planHindcast(framesEvery(2, 70), { ...OPTIONS, everyMinutes: 10 });
  expect(plan.leads).toEqual([4, 6, 14, 16, 30]);
  expect(plan.starts.map(({ time }) => clock(time))).toEqual(['00:20', '00:30', '00:40']);
  expect(plan.starts[0]!.motionTimes.map(clock)).toEqual(['00:00', '00:10', '00:20']);
  expect(plan.notes).toEqual([
    'no frame lies at 5 minutes, since they come every 2: 4 and 6 instead',
    'no frame lies at 15 minutes, since they come every 2: 14 and 16 instead',
    'no start has a frame 60 minutes after it',
  ]);
});

test('starts that are named are taken as far as they reach', () => {
  const starts = ['00:20', '00:40'].map(at);
  const plan = planHindcast(framesEvery(2, 70), { ...OPTIONS, leads: [30, 50], starts });
  expect(plan.starts.map((start) => start.leads.map(({ lead }) => lead))).toEqual([[30, 50], [30]]);
});

test('a start without frames behind it, or without a frame of its own, is refused by the frame it needs', () => {
  const frames = framesEvery(5, 180, ['01:05']);
  const planned = (start: string) => () => planHindcast(frames, { ...OPTIONS, starts: [at(start)] });
  expect(planned('00:05')).toThrow('2019-06-10T00:05:00Z needs a frame at 2019-06-09T23:55:00Z');
  expect(planned('01:10')).toThrow('2019-06-10T01:10:00Z needs a frame at 2019-06-10T01:05:00Z');
  expect(planned('01:05')).toThrow('2019-06-10T01:05:00Z needs a frame at 2019-06-10T01:05:00Z');
});

test('starts behind a gap are passed over, a lead that falls into it is left out of its start', () => {
  const plan = planHindcast(framesEvery(5, 240, ['01:05', '01:10']), { ...OPTIONS, leads: [30, 60] });
  expect(plan.starts.map(({ time }) => clock(time))).toEqual(['00:40', '01:40', '02:10', '02:40']);
  expect(plan.starts[0]!.leads.map(({ lead }) => lead)).toEqual([60]);
});

test('frames that allow no hindcast at all are refused with what they are', () => {
  expect(() => planHindcast(framesEvery(2, 16), OPTIONS)).toThrow(
    /3 of them must lie 10 minutes apart.*there are 9 from/,
  );
  expect(() => planHindcast(framesEvery(5, 12), OPTIONS)).toThrow(/no frame lies at any lead/);
});
